// A torque of time on a body; in space its components in world axes.
#include "kernel/forces/force_types.hpp"

namespace perpend {

namespace torque {
namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>&, Scalar time, ForceValue<Scalar>& value) {
  value.other[0][2] += force.torque(time);
}

template <class Scalar>
void evaluate_spatial(const Force& force, const std::array<SpatialMotion<Scalar>, 2>&, Scalar time,
                      SpatialForceValue<Scalar>& value) {
  for (int j = 0; j < 3; ++j) value.other[0][3 + j] += force.spatial_load[j](time);
}

bool is_particle(const Body* body) {
  return body != nullptr && body->kind == BodyKind::particle;
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  if (is_particle(site.body[0]))
    return FactoryError{"", "a particle has no angle for a torque to act on", "use a load, or a body with inertia"};
  Force force;
  force.torque = properties.get<TimeFunction>("torque");
  return force;
}

Made<Force> make_spatial(const Properties& properties, const JointSite& site) {
  if (is_particle(site.body[0]))
    return FactoryError{"", "a particle has no orientation for a torque to act on",
                        "use a load, or a body with inertia"};
  Force force;
  force.spatial_load = properties.get<TimeVector3>("torque");
  return force;
}

constexpr FieldSpec torque_field(FieldType type, std::string_view doc) {
  return {.name = "torque", .type = type, .dimension = dimension::torque, .required = true, .doc = doc};
}
constexpr FieldSpec arguments[] = {torque_field(FieldType::time_number, "may use t")};
constexpr FieldSpec spatial_arguments[] = {torque_field(FieldType::time_vector3, "(x, y, z) in world axes, may use t")};

constexpr TypeSpec spec(std::span<const FieldSpec> arguments) {
  return {.name = "torque", .summary = "torque of time on a body", .arguments = arguments, .properties = {}};
}

}  // namespace
}  // namespace torque

const ForceType torque_force{.spec = torque::spec(torque::arguments),
                             .num_bodies = 1,
                             .make = torque::make,
                             .evaluate = torque::evaluate<double>,
                             .evaluate_extended = torque::evaluate<long double>};

const ForceType spatial_torque_force{.spec = torque::spec(torque::spatial_arguments),
                                     .space = Space::spatial,
                                     .num_bodies = 1,
                                     .make = torque::make_spatial,
                                     .evaluate_spatial = torque::evaluate_spatial<double>,
                                     .evaluate_spatial_extended = torque::evaluate_spatial<long double>};

}  // namespace perpend
