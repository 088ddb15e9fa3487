// Laws that every registered shape obeys: area and inertia against the outline itself, scaling, limits.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "tests/support/schema_values.hpp"

namespace perpend::test::of_shapes {

namespace {

constexpr int arc_points = 4096;

const ShapeType& shape_type(std::string_view name) {
  for (const ShapeType& type : shape_types())
    if (type.spec.name == name) return type;
  throw std::out_of_range(std::string(name));
}

Shape shape(std::string_view name, const std::vector<std::pair<std::string_view, PropertyValue>>& arguments) {
  return std::get<Shape>(shape_type(name).make(properties_of(arguments)));
}

ShapeType::Geometry geometry(std::string_view name, const Shape& outline) {
  return shape_type(name).geometry(outline);
}

/// The outline as a polygon, arcs by `arc_points` a turn.
std::vector<Vec2> outline_of(const Shape& shape) {
  std::vector<Vec2> points;
  const double a = shape.size.x();
  const double b = shape.size.y();
  if (shape.kind == ShapeKind::polygon) return shape.vertices;
  if (shape.kind == ShapeKind::box) return {Vec2(-a, -b) / 2, Vec2(a, -b) / 2, Vec2(a, b) / 2, Vec2(-a, b) / 2};
  for (int i = 0; i < arc_points; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / arc_points;
    const Vec2 direction(std::cos(angle), std::sin(angle));
    switch (shape.kind) {
      case ShapeKind::disk:
        points.push_back(a * direction);
        break;
      case ShapeKind::ellipse:
        points.push_back(Vec2(a * direction.x(), b * direction.y()));
        break;
      case ShapeKind::capsule:
        points.push_back(b * direction + Vec2(direction.x() > 0.0 ? a / 2 : -a / 2, 0.0));
        break;
      default:
        break;
    }
  }
  return points;
}

/// Area and polar moment about the origin by Green's theorem: sums of fans of triangles from the origin.
std::pair<double, double> polygon_moments(const std::vector<Vec2>& points) {
  double area = 0.0, polar = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& p = points[i];
    const Vec2& r = points[(i + 1) % points.size()];
    const double twice = p.x() * r.y() - p.y() * r.x();
    area += twice / 2.0;
    // Integral of |x|^2 over the triangle (0, p, r): area / 6 (p.p + p.r + r.r).
    polar += twice / 12.0 * (p.squaredNorm() + p.dot(r) + r.squaredNorm());
  }
  return {area, polar};
}

std::vector<Shape> samples(const ShapeType& type) {
  std::vector<Shape> result;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    Properties arguments = random_values(type.spec.arguments, random);
    if (type.spec.name == "ellipse")
      arguments.set(seed % 2 == 0 ? "axes" : "semi_axes", Vec2{random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)});
    result.push_back(std::get<Shape>(type.make(arguments)));
  }
  return result;
}

bool is_close(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::abs(b);
}

constexpr double rounding = 1e-14;  // a dozen operations, no cancellation

}  // namespace

BOOST_AUTO_TEST_SUITE(shapes)

// A chord of angle t = 2 pi/n cuts off t^2/6 of the sector's area and less than t^2/2 of its moment: t^2 bounds both.
BOOST_AUTO_TEST_CASE(area_and_inertia_are_those_of_the_outline) {
  const double chord = 2.0 * std::numbers::pi / arc_points;
  for (const ShapeType& type : shape_types())
    for (const Shape& sample : samples(type)) {
      if (sample.kind == ShapeKind::rod || sample.kind == ShapeKind::none) continue;
      if (is_wall(sample)) continue;  // without an inside
      BOOST_TEST_INFO_SCOPE(type.spec.name);
      const auto [area, polar] = polygon_moments(outline_of(sample));
      const ShapeType::Geometry stated = type.geometry(sample);
      BOOST_TEST(is_close(area, stated.area, chord * chord));
      BOOST_TEST(is_close(polar / area, stated.unit_inertia, 2.0 * chord * chord));
    }
}

BOOST_AUTO_TEST_CASE(twice_the_size_is_four_times_the_area_and_the_inertia_for_each_mass) {
  for (const ShapeType& type : shape_types())
    for (const Shape& sample : samples(type)) {
      if (sample.kind == ShapeKind::none) continue;
      BOOST_TEST_INFO_SCOPE(type.spec.name);
      Shape twice = sample;
      twice.size *= 2.0;
      for (Vec2& vertex : twice.vertices) vertex *= 2.0;
      BOOST_TEST(type.geometry(twice).area == 4.0 * type.geometry(sample).area);  // exact: powers of two
      BOOST_TEST(type.geometry(twice).unit_inertia == 4.0 * type.geometry(sample).unit_inertia);
    }
}

BOOST_AUTO_TEST_CASE(every_point_lies_within_the_bounding_radius) {
  for (const ShapeType& type : shape_types())
    for (const Shape& sample : samples(type)) {
      Body body;
      body.shape = sample;
      body.mass = 1.0;
      body.inertia = 0.5;
      double furthest = 0.0;
      for (const Vec2& point : outline_of(sample)) furthest = std::max(furthest, point.norm());
      BOOST_TEST(furthest <= bounding_radius(body) * (1.0 + rounding));
      if (furthest > 0.0) BOOST_TEST(furthest >= bounding_radius(body) * 0.99);  // and it is no larger than needed
    }
}

