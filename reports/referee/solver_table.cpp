#include "reports/referee/solver_table.hpp"

#include <algorithm>
#include <cmath>

#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

Times times_of(std::vector<double> seconds) {
  Times times;
  times.count = static_cast<long>(seconds.size());
  if (seconds.empty()) return times;
  std::sort(seconds.begin(), seconds.end());
  for (const double one : seconds) times.total += one;
  const std::size_t middle = seconds.size() / 2;
  times.median = seconds.size() % 2 == 1 ? seconds[middle] : 0.5 * (seconds[middle - 1] + seconds[middle]);
  return times;
}

bool has_refused(const SolverAttempt& attempt) {
  return outcome_of(attempt) == Outcome::unsuited;
}

/// Takes -123 off the end.
bool drop_number(std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string::npos || last == 0 || last + 1 == name.size() || name[last] != '-') return false;
  name.resize(last);
  return true;
}

}  // namespace

Outcome outcome_of(const SolverAttempt& attempt) {
  if (attempt.status == Status::converged) {
    if (!attempt.certificate) return Outcome::uncertified;
    if (attempt.certificate->verdict == "proved") return Outcome::proved;
    return attempt.certificate->verdict == "refuted" ? Outcome::refuted : Outcome::undecided;
  }
  if (attempt.unsolvable == "proved") return Outcome::no_solution;
  return attempt.failure == "unsuited" ? Outcome::unsuited : Outcome::failed;
}

bool counts(const SolverAttempt& attempt) {
  const Outcome outcome = outcome_of(attempt);
  return outcome == Outcome::proved || outcome == Outcome::no_solution;
}

long SolverSummary::count(Outcome outcome) const {
  const auto found = outcomes.find(outcome);
  return found == outcomes.end() ? 0 : found->second;
}

std::vector<std::size_t> common_problems(const SolverTable& table) {
  std::vector<std::size_t> common;
  for (std::size_t p = 0; p < table.problems.size(); ++p) {
    const auto& attempts = table.problems[p].attempts;
    const bool all = std::all_of(attempts.begin(), attempts.end(),
                                 [](const SolverAttempt& attempt) { return counts(attempt) || has_refused(attempt); });
    if (all && std::any_of(attempts.begin(), attempts.end(), counts)) common.push_back(p);
  }
  return common;
}

std::vector<std::size_t> open_problems(const SolverTable& table) {
  std::vector<std::size_t> open;
  for (std::size_t p = 0; p < table.problems.size(); ++p) {
    const auto& attempts = table.problems[p].attempts;
    if (std::none_of(attempts.begin(), attempts.end(), counts)) open.push_back(p);
  }
  return open;
}

SolverSummary summarize(const SolverTable& table, std::size_t solver) {
  SolverSummary summary;
  std::vector<double> own;
  for (const SolvedProblem& problem : table.problems) {
    const SolverAttempt& attempt = problem.attempts[solver];
    const Outcome outcome = outcome_of(attempt);
    ++summary.outcomes[outcome];
    if (outcome == Outcome::failed) ++summary.failures[attempt.failure];
    summary.all_seconds += attempt.seconds;
    if (!counts(attempt)) continue;
    own.push_back(attempt.seconds);
    summary.iterations += attempt.iterations;
    if (outcome != Outcome::proved) continue;
    summary.backward_error = std::max(summary.backward_error, attempt.certificate->backward_error);
    summary.residual = std::max(summary.residual, attempt.residual);
  }
  summary.own = times_of(std::move(own));
  std::vector<double> common;
  for (const std::size_t p : common_problems(table))
    if (const SolverAttempt& attempt = table.problems[p].attempts[solver]; counts(attempt))
      common.push_back(attempt.seconds);
  summary.common = times_of(std::move(common));
  return summary;
}

std::string group_of(const std::string& problem) {
  std::string name = problem;
  if (drop_number(name)) drop_number(name);
  return name;
}

}  // namespace perpend::reports
