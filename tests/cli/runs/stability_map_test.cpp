// The map of stability of Baumgarte's method against its formula.
#include "study/stability.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "dsl/load.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli::of_stability_map {
namespace {

Experiment experiment_of(const std::string& figure) {
  const dsl::Parsed parsed = dsl::parse_text("map.scene", R"(experiment map {
    linear { mass = [1, 1] kg; B = [[1, 0]] }
    method inside  = baumgarte(alpha: 32/s, beta: 64/s) { step = 0.015625 s }
    method outside = baumgarte(omega0: 10/s, zeta: 0.5) { step = 1 s; expect = unstable }
    method other   = implicit { step = 1 s }
    )" + figure + "\n}\n");
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), {});
  BOOST_REQUIRE(loaded.experiment.has_value());
  return std::move(*loaded.experiment);
}

StabilityMap map_of(const std::string& figure) {
  const Experiment experiment = experiment_of(figure);
  return stability_map(experiment, experiment.figures.at(0));
}

BOOST_AUTO_TEST_SUITE(map_of_stability)

BOOST_AUTO_TEST_CASE(the_boundary_is_that_of_the_formula) {
  // F(1) has trace 2 - 2 a - b^2 and determinant 1 - 2 a with a = alpha h, b = beta h: at most 1 up to b^2 = 4 - 4 a.
  const StabilityMap map = map_of("figure f { kind = stability }");
  BOOST_TEST(map.boundary.size() > 40U);
  for (const auto& [a, b] : map.boundary)
    if (a < 1.0) BOOST_TEST(std::abs(b - 2.0 * std::sqrt(1.0 - a)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_radius_is_that_of_the_eigenvalues) {
  const StabilityMap map = map_of("figure f { kind = stability }");
  for (std::size_t r = 0; r < map.y.size(); ++r)
    for (std::size_t c = 0; c < map.x.size(); ++c) {
      const double trace = 2.0 - 2.0 * map.x[c] - map.y[r] * map.y[r];
      const double determinant = 1.0 - 2.0 * map.x[c];
      const double square = 0.25 * trace * trace - determinant;
      const double radius = square < 0.0 ? std::sqrt(determinant) : 0.5 * std::abs(trace) + std::sqrt(square);
      // Near a double eigenvalue half of the digits of the formula are lost.
      BOOST_TEST(std::abs(map.radius[r][c] - radius) < 1e-6);
    }
}

BOOST_AUTO_TEST_CASE(methods_with_two_gains_have_a_place) {
  const StabilityMap map = map_of("figure f { kind = stability }");
  BOOST_REQUIRE(map.points.size() == 2U);
  BOOST_TEST(map.points[0].x == 0.5);
  BOOST_TEST(map.points[0].y == 1.0);
  BOOST_TEST(map.points[1].x == 5.0);
  BOOST_TEST(map.points[1].y == 10.0);
}

BOOST_AUTO_TEST_CASE(a_figure_chooses_its_methods_and_axes) {
  const StabilityMap map = map_of("figure f { kind = stability; methods = [inside]; x_range = [0.25, 0.75] }");
  BOOST_TEST(map.points.size() == 1U);
  BOOST_TEST(map.x.front() == 0.25);
  BOOST_TEST(map.x.back() == 0.75);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::cli::of_stability_map
