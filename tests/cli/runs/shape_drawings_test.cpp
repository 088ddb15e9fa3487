// Every shape that scenes can name is drawn, and its row says one thing in one place.
#include <boost/test/unit_test.hpp>

#include "kernel/shapes/shape_types.hpp"
#include "reports/page/outline.hpp"

namespace perpend::of_shape_drawings {
namespace {

/// A shape of size 1, with the corners of a triangle or of a tetrahedron where it is made of corners.
Shape unit_shape(const ShapeForm& form) {
  Shape shape;
  shape.kind = form.kind;
  shape.form = &form;
  shape.size = Vec2(1.0, 1.0);
  shape.extent = Vec3(1.0, 1.0, 1.0);
  shape.vertices = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}};
  shape.points = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  shape.faces = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};
  return shape;
}

template <class Types>
void check_forms(const Types& types) {
  for (const auto& type : types) {
    BOOST_TEST_INFO_SCOPE(type.spec.name);
    if (type.form == nullptr) continue;
    BOOST_TEST(type.form->name == type.spec.name);
    BOOST_TEST((type.form->kind != ShapeKind::none && type.form->kind != ShapeKind::point));
    BOOST_TEST(type.form->radius != nullptr);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shape_drawings)

BOOST_AUTO_TEST_CASE(every_registered_shape_of_the_plane_has_an_outline) {
  for (const ShapeType& type : shape_types())
    if (type.form != nullptr && !type.form->is_endless)  // the bodies next to it say what is drawn
      BOOST_TEST(reports::outline(unit_shape(*type.form)).size() >= 2U, type.spec.name);
}

BOOST_AUTO_TEST_CASE(every_registered_shape_in_space_has_a_name_and_lines) {
  for (const SpatialShapeType& type : spatial_shape_types()) {
    if (type.form == nullptr) continue;
    BOOST_TEST(reports::solid_name(unit_shape(*type.form)) == type.spec.name);
    if (!type.form->is_endless) BOOST_TEST(!reports::wireframe(unit_shape(*type.form)).empty(), type.spec.name);
  }
}

BOOST_AUTO_TEST_CASE(a_form_has_the_name_of_its_row_a_kind_and_a_radius) {
  check_forms(shape_types());
  check_forms(spatial_shape_types());
}

BOOST_AUTO_TEST_CASE(only_custom_has_no_form) {
  for (const ShapeType& type : shape_types()) BOOST_TEST((type.form != nullptr) == (type.spec.name != "custom"));
  for (const SpatialShapeType& type : spatial_shape_types())
    BOOST_TEST((type.form != nullptr) == (type.spec.name != "custom"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::of_shape_drawings
