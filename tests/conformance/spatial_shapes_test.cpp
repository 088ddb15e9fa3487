// Laws that every registered shape in space obeys: volume and inertia against the outline itself, scaling, limits.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>
#include <numbers>

#include "kernel/shapes/shape_types.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_spatial_shapes {

namespace {

using Geometry = SpatialShapeType::Geometry;

constexpr double rounding = 1e-14;  // some dozens of operations, no cancellation

const SpatialShapeType& shape_type(std::string_view name) {
  for (const SpatialShapeType& type : spatial_shape_types())
    if (type.spec.name == name) return type;
  throw std::out_of_range(std::string(name));
}

Geometry geometry(std::string_view name, const std::vector<std::pair<std::string_view, PropertyValue>>& arguments) {
  return std::get<Geometry>(shape_type(name).geometry(properties_of(arguments)));
}

/// Tensor of a body of mass 1, or of what custom states.
Matrix3 tensor(const Geometry& geometry) {
  return geometry.inertia + Matrix3(geometry.unit_inertia.asDiagonal());
}

struct Sample {
  const SpatialShapeType& type;
  Properties arguments;
  Shape shape;
  Geometry geometry;
};

Properties sample_arguments(const SpatialShapeType& type, Random& random, bool first_choice) {
  Properties arguments = random_values(type.spec.arguments, random);
  if (type.spec.name == "rod") return properties_of({{"length", random.uniform(1.0, 2.0)}, {"radius", 0.2}});
  const auto one_of = [&](std::size_t a, std::size_t b) {
    const FieldSpec& field = type.spec.arguments[first_choice ? a : b];
    arguments.set(field.name, random_value(field, random));
  };
  if (type.spec.name == "ellipsoid") one_of(0, 1);
  if (type.spec.name == "custom") arguments.set("inertia", random_tensor(random));
  return arguments;
}

/// Shapes whose sections are known; a hull has tests of its own, walls have no volume.
std::vector<Sample> samples() {
  std::vector<Sample> result;
  for (const SpatialShapeType& type : spatial_shape_types()) {
    if (type.spec.name == "hull" || (type.form != nullptr && type.form->is_wall)) continue;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Random random(seed);
      const Properties arguments = sample_arguments(type, random, seed % 2 == 0);
      result.push_back(
          {type, arguments, std::get<Shape>(type.make(arguments)), std::get<Geometry>(type.geometry(arguments))});
    }
  }
  return result;
}

/// Half widths along y and z of the section at x; zero outside.
Vec2 section(const Shape& shape, double x) {
  const double a = shape.extent.x();
  const double r = shape.extent.y();
  const auto arc = [](double s) { return std::sqrt(std::max(0.0, 1.0 - s * s)); };
  switch (shape.kind) {
    case ShapeKind::sphere:
      return Vec2::Constant(a * arc(x / a));
    case ShapeKind::box:
      return Vec2(shape.extent.y(), shape.extent.z()) / 2.0;
    case ShapeKind::ellipsoid:
      return Vec2(shape.extent.y(), shape.extent.z()) * arc(x / a);
    case ShapeKind::capsule:
      return Vec2::Constant(r * arc(std::max(0.0, std::abs(x) - a / 2.0) / r));
    default:
      return Vec2::Constant(r);
  }
}

/// Ends of the pieces along x on which the sections are smooth.
std::vector<double> pieces(const Shape& shape) {
  const double a = shape.extent.x();
  if (shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::ellipsoid) return {-a, a};
  if (shape.kind == ShapeKind::capsule) {
    const double end = a / 2.0 + shape.extent.y();
    return {-end, -a / 2.0, a / 2.0, end};
  }
  return {-a / 2.0, a / 2.0};
}

