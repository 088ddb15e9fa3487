// The mechanism as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

/// It may name bodies that are declared later.
void remember_start(Analysis& a, const Statement& s) {
  if (a.start != nullptr) return a.report.error(s.keyword_span, "S014", "'start' is given twice");
  a.start = &s;
}

/// `reader` is that of the block which the statement stands in.
void read_element(Analysis& a, const Statement& s, const BlockReader& reader) {
  const std::string_view kind = a.text(s.keyword);
  if (kind == "body") return analyze_body(a, s, BodyKind::rigid);
  if (kind == "particle") return analyze_body(a, s, BodyKind::particle);
  if (kind == "fixed") return analyze_body(a, s, BodyKind::fixed);
  if (kind == "joint") return analyze_joint(a, s, JointKind::joint);
  if (kind == "drive") return analyze_joint(a, s, JointKind::drive);
  if (kind == "constraint") return analyze_joint(a, s, JointKind::constraint);
  if (kind == "force") return analyze_force(a, s);
  if (kind == "start") return remember_start(a, s);
  if (kind == "contacts") return analyze_contacts(a, s);
  if (kind == "contact") return analyze_contact(a, s);
  if (kind == "part") return remember_part(a, s);
  if (kind == "instance") return analyze_instance(a, s, reader);
  constexpr std::array<std::string_view, 12> known{"part",  "instance",   "body",  "particle", "fixed",   "joint",
                                                   "drive", "constraint", "force", "contacts", "contact", "start"};
  report_misplaced(a, s, "a world", known);
}

/// Whether it reads `world planar { ... }` or `world spatial { ... }`.
bool check_space(Analysis& a, const Statement& s) {
  const auto fail = [&](Span span, const char* code, std::string message) {
    a.report.error(span, code, std::move(message), "write world planar { ... } or world spatial { ... }");
    return false;
  };
  if (s.name == no_symbol) return fail(s.keyword_span, "S020", "the space of the world is missing");
  const bool is_spatial = a.text(s.name) == "spatial";
  a.world.model.space = is_spatial ? Space::spatial : Space::planar;
  if (!is_spatial && a.text(s.name) != "planar")
    return fail(s.name_span, "S016", fmt::format("unknown space '{}'", a.text(s.name)));
  if (s.label != nullptr || s.value != nullptr || !s.indices.empty())
    return fail(s.keyword_span, "S020", "a world has a space and properties, and nothing else");
  return true;
}

void warn_about_free_bodies(Analysis& a) {
  const ContactSettings& contacts = a.world.model.contacts;
  if (a.world.model.joints.empty() || (contacts.enabled && contacts.all_pairs)) return;
  std::size_t first = 0;
  int count = 0;
  for (std::size_t i = 0; i < a.world.model.bodies.size(); ++i) {
    if (a.is_attached[i] || a.world.model.bodies[i].kind == BodyKind::fixed) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  const std::string others = count > 1 ? fmt::format(" and {} more", count - 1) : "";
  a.report.warning(
      a.body_notes[first].span, "S045",
      fmt::format("'{}'{} {} attached to nothing: no joint, force or contact holds {}",
                  a.world.model.bodies[first].name, others, count > 1 ? "are" : "is", count > 1 ? "them" : "it"));
}

}  // namespace

namespace {

void take_gravity(Analysis& a, const FieldSet& fields) {
  if (a.is_spatial())
    a.world.model.spatial_gravity = fields.properties().get_or("gravity", Vec3(Vec3::Zero()));
  else
    a.world.model.gravity = fields.properties().get_or("gravity", Vec2(Vec2::Zero()));
}

}  // namespace

void analyze_world(Analysis& a, const Statement& s) {
  if (!std::holds_alternative<std::monostate>(a.experiment.system))
    return a.report.error(s.keyword_span, "S015", "a second world or linear system", "an experiment has one");
  if (!check_space(a, s)) return;
  a.experiment.system = World{};
  const BlockSpec block = block_in(world_block, a.world.model.space);
  FieldSet fields(a.evaluator(), "world");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (a.text(p.keyword) == "start") return remember_start(a, p);
    if (report_nameless(a, p)) return;
    fields.set(a.text(p.keyword), p.keyword_span, *p.value, std::span(&block.fields[0].spec, 1), {}, {});
  };
  reader.declaration = [&](const Statement& d) { read_element(a, d, reader); };
  const auto is_body = [&](const Statement& d) {
    return d.kind == StatementKind::declaration && (a.text(d.keyword) == "body" || a.text(d.keyword) == "particle");
  };
  // Bodies are large, and worlds written by programs have many: they are not moved again and again.
  a.world.model.bodies.reserve(static_cast<std::size_t>(std::count_if(s.body.begin(), s.body.end(), is_body)));
  a.walker.run(s.body, reader);
  if (a.start != nullptr) analyze_start_choice(a, *a.start);
  settle_contacts(a);
  take_gravity(a, fields);
  const bool has_unknowns = std::any_of(a.world.model.bodies.begin(), a.world.model.bodies.end(),
                                        [](const Body& b) { return b.kind != BodyKind::fixed; });
  if (!has_unknowns && a.report.num_errors() == 0)
    a.report.error(s.keyword_span, "S046", "the world has no body that can move",
                   "write for instance particle bob { mass = 1 kg }");
  warn_about_free_bodies(a);
}

void analyze_gravity_again(Analysis& a, const Statement& s) {
  const BlockSpec block = block_in(world_block, a.world.model.space);
  FieldSet fields(a.evaluator(), "world");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (a.text(p.keyword) == "gravity")
      fields.set(a.text(p.keyword), p.keyword_span, *p.value, std::span(&block.fields[0].spec, 1), {}, {});
  };
  reader.declaration = [](const Statement&) {};
  a.walker.run(s.body, reader);
  take_gravity(a, fields);
}

}  // namespace perpend::dsl
