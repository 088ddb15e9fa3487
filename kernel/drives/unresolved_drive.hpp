// A drive faster than the step resolves.
#pragma once

#include <optional>

#include "kernel/model/scene/scene_checks.hpp"

namespace perpend {

/// The step of the run over which a prescribed function of the joint is followed worst, when it is not followed: within
/// that step the function leaves its chord by more than a quarter of its range over the run (sin(w t): from w h = 2 pi
/// / 3, three steps a period, on), or an angle leaves it or moves by more than 1/8 turn, or the function or a
/// derivative that its rows use is not finite. `change` is the larger of leaving and moving, NaN when not finite;
/// `step` one that would do, 0 when halving 16 times does not help, as at a jump. A prescribed velocity may jump. Looks
/// at up to 16 irregular times a step: a pulse much shorter than a tenth of the step may pass between them.
[[nodiscard]] std::optional<UnresolvedDrive> unresolved_drive(const Joint& joint, double step, double duration);

}  // namespace perpend
