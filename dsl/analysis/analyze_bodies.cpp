// Bodies, particles and fixed shapes. Compounds are convex shapes that move as one, with the mass and inertia that
// follow from them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dsl/analysis/analyze_shapes.hpp"
#include "dsl/schema/shape_words.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend::dsl {

namespace {

/// `body name = compound { ... }`.
bool is_compound(const Analysis& a, const Statement& s) {
  return s.value != nullptr && s.value->kind == ExpressionKind::name && a.text(s.value->name) == "compound";
}

Matrix3 unit_tensor(const SpatialShapeType::Geometry& geometry) {
  Matrix3 tensor = geometry.unit_inertia.asDiagonal();
  tensor(1, 2) = tensor(2, 1) = geometry.unit_products.x();
  tensor(2, 0) = tensor(0, 2) = geometry.unit_products.y();
  tensor(0, 1) = tensor(1, 0) = geometry.unit_products.z();
  return tensor;
}

/// Reads `shape name = type(arguments) { ... }` inside a compound, then gives the body its outline, mass and inertia.
class CompoundReader {
 public:
  explicit CompoundReader(Analysis& a) : a_(a) {}

  /// False for a declaration that is no shape.
  bool read_part(const Statement& s);
  /// Once the block is read. The origin of the body moves to the centre of mass of the parts. False after an error.
  [[nodiscard]] bool finish(const FieldSet& fields, const Statement& s, Body& body);

 private:
  /// In the frame of the compound; in the plane z is 0, and the entry of z is the inertia.
  struct Part {
    Shape shape;
    Vec3 at = Vec3::Zero();
    double content = 0.0;
    Matrix3 unit_inertia = Matrix3::Zero();
    double mass = 0.0;
    Span span;
    bool has_mass = false;  ///< of its own
  };

  bool fail() {
    is_good_ = false;
    return true;
  }
  [[nodiscard]] std::optional<Part> place(const MadeShape& made, const Properties& p) const;
  [[nodiscard]] bool share_mass(const FieldSet& fields, const Statement& s);
  [[nodiscard]] const char* content_word() const { return a_.is_spatial() ? "volume" : "area"; }

