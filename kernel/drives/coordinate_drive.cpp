#include "kernel/drives/coordinate_drive.hpp"

#include <limits>

#include "kernel/drives/prescribed_functions.hpp"

namespace perpend {

namespace {

/// Index of the `wanted`-th coordinate of this dimension; -1: there is none.
int find_coordinate(const JointType& type, Dimension dimension, int wanted) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (type.coordinate_spec[which].dimension == dimension && wanted-- == 0) return which;
  return -1;
}

/// The geometry of the driven joint, and nothing that acts on it.
Joint copy_of_geometry(const Joint& driven) {
  Joint joint = driven;
  for (CoordinateElement& element : joint.element) {
    const double at_start = element.at_start;
    element = {};
    element.at_start = at_start;
  }
  joint.cfm = 0.0;
  joint.erp = std::numeric_limits<double>::quiet_NaN();
  joint.tracks_coordinates = false;
  joint.driven_type = driven.type;
  return joint;
}

std::string quoted_name(const Joint& joint) {
  return "'" + joint.name + "' (" + std::string(joint.type->spec.name) + ")";
}

}  // namespace

Made<Joint> make_coordinate_drive(const Properties& properties, const JointSite& site, Dimension dimension,
                                  const std::string& noun) {
  const Joint& driven = *site.driven;
  if (find_coordinate(*driven.type, dimension, 0) < 0)
    return FactoryError{"", "the joint " + quoted_name(driven) + " leaves no " + noun + " free that a drive can move",
                        dimension == dimension::angle ? "an angle is free in a revolute joint"
                                                      : "a travel is free in a prismatic joint"};
  const bool is_second = properties.get_or<std::string>("coordinate", "first") == "second";
  const int which = find_coordinate(*driven.type, dimension, is_second ? 1 : 0);
  if (which < 0)
    return FactoryError{"coordinate", "the joint " + quoted_name(driven) + " has only one " + noun,
                        "leave coordinate out"};
  for (const Body* body : site.body)
    if (dimension == dimension::angle && body != nullptr && body->kind == BodyKind::particle)
      return FactoryError{"", "the particle '" + body->name + "' of " + quoted_name(driven) + " has no angle to drive",
                          "use a body with a shape"};
  Joint joint = copy_of_geometry(driven);
  joint.driven_coordinate = which;
  if (auto error = add_prescribed(properties.get<TimeFunction>("value"), "value", joint)) return *error;
  return joint;
}

}  // namespace perpend
