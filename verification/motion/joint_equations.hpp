// Position errors of joints: equations of their own, written from those that stand on top of each joint's file, sharing
// no code with the kernel's. planar_equations.hpp and spatial_equations.hpp have them once, for any kind of number:
// intervals enclose an error, formulas write it down for whoever evaluates it elsewhere.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>

#include "kernel/model/model.hpp"

namespace perpend {

/// Which equation a joint has. `free`: no holonomic row.
enum class Equation {
  unsupported,
  free,
  ball,
  revolute,
  weld,
  prismatic,
  cylindrical,
  universal,
  point_on_line,
  planar,
  distance,
  screw,
  gear,
  rack_and_pinion,
  driven_coordinate,
  point_position,
  rolling,
  rolling_disk,
};

/// From the names in the registries, by space.
[[nodiscard]] Equation equation_of(const JointType& type, Space space);
[[nodiscard]] Equation equation_of(const Joint& joint, Space space);

/// The equation of a joint and, where it is a drive, that of the joint whose coordinate it prescribes.
struct JointEquation {
  Equation own = Equation::unsupported;
  Equation driven = Equation::unsupported;
};
[[nodiscard]] JointEquation equations_of(const Joint& joint, Space space);

/// A body in the plane: position [m], angle [rad], its sine and cosine.
template <class Value>
struct PlanarPose {
  Value x = 0.0, y = 0.0, angle = 0.0, sin = 0.0, cos = 1.0;
};

/// In space: position [m] and rotation matrix by row.
template <class Value>
struct SpatialPose {
  std::array<Value, 3> position{0.0, 0.0, 0.0};
  std::array<std::array<Value, 3>, 3> rotation{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
};

/// Where a joint is: the poses of both sides, and of the carrier of a gear or a rack; that of the world for others.
template <class Pose>
struct JointPoses {
  const Pose &first, &second, &carrier;
};

/// phi_i of the holonomic rows [m, rad].
template <class Value>
using ErrorRows = boost::container::static_vector<Value, 6>;

/// (d . d - L^2) / (2 L) or |d| - L
template <class Value>
[[nodiscard]] Value distance_error(const Joint& joint, const Value& squared) {
  const Value length = joint.length;
  if (!joint.quadratic) return sqrt(squared) - length;
  return (squared - square(length)) / scale(2.0, length);
}

}  // namespace perpend
