// A torque on a body, a law of time and state; in space its components are in world axes, or in those of the body.
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace torque {
namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>&, const LawInput<Scalar>& at,
              ForceValue<Scalar>& value) {
  value.other[0][2] += force.torque(at.time, at.signals);
}

template <class Scalar>
void evaluate_spatial(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body, const LawInput<Scalar>& at,
                      SpatialForceValue<Scalar>& value) {
  Vector3<Scalar> applied;
  for (int j = 0; j < 3; ++j) applied[j] = force.spatial_load[j](at.time, at.signals);
  if (force.in_body_axes) applied = body[0].rotation * applied;
  for (int j = 0; j < 3; ++j) value.other[0][3 + j] += applied[j];
}

bool is_particle(const Body* body) {
  return body != nullptr && body->kind == BodyKind::particle;
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  if (is_particle(site.body[0]))
    return FactoryError{"", "a particle has no angle for a torque to act on", "use a load, or a body with inertia"};
  Force force;
  force.torque = properties.get<TimeFunction>("torque");
  force.signals = force.torque.signals();
  return force;
}

Made<Force> make_spatial(const Properties& properties, const JointSite& site) {
  if (is_particle(site.body[0]))
    return FactoryError{"", "a particle has no orientation for a torque to act on",
                        "use a load, or a body with inertia"};
  Force force;
  force.spatial_load = properties.get<TimeVector3>("torque");
  force.signals = force.spatial_load[0].signals();
  force.in_body_axes = properties.get_or<std::string>("axes", "world") == "body";
  return force;
}

constexpr FieldSpec torque_field(FieldType type, std::string_view doc) {
  return {.name = "torque", .type = type, .dimension = dimension::torque, .required = true, .doc = doc, .is_law = true};
}
constexpr FieldSpec arguments[] = {torque_field(FieldType::time_number, "a law of t and signals")};
constexpr FieldSpec spatial_arguments[] = {torque_field(FieldType::time_vector3, "(x, y, z), a law of t and signals")};

constexpr FieldSpec spatial_properties[] = {force_axes_field};

constexpr TypeSpec spec(std::span<const FieldSpec> arguments, std::span<const FieldSpec> properties = {}) {
  return {.name = "torque", .summary = "torque on a body", .arguments = arguments, .properties = properties};
}

}  // namespace
}  // namespace torque

const ForceType torque_force{.spec = torque::spec(torque::arguments),
                             .num_bodies = 1,
                             .make = torque::make,
                             .evaluate = torque::evaluate<double>,
                             .evaluate_extended = torque::evaluate<long double>};

const ForceType spatial_torque_force{.spec = torque::spec(torque::spatial_arguments, torque::spatial_properties),
                                     .space = Space::spatial,
                                     .num_bodies = 1,
                                     .make = torque::make_spatial,
                                     .evaluate_spatial = torque::evaluate_spatial<double>,
                                     .evaluate_spatial_extended = torque::evaluate_spatial<long double>};

}  // namespace perpend
