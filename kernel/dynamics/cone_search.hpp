// Impulses that all lie in their cones, among those that change a velocity in the same way. With the unknown z and
//     c_i(z) = offset_i + slope_i z,   room_i(z) = c_i[0] - |c_i[1..]|
// the least room is made the largest along the path of a barrier: the z, s that minimize
//     -t s - sum_i log((c_i[0] - s)^2 - |c_i[1..]|^2)
// for a growing t, by Newton's method. With the number m of logarithms, twice over, s is then within m / t of the
// largest.
#pragma once

#include <optional>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Numbers that are linear in z: the bound first, then what it bounds, which may be nothing.
struct Cone {
  VectorX offset;
  MatrixX slope;  ///< a row for each of its numbers, a column for each of z

  [[nodiscard]] double room(const VectorX& z) const;
};

/// The least room of all.
[[nodiscard]] double least_room(const std::vector<Cone>& cones, const VectorX& z);

/// A z, within 1e3 of 0, where all cones have at least this room; nothing where none is found. Pre: there are cones,
/// with numbers of a size of about 1.
[[nodiscard]] std::optional<VectorX> point_in_cones(const std::vector<Cone>& cones, double room);

}  // namespace perpend
