// Joints: made at the initial pose, then checked that they close there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis.hpp"
#include "dsl/units.hpp"
#include "kernel/trigonometry.hpp"

namespace perpend::dsl {

std::optional<std::array<int, 2>> read_bodies(Analysis& a, const TypeCall& call, int count) {
  std::array<int, 2> bodies{world_body, world_body};
  const auto given =
      static_cast<int>(std::find_if(call.arguments.begin(), call.arguments.end(),
                                    [](const Expression* e) { return e->kind == ExpressionKind::argument; }) -
                       call.arguments.begin());
  if (given != count) {
    a.report.error(
        call.name_span, "S013",
        fmt::format("{} acts on {} bod{}, found {}", call.name, count, count == 1 ? "y" : "ies", given),
        count == 1 ? "the first argument names it" : "the first two arguments name them; world is the ground");
    return std::nullopt;
  }
  bool is_good = true;
  for (int side = 0; side < count; ++side) {
    const auto body = resolve(a, a.bodies, *call.arguments[static_cast<std::size_t>(side)], "body", true);
    is_good = is_good && body;
    if (body) bodies[static_cast<std::size_t>(side)] = *body;
  }
  if (!is_good) return std::nullopt;
  for (const int body : bodies)
    if (body != world_body) a.is_attached[static_cast<std::size_t>(body)] = true;
  return bodies;
}

namespace {

const Body* body_at(const Analysis& a, int index) {
  return index == world_body ? nullptr : &a.world.model.bodies[static_cast<std::size_t>(index)];
}

bool is_immovable(const Body* body) {
  return body == nullptr || body->kind == BodyKind::fixed;
}

/// Whether the pair of bodies makes sense for the joint.
bool check_pair(Analysis& a, const JointType& type, const std::array<int, 2>& bodies, const TypeCall& call) {
  const auto fail = [&](const char* code, std::string message, std::string hint) {
    a.report.error(call.name_span, code, std::move(message), std::move(hint));
    return false;
  };
  const Body* first = body_at(a, bodies[0]);
  const Body* second = body_at(a, bodies[1]);
  if (is_immovable(first) && is_immovable(second))
    return fail("S044", fmt::format("{} between two immovable bodies", type.spec.name),
                "one of them must be able to move");
  if (bodies[0] == bodies[1])
    return fail("S044", fmt::format("{} between '{}' and itself", type.spec.name, first->name), "name two bodies");
  for (const Body* body : {first, second})
    if (type.needs_angles && body != nullptr && body->kind == BodyKind::particle)
      return fail("S042", fmt::format("{} needs angles, and the particle '{}' has none", type.spec.name, body->name),
                  "use a body with a shape, or another joint");
  return true;
}

BodyMotion<double> initial_motion(const Body* body) {
  BodyMotion<double> motion;
  if (body == nullptr) return motion;
  const SinCos<double> rotation = sin_cos(body->angle);
  motion.position = body->position;
  motion.angle = body->angle;
  motion.sin = rotation.sin;
  motion.cos = rotation.cos;
  if (body->kind == BodyKind::fixed) return motion;
  motion.velocity = body->velocity;
  motion.spin = body->spin;
  return motion;
}

/// Size of the coordinates that phi is computed from: its rounding is a few ulps of this.
double length_scale(const Joint& joint, const std::array<BodyMotion<double>, 2>& motion) {
  double scale = joint.length;
  for (int side = 0; side < 2; ++side)
    scale = std::max({scale, motion[static_cast<std::size_t>(side)].position.norm(),
                      joint.anchor[static_cast<std::size_t>(side)].norm()});
  return scale;
}

void warn_about_gap(Analysis& a, const Joint& joint, Span span) {
  // Scenes print coordinates to ten digits or so; 1e-9 of the size is far above rounding (1e-16) and far below a slip.
  constexpr double relative_tolerance = 1e-9;
  const std::array<BodyMotion<double>, 2> motion{initial_motion(body_at(a, joint.body[0])),
                                                 initial_motion(body_at(a, joint.body[1]))};
  JointRows<double> rows;
  joint.type->evaluate(joint, motion, 0.0, rows);
  const double scale = length_scale(joint, motion);
  for (int row = 0; row < joint.type->num_rows; ++row) {
    const double gap = std::abs(rows.phi[static_cast<std::size_t>(row)]);
    const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(row)];
    const double allowed = relative_tolerance * (same_dimension(dimension, dimension::length) ? scale : 1.0);
    if (gap <= allowed) continue;
    a.report.warning(span, "S043",
                     fmt::format("joint '{}' does not close at the start: off by {}", joint.name,
                                 format_short(gap, a.preferred_unit(dimension))),
                     "the methods start from this error; check at and the poses of the bodies");
    return;
  }
}

}  // namespace

void analyze_joint(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, joint_block, true, false, true)) return;
  const auto declared = declare(a, a.joints, s, "joint");
  const auto call = read_type_call(a, *s.value, "joint");
  if (!call) return;
  const JointType* type = find_row(a, a.vocabulary.joints, *call, "joint");
  if (type == nullptr) return;
  const auto bodies = read_bodies(a, *call, 2);
  // Arguments and properties go to the factory together.
  FieldSet fields(a.evaluator(), type->spec.name);
  if (bodies)
    read_named_arguments(fields, a.evaluator(), call->arguments.subspan(2), type->spec.name, type->spec.arguments,
                         type->spec.properties);
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    fields.set(a.text(p.keyword), p.keyword_span, *p.value, type->spec.properties, type->spec.arguments, "inside ( )");
  };
  reader.declaration = [&](const Statement& d) {
    fields.fail();
    a.report.error(d.keyword_span, "S011", fmt::format("'{}' cannot stand inside a joint", a.text(d.keyword)));
  };
  a.walker.run(s.body, reader);
  fields.check_required(type->spec.arguments, call->name_span);
  fields.check_required(type->spec.properties, call->name_span);
  if (!declared || !bodies || !fields.is_good() || !check_pair(a, *type, *bodies, *call)) return;
  auto made = type->make(fields.properties(), {{body_at(a, (*bodies)[0]), body_at(a, (*bodies)[1])}});
  if (const auto* error = std::get_if<FactoryError>(&made)) return fields.report(*error, call->name_span);
  Joint joint = std::move(std::get<Joint>(made));
  joint.name = declared->full;
  joint.type = type;
  joint.body = *bodies;
  joint.num_rows = type->num_rows;
  if (a.report.num_errors() == 0) warn_about_gap(a, joint, s.name_span);
  a.joints.add(declared->key, {static_cast<int>(a.world.model.joints.size()), s.name_span});
  a.world.model.joints.push_back(std::move(joint));
}

}  // namespace perpend::dsl
