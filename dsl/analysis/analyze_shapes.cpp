#include "dsl/analysis/analyze_shapes.hpp"

namespace perpend::dsl {

namespace {

/// Checked arguments of a shape; nothing after an error.
std::optional<FieldSet> read_arguments(Analysis& a, const TypeCall& call, const TypeSpec& spec) {
  FieldSet arguments(a.evaluator(), spec.name);
  read_named_arguments(arguments, a.evaluator(), call.arguments, spec.name, spec.arguments, spec.properties);
  arguments.check_required(spec.arguments, call.name_span);
  return arguments.is_good() ? std::optional(std::move(arguments)) : std::nullopt;
}

/// What a factory made, or nothing and its error.
template <class T>
std::optional<T> take(Made<T> made, const FieldSet& arguments, Span span) {
  if (auto* good = std::get_if<T>(&made)) return std::move(*good);
  arguments.report(std::get<FactoryError>(made), span);
  return std::nullopt;
}

std::optional<MadeShape> read_planar(Analysis& a, const TypeCall& call) {
  const ShapeType* type = find_row(a, a.vocabulary.shapes, call, "shape", a.vocabulary.spatial_shapes);
  const auto arguments = type != nullptr ? read_arguments(a, call, type->spec) : std::nullopt;
  if (!arguments) return std::nullopt;
  auto shape = take(type->make(arguments->properties()), *arguments, call.name_span);
  if (!shape) return std::nullopt;
  MadeShape made;
  made.shape = std::move(*shape);
  made.properties = type->spec.properties;
  made.planar = type->geometry(made.shape);
  made.content = made.planar.area;
  if (made.shape.kind == ShapeKind::polygon)
    made.reflex_vertex = find_reflex_vertex(arguments->properties().get<std::vector<Vec2>>("vertices"));
  if (made.shape.kind == ShapeKind::halfplane) {
    made.point.head<2>() = arguments->properties().get<Vec2>("point");
    made.normal.head<2>() = arguments->properties().get<Vec2>("normal").stableNormalized();
  }
  return made;
}

std::optional<MadeShape> read_spatial(Analysis& a, const TypeCall& call) {
  const SpatialShapeType* type = find_row(a, a.vocabulary.spatial_shapes, call, "shape", a.vocabulary.shapes);
  const auto arguments = type != nullptr ? read_arguments(a, call, type->spec) : std::nullopt;
  if (!arguments) return std::nullopt;
  auto shape = take(type->make(arguments->properties()), *arguments, call.name_span);
  if (!shape) return std::nullopt;
  auto geometry = take(type->geometry(arguments->properties()), *arguments, call.name_span);
  if (!geometry) return std::nullopt;
  MadeShape made;
  made.shape = std::move(*shape);
  made.properties = type->spec.properties;
  made.content = geometry->volume;
  made.spatial = *geometry;
  if (made.shape.kind == ShapeKind::halfspace) {
    made.point = arguments->properties().get<Vec3>("point");
    made.normal = arguments->properties().get<Vec3>("normal").stableNormalized();
  }
  return made;
}

}  // namespace

std::optional<MadeShape> read_shape(Analysis& a, const Expression& value) {
  const auto call = read_type_call(a, value, "shape");
  if (!call) return std::nullopt;
  return a.is_spatial() ? read_spatial(a, *call) : read_planar(a, *call);
}

}  // namespace perpend::dsl
