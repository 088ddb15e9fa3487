// Whether all numbers of a vector are finite, without a branch for each.
#pragma once

#include "kernel/model/types.hpp"

namespace perpend {

[[nodiscard]] bool is_finite(const VectorX& x);

}  // namespace perpend
