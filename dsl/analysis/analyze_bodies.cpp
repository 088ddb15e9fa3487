// Bodies, particles and fixed shapes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/analyze_compound.hpp"
#include "dsl/analysis/analyze_shapes.hpp"
#include "dsl/schema/shape_words.hpp"

namespace perpend::dsl {

namespace {

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

Matrix3 unit_tensor(const SpatialShapeType::Geometry& geometry) {
  Matrix3 tensor = geometry.unit_inertia.asDiagonal();
  tensor(1, 2) = tensor(2, 1) = geometry.unit_products.x();
  tensor(2, 0) = tensor(0, 2) = geometry.unit_products.y();
  tensor(0, 1) = tensor(1, 0) = geometry.unit_products.z();
  return tensor;
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
  if (has_parts && a.is_spatial())
    return a.report.error(s.value->span, "S016", "a compound belongs to world planar",
                          "in space weld the bodies to each other, or write a hull");
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
