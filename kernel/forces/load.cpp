// A force of time on a point fixed in a body, components in world axes.
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"
#include "kernel/joints/joint_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>& body, Scalar time,
              ForceValue<Scalar>& value) {
  const Vector2<Scalar> applied(force.load[0](time), force.load[1](time));
  add_point_force(value.other[0], applied, point_motion(body[0], force.anchor[0]).arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  force.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", initial_position(site.body[0])));
  force.load = properties.get<TimeVector>("force");
  return force;
}

constexpr FieldSpec arguments[] = {{.name = "force",
                                    .type = FieldType::time_vector,
                                    .dimension = dimension::force,
                                    .required = true,
                                    .doc = "(f_x, f_y) in world axes, may use t"}};
constexpr FieldSpec properties[] = {{.name = "at",
                                     .type = FieldType::vector,
                                     .dimension = dimension::length,
                                     .doc = "point of the body, world coordinates at the start",
                                     .default_text = "the centre of the body"}};

}  // namespace

const ForceType load_force{.spec = {.name = "load",
                                    .summary = "force of time on a point of a body",
                                    .arguments = arguments,
                                    .properties = properties},
                           .num_bodies = 1,
                           .make = make,
                           .evaluate = evaluate<double>,
                           .evaluate_extended = evaluate<long double>};

}  // namespace perpend
