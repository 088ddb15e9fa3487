// The claim that the update of a method is stable.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// With a projector P the update is similar to copies of
///     F(p) = [ 1 - qq p    h (1 - qv p) ]
///            [ - vq p / h    1 - vv p   ]       p = 0 (free), 1 (constrained), or any in [0, 1] with compliance,
/// [Hong06]; no eigenvalue of F lies outside the unit circle when |d| <= 1 and |t| <= 1 + d [Jury64].
[[nodiscard]] Finding check_spectral_radius(const Claim& claim, const Data& data);

/// The same of an update with given dimensions: bounds 0 and 1 enclose the spectral radius.
[[nodiscard]] Finding check_stability(const Claim& claim, const UpdateData& update);

/// The class of the powers of the constrained block: "none", "nilpotent", "contracting", "power bounded", "defective",
/// "unstable", or "undecided" with compliance.
[[nodiscard]] const char* constrained_class(const UpdateData& update);

}  // namespace perpend::checker
