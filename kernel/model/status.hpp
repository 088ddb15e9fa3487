// What became of a computation. Starts as `not_run`, which never looks like success.
#pragma once

namespace perpend {

enum class Status {
  not_run,
  converged,
  singular,         ///< the constraint rows are dependent and the scene did not say so
  contradictory,    ///< constraint rows depend on each other and ask for rates that exclude each other
  iteration_limit,  ///< an iteration stopped before its tolerance
  unsolved,         ///< a complementarity solver ended without an answer; its LcpFailure says how
  not_finite,       ///< a NaN or an infinity appeared
  diverged,         ///< the motion left every plausible scale
  interrupted,      ///< stopped from outside
};

[[nodiscard]] const char* to_string(Status status);

}  // namespace perpend
