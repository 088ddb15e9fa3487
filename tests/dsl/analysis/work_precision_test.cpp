// Figures of error against cost: what may stand along x.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_work_precision {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string scene(const std::string& figure) {
  return scene_with("measure e = total_energy\nsweep order { step = [4, 2] ms }\nfigure f { y = e; " + figure + " }");
}

FigureSpec figure_of(const std::string& body) {
  return load_good(scene(body)).figures.at(0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(work_precision)

BOOST_AUTO_TEST_CASE(a_cost_is_named_like_an_axis) {
  for (const char* cost : {"solves", "factorizations", "iterations", "seconds"}) {
    const FigureSpec figure = figure_of("kind = work_precision; sweep = order; x = " + std::string(cost));
    BOOST_TEST(figure.x == cost);
    BOOST_TEST(figure.sweep == "order");
    BOOST_TEST((figure.kind == FigureKind::work_precision));
  }
}

BOOST_AUTO_TEST_CASE(without_an_axis_the_sweep_is_enough) {
  BOOST_TEST(figure_of("kind = work_precision; sweep = order").sweep == "order");
  BOOST_TEST(figure_of("kind = work_precision; x = order.step").sweep == "order");
}

BOOST_AUTO_TEST_CASE(a_cost_is_refused_elsewhere_and_a_measure_here) {
  BOOST_TEST(first_code(scene("x = solves")) == "S052");
  BOOST_TEST(first_code(scene("kind = work_precision; x = e")) == "S052");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_work_precision
