#include "kernel/model/scene/method_run.hpp"

#include <algorithm>

namespace perpend {

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
    case RunStatus::reference_ends:
      return "reference_ends";
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

}  // namespace perpend
