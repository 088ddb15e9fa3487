// Up to which value of a parameter (the step, a gain) a method is stable: between two adjacent doubles, with a proof at
// each.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "kernel/model/linear_system.hpp"
#include "kernel/model/scene/record.hpp"
#include "verification/certificate.hpp"

namespace perpend {

struct LimitReport {
  Verdict verdict = Verdict::not_run;
  /// Stable at lo and unstable at hi, at most four neighbouring doubles. Both infinite: stable for all values. Both 0:
  /// for none.
  double lo = std::numeric_limits<double>::quiet_NaN();
  double hi = std::numeric_limits<double>::quiet_NaN();
  std::string reason;  ///< which of the two proofs, or why undecided
  LimitScope scope = LimitScope::some;
};

/// `update` gives the method's update with the parameter set (nullopt: not a legal value), `step_of` the step it then
/// has. The limit is the first loss of stability met when doubling from 2^-40. Where the parameter is the step, or a
/// factor of the update's coefficients, Jury's conditions are polynomials in it, and Sturm's theorem shows whether
/// smaller values are stable and larger ones unstable [BasuPollackRoy06]; else neither is claimed.
[[nodiscard]] LimitReport stability_limit(const std::function<std::optional<LinearUpdate>(double parameter)>& update,
                                          const std::function<double(double parameter)>& step_of, int free_dimension,
                                          int constrained_dimension);

}  // namespace perpend
