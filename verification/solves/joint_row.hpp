// What a joint row asks of its rate, by the bounds of its multiplier.
#pragma once

#include "kernel/model/problem.hpp"

namespace perpend {

enum class JointRow {
  equation,
  at_least,  ///< a limit from below
  at_most,   ///< a limit from above
  idle,      ///< both bounds are 0
  friction,  ///< finite bounds, whose multiplier takes what it can
};

[[nodiscard]] JointRow kind_of(const Problem& joints, int row);

}  // namespace perpend
