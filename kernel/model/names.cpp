#include <algorithm>

#include "kernel/model/contact_problem.hpp"
#include "kernel/model/experiment.hpp"
#include "kernel/model/problem.hpp"
#include "kernel/model/record.hpp"
#include "kernel/model/status.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

const char* to_string(Status status) {
  switch (status) {
    case Status::not_run:
      return "not_run";
    case Status::converged:
      return "converged";
    case Status::singular:
      return "singular";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::unsolved:
      return "unsolved";
    case Status::not_finite:
      return "not_finite";
    case Status::diverged:
      return "diverged";
    case Status::interrupted:
      return "interrupted";
  }
  return "unknown";
}

void add_attempt(const LcpAttempt& attempt, long step, std::vector<LcpUse>& uses) {
  if (attempt.status == Status::interrupted) return;  // neither an answer nor a failure
  auto use = std::find_if(uses.begin(), uses.end(), [&](const LcpUse& known) {
    return known.solver == attempt.solver && known.reason == attempt.reason && known.is_fallback == attempt.is_fallback;
  });
  if (use == uses.end())
    use = uses.insert(use, {.solver = std::string(attempt.solver),
                            .reason = attempt.reason,
                            .is_fallback = attempt.is_fallback,
                            .fewest_unknowns = attempt.fewest_unknowns});
  use->iterations += attempt.iterations;
  use->fewest_unknowns = std::min(use->fewest_unknowns, attempt.fewest_unknowns);
  use->most_unknowns = std::max(use->most_unknowns, attempt.most_unknowns);
  const bool is_solved = attempt.status == Status::converged;
  (is_solved ? use->solved : use->failed) += attempt.problems;
  if (is_solved || use->first_failure_step >= 0) return;
  use->first_failure = attempt.failure;
  use->first_failure_step = step;
}

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::not_run:
      return "not_run";
    case RunStatus::completed:
      return "completed";
    case RunStatus::diverged:
      return "diverged";
    case RunStatus::singular:
      return "singular";
    case RunStatus::iteration_limit:
      return "iteration_limit";
    case RunStatus::unsolved:
      return "unsolved";
    case RunStatus::not_finite:
      return "not_finite";
    case RunStatus::no_solution:
      return "no_solution";
    case RunStatus::interrupted:
      return "interrupted";
    case RunStatus::cannot_run:
      return "cannot_run";
  }
  return "unknown";
}

const char* to_string(CacheUse use) {
  switch (use) {
    case CacheUse::none:
      return "none";
    case CacheUse::found:
      return "found";
    case CacheUse::added:
      return "added";
    case CacheUse::too_large:
      return "too_large";
    case CacheUse::failed:
      return "failed";
  }
  return "unknown";
}

const char* to_string(ExpectedOutcome outcome) {
  switch (outcome) {
    case ExpectedOutcome::completes:
      return "completes";
    case ExpectedOutcome::unstable:
      return "unstable";
    case ExpectedOutcome::diverges:
      return "diverges";
    case ExpectedOutcome::unsolvable:
      return "unsolvable";
    case ExpectedOutcome::any:
      return "any";
  }
  return "unknown";
}

const char* to_string(LcpFailure failure) {
  switch (failure) {
    case LcpFailure::none:
      return "none";
    case LcpFailure::ray:
      return "ray";
    case LcpFailure::cycle:
      return "cycle";
    case LcpFailure::limit:
      return "limit";
    case LcpFailure::singular_basis:
      return "singular basis";
    case LcpFailure::stagnation:
      return "stagnation";
    case LcpFailure::inaccurate:
      return "inaccurate";
    case LcpFailure::exhausted:
      return "exhausted";
    case LcpFailure::unsuited:
      return "unsuited";
  }
  return "unknown";
}

const char* to_string(SolverReason reason) {
  switch (reason) {
    case SolverReason::named:
      return "";
    case SolverReason::few_unknowns:
      return "few unknowns";
    case SolverReason::planar_contacts:
      return "planar contacts";
    case SolverReason::contacts:
      return "contacts in space";
    case SolverReason::convex_law:
      return "convex law";
    case SolverReason::no_friction:
      return "no friction";
    case SolverReason::full:
      return "full symmetric matrix";
    case SolverReason::semidefinite:
      return "semidefinite";
    case SolverReason::bare:
      return "no known structure";
  }
  return "unknown";
}

const char* to_string(SolvePurpose purpose) {
  switch (purpose) {
    case SolvePurpose::velocity:
      return "velocity";
    case SolvePurpose::acceleration:
      return "acceleration";
    case SolvePurpose::position_correction:
      return "position_correction";
    case SolvePurpose::velocity_projection:
      return "velocity_projection";
  }
  return "unknown";
}

const char* to_string(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::quoted:
      return "quoted";
    case ClaimKind::read_off:
      return "read_off";
    case ClaimKind::derived:
      return "derived";
    case ClaimKind::ours:
      return "ours";
  }
  return "unknown";
}

const char* to_string(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::not_run:
      return "not_run";
    case ClaimVerdict::reproduced:
      return "reproduced";
    case ClaimVerdict::not_reproduced:
      return "not_reproduced";
    case ClaimVerdict::undecided:
      return "undecided";
  }
  return "unknown";
}

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::signal:
      return "signal";
    case StopReason::time_limit:
      return "time_limit";
  }
  return "unknown";
}

}  // namespace perpend
