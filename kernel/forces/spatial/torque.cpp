// A torque of time on a body, components in world axes.
#include "kernel/forces/spatial/spatial_force_types.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<SpatialMotion<Scalar>, 2>&, Scalar time,
              SpatialForceValue<Scalar>& value) {
  for (int j = 0; j < 3; ++j) value.other[0][3 + j] += force.spatial_load[j](time);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  if (site.body[0] != nullptr && site.body[0]->kind == BodyKind::particle)
    return FactoryError{"", "a particle has no orientation for a torque to act on",
                        "use a load, or a body with inertia"};
  Force force;
  force.spatial_load = properties.get<TimeVector3>("torque");
  return force;
}

constexpr FieldSpec arguments[] = {{.name = "torque",
                                    .type = FieldType::time_vector3,
                                    .dimension = dimension::torque,
                                    .required = true,
                                    .doc = "(x, y, z) in world axes, may use t"}};

}  // namespace

const ForceType spatial_torque_force{
    .spec = {.name = "torque", .summary = "torque of time on a body", .arguments = arguments, .properties = {}},
    .space = Space::spatial,
    .num_bodies = 1,
    .make = make,
    .evaluate_spatial = evaluate<double>,
    .evaluate_spatial_extended = evaluate<long double>};

}  // namespace perpend
