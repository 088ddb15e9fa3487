// `perpend bench` from problem to page, in its smallest form and without other engines.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_bench {
namespace {

BOOST_AUTO_TEST_SUITE(bench)

BOOST_AUTO_TEST_CASE(every_suite_is_measured_with_time_and_accuracy) {
  const Workplace place;
  const Outcome ran = place.run({"bench", "--tiny", "--out", "out"});
  BOOST_TEST(ran.code == 0, ran.err);
  const nlohmann::json record = place.json("out/bench.json");
  BOOST_TEST(record.at("is_complete") == true);
  BOOST_TEST(!record.at("provenance").at("Load before").get<std::string>().empty());
  BOOST_TEST(record.at("suites").size() > 1U);
  for (const auto& suite : record.at("suites"))
    for (const auto& trial : suite.at("trials")) {
      const std::string words = suite.at("name").get<std::string>() + " " + trial.dump();
      BOOST_TEST(trial.at("end") == "measured", words);
      BOOST_TEST(trial.at("seconds").size() == 2U, words);
      BOOST_TEST(trial.at("least") > 0.0, words);
      BOOST_TEST(trial.at("accuracy").size() > 0U, words);
      for (const auto& measure : trial.at("accuracy"))
        if (measure.at("name") == "separation") BOOST_TEST(measure.at("value") < 1e-4, words);
    }
  const std::string page = place.read("out/bench.html");
  BOOST_TEST(page.find("Engines on the same problems") != std::string::npos);
  BOOST_TEST(page.find("<script") == std::string::npos);
  BOOST_TEST(record.at("is_tiny") == true);
  BOOST_TEST(page.find("A tiny run: its times measure nothing") != std::string::npos);
  BOOST_TEST(page.find("verdict good") == std::string::npos);
  for (const char* claim : {"measured, ", "exponent"}) BOOST_TEST(page.find(claim) == std::string::npos, claim);
}

BOOST_AUTO_TEST_CASE(wrong_use_is_refused) {
  BOOST_TEST(Workplace().run({"bench", "--suite", "speed"}).code == 2);
  BOOST_TEST(Workplace().run({"bench", "--rounds", "0"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_folder_without_programs_is_named) {
  const Outcome ran = Workplace().run({"bench", "--tiny", "--suite", "chain", "--peers", "nowhere"});
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.complains("nowhere: no programs of other engines"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_bench