BOOST_AUTO_TEST_CASE(a_shape_has_the_form_of_the_row_that_made_it) {
  for (const ShapeType& type : shape_types())
    for (const Shape& sample : samples(type)) {
      BOOST_TEST_INFO_SCOPE(type.spec.name);
      BOOST_TEST((sample.form == type.form));
      if (sample.form != nullptr) BOOST_TEST((sample.kind == sample.form->kind));
    }
}

BOOST_AUTO_TEST_CASE(one_shape_as_another) {
  const auto square = geometry("box", shape("box", {{"size", Vec2(0.6, 0.25)}}));
  const std::vector<Vec2> corners{Vec2(7.0, 1.0), Vec2(7.6, 1.0), Vec2(7.6, 1.25), Vec2(7.0, 1.25)};
  const auto polygon = geometry("polygon", shape("polygon", {{"vertices", corners}}));
  // The centroid is found at 7.3 with 0.6 of size: moments about the origin lose three digits.
  BOOST_TEST(is_close(polygon.area, square.area, 1e3 * rounding));
  BOOST_TEST(is_close(polygon.unit_inertia, square.unit_inertia, 1e3 * rounding));

  const auto disk = geometry("disk", shape("disk", {{"radius", 0.7}}));
  const auto round = geometry("ellipse", shape("ellipse", {{"axes", Vec2(1.4, 1.4)}}));
  BOOST_TEST(is_close(round.area, disk.area, rounding));
  BOOST_TEST(is_close(round.unit_inertia, disk.unit_inertia, rounding));

  // A capsule of no length is a disk (the first correction is linear in the length), one of no radius a rod.
  const auto short_capsule = geometry("capsule", shape("capsule", {{"length", 1e-12}, {"radius", 0.7}}));
  BOOST_TEST(is_close(short_capsule.unit_inertia, disk.unit_inertia, 1e-11));
  const auto thin_capsule = geometry("capsule", shape("capsule", {{"length", 2.0}, {"radius", 1e-12}}));
  const auto rod = geometry("rod", shape("rod", {{"length", 2.0}}));
  BOOST_TEST(is_close(thin_capsule.unit_inertia, rod.unit_inertia, 1e-11));
  const auto thin_box = geometry("box", shape("box", {{"size", Vec2(2.0, 1e-9)}}));
  BOOST_TEST(is_close(thin_box.unit_inertia, rod.unit_inertia, 1e-14));
  BOOST_TEST(rod.area == 0.0);
  BOOST_TEST(geometry("custom", shape("custom", {{"inertia", 0.3}})).inertia == 0.3);
}

BOOST_AUTO_TEST_CASE(a_polygon_does_not_mind_its_sense_or_place) {
  const std::vector<Vec2> l_shape{Vec2(0, 0), Vec2(2, 0), Vec2(2, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
  std::vector<Vec2> reversed(l_shape.rbegin(), l_shape.rend());
  const Shape one = shape("polygon", {{"vertices", l_shape}});
  const Shape other = shape("polygon", {{"vertices", reversed}});
  BOOST_TEST(geometry("polygon", one).area == 4.0);
  BOOST_TEST(is_close(geometry("polygon", one).unit_inertia, geometry("polygon", other).unit_inertia, rounding));
  Vec2 moment = Vec2::Zero();
  for (std::size_t i = 0; i < one.vertices.size(); ++i) {
    const Vec2& p = one.vertices[i];
    const Vec2& r = one.vertices[(i + 1) % one.vertices.size()];
    moment += (p.x() * r.y() - p.y() * r.x()) / 6.0 * (p + r);
  }
  BOOST_TEST(moment.norm() < 10.0 * rounding);  // about its centroid, with vertices at 3
}

BOOST_AUTO_TEST_CASE(factories_name_the_field_that_is_wrong) {
  const auto field = [](std::string_view name, const Properties& arguments) {
    const auto made = shape_type(name).make(arguments);
    const auto* error = std::get_if<FactoryError>(&made);
    BOOST_REQUIRE(error != nullptr);
    BOOST_TEST(!error->message.empty());
    return error->field;
  };
  const auto polygon = [&](std::vector<Vec2> vertices) {
    return field("polygon", properties_of({{"vertices", std::move(vertices)}}));
  };
  BOOST_TEST(polygon({Vec2(0, 0), Vec2(1, 0)}) == "vertices");
  BOOST_TEST(polygon({Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)}) == "vertices");
  BOOST_TEST(polygon({Vec2(0, 0), Vec2(1, 1), Vec2(1, 0), Vec2(0, 1)}) == "vertices");
  BOOST_TEST(polygon(std::vector<Vec2>(1001, Vec2(0, 0))) == "vertices");
  BOOST_TEST(field("ellipse", properties_of({{"axes", Vec2(1, 1)}, {"semi_axes", Vec2(1, 1)}})) == "semi_axes");
  BOOST_TEST(field("ellipse", {}) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_shapes
