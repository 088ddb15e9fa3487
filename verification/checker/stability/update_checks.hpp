// The claim that the update of a method is stable. With a projector P the update is similar to copies of
//     F(p) = [ 1 - qq p    h (1 - qv p) ]
//            [ - vq p / h    1 - vv p   ]       p = 0 (free), 1 (constrained), or any in [0, 1] with compliance,
// [Hong06]; no eigenvalue of F lies outside the unit circle when |d| <= 1 and |t| <= 1 + d [Jury64].
#pragma once

#include "verification/checker/claim.hpp"
#include "verification/checker/mechanism/data.hpp"

namespace perpend::checker {

/// The verdict on an update with given dimensions, and the bounds of its spectral radius; returns what was found.
[[nodiscard]] std::string check_stability(Judgement& judgement, const UpdateData& update);

/// The class of the powers of the constrained block: "none", "nilpotent", "contracting", "power bounded", "defective",
/// "unstable", or "undecided" with compliance.
[[nodiscard]] const char* constrained_class(const UpdateData& update);

}  // namespace perpend::checker
