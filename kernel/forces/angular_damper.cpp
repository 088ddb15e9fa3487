// Angular damper between two bodies: torque on body 0: +c (omega_1 - omega_0), on body 1 the opposite. A law c stands
// in the member `torque`.
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace angular_damper {
namespace {

template <class Scalar>
Scalar damping_of(const Force& force, const LawInput<Scalar>& at) {
  return force.torque.empty() ? Scalar(force.damping) : force.torque(at.time, at.signals);
}

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>& body, const LawInput<Scalar>& at,
              ForceValue<Scalar>& value) {
  const Scalar torque = damping_of(force, at) * (body[1].spin - body[0].spin);
  value.other[0][2] += torque;
  value.other[1][2] -= torque;
}

template <class Scalar>
void evaluate_spatial(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body, const LawInput<Scalar>& at,
                      SpatialForceValue<Scalar>& value) {
  const Scalar damping = damping_of(force, at);
  for (int i = 0; i < 3; ++i) {
    const Scalar torque = damping * (body[1].spin[i] - body[0].spin[i]);
    value.other[0][3 + i] += torque;
    value.other[1][3 + i] -= torque;
  }
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  for (const Body* body : site.body)
    if (body != nullptr && body->kind == BodyKind::particle)
      return FactoryError{"", "the particle '" + body->name + "' does not turn", "use a body with a shape"};
  Force force;
  if (properties.is_law("damping")) {
    force.torque = properties.get<TimeFunction>("damping");
    force.signals = force.torque.signals();
    return force;
  }
  force.damping = properties.number("damping");
  return force;
}

constexpr FieldSpec properties[] = {{.name = "damping",
                                     .dimension = dimension::torque * dimension::time,
                                     .required = true,
                                     .doc = "torque for each angular velocity of one body against the other",
                                     .minimum = 0.0,
                                     .is_law = true}};

constexpr TypeSpec spec{.name = "angular_damper",
                        .summary = "linear damper on the angular velocity of one body against another",
                        .arguments = {},
                        .properties = properties};

}  // namespace
}  // namespace angular_damper

const ForceType angular_damper_force{.spec = angular_damper::spec,
                                     .num_bodies = 2,
                                     .make = angular_damper::make,
                                     .evaluate = angular_damper::evaluate<double>,
                                     .evaluate_extended = angular_damper::evaluate<long double>};

const ForceType spatial_angular_damper_force{
    .spec = angular_damper::spec,
    .space = Space::spatial,
    .num_bodies = 2,
    .make = angular_damper::make,
    .evaluate_spatial = angular_damper::evaluate_spatial<double>,
    .evaluate_spatial_extended = angular_damper::evaluate_spatial<long double>};

}  // namespace perpend
