// The summary on top of a page: what it names is what the tables below say.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/page/html.hpp"
#include "reports/page/summary.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_summary {
namespace {

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(the_smallest_error_stands_with_its_method_and_by_how_much_it_is_smaller) {
  ExperimentRecord record = sample_record(40);
  for (const auto& [run, error] : {std::pair{0, 4.8}, {1, 0.002}}) {
    MeasureSummary& drift = record.runs[static_cast<std::size_t>(run)].measures[0].summary;
    drift.max = error * 1e-3;  // shown in mm
    drift.min = 0.0;
  }
  const Json winner = summary_view(record)["winners"][0];
  BOOST_TEST(winner["title"] == "largest constraint error");
  BOOST_REQUIRE(winner["methods"].size() == 1U);
  BOOST_TEST(winner["methods"][0]["method"] == "baumgarte_<wbr>50");
  BOOST_TEST(winner["value"] == "2 \u00b5m");
  BOOST_TEST(winner["margin"] == "2400 times below unstabilized (4.8 mm)");
}

BOOST_AUTO_TEST_CASE(methods_whose_printed_numbers_are_equal_share_the_first_place) {
  ExperimentRecord record = sample_record(40);
  for (const std::size_t run : {0U, 1U}) {
    record.runs[run].measures[0].summary.max = run == 0 ? 1e-3 : 1.0000001e-3;
    record.runs[run].measures[0].summary.min = 0.0;
  }
  const Json winner = summary_view(record)["winners"][0];
  BOOST_TEST(winner["methods"].size() == 2U);
  BOOST_TEST(winner["margin"] == "all methods alike");
}

BOOST_AUTO_TEST_CASE(an_error_of_zero_is_no_factor) {
  ExperimentRecord record = sample_record(40);
  record.runs[1].measures[0].summary.max = 0.0;
  record.runs[1].measures[0].summary.min = 0.0;
  const std::string margin = summary_view(record)["winners"][0]["margin"];
  BOOST_TEST(margin.starts_with("next: unstabilized ("), margin);
}

BOOST_AUTO_TEST_CASE(neither_one_method_nor_none_wins) {
  ExperimentRecord record = sample_record(40);
  record.runs.resize(1);
  BOOST_TEST(summary_view(record)["winners"].empty());
  BOOST_TEST(summary_view(ExperimentRecord{})["winners"].empty());
}

BOOST_AUTO_TEST_CASE(each_claim_counts_under_those_whose_words_it_is) {
  ExperimentRecord record = sample_record(40);
  for (ClaimRecord& claim : record.claims) claim.status = ClaimVerdict::reproduced;
  for (ClaimRecord& claim : record.claims) claim.expect = ClaimVerdict::reproduced;
  std::size_t counted = 0;
  const Json view = summary_view(record);
  for (const Json& row : view["claims"]) {
    const std::string counts = row["counts"];
    BOOST_TEST(counts.ends_with(" reproduced (all as expected)"), counts);
    counted += std::stoul(counts);
  }
  BOOST_TEST(counted == record.claims.size());
}

BOOST_AUTO_TEST_CASE(claims_that_do_not_reproduce_are_shown_with_what_was_measured_and_the_rest_is_counted) {
  ExperimentRecord record = sample_record(40);
  for (ClaimRecord& claim : record.claims) claim.status = ClaimVerdict::not_reproduced;
  const std::size_t num_claims = record.claims.size();
  for (int i = 0; i < 3; ++i) record.claims.push_back(record.claims[0]);
  const Json view = summary_view(record);
  BOOST_TEST(view["findings"].size() == 4U);
  BOOST_TEST(view["more_findings"] == std::to_string(num_claims + 3 - 4));
  BOOST_TEST(view["findings"][0]["words"] == record.claims[0].words);
}

BOOST_AUTO_TEST_CASE(values_that_the_source_does_not_give_are_named) {
  ExperimentRecord record = sample_record(40);
  for (Parameter& parameter : record.parameters) parameter.given = true;
  BOOST_TEST(summary_view(record)["missing"].empty());
  record.parameters[0].given = false;
  const std::string text = summary_view(record)["missing"][0];
  BOOST_TEST(text.starts_with(record.parameters[0].name + " = "), text);
}

BOOST_AUTO_TEST_CASE(key_frames_show_five_times_of_the_reference_in_plane_and_space) {
  for (const ExperimentRecord& record : {sample_record(400), spatial_record(200)}) {
    const Json view = key_frames_view(record);
    const std::string picture = view["picture"];
    BOOST_TEST(times_in(picture, "<g ") == 5U);
    BOOST_TEST(times_in(picture, "</g>") == 5U);
    BOOST_TEST(times_in(picture, ">0 s</text>") == 1U);
    BOOST_TEST(times_in(picture, "nan") == 0U);
    const auto reference = std::find_if(record.runs.begin(), record.runs.end(),
                                        [](const MethodRun& run) { return run.stabilizer == "reference"; });
    BOOST_REQUIRE(reference != record.runs.end());
    BOOST_TEST(view["method"] == reference->method);
  }
}

BOOST_AUTO_TEST_CASE(key_frames_leave_out_what_is_not_finite_and_need_something_that_moves) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs)
    for (auto& frame : run.frames.poses)
      for (auto& pose : frame) pose = {std::nanf(""), 0.0F, 0.0F};
  BOOST_TEST(times_in(key_frames_view(record)["picture"], "nan") == 0U);
  for (MethodRun& run : record.runs) run.frames = {};
  BOOST_TEST(key_frames_view(record)["picture"] == "");
  BOOST_TEST(html_report(record).find("class=\"frames\"") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_summary
