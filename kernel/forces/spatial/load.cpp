// A force of time on a point fixed in a body, components in world axes.
#include "kernel/forces/spatial/spatial_force_types.hpp"
#include "kernel/forces/spatial/spatial_point_force.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body, Scalar time,
              SpatialForceValue<Scalar>& value) {
  const Vector3<Scalar> applied(force.spatial_load[0](time), force.spatial_load[1](time), force.spatial_load[2](time));
  add_point_force(value.other[0], applied, spatial_point(body[0], force.spatial_anchor[0]).arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  force.spatial_anchor[0] = to_body_frame(site.body[0], properties.get_or("at", spatial_position(site.body[0])));
  force.spatial_load = properties.get<TimeVector3>("force");
  return force;
}

constexpr FieldSpec arguments[] = {{.name = "force",
                                    .type = FieldType::time_vector3,
                                    .dimension = dimension::force,
                                    .required = true,
                                    .doc = "(f_x, f_y, f_z) in world axes, may use t"}};
constexpr FieldSpec properties[] = {{.name = "at",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::length,
                                     .doc = "point of the body, world coordinates at the start",
                                     .default_text = "the centre of the body"}};

}  // namespace

const ForceType spatial_load_force{.spec = {.name = "load",
                                            .summary = "force of time on a point of a body",
                                            .arguments = arguments,
                                            .properties = properties},
                                   .space = Space::spatial,
                                   .num_bodies = 1,
                                   .make = make,
                                   .evaluate_spatial = evaluate<double>,
                                   .evaluate_spatial_extended = evaluate<long double>};

}  // namespace perpend
