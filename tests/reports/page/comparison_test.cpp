// The table that sets methods side by side.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/page/comparison.hpp"
#include "reports/page/html.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_comparison {
namespace {

int column_of(const Json& view, const std::string& title) {
  for (std::size_t i = 0; i < view["columns"].size(); ++i)
    if (view["columns"][i]["title"] == title) return static_cast<int>(i);
  return -1;
}

BOOST_AUTO_TEST_SUITE(comparison)

BOOST_AUTO_TEST_CASE(it_has_the_errors_that_are_measured_and_the_cost) {
  const Json view = comparison_view(sample_record(40));
  BOOST_TEST(view["rows"].size() == 4U);
  BOOST_TEST(column_of(view, "largest constraint error") == 1);
  BOOST_TEST(view["columns"][1]["unit"] == "mm");
  BOOST_TEST(view["columns"][1]["detail"] == "drift");
  BOOST_TEST(column_of(view, "largest energy error") == -1);  // the total energy is no error
  const int solves = column_of(view, "solves a step");
  BOOST_TEST(view["rows"][0]["cells"][solves]["text"] == "1");
  const int time = column_of(view, "CPU time a step");
  BOOST_TEST(view["rows"][0]["cells"][time]["text"] == "60");  // 2.4 ms in 40 steps
}

BOOST_AUTO_TEST_CASE(of_several_measures_of_one_kind_the_largest_counts) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    run.measures.push_back(run.measures[0]);
    run.measures.back().name = "one_joint";
    run.measures.back().text = "max_abs(constraint_error(pin[1]))";
    run.measures.back().summary.max = 5.0;
  }
  const Json view = comparison_view(record);
  BOOST_TEST(view["columns"][1]["detail"] == "drift, one_joint");
  BOOST_TEST(view["rows"][1]["cells"][1]["text"] == "5000");
}

BOOST_AUTO_TEST_CASE(errors_of_two_dimensions_do_not_share_a_column) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    run.measures.push_back(run.measures[0]);
    run.measures.back().name = "turn";
    run.measures.back().text = "max_abs(constraint_error(pin[1]))";
    run.measures.back().unit = si_unit(dimension::angle);
    run.measures.back().summary.max = 5.0;
  }
  const Json view = comparison_view(record);
  BOOST_TEST(view["columns"][1]["detail"] == "drift");
  BOOST_TEST(view["columns"][1]["unit"] == "mm");
  BOOST_TEST(view["columns"][2]["detail"] == "turn");
  BOOST_TEST(view["columns"][2]["unit"] == "rad");
  BOOST_TEST(view["rows"][1]["cells"][2]["text"] == "5");
}

BOOST_AUTO_TEST_CASE(an_error_before_the_correction_is_another_thing) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) run.measures[0].text = "max_abs(constraint_error_before_post)";
  BOOST_TEST(column_of(comparison_view(record), "largest constraint error") == -1);
}

BOOST_AUTO_TEST_CASE(an_error_of_the_first_part_of_a_run_is_a_lower_bound_and_not_the_best) {
  ExperimentRecord record = sample_record(40);
  const std::size_t with_best = rankings(record).size();
  for (MethodRun& run : record.runs) run.measures[0].summary.final = not_a_number;
  const Json view = comparison_view(record);
  for (const Json& row : view["rows"]) {
    BOOST_TEST(row["cells"][1]["text"].get<std::string>().starts_with("\u2265 "));
    BOOST_TEST(row["cells"][1]["best"] == false);
  }
  BOOST_TEST(rankings(record).size() + 1 == with_best);
}

BOOST_AUTO_TEST_CASE(neither_a_run_that_diverged_nor_the_reference_is_the_best) {
  ExperimentRecord record = sample_record(40);
  record.runs[2].measures[0].summary.max = 1e-9;  // before it diverged
  record.runs[2].measures[0].summary.min = 0;
  const Json view = comparison_view(record);
  for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(view["rows"][i]["cells"][1]["best"].get<bool>() == (i == 1));
  BOOST_TEST(view["rows"][2]["ended"] == "diverged (expected): numbers until then");
}

BOOST_AUTO_TEST_CASE(time_and_counts_crown_nobody) {
  const Json view = comparison_view(sample_record(40));
  for (const char* title : {"step", "CPU time a step", "solves a step", "factorizations a step"})
    for (const Json& row : view["rows"]) BOOST_TEST(!row["cells"][column_of(view, title)]["best"].get<bool>());
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_a_dash_and_sorts_last) {
  ExperimentRecord record = sample_record(40);
  record.runs[0].measures[0].summary.max = not_a_number;
  record.runs[1].measures.clear();
  const Json view = comparison_view(record);
  for (std::size_t i : {0U, 1U}) {
    BOOST_TEST(view["rows"][i]["cells"][1]["text"] == "\u2013");
    BOOST_TEST(view["rows"][i]["cells"][1]["order"] == "");
  }
}

BOOST_AUTO_TEST_CASE(one_method_alone_is_not_compared) {
  ExperimentRecord record = sample_record(40);
  record.runs.resize(1);
  BOOST_TEST(comparison_view(record)["rows"].empty());
  BOOST_TEST(html_report(record).find("<section id=\"comparison\">") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_comparison
