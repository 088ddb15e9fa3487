#include "kernel/joints/joint_types.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "kernel/joints/joint_site.hpp"

namespace perpend {

std::span<const JointType> joint_types() {
  static const std::array<JointType, 7> rows{revolute_joint,      prismatic_joint, weld_joint,           distance_joint,
                                             point_on_line_joint, gear_joint,      rack_and_pinion_joint};
  return rows;
}

const JointType& joint_type(std::string_view name) {
  for (const JointType& row : joint_types())
    if (row.spec.name == name) return row;
  throw std::invalid_argument("there is no joint '" + std::string(name) + "'");
}

Made<Vec2> unit_axis(const Properties& properties, const JointSite& site) {
  const Vec2 axis = properties.get<Vec2>("axis");
  if (!(axis.norm() > 0.0))
    return FactoryError{"axis", "the axis has no direction", "write for instance axis = (1, 0)"};
  return direction_to_body_frame(site.body[0], axis.normalized());
}

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
  throw std::invalid_argument("there is no joint '" + std::string(name) + "'");
}

}  // namespace perpend
