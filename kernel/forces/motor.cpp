// A torque or force on the free coordinate of a joint, a law of time and state, such as a controller. It acts on both
// bodies along the gradient of the coordinate: the power is push times the rate of the coordinate.
#include "kernel/forces/force_types.hpp"

namespace perpend {

namespace motor {
namespace {

/// The coordinate that the joint has of this dimension; -1: none.
int coordinate_of(const JointType& type, Dimension dimension, int wanted) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (type.coordinate_spec[which].dimension == dimension && wanted-- == 0) return which;
  return -1;
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  const bool is_turning = properties.has("torque");
  if (is_turning == properties.has("force"))
    return FactoryError{"", "a motor needs one law: torque on an angle, or force along a travel",
                        "as in motor(hip, torque: -2 N m s/rad * rate(hip))"};
  const bool is_second = properties.get_or<std::string>("coordinate", "first") == "second";
  Force force;
  force.coordinate = coordinate_of(*site.driven->type, is_turning ? dimension::angle : dimension::length, is_second);
  if (force.coordinate < 0)
    return FactoryError{is_turning ? "torque" : "force",
                        "the joint '" + site.driven->name + "' (" + std::string(site.driven->type->spec.name) +
                            ") leaves no " + (is_second ? "second " : "") + (is_turning ? "angle" : "travel") + " free",
                        is_turning ? "a travel takes force: instead" : "an angle takes torque: instead"};
  force.push = properties.get<TimeFunction>(is_turning ? "torque" : "force");
  force.signals = force.push.signals();
  return force;
}

constexpr FieldSpec arguments[] = {{.name = "torque",
                                    .type = FieldType::time_number,
                                    .dimension = dimension::torque,
                                    .doc = "on a free angle, a law of t and signals",
                                    .is_law = true},
                                   {.name = "force",
                                    .type = FieldType::time_number,
                                    .dimension = dimension::force,
                                    .doc = "along a free travel, a law of t and signals",
                                    .is_law = true}};

constexpr FieldSpec properties[] = {{.name = "coordinate",
                                     .type = FieldType::choice,
                                     .doc = "which coordinate, for a joint that has two",
                                     .default_text = "first",
                                     .choices = "first|second"}};

constexpr TypeSpec spec{.name = "motor",
                        .summary = "torque or force on the free coordinate of a joint, such as a controller",
                        .arguments = arguments,
                        .properties = properties};

}  // namespace
}  // namespace motor

const ForceType motor_force{.spec = motor::spec, .num_bodies = 0, .make = motor::make};

const ForceType spatial_motor_force{.spec = motor::spec, .space = Space::spatial, .num_bodies = 0, .make = motor::make};

}  // namespace perpend
