// The page of a table of LCP solvers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/figures/figure_data.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/referee/solver_page.hpp"
#include "tests/reports/page/page_reader.hpp"
#include "tests/reports/referee/sample_solver_table.hpp"

namespace perpend::reports::of_solver_page {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(solver_page_of_a_table)

BOOST_AUTO_TEST_CASE(the_page_has_its_parts) {
  const std::string page = solver_page(sample_solver_table());
  for (const char* part :
       {"Each problem has an answer that is proved", "4 problems of 2 groups, 2 to 6 unknowns", "3 solvers",
        "2 symmetric, 2 with friction", "none exists", "refuted", "Performance profile", "<details id=\"a-m\">",
        "href=\"#a-m\"", "more than the 300 unknowns asked for", "a compiler", "a processor", "perpend 1.2.3",
        "time, as a multiple of the fastest on the same problem [-]"})
    BOOST_TEST(contains(page, part), part);
}

BOOST_AUTO_TEST_CASE(every_solver_has_a_colour_of_its_own_and_the_same_everywhere) {
  BOOST_TEST(std::set<std::string>(palette.begin(), palette.end()).size() == num_colors);
  const std::string style(assets::style());
  for (std::size_t i = 0; i < num_colors; ++i) {
    const std::string name = "--c" + std::to_string(i);
    std::string color = name + ": " + palette[i] + ";";
    std::transform(color.begin(), color.end(), color.begin(), [](unsigned char c) { return std::tolower(c); });
    BOOST_TEST(contains(style, color), color);
    BOOST_TEST(contains(style, ".color" + std::to_string(i) + " { background: var(" + name + "); }"), name);
    BOOST_TEST(contains(style, ".line" + std::to_string(i) + " { stroke: var(" + name + "); }"), name);
  }
  BOOST_TEST(contains(std::string(assets::script()), "NUM_COLORS = " + std::to_string(num_colors) + ";"));
}

BOOST_AUTO_TEST_CASE(every_row_of_every_table_is_as_wide_as_its_head) {
  for (const auto& widths : table_widths(tags_of(solver_page(sample_solver_table()))))
    for (const int width : widths) BOOST_TEST(width == widths.front());
}

BOOST_AUTO_TEST_CASE(a_problem_without_a_proved_answer_is_named_at_the_top) {
  SolverTable table = sample_solver_table();
  table.problems[3].attempts[0].unsolvable.clear();
  const std::string page = solver_page(table);
  BOOST_TEST(contains(page, "1 of 4 problems has no answer that is proved"));
  BOOST_TEST(contains(page, "<li>b-m-000002</li>"));
}

BOOST_AUTO_TEST_CASE(the_page_refers_to_nothing_outside_and_shows_names_as_text) {
  SolverTable table = sample_solver_table();
  table.problems[0].name = "<script>alert(1)</script>-3";
  table.problems[1].attempts[0].note = "\"><img src=x>";
  table.solvers[0] = "</script><b>";
  const std::string page = solver_page(table);
  for (const char* part : {"<link", "@import", "url(", "<script>alert", "<b>", "<img"})
    BOOST_TEST(!contains(page, part), part);
  BOOST_TEST(contains(page, "default-src 'none'"));
}

BOOST_AUTO_TEST_CASE(a_table_without_problems_is_no_success) {
  SolverTable table;
  table.solvers = {"lemke"};
  table.left_out = {{"a", 0, "its files cannot be read"}};
  const std::string page = solver_page(table);
  BOOST_TEST(contains(page, "No problem was solved"));
  BOOST_TEST(!contains(page, "Performance profile"));
}

BOOST_AUTO_TEST_CASE(residuals_of_the_largest_problem_are_drawn_where_a_solver_left_any) {
  SolverTable table = sample_solver_table();
  BOOST_TEST(!contains(solver_page(table), "Convergence on the largest problem"));
  table.problems[1].attempts[1].history = {1.0, 0.1};
  BOOST_TEST(contains(solver_page(table), "Convergence on the largest problem"));
  const Json rows = solver_table_json(table);
  BOOST_TEST(rows[4]["history"].size() == 2U);
  BOOST_TEST(!rows[0].contains("history"));
}

BOOST_AUTO_TEST_CASE(json_has_a_row_for_each_attempt_with_its_certificate) {
  const SolverTable table = sample_solver_table();
  const Json rows = solver_table_json(table);
  BOOST_REQUIRE_EQUAL(rows.size(), 12U + 3U);  // a problem that was left out has a row for each solver, too
  for (std::size_t i = 12; i < rows.size(); ++i) BOOST_TEST(rows[i]["status"] == "not_run");
  BOOST_TEST(rows[0]["problem"] == "a-m-000001");
  BOOST_TEST(rows[0]["certificate"]["verdict"] == "proved");
  for (const char* key : {"reason", "backward_error", "negative_z", "negative_w", "complementarity", "enclosures"})
    BOOST_TEST(rows[0]["certificate"].contains(key), key);
  BOOST_TEST(rows[7]["certificate"]["verdict"] == "refuted");
  BOOST_TEST(rows[9]["unsolvable"]["verdict"] == "proved");
  BOOST_TEST(rows[9]["residual"] == "nan");
  BOOST_TEST(!rows[8].contains("certificate"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_solver_page
