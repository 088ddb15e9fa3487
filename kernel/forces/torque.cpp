// A torque of time on a body.
#include "kernel/forces/force_types.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>&, Scalar time, ForceValue<Scalar>& value) {
  value.other[0][2] += force.torque(time);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  if (site.body[0] != nullptr && site.body[0]->kind == BodyKind::particle)
    return FactoryError{"", "a particle has no angle for a torque to act on", "use a load, or a body with inertia"};
  Force force;
  force.torque = properties.get<TimeFunction>("torque");
  return force;
}

constexpr FieldSpec arguments[] = {{.name = "torque",
                                    .type = FieldType::time_number,
                                    .dimension = dimension::torque,
                                    .required = true,
                                    .doc = "may use t"}};

}  // namespace

const ForceType torque_force{
    .spec = {.name = "torque", .summary = "torque of time on a body", .arguments = arguments, .properties = {}},
    .num_bodies = 1,
    .make = make,
    .evaluate = evaluate<double>,
    .evaluate_extended = evaluate<long double>};

}  // namespace perpend
