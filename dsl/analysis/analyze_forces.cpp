// Applied forces.
#include <fmt/format.h>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

namespace {

bool check_pair(Analysis& a, const ForceType& type, const std::array<int, 2>& bodies, Span span) {
  const auto is_immovable = [&](int index) {
    return index == world_body || body_at(a, index)->kind == BodyKind::fixed;
  };
  const bool is_useless = is_immovable(bodies[0]) && (type.num_bodies == 1 || is_immovable(bodies[1]));
  const bool is_self = type.num_bodies == 2 && bodies[0] == bodies[1] && !is_useless;
  if (is_useless)
    a.report.error(span, "S044", fmt::format("{} acts on nothing that can move", type.spec.name),
                   "name a body that can move");
  if (is_self)
    a.report.error(span, "S044", fmt::format("{} between '{}' and itself", type.spec.name, body_at(a, bodies[0])->name),
                   "name two bodies");
  return !is_useless && !is_self;
}

std::optional<int> read_turned_joint(Analysis& a, const TypeCall& call) {
  if (count_positional(call) == 1) return resolve(a, a.joints, *call.arguments[0], "joint", false);
  a.report.error(call.name_span, "S013",
                 fmt::format("{} acts on one joint, found {}", call.name, count_positional(call)),
                 "the first argument names it");
  return std::nullopt;
}

/// Signals between the points of a spring or damper, now that these are known.
bool settle_signals(Analysis& a, Force& force, Span span) {
  for (StateSignal& signal : force.signals) {
    if (!signal.is_of_element) continue;
    if (force.pull.empty() && force.length.empty()) {
      a.report.error(span, "S051", "span belongs to the law of a spring or damper", "write distance(first, second)");
      return false;
    }
    signal.body = force.body;
    signal.point = force.spatial_anchor;
    for (std::size_t side = 0; side < 2 && !a.is_spatial(); ++side) signal.point[side].head<2>() = force.anchor[side];
  }
  return true;
}

}  // namespace

void analyze_force(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, force_block, true, false, true)) return;
  const auto declared = declare(a, a.forces, s, "force");
  const auto call = read_type_call(a, *s.value, "force");
  if (!call) return;
  const Vocabulary& v = a.vocabulary;
  const ForceType* type = find_row(a, a.is_spatial() ? v.spatial_forces : v.forces, *call, "force",
                                   a.is_spatial() ? v.forces : v.spatial_forces);
  if (type == nullptr) return;
  const bool is_motor = type->num_bodies == 0;
  std::optional<std::array<int, 2>> bodies;
  std::optional<int> joint;
  if (is_motor) {
    bodies = {world_body, world_body};
    joint = read_turned_joint(a, *call);
  } else if (const auto given = read_bodies(a, *call, type->num_bodies, type->num_bodies)) {
    bodies = {(*given)[0], (*given)[1]};
  }
  const bool has_site = is_motor ? joint.has_value() : bodies.has_value();
  FieldSet fields(a.evaluator(), type->spec.name);
  if (has_site)
    read_named_arguments(fields, a.evaluator(),
                         call->arguments.subspan(is_motor ? 1 : static_cast<std::size_t>(type->num_bodies)),
                         type->spec.name, type->spec.arguments, type->spec.properties);
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    fields.set(a.text(p.keyword), p.keyword_span, *p.value, type->spec.properties, type->spec.arguments, "inside ( )");
  };
  reader.declaration = [&](const Statement& d) {
    fields.fail();
    report_misplaced(a, d, "a force");
  };
  a.walker.run(s.body, reader);
  if (has_site) fields.check_required(type->spec.arguments, call->name_span);
  fields.check_required(type->spec.properties, call->name_span);
  if (!declared || !has_site || !fields.is_good()) return;
  if (!is_motor && !check_pair(a, *type, *bodies, call->name_span)) return;
  JointSite site{{body_at(a, (*bodies)[0]), body_at(a, (*bodies)[1])}};
  if (is_motor) site.driven = &a.world.model.joints[static_cast<std::size_t>(*joint)];
  auto made = type->make(fields.properties(), site);
  if (const auto* error = std::get_if<FactoryError>(&made)) return fields.report(*error, call->name_span);
  Force force = std::move(std::get<Force>(made));
  force.name = *declared;
  force.type = type;
  force.body = *bodies;
  force.joint = joint.value_or(-1);
  if (is_motor) a.world.model.joints[static_cast<std::size_t>(*joint)].tracks_coordinates = true;
  if (!settle_signals(a, force, call->name_span)) return;
  a.forces.add(*declared, {static_cast<int>(a.world.model.forces.size()), s.name_span});
  a.world.model.forces.push_back(std::move(force));
  a.force_spans.push_back(s.name_span);
}

}  // namespace perpend::dsl
