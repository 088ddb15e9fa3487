// Every shape that scenes can name is drawn.
#include <boost/test/unit_test.hpp>
#include <optional>

#include "dsl/schema/shape_words.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "reports/page/outline.hpp"
#include "reports/page/wireframe.hpp"

namespace perpend::of_shape_drawings {
namespace {

/// Nothing of custom, whose bodies have no shape.
std::optional<ShapeKind> kind_of(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(ShapeKind::hull); ++i)
    if (dsl::shape_word(static_cast<ShapeKind>(i)) == name) return static_cast<ShapeKind>(i);
  return std::nullopt;
}

/// Of size 1, with the corners of a triangle or of a tetrahedron where it is made of corners.
Shape unit_shape(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  shape.size = Vec2(1.0, 1.0);
  shape.extent = Vec3(1.0, 1.0, 1.0);
  shape.vertices = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}};
  shape.points = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  shape.faces = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};
  return shape;
}

/// What of a half plane or a half space is drawn depends on the bodies next to it.
bool has_outline(ShapeKind kind) {
  return kind != ShapeKind::halfplane && kind != ShapeKind::halfspace;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shape_drawings)

BOOST_AUTO_TEST_CASE(every_registered_shape_of_the_plane_has_an_outline) {
  for (const ShapeType& type : shape_types())
    if (const auto kind = kind_of(type.spec.name); kind && has_outline(*kind))
      BOOST_TEST(reports::outline(unit_shape(*kind)).size() >= 2U, type.spec.name);
}

BOOST_AUTO_TEST_CASE(every_registered_shape_in_space_has_a_name_and_lines) {
  for (const SpatialShapeType& type : spatial_shape_types()) {
    const auto kind = kind_of(type.spec.name);
    if (!kind) continue;
    BOOST_TEST(reports::solid_name(unit_shape(*kind)) == type.spec.name);
    if (has_outline(*kind)) BOOST_TEST(!reports::wireframe(unit_shape(*kind)).empty(), type.spec.name);
  }
}

BOOST_AUTO_TEST_CASE(only_custom_has_no_kind) {
  for (const ShapeType& type : shape_types()) BOOST_TEST((kind_of(type.spec.name) || type.spec.name == "custom"));
  for (const SpatialShapeType& type : spatial_shape_types())
    BOOST_TEST((kind_of(type.spec.name) || type.spec.name == "custom"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::of_shape_drawings
