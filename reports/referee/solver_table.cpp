#include "reports/referee/solver_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

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

/// Shortest time on a problem among the answers that count; infinite when there is none.
double best_time(const SolvedProblem& problem) {
  double best = std::numeric_limits<double>::infinity();
  for (const SolverAttempt& attempt : problem.attempts)
    if (counts(attempt)) best = std::min(best, attempt.seconds);
  return best;
}

std::vector<double> sorted_ratios(const SolverTable& table, std::size_t solver) {
  std::vector<double> ratios;
  for (const SolvedProblem& problem : table.problems) {
    const SolverAttempt& attempt = problem.attempts[solver];
    const double best = best_time(problem);
    if (counts(attempt) && best > 0.0) ratios.push_back(attempt.seconds / best);
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

/// Stairs from 1 to `end`.
Curve stairs(const std::vector<double>& ratios, std::size_t num_problems, double end) {
  Curve curve;
  const auto add = [&](double ratio, std::size_t count) {
    curve.x.push_back(ratio);
    curve.y.push_back(100.0 * static_cast<double>(count) / static_cast<double>(num_problems));
  };
  add(1.0, 0);
  std::size_t reached = 0;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (i + 1 < ratios.size() && ratios[i + 1] == ratios[i]) continue;
    add(ratios[i], reached);
    reached = i + 1;
    add(ratios[i], reached);
  }
  add(end, ratios.size());
  return curve;
}

/// A curve needs two points, and more than this many cannot be distinguished.
constexpr std::size_t least_points = 2;
constexpr std::size_t most_points = 500;

std::size_t num_histories(const SolvedProblem& problem) {
  std::size_t count = 0;
  for (const SolverAttempt& attempt : problem.attempts) count += attempt.history.size() >= least_points ? 1 : 0;
  return count;
}

/// The largest problem on which a solver left a history; null when there is none.
const SolvedProblem* largest_with_history(const SolverTable& table) {
  const SolvedProblem* largest = nullptr;
  for (const SolvedProblem& problem : table.problems)
    if (num_histories(problem) > 0 && (largest == nullptr || problem.size > largest->size)) largest = &problem;
  return largest;
}

/// Sweeps keep one residual of several: the entries are spread evenly over the iterations. A sequence of problems may
/// have more of them than pivots; it is shown by problems.
Curve curve_of(const SolverAttempt& attempt) {
  Curve curve;
  const std::size_t size = attempt.history.size();
  const double each = std::max(1.0, static_cast<double>(attempt.iterations) / static_cast<double>(size));
  const std::size_t stride = (size + most_points - 1) / most_points;
  for (std::size_t i = (size - 1) % stride; i < size; i += stride) {
    curve.x.push_back(each * static_cast<double>(i + 1));
    curve.y.push_back(attempt.history[i]);
  }
  return curve;
}

}  // namespace

std::vector<std::string> describe_chosen(const SolverAttempt& attempt) {
  std::vector<std::string> lines;
  for (const LcpUse& use : attempt.chosen) {
    std::string line = fmt::format("{}{}, {}", use.is_fallback ? "fallback " : "", describe_solver(use),
                                   counted(use.iterations, "iteration"));
    if (use.solved + use.failed > 1) line += fmt::format(" for {}", counted(use.solved + use.failed, "part"));
    if (use.failed > 0) line += fmt::format(": {}", to_string(use.first_failure));
    lines.push_back(std::move(line));
  }
  return lines;
}

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

void mark_curve(const SolverTable& table, std::size_t solver, Curve& curve) {
  curve.label = single_line(table.solvers[solver]);
  curve.color = static_cast<int>(solver % num_colors);
  curve.dash = static_cast<int>(solver / num_colors);
}

FigureData performance_profile(const SolverTable& table) {
  FigureData figure;
  figure.name = "profile";
  figure.title = "How often, and how fast compared with the fastest";
  figure.x_label = "time, as a multiple of the fastest on the same problem [-]";
  figure.y_label = "share of the problems answered, proved [%]";
  figure.log_x = true;
  figure.is_function = false;
  std::vector<std::vector<double>> ratios;
  double end = 2.0;
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    ratios.push_back(sorted_ratios(table, s));
    if (!ratios.back().empty()) end = std::max(end, 1.1 * ratios.back().back());
  }
  for (std::size_t s = 0; s < table.solvers.size() && !table.problems.empty(); ++s) {
    if (ratios[s].empty()) continue;
    Curve curve = stairs(ratios[s], table.problems.size(), end);
    mark_curve(table, s, curve);
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

FigureData convergence(const SolverTable& table) {
  FigureData figure;
  figure.name = "convergence";
  figure.x_label = "iterations, each solver's own [-]";
  figure.y_label = "natural residual, relative [-]";
  figure.log_x = figure.log_y = true;
  const SolvedProblem* problem = largest_with_history(table);
  if (problem == nullptr) return figure;
  figure.title = single_line(problem->name) + ", " + counted(problem->size, "unknown");
  for (std::size_t s = 0; s < problem->attempts.size(); ++s) {
    const SolverAttempt& attempt = problem->attempts[s];
    if (attempt.history.size() < least_points || attempt.iterations <= 0) continue;
    Curve curve = curve_of(attempt);
    mark_curve(table, s, curve);
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

}  // namespace perpend::reports
