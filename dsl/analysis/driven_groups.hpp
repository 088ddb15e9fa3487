// Which signals of the state a driven coordinate determines: those of bodies that it carries rigidly.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"

namespace perpend::dsl {

/// Bodies that welds make one; world and fixed bodies are one as well.
class RigidGroups {
 public:
  explicit RigidGroups(const Model& model);
  [[nodiscard]] int group_of(int body) const { return groups_[static_cast<std::size_t>(body + 1)]; }
  [[nodiscard]] bool are_one(int first, int second) const { return group_of(first) == group_of(second); }

 private:
  std::vector<int> groups_;  // of world, then of each body
};

/// Whether the value of a law changes with a coordinate of a hinge or slide while all else stays: with `is_rate`
/// through rates alone. Only what the coordinate determines counts: bodies of a side are carried where the other side
/// stands still, and otherwise distances and angles between the two sides.
[[nodiscard]] bool depends_on_coordinate(const Model& model, const RigidGroups& groups, const TimeFunction& law,
                                         int joint, int coordinate, bool is_rate);

/// Where a point of a body is at the start [m]; z is 0 in the plane.
[[nodiscard]] Vec3 start_point(const Model& model, int body, const Vec3& point);

}  // namespace perpend::dsl
