// junit.xml as a CI server reads it.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <pugixml.hpp>

#include "reports/files/junit.hpp"
#include "reports/text/verdicts.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_junit {
namespace {

struct Suite {
  pugi::xml_document document;
  pugi::xml_node node;

  explicit Suite(const ExperimentRecord& record) {
    BOOST_REQUIRE(document.load_string(junit_text(record).c_str()));
    node = document.child("testsuites").child("testsuite");
  }
  [[nodiscard]] pugi::xml_node test(const std::string& name) const {
    return node.find_child_by_attribute("testcase", "name", name.c_str());
  }
  [[nodiscard]] std::string failure(const std::string& name) const {
    return test(name).child("failure").attribute("message").value();
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The sample with one thing wrong of each kind.
ExperimentRecord spoilt() {
  ExperimentRecord record = sample_record(40);
  record.claims[1].status = ClaimVerdict::not_run;
  record.claims[2].status = ClaimVerdict::undecided;
  record.claims[2].reason = "the bounds straddle the end of the range";
  record.runs[0].certificates[1].refuted = 3;
  record.runs[0].certificates[1].as_expected = false;
  record.runs[0].certificates[1].reason = "step 7: a pivot is not positive";
  record.runs[1].status = RunStatus::iteration_limit;
  record.runs[1].as_expected = false;
  record.runs[1].message = "20 iterations at step 7";
  record.runs[1].steps = 6;
  return record;
}

BOOST_AUTO_TEST_SUITE(junit)

BOOST_AUTO_TEST_CASE(counts_agree_with_the_cases_and_with_the_verdict_on_the_page) {
  for (const ExperimentRecord& record : {sample_record(40), spoilt(), hostile_record(), ExperimentRecord{}}) {
    const Suite suite(record);
    int tests = 0;
    int failures = 0;
    for (const pugi::xml_node test : suite.node.children("testcase")) {
      ++tests;
      failures += test.child("failure") ? 1 : 0;
      BOOST_TEST((test.child("failure").empty() != test.child("system-out").empty()));
    }
    BOOST_TEST(suite.node.attribute("tests").as_int() == tests);
    BOOST_TEST(suite.node.attribute("failures").as_int() == failures);
    BOOST_TEST(suite.document.child("testsuites").attribute("failures").as_int() == failures);
    BOOST_TEST(static_cast<std::size_t>(failures) == unexpected_results(record).size());
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_stopped_says_where_and_why) {
  const std::string message = Suite(spoilt()).failure("method baumgarte_50: run");
  for (const char* part : {"stopped: iteration_limit", "6 of 40 steps", "0.05", "20 iterations at step 7"})
    BOOST_TEST(contains(message, part), part);
}

BOOST_AUTO_TEST_CASE(a_refuted_certificate_says_what_was_to_be_proved_and_what_was_not) {
  const std::string message = Suite(spoilt()).failure("method unstabilized: certificate spd_delassus");
  for (const char* part : {"40 proved, 0 re-checkable, 3 refuted, 0 undecided", "positive definite", "Rump [Rump06]",
                           "smallest eigenvalue at least 0.42", "step 7: a pivot is not positive"})
    BOOST_TEST(contains(message, part), part);
}

BOOST_AUTO_TEST_CASE(what_did_not_run_fails_and_says_so) {
  ExperimentRecord record = sample_record(8);
  record.runs[0].certificates[0] = CertificateGroup{};
  record.runs[0].certificates[0].kind = "rank";
  record.runs[3] = MethodRun{};
  record.runs[3].method = "absent";
  const Suite suite(record);
  BOOST_TEST(contains(suite.failure("method unstabilized: certificate rank"), "not run"));
  BOOST_TEST(contains(suite.failure("method absent: run"), "not run"));
  BOOST_TEST(contains(Suite(spoilt()).failure("claim fig4"), "not run (expected: reproduced)"));
}

BOOST_AUTO_TEST_CASE(undecided_passes_only_where_it_is_expected) {
  const Suite suite(spoilt());
  BOOST_TEST(suite.failure("claim order").empty());
  BOOST_TEST(contains(suite.test("claim order").child_value("system-out"), "undecided (expected: undecided)"));
  BOOST_TEST(contains(suite.failure("claim fig6"), "undecided (expected: reproduced)"));
  BOOST_TEST(contains(suite.failure("claim fig6"), "straddle"));
}

BOOST_AUTO_TEST_CASE(a_claim_carries_numbers_that_read_back_exactly) {
  ExperimentRecord record = sample_record(8);
  record.claims[0].expect = ClaimVerdict::reproduced;
  record.claims[0].unit = si_unit(dimension::length);
  const std::string message = Suite(record).failure("claim fig3");
  const std::string before = "max(drift, unstabilized) = ";
  const char* number = message.c_str() + message.find(before) + before.size();
  BOOST_TEST(std::strtod(number, nullptr) == record.claims[0].measured);
  const char* bounds = message.c_str() + message.find("bounds [") + 8;
  char* rest = nullptr;
  BOOST_TEST(std::strtod(bounds, &rest) == record.claims[0].lo);
  BOOST_TEST(std::strtod(rest + 2, nullptr) == record.claims[0].hi);
  BOOST_TEST(contains(message, "\"the error climbs to around 20 mm by step 600\" (ClinePai03 VI.A, fig. 3)"));
}

BOOST_AUTO_TEST_CASE(times_add_up) {
  const Suite suite(sample_record(8));
  double sum = 0;
  for (const pugi::xml_node test : suite.node.children("testcase")) sum += test.attribute("time").as_double();
  // Every time is rounded to a microsecond, 16 of them.
  BOOST_TEST(std::abs(sum - suite.node.attribute("time").as_double()) < 16 * 0.5e-6 + 0.5e-6);
  BOOST_TEST(sum > 4 * 2.4e-3);
}

BOOST_AUTO_TEST_CASE(a_suite_counts_what_failed_apart_from_what_could_not_be_tried) {
  using Outcome = JunitCase::Outcome;
  JunitSuite suite{.name = "a < b"};
  for (const Outcome outcome : {Outcome::passed, Outcome::failed, Outcome::error, Outcome::failed})
    suite.cases.push_back(
        {.class_name = "spd", .name = "A\n", .seconds = 0.25, .outcome = outcome, .message = "m", .text = "t"});
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(junit_text(suite).c_str()));
  const pugi::xml_node node = document.child("testsuite");
  BOOST_TEST(node.attribute("name").value() == std::string("a < b"));
  BOOST_TEST(node.attribute("tests").as_int() == 4);
  BOOST_TEST(node.attribute("failures").as_int() == 2);
  BOOST_TEST(node.attribute("errors").as_int() == 1);
  BOOST_TEST(node.attribute("timestamp").empty());
  BOOST_TEST(std::string(node.child("testcase").attribute("name").value()).find('\n') == std::string::npos);
  suite.timestamp = "2026-01-02";
  BOOST_REQUIRE(document.load_string(junit_text(suite).c_str()));
  const pugi::xml_node root = document.child("testsuites");
  BOOST_TEST(root.attribute("time").as_double() == 1.0);
  BOOST_TEST(root.child("testsuite").attribute("errors").as_int() == 1);
}

BOOST_AUTO_TEST_CASE(every_case_has_a_name_of_its_own) {
  std::vector<std::string> names;
  const Suite suite(sample_record(8));
  for (const pugi::xml_node test : suite.node.children("testcase")) names.emplace_back(test.attribute("name").value());
  std::sort(names.begin(), names.end());
  BOOST_TEST((std::adjacent_find(names.begin(), names.end()) == names.end()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_junit
