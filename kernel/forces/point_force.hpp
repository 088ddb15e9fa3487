// Forces at points of bodies, in the plane and in space: what they are about the centre, and where they attach.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "kernel/dynamics/spaces.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"
#include "kernel/model/numbers/element_law.hpp"

namespace perpend {

/// As (f_x, f_y, torque about the centre).
template <class Scalar>
void add_point_force(std::array<Scalar, 3>& wrench, const Vector2<Scalar>& force, const Vector2<Scalar>& arm) {
  wrench[0] += force.x();
  wrench[1] += force.y();
  wrench[2] += dot(force, perp(arm));
}

/// As (force, torque about the centre), world axes.
template <class Scalar>
void add_point_force(std::array<Scalar, 6>& wrench, const Vector3<Scalar>& force, const Vector3<Scalar>& arm) {
  const Vector3<Scalar> torque = cross(arm, force);
  for (int j = 0; j < 3; ++j) {
    wrench[j] += force[j];
    wrench[3 + j] += torque[j];
  }
}

/// `pull` on the first point, and its opposite on the second.
template <class In, class Wrenches>
void add_pull(const typename In::Vector& pull, const typename In::Vector& first_arm,
              const typename In::Vector& second_arm, Wrenches& wrenches) {
  add_point_force(wrenches[0], pull, first_arm);
  add_point_force(wrenches[1], typename In::Vector(-pull), second_arm);
}

/// Attaches a force between two points to both bodies; their distance at the start.
template <class In>
double attach(const Properties& properties, const JointSite& site, Force& force) {
  if constexpr (In::space == Space::planar) {
    const std::array<Vec2, 2> points = planar_points(properties, site);
    for (int side = 0; side < 2; ++side) force.anchor[side] = to_body_frame(site.body[side], points[side]);
    return (points[1] - points[0]).norm();
  } else {
    const std::array<Vec3, 2> points = spatial_points(properties, site);
    for (int side = 0; side < 2; ++side) force.spatial_anchor[side] = to_body_frame(site.body[side], points[side]);
    return (points[1] - points[0]).norm();
  }
}

/// In which axes the components of a force or torque on a body are.
inline constexpr FieldSpec force_axes_field{.name = "axes",
                                            .type = FieldType::choice,
                                            .doc = "of the components; body: they turn with it, a follower force",
                                            .default_text = "world",
                                            .choices = "world|body"};

/// Where a pull between two points is given as a law, that is all of it: an error for a field of `others`.
[[nodiscard]] inline std::optional<FactoryError> take_pull(const Properties& properties,
                                                           std::initializer_list<const char*> others, Force& force) {
  for (const char* other : others)
    if (properties.has(other)) return FactoryError{other, "a law says all of the force", "leave it out"};
  force.pull = properties.get<TimeFunction>("force");
  force.signals = force.pull.signals();
  return std::nullopt;
}

/// The pull of a spring or damper of which a number, the field `changing`, is a law.
[[nodiscard]] inline Made<Force> with_pull(const ElementLaw& element, const char* changing, Force force) {
  StateSignal length{.kind = StateSignal::Kind::distance}, rate{.kind = StateSignal::Kind::distance_rate};
  length.is_of_element = rate.is_of_element = true;  // the points follow once the force is attached
  auto pull = force_of(element, length, rate);
  if (!pull) return FactoryError{changing, too_large_a_law, "sum it up in several forces"};
  force.pull = std::move(*pull);
  force.signals = force.pull.signals();
  return force;
}

/// A pull between the points of a spring or damper as a law.
inline constexpr FieldSpec pull_field{
    .name = "force",
    .type = FieldType::time_number,
    .dimension = dimension::force,
    .doc = "a law of t and signals, among them span and span_rate; positive draws the points together",
    .is_law = true};

/// Schema rows of these points.
template <class In>
inline constexpr FieldSpec at_first_point = In::space == Space::planar ? at_first_field : spatial_at_first_field;
template <class In>
inline constexpr FieldSpec at_second_point = In::space == Space::planar ? at_second_field : spatial_at_second_field;
template <class In>
inline constexpr FieldSpec on_first_point = In::space == Space::planar ? on_first_field : spatial_on_first_field;
template <class In>
inline constexpr FieldSpec on_second_point = In::space == Space::planar ? on_second_field : spatial_on_second_field;

}  // namespace perpend
