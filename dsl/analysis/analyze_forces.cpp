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
  const auto bodies = read_bodies(a, *call, type->num_bodies);
  FieldSet fields(a.evaluator(), type->spec.name);
  if (bodies)
    read_named_arguments(fields, a.evaluator(), call->arguments.subspan(static_cast<std::size_t>(type->num_bodies)),
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
  fields.check_required(type->spec.arguments, call->name_span);
  fields.check_required(type->spec.properties, call->name_span);
  if (!declared || !bodies || !fields.is_good() || !check_pair(a, *type, *bodies, call->name_span)) return;
  auto made = type->make(fields.properties(), {{body_at(a, (*bodies)[0]), body_at(a, (*bodies)[1])}});
  if (const auto* error = std::get_if<FactoryError>(&made)) return fields.report(*error, call->name_span);
  Force force = std::move(std::get<Force>(made));
  force.name = *declared;
  force.type = type;
  force.body = *bodies;
  a.forces.add(*declared, {static_cast<int>(a.world.model.forces.size()), s.name_span});
  a.world.model.forces.push_back(std::move(force));
  a.force_spans.push_back(s.name_span);
}

}  // namespace perpend::dsl
