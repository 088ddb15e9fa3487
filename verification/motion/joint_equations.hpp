// Position errors of joints, enclosed: equations of their own, written from those that stand on top of each joint's
// file, sharing no code with the kernel's.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/state.hpp"
#include "verification/arithmetic/interval.hpp"

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

/// A body in the plane: position as stored, sine and cosine of its angle enclosed.
struct PlanarPose {
  double x = 0.0, y = 0.0, angle = 0.0;
  Interval sin = 0.0, cos = 1.0;
};

/// In space: the rotation matrix as the polynomial of degree 2 in the stored quaternion.
struct SpatialPose {
  std::array<double, 3> position{};
  std::array<std::array<Interval, 3>, 3> rotation{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
};

[[nodiscard]] PlanarPose planar_pose(const Body& body, const VectorX& q);
[[nodiscard]] SpatialPose spatial_pose(const Body& body, const VectorX& q);

/// What an equation needs in addition to the poses.
struct JointContext {
  Equation equation = Equation::unsupported;
  Equation driven = Equation::unsupported;  ///< of the joint that a drive prescribes
  double time = 0.0;
  const double* near = nullptr;  ///< last values of the joint's coordinates, as State::coordinates; null: none
};

/// Largest |phi_i| over the holonomic rows [m, rad]; unknown where an angle may be meant on two branches. `carrier`: of
/// a gear or a rack; the pose of the world for others.
[[nodiscard]] Interval largest_error(const Joint& joint, const JointContext& context, const PlanarPose& first,
                                     const PlanarPose& second, const PlanarPose& carrier);
[[nodiscard]] Interval largest_error(const Joint& joint, const JointContext& context, const SpatialPose& first,
                                     const SpatialPose& second, const SpatialPose& carrier);

}  // namespace perpend