  Analysis& a_;
  std::vector<Part> parts_;
  bool is_good_ = true;
};

/// Nothing where the shape can be no part.
std::optional<CompoundReader::Part> CompoundReader::place(const MadeShape& made, const Properties& p) const {
  const SceneChecks* checks = a_.vocabulary.checks;
  if (checks == nullptr || made.reflex_vertex > 0) return std::nullopt;
  Part part;
  part.content = made.content;
  if (a_.is_spatial()) {
    if (!checks->can_be_solid_part(made.shape)) return std::nullopt;
    part.at = p.get_or("at", Vec3(Vec3::Zero()));
    part.shape = made.shape;
    part.shape.place = part.at;
    part.shape.turn = rotation_matrix<double>(p.get_or("rotation", Vec4(Vec4::UnitX())));
    part.unit_inertia = part.shape.turn * unit_tensor(made.spatial) * part.shape.turn.transpose();
    return part;
  }
  if (!checks->can_be_part(made.shape)) return std::nullopt;
  const double angle = p.number_or("angle", 0.0);
  const Vec2 along(std::cos(angle), std::sin(angle));
  const Vec2 centre =
      p.get_or("at", Vec2(Vec2::Zero())) + made.centroid.x() * along + made.centroid.y() * Vec2(-along.y(), along.x());
  part.at.head<2>() = centre;
  part.shape = checks->place_part(made.shape, centre, angle);
  part.unit_inertia(2, 2) = made.planar.unit_inertia;
  return part;
}

bool CompoundReader::read_part(const Statement& s) {
  const BlockSpec block = block_in(shape_block, a_.world.model.space);
  if (a_.text(s.keyword) != block.kind) return false;
  if (!check_parts(a_, s, block, true, false, true)) return fail();
  const auto shape = read_shape(a_, *s.value);
  const FieldSet fields = read_block(a_, s, block, fmt::format("shape '{}'", a_.text(s.name)));
  if (!shape || !fields.is_good()) return fail();
  const Properties& p = fields.properties();
  std::optional<Part> part = place(*shape, p);
  if (!part) {
    a_.report.error(s.value->span, "S042",
                    a_.is_spatial() ? "the parts of a compound are convex solids with an end"
                                    : "the parts of a compound are convex: disk, rod, box, capsule or polygon",
                    shape->reflex_vertex > 0 ? "cut the polygon into convex ones" : "");
    return fail();
  }
  if (p.has("mass") && p.has("density")) {
    a_.report.error(fields.written("density")->span, "S042",
                    fmt::format("'{}' has a mass and a density", a_.text(s.name)), "give one of them");
    return fail();
  }
  part->span = s.name_span;
  part->mass = p.has("density") ? p.number("density") * part->content : p.number_or("mass", 0.0);
  part->has_mass = p.has("mass") || p.has("density");
  if (part->has_mass && !(part->mass > 0.0)) {
    a_.report.error(fields.written("density")->span, "S042",
                    fmt::format("the shape '{}' has no {} for a density", a_.text(s.name), content_word()),
                    "give its mass");
    return fail();
  }
  parts_.push_back(std::move(*part));
  return true;
}

bool CompoundReader::share_mass(const FieldSet& fields, const Statement& s) {
  const auto error = [&](Span span, const char* code, std::string message, std::string hint) {
    a_.report.error(span, code, std::move(message), std::move(hint));
    return false;
  };
  const Properties& p = fields.properties();
  double content = 0.0;
  for (const Part& part : parts_) content += part.has_mass ? 0.0 : part.content;
  for (Part& part : parts_) {
    if (part.has_mass && p.has("mass"))
      return error(part.span, "S042", "a part has a mass, and so has the whole body", "give one of them");
    if (part.has_mass) continue;
    if (!p.has("mass") && !p.has("density"))
      return error(part.span, "S041", "a part without a mass", "give each part a mass or a density, or the whole body");
    if (!(part.content > 0.0))
      return error(part.span, "S041",
                   fmt::format("a part without {} {} has no share of the mass of the whole body",
                               a_.is_spatial() ? "a" : "an", content_word()),
                   "give each part a mass");
    part.mass = p.has("mass") ? p.number("mass") * part.content / content : p.number("density") * part.content;
  }
  return !parts_.empty() ||
         error(s.name_span, "S041", "a compound without a shape",
               a_.is_spatial() ? "write in it for instance shape head = box(size: (1, 2, 1) m) { at = (0, 1, 0) m }"
                               : "write in it for instance shape head = box(size: (1, 2) m) { at = (0, 1) m }");
}

bool CompoundReader::finish(const FieldSet& fields, const Statement& s, Body& body) {
  if (!is_good_ || !fields.is_good()) return false;
  if (body.kind == BodyKind::rigid && !share_mass(fields, s)) return false;
  Vec3 centre = Vec3::Zero();
  for (const Part& part : parts_) {
    body.mass += part.mass;
    centre += part.mass * part.at;
  }
  if (body.mass > 0.0) centre /= body.mass;
  std::vector<Shape> shapes;
  Matrix3 inertia = Matrix3::Zero();
  for (Part& part : parts_) {
    const Vec3 arm = part.at - centre;
    inertia += part.mass * (part.unit_inertia + arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
    shapes.push_back(std::move(part.shape));
  }
  const SceneChecks& checks = *a_.vocabulary.checks;
  if (!a_.is_spatial()) {
    body.inertia = inertia(2, 2);
    body.shape = checks.make_compound(std::move(shapes), centre.head<2>());
    return true;
  }
  body.spatial.inertia = inertia;
  body.shape = checks.make_solid_compound(std::move(shapes), centre);
  const double determinant = cross<double>(inertia.col(0), inertia.col(1)).dot(inertia.col(2));
  if (body.kind != BodyKind::rigid || determinant > 0.0) return true;
  a_.report.error(s.name_span, "S041", fmt::format("'{}' does not resist turns about every axis", body.name),
                  "rods along one line have no inertia about it: give a part a radius");
  return false;
}

const BlockSpec& block_of(BodyKind kind) {
  if (kind == BodyKind::rigid) return body_block;
  return kind == BodyKind::particle ? particle_block : fixed_block;
}

/// Mass from `mass` or from `density` times area or volume. False after an error.
bool set_mass(Analysis& a, Body& body, const FieldSet& fields, double content, const Statement& s) {
  const Properties& p = fields.properties();
  const auto fail = [&](Span span, const char* code, std::string message, std::string hint) {
    a.report.error(span, code, std::move(message), std::move(hint));
    return false;
  };
  const Expression* density = fields.written("density");
  if (p.has("mass") && p.has("density"))
    return fail(density->span, "S042", fmt::format("'{}' has a mass and a density", body.name), "give one of them");
  if (p.has("density") && !(content > 0.0))
    return fail(density->span, "S042",
                fmt::format("the shape of '{}' has no {} for a density", body.name, a.is_spatial() ? "volume" : "area"),
                "give its mass");
  if (!p.has("mass") && !p.has("density"))
    return fail(s.name_span, "S041", fmt::format("'{}' has no mass", body.name),
                content > 0.0 ? "write mass = 1 kg, or a density" : "write mass = 1 kg");
  body.mass = p.has("mass") ? p.number("mass") : p.number("density") * content;
  if (!(body.mass > 0.0) || !std::isfinite(body.mass))
    return fail(s.name_span, "S041", fmt::format("the mass of '{}' comes out as {} kg", body.name, body.mass),
                "check sizes and units");
  return true;
}

bool fail_inertia(Analysis& a, const Body& body, const std::string& value, const Statement& s) {
  a.report.error(s.name_span, "S041", fmt::format("the inertia of '{}' comes out as {} kg m^2", body.name, value),
                 "give the shape a size, or use particle");
  return false;
}

bool set_inertia(Analysis& a, Body& body, const MadeShape& shape, const Statement& s) {
  if (!a.is_spatial()) {
    const ShapeType::Geometry& geometry = shape.planar;
    body.inertia = geometry.inertia > 0.0 ? geometry.inertia : body.mass * geometry.unit_inertia;
    return (body.inertia > 0.0 && std::isfinite(body.inertia)) ||
           fail_inertia(a, body, fmt::format("{}", body.inertia), s);
  }
  const SpatialShapeType::Geometry& geometry = shape.spatial;
  Matrix3& inertia = body.spatial.inertia;
  inertia = geometry.inertia.isZero(0.0) ? Matrix3(body.mass * unit_tensor(geometry)) : geometry.inertia;
  const Vec3 moments = inertia.diagonal();
  return (inertia.allFinite() && moments.minCoeff() > 0.0) ||
         fail_inertia(a, body, fmt::format("({}, {}, {})", moments.x(), moments.y(), moments.z()), s);
}

void set_pose(Body& body, const Properties& p) {
  body.position = p.get_or("at", Vec2(Vec2::Zero()));
  body.velocity = p.get_or("velocity", Vec2(Vec2::Zero()));
  body.angle = p.number_or("angle", 0.0);
  body.spin = p.number_or("spin", 0.0);
}

void set_pose(SpatialBody& body, const Properties& p) {
  body.position = p.get_or("at", Vec3(Vec3::Zero()));
  body.velocity = p.get_or("velocity", Vec3(Vec3::Zero()));
  body.rotation = p.get_or("rotation", Vec4(Vec4::UnitX()));
  body.spin = p.get_or("spin", Vec3(Vec3::Zero()));
}

/// Displacement over time and its rate. False after an error.
bool set_shift(Analysis& a, Body& body, const FieldSet& fields) {
  if (!fields.properties().has("shift") || a.vocabulary.checks == nullptr) return true;
  if (a.is_spatial()) {
    body.shift = fields.properties().get<TimeVector3>("shift");
  } else {
    const TimeVector& planar = fields.properties().get<TimeVector>("shift");
    std::copy(planar.begin(), planar.end(), body.shift.begin());
  }
  for (std::size_t i = 0; i < body.shift.size(); ++i) {
    if (body.shift[i].empty()) continue;
    auto rate = a.vocabulary.checks->derivative(body.shift[i]);
    if (!rate) {
      fields.report(
          {"shift", "the rate of this function is too long to be worked out", "write it with fewer nested operations"},
          {});
      return false;
    }
    body.shift_rate[i] = std::move(*rate);
  }
  return true;
}

/// Whether a body of this kind may have the shape, and says no twice where it is.
bool check_wall(Analysis& a, const Body& body, const FieldSet& fields, const Statement& s) {
  const auto fail = [&](Span span, std::string message, std::string hint) {
    a.report.error(span, "S042", std::move(message), std::move(hint));
    return false;
  };
  if (!is_wall(body.shape)) return true;
  if (body.kind != BodyKind::fixed)
    return fail(s.value->span, fmt::format("'{}' has no end, and so no mass: it cannot move freely", body.name),
                fmt::format("write fixed {} = {}(...)", body.name, body.shape.form->name));
  if (!is_endless(body.shape)) return true;
  for (const char* key : {"at", "angle", "rotation"})
    if (const Expression* given = fields.written(key))
      return fail(given->span, fmt::format("'{}' is placed by its point and normal", body.name),
                  fmt::format("leave {} out", key));
  return true;
}

}  // namespace

void analyze_body(Analysis& a, const Statement& s, BodyKind kind) {
  const BlockSpec block = block_in(block_of(kind), a.world.model.space);
  if (!check_parts(a, s, block, true, false, kind != BodyKind::particle)) return;
  const auto declared = declare(a, a.bodies, s, "body");
  std::optional<MadeShape> shape;
  CompoundReader compound(a);
  const bool has_parts = is_compound(a, s);
  if (s.value != nullptr && !has_parts) shape = read_shape(a, *s.value);
  const std::string owner = fmt::format("{} '{}'", block.kind, declared.value_or(std::string(a.text(s.name))));
  const FieldSet fields = read_block(a, s, block, owner, shape ? shape->properties : std::span<const FieldSpec>(), {},
                                     [&](const Statement& part) { return has_parts && compound.read_part(part); });
  if (!declared) return;
  Body body;
  body.kind = kind;
  body.name = *declared;
  body.shape.kind = ShapeKind::point;
  if (shape) body.shape = shape->shape;
  body.color = fields.properties().get_or<std::string>("color", "");
  body.friction = fields.properties().number_or("friction", body.friction);
  body.restitution = fields.properties().number_or("restitution", body.restitution);
  if (a.is_spatial())
    set_pose(body.spatial, fields.properties());
  else
    set_pose(body, fields.properties());
  const bool is_sound = check_wall(a, body, fields, s) && set_shift(a, body, fields);
  if (shape && is_endless(shape->shape)) place_wall(*shape, a.world.model.space, body);
  if (a.world.model.bodies.empty())
    for (const Statement& property : s.body)
      if (property.value != nullptr) a.remember_units(*property.value);
  if (has_parts) static_cast<void>(compound.finish(fields, s, body));
  if (kind != BodyKind::fixed && fields.is_good() && is_sound && !has_parts) {
    const bool has_shape = kind == BodyKind::particle || shape;
    if (has_shape && set_mass(a, body, fields, shape ? shape->content : 0.0, s) && kind == BodyKind::rigid)
      set_inertia(a, body, *shape, s);
  }
  // A body in error is declared all the same, so that joints which name it give no second error.
  a.bodies.add(*declared, {static_cast<int>(a.world.model.bodies.size()), s.name_span});
  a.world.model.bodies.push_back(std::move(body));
  a.is_attached.push_back(false);
  a.body_notes.push_back({s.name_span, shape ? shape->reflex_vertex : 0});
}

}  // namespace perpend::dsl
