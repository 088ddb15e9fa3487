// Time of the plain computation that the proof of a solution is compared with.
#pragma once

#include "kernel/model/types.hpp"

namespace perpend {

/// One dense elimination with the largest pivot of each column, and its solution [s].
[[nodiscard]] double seconds_of_plain_solve(const MatrixX& a, const VectorX& b);

}  // namespace perpend
