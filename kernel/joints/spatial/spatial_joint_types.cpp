#include "kernel/joints/spatial/spatial_joint_types.hpp"

#include <array>
#include <cstdlib>

namespace perpend {

std::span<const JointType> spatial_joint_types() {
  static const std::array<JointType, 12> rows{
      spatial_ball_joint,          spatial_revolute_joint, spatial_prismatic_joint, spatial_cylindrical_joint,
      spatial_universal_joint,     spatial_weld_joint,     spatial_distance_joint,  spatial_planar_joint,
      spatial_point_on_line_joint, spatial_screw_joint,    spatial_gear_joint,      spatial_rack_and_pinion_joint};
  return rows;
}

const JointType& spatial_joint_type(std::string_view name) {
  for (const JointType& row : spatial_joint_types())
    if (row.spec.name == name) return row;
  std::abort();
}

}  // namespace perpend
