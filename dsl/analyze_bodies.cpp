// Bodies, particles and fixed shapes.
#include <fmt/format.h>

#include <cmath>

#include "dsl/analysis.hpp"

namespace perpend::dsl {

namespace {

const BlockSpec& block_of(BodyKind kind) {
  if (kind == BodyKind::rigid) return body_block;
  return kind == BodyKind::particle ? particle_block : fixed_block;
}

struct MadeShape {
  Shape shape;
  ShapeType::Geometry geometry;
  const ShapeType* type = nullptr;
};

std::optional<MadeShape> read_shape(Analysis& a, const Expression& value) {
  const auto call = read_type_call(a, value, "shape");
  if (!call) return std::nullopt;
  const ShapeType* type = find_row(a, a.vocabulary.shapes, *call, "shape");
  if (type == nullptr) return std::nullopt;
  FieldSet arguments(a.evaluator(), type->spec.name);
  read_named_arguments(arguments, a.evaluator(), call->arguments, type->spec.name, type->spec.arguments,
                       type->spec.properties);
  arguments.check_required(type->spec.arguments, call->name_span);
  if (!arguments.is_good()) return std::nullopt;
  auto made = type->make(arguments.properties());
  if (const auto* error = std::get_if<FactoryError>(&made)) {
    arguments.report(*error, call->name_span);
    return std::nullopt;
  }
  MadeShape result{std::move(std::get<Shape>(made)), {}, type};
  result.geometry = type->geometry(result.shape);
  return result;
}

/// Mass from `mass` or from `density` times area. False after an error.
bool set_mass(Analysis& a, Body& body, const FieldSet& fields, double area, const Statement& s) {
  const Properties& p = fields.properties();
  const auto fail = [&](Span span, const char* code, std::string message, std::string hint) {
    a.report.error(span, code, std::move(message), std::move(hint));
    return false;
  };
  const Expression* density = fields.written("density");
  if (p.has("mass") && p.has("density"))
    return fail(density->span, "S042", fmt::format("'{}' has a mass and a density", body.name), "give one of them");
  if (p.has("density") && !(area > 0.0))
    return fail(density->span, "S042", fmt::format("the shape of '{}' has no area for a density", body.name),
                "give its mass");
  if (!p.has("mass") && !p.has("density"))
    return fail(s.name_span, "S041", fmt::format("'{}' has no mass", body.name),
                area > 0.0 ? "write mass = 1 kg, or a density" : "write mass = 1 kg");
  body.mass = p.has("mass") ? p.number("mass") : p.number("density") * area;
  if (!(body.mass > 0.0) || !std::isfinite(body.mass))
    return fail(s.name_span, "S041", fmt::format("the mass of '{}' comes out as {} kg", body.name, body.mass),
                "check sizes and units");
  return true;
}

bool set_inertia(Analysis& a, Body& body, const ShapeType::Geometry& geometry, const Statement& s) {
  body.inertia = geometry.inertia > 0.0 ? geometry.inertia : body.mass * geometry.unit_inertia;
  if (body.inertia > 0.0 && std::isfinite(body.inertia)) return true;
  a.report.error(s.name_span, "S041",
                 fmt::format("the inertia of '{}' comes out as {} kg m^2", body.name, body.inertia),
                 "give the shape a size, or use particle");
  return false;
}

void set_pose(Body& body, const Properties& p) {
  body.position = p.get_or("at", Vec2(Vec2::Zero()));
  body.velocity = p.get_or("velocity", Vec2(Vec2::Zero()));
  body.angle = p.number_or("angle", 0.0);
  body.spin = p.number_or("spin", 0.0);
  body.color = p.get_or<std::string>("color", "");
}

}  // namespace

void analyze_body(Analysis& a, const Statement& s, BodyKind kind) {
  const BlockSpec& block = block_of(kind);
  if (!check_parts(a, s, block, true, false, kind != BodyKind::particle)) return;
  const auto declared = declare(a, a.bodies, s, "body");
  std::optional<MadeShape> shape;
  if (s.value != nullptr) shape = read_shape(a, *s.value);
  const std::string owner = fmt::format("{} '{}'", block.kind, declared ? declared->full : std::string(a.text(s.name)));
  const FieldSet fields =
      read_block(a, s, block, owner, shape ? shape->type->spec.properties : std::span<const FieldSpec>());
  if (!declared) return;
  Body body;
  body.kind = kind;
  body.name = declared->full;
  body.shape.kind = ShapeKind::point;
  if (shape) body.shape = std::move(shape->shape);
  set_pose(body, fields.properties());
  if (a.world.model.bodies.empty())
    for (const Statement& property : s.body)
      if (property.value != nullptr) a.remember_units(*property.value);
  if (kind != BodyKind::fixed && fields.is_good()) {
    const bool has_shape = kind == BodyKind::particle || shape;
    if (has_shape && set_mass(a, body, fields, shape ? shape->geometry.area : 0.0, s) && kind == BodyKind::rigid)
      set_inertia(a, body, shape->geometry, s);
  }
  // A body in error is declared all the same, so that joints which name it give no second error.
  a.bodies.add(declared->key, {static_cast<int>(a.world.model.bodies.size()), s.name_span});
  a.world.model.bodies.push_back(std::move(body));
  a.is_attached.push_back(false);
}

}  // namespace perpend::dsl
