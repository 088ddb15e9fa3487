// Compound bodies of the plane: convex shapes that move as one, with the mass and inertia that follow from them.
#include "dsl/analysis/analyze_compound.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dsl/analysis/analyze_shapes.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

bool is_compound(const Analysis& a, const Statement& s) {
  return s.value != nullptr && s.value->kind == ExpressionKind::name && a.text(s.value->name) == "compound";
}

bool CompoundReader::read_part(const Statement& s) {
  if (a_.text(s.keyword) != shape_block.kind) return false;
  if (!check_parts(a_, s, shape_block, true, false, true)) return fail();
  const auto shape = read_shape(a_, *s.value);
  const FieldSet fields = read_block(a_, s, shape_block, fmt::format("shape '{}'", a_.text(s.name)));
  if (!shape || !fields.is_good()) return fail();
  const Properties& p = fields.properties();
  const SceneChecks* checks = a_.vocabulary.checks;
  if (checks == nullptr || !checks->can_be_part(shape->shape) || shape->reflex_vertex > 0) {
    a_.report.error(s.value->span, "S042", "the parts of a compound are convex: disk, rod, box, capsule or polygon",
                    shape->reflex_vertex > 0 ? "cut the polygon into convex ones" : "");
    return fail();
  }
  if (p.has("mass") && p.has("density")) {
    a_.report.error(fields.written("density")->span, "S042",
                    fmt::format("'{}' has a mass and a density", a_.text(s.name)), "give one of them");
    return fail();
  }
  const double angle = p.number_or("angle", 0.0);
  const Vec2 along(std::cos(angle), std::sin(angle));
  const Vec2 centre = p.get_or("at", Vec2(Vec2::Zero())) + shape->centroid.x() * along +
                      shape->centroid.y() * Vec2(-along.y(), along.x());
  Part part{.shape = checks->place_part(shape->shape, centre, angle),
            .at = centre,
            .area = shape->content,
            .unit_inertia = shape->planar.unit_inertia,
            .mass = p.number_or("mass", 0.0),
            .span = s.name_span};
  if (p.has("density")) part.mass = p.number("density") * part.area;
  part.has_mass = p.has("mass") || p.has("density");
  if (part.has_mass && !(part.mass > 0.0)) {
    a_.report.error(fields.written("density")->span, "S042",
                    fmt::format("the shape '{}' has no area for a density", a_.text(s.name)), "give its mass");
    return fail();
  }
  parts_.push_back(std::move(part));
  return true;
}

bool CompoundReader::share_mass(const FieldSet& fields, const Statement& s) {
  const auto error = [&](Span span, const char* code, std::string message, std::string hint) {
    a_.report.error(span, code, std::move(message), std::move(hint));
    return false;
  };
  const Properties& p = fields.properties();
  double area = 0.0;
  for (const Part& part : parts_) area += part.has_mass ? 0.0 : part.area;
  for (Part& part : parts_) {
    if (part.has_mass && p.has("mass"))
      return error(part.span, "S042", "a part has a mass, and so has the whole body", "give one of them");
    if (part.has_mass) continue;
    if (!p.has("mass") && !p.has("density"))
      return error(part.span, "S041", "a part without a mass", "give each part a mass or a density, or the whole body");
    if (!(part.area > 0.0))
      return error(part.span, "S041", "a part without an area has no share of the mass of the whole body",
                   "give each part a mass");
    part.mass = p.has("mass") ? p.number("mass") * part.area / area : p.number("density") * part.area;
  }
  return !parts_.empty() || error(s.name_span, "S041", "a compound without a shape",
                                  "write in it for instance shape head = box(size: (1, 2) m) { at = (0, 1) m }");
}

bool CompoundReader::finish(const FieldSet& fields, const Statement& s, Body& body) {
  if (!is_good_ || !fields.is_good()) return false;
  if (body.kind == BodyKind::rigid && !share_mass(fields, s)) return false;
  Vec2 centre = Vec2::Zero();
  for (const Part& part : parts_) {
    body.mass += part.mass;
    centre += part.mass * part.at;
  }
  if (body.mass > 0.0) centre /= body.mass;
  std::vector<Shape> shapes;
  for (Part& part : parts_) {
    body.inertia += part.mass * (part.unit_inertia + (part.at - centre).squaredNorm());
    shapes.push_back(std::move(part.shape));
  }
  body.shape = a_.vocabulary.checks->make_compound(std::move(shapes), centre);
  return true;
}

}  // namespace perpend::dsl