/// Integrals of 1, x^2, y^2, z^2 over the outline: sections by their formulas, and three Gauss points a piece. Areas
/// and moments of sections are polynomials in x of degree 4 at most, for which three points are exact.
Eigen::Vector4d integrate(const Shape& shape) {
  const double node = std::sqrt(0.6);
  const std::array<std::pair<double, double>, 3> gauss{{{-node, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {node, 5.0 / 9.0}}};
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const std::vector<double> ends = pieces(shape);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    for (const auto& [at, weight] : gauss) {
      const double half = (ends[i + 1] - ends[i]) / 2.0;
      const double x = (ends[i + 1] + ends[i]) / 2.0 + half * at;
      const Vec2 w = section(shape, x);
      const bool is_box = shape.kind == ShapeKind::box;
      const double area = (is_box ? 4.0 : std::numbers::pi) * w.prod();
      const Vec2 squared = w.cwiseAbs2() / (is_box ? 3.0 : 4.0);  // mean of y^2, z^2 over the section
      sum += half * weight * area * Eigen::Vector4d(1.0, x * x, squared.x(), squared.y());
    }
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_shapes)

BOOST_AUTO_TEST_CASE(volume_and_inertia_are_the_integrals_over_the_outline) {
  for (const Sample& sample : samples()) {
    if (sample.shape.kind == ShapeKind::none) continue;
    BOOST_TEST_INFO_SCOPE(sample.type.spec.name);
    const Eigen::Vector4d integral = integrate(sample.shape);
    BOOST_TEST(std::abs(integral[0] - sample.geometry.volume) <= rounding * sample.geometry.volume);
    const Vec3 mean = integral.tail<3>() / integral[0];
    const bool thin = sample.shape.kind == ShapeKind::rod;  // across, a rod has no width
    const Vec3 inertia(mean.y() + mean.z(), mean.x() + (thin ? 0.0 : mean.z()), mean.x() + (thin ? 0.0 : mean.y()));
    BOOST_TEST((inertia - sample.geometry.unit_inertia).norm() <= rounding * inertia.norm());
  }
}

BOOST_AUTO_TEST_CASE(twice_the_size_is_eight_times_the_volume_and_four_times_the_inertia_for_each_mass) {
  for (const Sample& sample : samples()) {
    if (sample.shape.kind == ShapeKind::none) continue;
    BOOST_TEST_INFO_SCOPE(sample.type.spec.name);
    Properties twice;
    for (const auto& [name, value] : sample.arguments.entries())
      if (const auto* number = std::get_if<double>(&value))
        twice.set(name, 2.0 * *number);
      else
        twice.set(name, Vec3(2.0 * std::get<Vec3>(value)));
    const Geometry larger = std::get<Geometry>(sample.type.geometry(twice));
    BOOST_TEST(larger.volume == 8.0 * sample.geometry.volume);  // exact: powers of two
    BOOST_TEST((larger.unit_inertia - 4.0 * sample.geometry.unit_inertia).isZero(0.0));
  }
}

BOOST_AUTO_TEST_CASE(every_inertia_is_that_of_a_body) {
  for (const Sample& sample : samples()) {
    BOOST_TEST_INFO_SCOPE(sample.type.spec.name);
    const Matrix3 inertia = tensor(sample.geometry);
    // The second moments (trace / 2) 1 - I of a body are positive definite: so are I and the triangle inequalities.
    const Matrix3 second = 0.5 * inertia.trace() * Matrix3::Identity() - inertia;
    for (int n = 1; n <= 3; ++n) {
      BOOST_TEST(second.topLeftCorner(n, n).determinant() > 0.0);
      BOOST_TEST(inertia.topLeftCorner(n, n).determinant() > 0.0);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_bounding_radius_holds_the_outline_and_no_more) {
  for (const Sample& sample : samples()) {
    BOOST_TEST_INFO_SCOPE(sample.type.spec.name);
    Body body;
    body.mass = 1.0;
    body.shape = sample.shape;
    body.spatial.inertia = tensor(sample.geometry);
    if (sample.shape.kind == ShapeKind::none) {
      BOOST_TEST(bounding_radius(body) * bounding_radius(body) >= body.spatial.inertia.diagonal().maxCoeff() / 2.0);
      continue;
    }
    double furthest = 0.0;
    const std::vector<double> ends = pieces(sample.shape);
    for (int i = 0; i <= 2000; ++i) {
      const double x = ends.front() + (ends.back() - ends.front()) * i / 2000.0;
      const Vec2 w = section(sample.shape, x);
      const double across = sample.shape.kind == ShapeKind::box ? w.norm() : w.maxCoeff();
      furthest = std::max(furthest, std::hypot(x, across));
    }
    BOOST_TEST(furthest <= bounding_radius(body) * (1.0 + rounding));
    BOOST_TEST(furthest >= bounding_radius(body) * 0.999);
  }
}

BOOST_AUTO_TEST_CASE(a_solid_has_the_form_of_the_row_that_made_it) {
  for (const Sample& sample : samples()) {
    BOOST_TEST_INFO_SCOPE(sample.type.spec.name);
    BOOST_TEST((sample.shape.form == sample.type.form));
    if (sample.shape.form != nullptr) BOOST_TEST((sample.shape.kind == sample.shape.form->kind));
  }
}

BOOST_AUTO_TEST_CASE(one_solid_as_another) {
  const Geometry sphere = geometry("sphere", {{"radius", 0.7}});
  const Geometry round = geometry("ellipsoid", {{"axes", Vec3(Vec3::Constant(1.4))}});
  BOOST_TEST(std::abs(round.volume - sphere.volume) < rounding);
  BOOST_TEST((round.unit_inertia - sphere.unit_inertia).norm() < rounding);
  // A capsule of no length is a sphere (the first correction is linear in the length).
  const Geometry short_capsule = geometry("capsule", {{"length", 1e-12}, {"radius", 0.7}});
  BOOST_TEST((short_capsule.unit_inertia - sphere.unit_inertia).norm() < 1e-11);
  // One of little radius, a cylinder, a thin box: all the rod of the plane.
  const Vec3 rod = geometry("rod", {{"length", 2.0}, {"radius", 1e-9}}).unit_inertia;
  for (const char* name : {"capsule", "cylinder"})
    BOOST_TEST((geometry(name, {{"length", 2.0}, {"radius", 1e-9}}).unit_inertia - rod).norm() < 1e-8);
  BOOST_TEST((geometry("box", {{"size", Vec3(2.0, 1e-9, 1e-9)}}).unit_inertia - rod).norm() < 1e-14);
  BOOST_TEST(rod.z() == 2.0 * 2.0 / 12.0);
  // A cube has the same inertia about every axis.
  BOOST_TEST(geometry("box", {{"size", Vec3(3.0, 3.0, 3.0)}}).unit_inertia == Vec3::Constant(1.5));
}

BOOST_AUTO_TEST_CASE(a_custom_tensor_is_taken_as_it_is) {
  Random random(1);
  const MatrixX inertia = random_tensor(random);
  BOOST_TEST((geometry("custom", {{"inertia", inertia}}).inertia - inertia).isZero(0.0));
  BOOST_TEST(
      (geometry("custom", {{"principal", Vec3(1.0, 2.0, 2.5)}}).inertia.diagonal() - Vec3(1.0, 2.0, 2.5)).isZero(0.0));
  // A flat plate: the largest moment is the sum of the others.
  BOOST_TEST(geometry("custom", {{"principal", Vec3(0.1, 0.2, 0.1 + 0.2)}}).inertia(2, 2) == 0.1 + 0.2);
}

BOOST_AUTO_TEST_CASE(factories_name_the_field_and_the_numbers_that_are_wrong) {
  const auto refused = [](std::string_view name, const Properties& arguments, const std::string& field,
                          const std::string& part) {
    for (bool shape : {true, false}) {
      FactoryError error;
      if (shape) {
        const auto made = shape_type(name).make(arguments);
        BOOST_REQUIRE(std::holds_alternative<FactoryError>(made));
        error = std::get<FactoryError>(made);
      } else {
        const auto made = shape_type(name).geometry(arguments);
        BOOST_REQUIRE(std::holds_alternative<FactoryError>(made));
        error = std::get<FactoryError>(made);
      }
      BOOST_TEST(error.field == field);
      BOOST_TEST(error.message.find(part) != std::string::npos, error.message);
    }
  };
  MatrixX skewed = Matrix3::Identity();
  skewed(0, 1) = 0.25;
  refused("custom", properties_of({{"inertia", skewed}}), "inertia", "0.25");
  refused("custom", properties_of({{"inertia", MatrixX(MatrixX::Identity(2, 3))}}), "inertia", "2 by 3");
  MatrixX indefinite = Matrix3::Identity();
  indefinite(0, 1) = indefinite(1, 0) = 2.0;  // eigenvalues -1, 1, 3
  refused("custom", properties_of({{"inertia", indefinite}}), "inertia", "-1, 1, 3 kg m^2 are not all positive");
  refused("custom", properties_of({{"principal", Vec3(1.0, 2.0, 3.5)}}), "principal", "sum of the other two, 3");
  refused("custom", properties_of({{"principal", Vec3(1.0, 2.0, 2.0)}, {"inertia", skewed}}), "principal", "either");
  refused("custom", {}, "", "either");
  refused("ellipsoid", properties_of({{"axes", Vec3(1, 1, 1)}, {"semi_axes", Vec3(1, 1, 1)}}), "semi_axes", "either");
  refused("ellipsoid", {}, "", "either");
  refused("rod", properties_of({{"length", 1.0}, {"radius", 0.5}}), "radius", "half its length");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_shapes
