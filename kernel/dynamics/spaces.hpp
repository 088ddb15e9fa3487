// What differs between the plane and space, in any arithmetic: the types of motions, rows and forces, and the functions
// of the registries that fill them. What is the same in both is written once, as a template over InPlane or InSpace.
#pragma once

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"

namespace perpend {

template <class Number>
struct InPlane {
  using Scalar = Number;
  using Vector = Vector2<Scalar>;
  using Motion = BodyMotion<Scalar>;
  using Pair = std::array<Motion, 2>;
  using Motions = PlanarMotions<Scalar>;
  using Rows = JointRows<Scalar>;
  using Coordinate = CoordinateValue<Scalar, 3>;
  using Applied = ForceValue<Scalar>;
  static constexpr Space space = Space::planar;
  static constexpr int num_linear = 2;      ///< velocities of a body that are no spin
  static constexpr int num_velocities = 3;  ///< of a body

  template <class Q, class V>
  static Motion motion(const Body& body, Scalar time, const Q& q, const V& v) {
    Motion motion = body_motion<Scalar>(body, q, v);
    if (body.dof == 0) add_shift(body, time, motion);
    return motion;
  }
  /// Where one side of a force between two points attaches.
  static PointMotion<Scalar> point(const Force& force, const Motion& body, int side) {
    return point_motion(body, force.anchor[side]);
  }
  static void rows(const Joint& joint, const Motions& body, Scalar time, const Scalar*, Rows& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      joint.type->evaluate(joint, body, time, out);
    else
      joint.type->evaluate_extended(joint, body, time, out);
  }
  static void coordinate(const Joint& joint, const Motions& body, int which, Scalar, Coordinate& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      joint.type->coordinate(joint, body, which, out);
    else
      joint.type->coordinate_extended(joint, body, which, out);
  }
  static void force(const Force& force, const Pair& pair, const LawInput<Scalar>& input, Applied& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      force.type->evaluate(force, pair, input, out);
    else
      force.type->evaluate_extended(force, pair, input, out);
  }
};

template <class Number>
struct InSpace {
  using Scalar = Number;
  using Vector = Vector3<Scalar>;
  using Motion = SpatialMotion<Scalar>;
  using Pair = std::array<Motion, 2>;
  using Motions = SpatialMotions<Scalar>;
  using Rows = SpatialRows<Scalar>;
  using Coordinate = CoordinateValue<Scalar, 6>;
  using Applied = SpatialForceValue<Scalar>;
  static constexpr Space space = Space::spatial;
  static constexpr int num_linear = 3;
  static constexpr int num_velocities = 6;

  template <class Q, class V>
  static Motion motion(const Body& body, Scalar time, const Q& q, const V& v) {
    Motion motion = spatial_motion<Scalar>(body, q, v);
    if (body.dof == 0) add_shift(body, time, motion);
    return motion;
  }
  static SpatialPoint<Scalar> point(const Force& force, const Motion& body, int side) {
    return spatial_point(body, force.spatial_anchor[side]);
  }
  /// `near`: angles come out nearest to these; null: nearest to 0.
  static void rows(const Joint& joint, const Motions& body, Scalar time, const Scalar* near, Rows& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      joint.type->evaluate_spatial(joint, body, time, near, out);
    else
      joint.type->evaluate_spatial_extended(joint, body, time, near, out);
  }
  static void coordinate(const Joint& joint, const Motions& body, int which, Scalar near, Coordinate& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      joint.type->coordinate_spatial(joint, body, which, near, out);
    else
      joint.type->coordinate_spatial_extended(joint, body, which, near, out);
  }
  static void force(const Force& force, const Pair& pair, const LawInput<Scalar>& input, Applied& out) {
    if constexpr (std::is_same_v<Scalar, double>)
      force.type->evaluate_spatial(force, pair, input, out);
    else
      force.type->evaluate_spatial_extended(force, pair, input, out);
  }
};

/// The motions of these bodies. Pre: the world's motion is the last one.
template <class Motion, std::size_t count>
[[nodiscard]] std::array<Motion, count> motions_of(const std::vector<Motion>& motions,
                                                   const std::array<int, count>& body) {
  const auto of = [&](int index) -> const Motion& { return index == world_body ? motions.back() : motions[index]; };
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Motion, count>{of(body[i])...};
  }
  (std::make_index_sequence<count>());
}

/// The same for a joint, without copies.
template <class Motion>
[[nodiscard]] JointMotions<Motion> motions_of(const std::vector<Motion>& motions, const Joint& joint) {
  const auto of = [&](int index) -> const Motion& { return index == world_body ? motions.back() : motions[index]; };
  return {of(joint.body[0]), of(joint.body[1]), of(joint.carrier)};
}

/// Where the branches of a joint's angles are to be found among the coordinates of all joints: its own, or for a drive
/// those of the joint that it drives. Null where there are none.
template <class Vector>
[[nodiscard]] auto branches(const Model& model, const Joint& joint, const Vector& coordinates) {
  const Joint& owner = joint.driven_joint < 0 ? joint : model.joints[joint.driven_joint];
  return owner.first_coordinate < 0 || coordinates.size() == 0 ? nullptr : coordinates.data() + owner.first_coordinate;
}

/// act(column, entry) for the entries of a coordinate's gradient that belong to bodies that move.
template <class Coordinate, class Act>
void for_each_column(const Model& model, const Joint& joint, const Coordinate& value, Act act) {
  const std::array<int, num_sides> bodies = bodies_of(joint);
  for (int side = 0; side < num_sides; ++side) {
    if (bodies[side] == world_body) continue;
    const Body& body = model.bodies[bodies[side]];
    for (int j = 0; j < body.dof; ++j) act(body.offset + j, value.jacobian[side][j]);
  }
}

}  // namespace perpend
