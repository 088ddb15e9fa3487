// A force on a point fixed in a body, a law of time and state. Its components are in world axes, or in those of the
// body: then it follows the body.
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace load {
namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>& body, const LawInput<Scalar>& at,
              ForceValue<Scalar>& value) {
  Vector2<Scalar> applied(force.load[0](at.time, at.signals), force.load[1](at.time, at.signals));
  if (force.in_body_axes)
    applied = applied.x() * Vector2<Scalar>(body[0].cos, body[0].sin) +
              applied.y() * Vector2<Scalar>(-body[0].sin, body[0].cos);
  add_point_force(value.other[0], applied, point_motion(body[0], force.anchor[0]).arm);
}

template <class Scalar>
void evaluate_spatial(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body, const LawInput<Scalar>& at,
                      SpatialForceValue<Scalar>& value) {
  Vector3<Scalar> applied;
  for (int j = 0; j < 3; ++j) applied[j] = force.spatial_load[j](at.time, at.signals);
  if (force.in_body_axes) applied = body[0].rotation * applied;
  add_point_force(value.other[0], applied, spatial_point(body[0], force.spatial_anchor[0]).arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  force.in_body_axes = properties.get_or<std::string>("axes", "world") == "body";
  force.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", initial_position(site.body[0])));
  force.load = properties.get<TimeVector>("force");
  force.signals = force.load[0].signals();
  return force;
}

Made<Force> make_spatial(const Properties& properties, const JointSite& site) {
  Force force;
  force.in_body_axes = properties.get_or<std::string>("axes", "world") == "body";
  force.spatial_anchor[0] = to_body_frame(site.body[0], properties.get_or("at", spatial_position(site.body[0])));
  force.spatial_load = properties.get<TimeVector3>("force");
  force.signals = force.spatial_load[0].signals();
  return force;
}

constexpr FieldSpec force_field(FieldType type, std::string_view doc) {
  return {.name = "force", .type = type, .dimension = dimension::force, .required = true, .doc = doc, .is_law = true};
}
constexpr FieldSpec arguments[] = {force_field(FieldType::time_vector, "(f_x, f_y), a law of t and signals")};
constexpr FieldSpec spatial_arguments[] = {
    force_field(FieldType::time_vector3, "(f_x, f_y, f_z), a law of t and signals")};

template <FieldType Point>
constexpr FieldSpec properties[] = {{.name = "at",
                                     .type = Point,
                                     .dimension = dimension::length,
                                     .doc = "point of the body, world coordinates at the start",
                                     .default_text = "the centre of the body"},
                                    force_axes_field};

constexpr TypeSpec spec(std::span<const FieldSpec> arguments, std::span<const FieldSpec> properties) {
  return {.name = "load", .summary = "force on a point of a body", .arguments = arguments, .properties = properties};
}

}  // namespace
}  // namespace load

const ForceType load_force{.spec = load::spec(load::arguments, load::properties<FieldType::vector>),
                           .num_bodies = 1,
                           .make = load::make,
                           .evaluate = load::evaluate<double>,
                           .evaluate_extended = load::evaluate<long double>};

const ForceType spatial_load_force{.spec = load::spec(load::spatial_arguments, load::properties<FieldType::vector3>),
                                   .space = Space::spatial,
                                   .num_bodies = 1,
                                   .make = load::make_spatial,
                                   .evaluate_spatial = load::evaluate_spatial<double>,
                                   .evaluate_spatial_extended = load::evaluate_spatial<long double>};

}  // namespace perpend
