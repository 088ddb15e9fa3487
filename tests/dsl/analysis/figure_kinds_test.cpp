// Kinds of figures, their axes, claims that name them, and labels of methods.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_figure_kinds {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string scene(const std::string& body) {
  return scene_with("measure e = total_energy\nsweep order { step = [4, 2] ms }\n" + body);
}

std::string with_figure(const std::string& body) {
  return scene("figure f { y = e; " + body + " }");
}

FigureSpec figure_of(const std::string& body) {
  return load_good(with_figure(body)).figures.at(0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figure_kinds)

BOOST_AUTO_TEST_CASE(a_kind_needs_what_it_draws) {
  BOOST_TEST((figure_of("kind = order; x = order.step").kind == FigureKind::order));
  BOOST_TEST((figure_of("kind = distribution; sweep = order").kind == FigureKind::distribution));
  BOOST_TEST((figure_of("kind = profile; sweep = order").kind == FigureKind::profile));
  BOOST_TEST((figure_of("kind = ledger").kind == FigureKind::ledger));
  for (const char* body : {"kind = order", "kind = order; x = step", "kind = distribution", "kind = profile",
                           "kind = ledger; x = order.step", "kind = stability"})
    BOOST_TEST(first_code(with_figure(body)) == "S052", body);
}

std::string with_grid(const std::string& figure) {
  return scene("param k = 1\nsweep grid { k = [1, 2]; step = [4, 2] ms }\nfigure f { " + figure + " }");
}

BOOST_AUTO_TEST_CASE(a_figure_takes_the_statistics_of_claims) {
  const FigureSpec figure = load_good(with_grid("x = grid.step; y = [e, median(mean(e, plain), over: grid), "
                                                "quantile(e, over: grid, share: 0.9, k: 2), min(e)]"))
                                .figures.at(0);
  BOOST_TEST(figure.y == std::vector<std::string>({"e", "e", "e", "e"}), boost::test_tools::per_element());
  BOOST_REQUIRE(figure.statistics.size() == 4u);
  BOOST_TEST(figure.statistics[0].measure.empty());
  BOOST_TEST((figure.statistics[1].function == "median" && figure.statistics[1].reduce == "mean"));
  BOOST_TEST(figure.statistics[1].method == "plain");
  BOOST_TEST((figure.statistics[2].share == 0.9 && figure.statistics[2].method.empty()));
  BOOST_TEST(figure.statistics[2].point.at(0).second == 2.0);
  BOOST_TEST((figure.statistics[3].function.empty() && figure.statistics[3].reduce == "min"));
  BOOST_TEST(load_good(with_grid("y = [e]")).figures.at(0).statistics.empty());
}

BOOST_AUTO_TEST_CASE(statistics_that_leave_nothing_along_x_are_refused) {
  for (const char* body :
       {"y = median(e, over: grid)", "x = order.step; y = median(e, over: grid)",
        "x = order.step; y = median(e, over: order)", "y = mean(e)", "x = grid.k; y = median(e, over: grid, k: 2)",
        "x = grid.k; y = rho(plain)", "kind = heatmap; sweep = grid; y = median(e, over: grid)"})
    BOOST_TEST(first_code(with_grid(body)) == "S052", body);
  for (const char* body : {"x = grid.k; y = median(last(e), over: grid)", "x = grid.k; y = median(e, e, e, over: grid)",
                           "x = grid.k; y = median(e, over: grid, confidence: 0.9)"})
    BOOST_TEST(first_code(with_grid(body)) == "S054", body);
  BOOST_TEST(first_code(with_grid("x = grid.k; y = median(wrong, over: grid)")) == "S017");
}

BOOST_AUTO_TEST_CASE(ends_of_axes_are_in_si) {
  const FigureSpec figure = figure_of("x_range = [0, 250] ms; y_range = [-2, 3] J");
  BOOST_TEST((*figure.x_range == std::array{0.0, 0.25}));
  BOOST_TEST((*figure.y_range == std::array{-2.0, 3.0}));
  BOOST_TEST(!figure_of("").x_range);
  BOOST_TEST((*figure_of("x = step; x_range = [0, 600]").x_range == std::array{0.0, 600.0}));
}

BOOST_AUTO_TEST_CASE(a_second_unit_has_ends_of_its_own) {
  const auto of = [](const std::string& body) { return scene("measure half = t / 2\nfigure f { " + body + " }"); };
  const FigureSpec figure = load_good(of("y = [e, half]; y_range = [0, 2] J; y2_range = [0, 250] ms")).figures.at(0);
  BOOST_TEST((*figure.y_range == std::array{0.0, 2.0}));
  BOOST_TEST((*figure.y2_range == std::array{0.0, 0.25}));
  BOOST_TEST(first_code(of("y = [e, half]; y2_range = [0, 2] J")) == "S031");
  BOOST_TEST(first_code(of("y = [e, half]; y2_range = [2, 2] s")) == "S052");
  BOOST_TEST(first_code(of("y = e; y2_range = [0, 2] J")) == "S052");
}

BOOST_AUTO_TEST_CASE(ends_of_axes_that_make_no_axis_are_refused) {
  BOOST_TEST(first_code(with_figure("y_range = [0, 1] m")) == "S031");
  BOOST_TEST(first_code(with_figure("x_range = [1, 2]")) == "S031");
  for (const char* body : {"y_range = [3, 2] J", "y_range = [1, 1] J", "y_range = [1] J", "y_range = 2 J",
                           "y_range = [0, 1] J; scale = log"})
    BOOST_TEST(first_code(with_figure(body)) == "S052", body);
}

BOOST_AUTO_TEST_CASE(a_claim_names_a_figure_before_or_behind_it) {
  const std::string claim = "claim c \"so it is\" { figure = f; value = 1; in = [0, 2] }\n";
  const std::string figure = "figure f { y = e }\n";
  BOOST_TEST(load_good(scene(claim + figure)).claims.at(0).figure == "f");
  BOOST_TEST(load_good(scene(figure + claim)).claims.at(0).figure == "f");
  BOOST_TEST(!first_code(scene(claim)).empty());
}

BOOST_AUTO_TEST_CASE(a_label_is_text_and_changes_no_run) {
  const Experiment named = load_good(scene("method another = none { label = \"Nothing, h = 1 ms\" }"));
  BOOST_TEST(named.methods.back().label == "Nothing, h = 1 ms");
  BOOST_TEST(named.methods.front().label.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_figure_kinds
