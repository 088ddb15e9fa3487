#include "referee/lcp_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "kernel/model/stop.hpp"
#include "referee/lcp_attempt.hpp"
#include "reports/text/text.hpp"

namespace perpend {

namespace {

reports::SolverAttempt attempt_not_begun() {
  reports::SolverAttempt attempt;
  attempt.failure = "not run";
  attempt.stopped_by = StopReason::signal;
  return attempt;
}

class Referee {
 public:
  Referee(std::vector<ChosenSolver>& solvers, const std::vector<ExternalSolver>& externals,
          const LcpSessionSettings& settings)
      : solvers_(solvers), externals_(externals), settings_(settings) {
    for (const ChosenSolver& solver : solvers_) session_.table.solvers.push_back(solver.text);
    for (const ExternalSolver& solver : externals_) session_.table.solvers.push_back(solver.name);
  }

  LcpSession run(const std::vector<LcpFiles>& files) {
    for (const LcpFiles& file : files) {
      if (is_interrupted()) {
        session_.table.left_out.push_back({file.name, 0, "not reached: interrupted", StopReason::signal});
        continue;
      }
      if (settings_.on_problem)
        settings_.on_problem(file.name, static_cast<std::size_t>(&file - files.data()), files.size());
      take(file);
    }
    if (is_interrupted()) session_.table.stopped_by = StopReason::signal;
    return std::move(session_);
  }

 private:
  void tell(const std::string& message) const {
    if (settings_.on_trouble) settings_.on_trouble(message);
  }

  void take(const LcpFiles& file) {
    const Reading<LcpProblem> read = read_lcp(file);
    if (const auto* problem = std::get_if<LcpProblem>(&read)) {
      solve(*problem);
      return;
    }
    tell(std::get<FileError>(read).message);
    session_.table.left_out.push_back({file.name, 0, "its files cannot be read"});
    session_.has_unread = true;
  }

  void solve(const LcpProblem& problem) {
    if (settings_.largest > 0 && problem.b.size() > settings_.largest) {
      session_.table.left_out.push_back(
          {problem.name, problem.b.size(),
           fmt::format("more than the {} asked for", reports::counted(settings_.largest, "unknown"))});
      return;
    }
    reports::SolvedProblem record = describe_problem(problem);
    for (ChosenSolver& solver : solvers_) {
      if (is_interrupted()) break;
      add(attempt_lcp(problem, *solver.solver, settings_.certify, settings_.limit), solver.text, record);
    }
    const auto unwritten = externals_.empty() ? std::nullopt : files_.write(problem);
    if (unwritten) {
      tell(unwritten->message);
      session_.has_unwritten = true;
      session_.table.left_out.push_back(
          {problem.name, problem.b.size(), "no files could be written for external solvers"});
      return;
    }
    for (const ExternalSolver& solver : externals_) {
      if (is_interrupted()) break;
      const double seconds =
          std::min(settings_.external_seconds, settings_.limit.value_or(std::numeric_limits<double>::infinity()));
      add(attempt_external(problem, solver, files_, seconds, settings_.certify), solver.name, record);
    }
    while (record.attempts.size() < session_.table.solvers.size()) record.attempts.push_back(attempt_not_begun());
    judge(record);
    session_.table.problems.push_back(std::move(record));
  }

  void add(LcpAnswer answer, const std::string& solver, reports::SolvedProblem& record) {
    record.attempts.push_back(std::move(answer.attempt));
    session_.z = std::move(answer.z);
    if (settings_.on_attempt) settings_.on_attempt(record, solver);
  }

  void judge(const reports::SolvedProblem& record) {
    const auto is_one = [&](auto... wanted) {
      return std::any_of(record.attempts.begin(), record.attempts.end(), [&](const reports::SolverAttempt& attempt) {
        return ((reports::outcome_of(attempt) == wanted) || ...);
      });
    };
    using reports::Outcome;
    if (is_one(Outcome::undecided, Outcome::refuted)) session_.has_doubtful = true;
    if (!is_one(Outcome::proved, Outcome::no_solution, Outcome::undecided, Outcome::refuted, Outcome::uncertified))
      session_.has_unanswered = true;
  }

  std::vector<ChosenSolver>& solvers_;
  const std::vector<ExternalSolver>& externals_;
  const LcpSessionSettings& settings_;
  ExternalFiles files_;
  LcpSession session_;
};

}  // namespace

LcpSession referee_lcps(const std::vector<LcpFiles>& files, std::vector<ChosenSolver>& solvers,
                        const std::vector<ExternalSolver>& externals, const LcpSessionSettings& settings) {
  return Referee(solvers, externals, settings).run(files);
}

}  // namespace perpend
