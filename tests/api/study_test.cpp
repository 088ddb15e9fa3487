#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "perpend/report.hpp"
#include "tests/api/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

using namespace perpend;

namespace {

Scene pendulum_scene() {
  return Scene::from_text(test::pendulum()).value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(study)

BOOST_AUTO_TEST_CASE(a_study_gives_measures_series_claims_and_certificates) {
  const auto study = run(pendulum_scene());
  BOOST_REQUIRE(study.has_value());
  BOOST_TEST(study->runs().size() == 2U);
  const Series drift = study->series("plain", "drift").value();
  BOOST_TEST(drift.times.size() == 101U);
  BOOST_TEST(drift.values.size() == drift.times.size());
  const double largest = *std::max_element(drift.values.begin(), drift.values.end());
  BOOST_TEST(study->measure("plain", "drift")->max == largest);
  BOOST_TEST(study->measure("fed", "drift")->max < largest);  // what feedback is there for
  BOOST_TEST((study->claim("bounded")->status == ClaimVerdict::reproduced));
  BOOST_TEST(study->certificates().proved == study->certificates("plain")->proved + study->certificates("fed")->proved);
  BOOST_TEST(study->certificates("plain")->proved >= 100);  // one a solve at least
  BOOST_TEST(study->as_expected());
  BOOST_TEST((study->stopped_by() == StopReason::none));
}

BOOST_AUTO_TEST_CASE(some_methods_alone_run_to_the_same_bits) {
  const auto both = run(pendulum_scene());
  const auto one = run(pendulum_scene(), {.methods = {"fed"}});
  BOOST_REQUIRE(one.has_value());
  BOOST_REQUIRE(one->runs().size() == 1U);
  BOOST_TEST(one->runs()[0].trajectory_hash == both->runs()[1].trajectory_hash);
  BOOST_TEST(!one->runs()[0].trajectory_hash.empty());
}

BOOST_AUTO_TEST_CASE(names_that_there_are_not_are_errors_that_list_those_that_there_are) {
  const auto study = run(pendulum_scene()).value();
  BOOST_TEST(study.measure("fast", "drift").error().message.find("plain, fed") != std::string::npos);
  BOOST_TEST(study.series("plain", "speed").error().message.find("drift") != std::string::npos);
  BOOST_TEST(study.claim("x").error().message.find("bounded") != std::string::npos);
  BOOST_TEST((study.certificates("fast").error().kind == ErrorKind::argument));
  BOOST_TEST((run(pendulum_scene(), {.methods = {"fast"}}).error().kind == ErrorKind::argument));
}

BOOST_AUTO_TEST_CASE(options_out_of_range_are_errors) {
  for (const double limit :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    BOOST_TEST((run(pendulum_scene(), {.limit = limit}).error().kind == ErrorKind::argument));
  for (const int threads : {0, -1})
    BOOST_TEST((run(pendulum_scene(), {.threads = threads}).error().kind == ErrorKind::argument));
  BOOST_TEST((run(pendulum_scene(), {.certificate_data = "most"}).error().kind == ErrorKind::argument));
  BOOST_TEST((run(pendulum_scene(), {.certificates = "/proc/no"}).error().kind == ErrorKind::file));
}

BOOST_AUTO_TEST_CASE(a_stop_in_the_middle_leaves_an_incomplete_study) {
  std::stop_source source;
  StudyOptions options{.stop = source.get_token()};
  options.progress = [&](const std::string&, long done, long) {
    if (done > 0) source.request_stop();
  };
  const TemporaryFolder folder;
  options.certificates = folder.path();
  const auto study = run(pendulum_scene(), options);
  BOOST_REQUIRE(study.has_value());
  BOOST_TEST((study->stopped_by() == StopReason::signal));
  BOOST_TEST(!study->as_expected());
  BOOST_TEST((study->runs()[0].status == RunStatus::interrupted));
  BOOST_TEST(study->runs()[0].steps < 100);
  BOOST_TEST((study->claim("bounded")->status == ClaimVerdict::not_run));
  BOOST_TEST(!std::filesystem::exists(folder.at("certificates.jsonl.gz")));

  // What was stopped has no hold on what comes after it.
  BOOST_TEST(run(pendulum_scene())->as_expected());
}

BOOST_AUTO_TEST_CASE(a_limit_of_time_is_no_error) {
  const auto study = run(Scene::from_text(test::pendulum(), {.overrides = {"duration = 10000 s"}}).value(),
                         {.methods = {"plain"}, .limit = 0.05});
  BOOST_REQUIRE(study.has_value());
  BOOST_TEST((study->stopped_by() == StopReason::time_limit));
  BOOST_TEST(!study->as_expected());
}

BOOST_AUTO_TEST_CASE(progress_counts_up_to_all_steps_and_what_it_throws_comes_back) {
  long last = 0;
  long all = 0;
  StudyOptions options;
  options.progress = [&](const std::string&, long done, long planned) {
    BOOST_TEST(done >= last);
    last = done;
    all = planned;
  };
  BOOST_TEST(run(pendulum_scene(), options).has_value());
  BOOST_TEST(last == 200);
  BOOST_TEST(all == 200);

  options.progress = [](const std::string&, long, long) { throw std::runtime_error("no more"); };
  const auto study = run(pendulum_scene(), options);
  BOOST_REQUIRE(!study.has_value());
  BOOST_TEST((study.error().kind == ErrorKind::foreign));
  BOOST_TEST(study.error().message == "no more");
}

BOOST_AUTO_TEST_CASE(a_report_has_all_its_files) {
  const TemporaryFolder folder;
  const auto study = run(pendulum_scene(), {.certificates = folder.path(), .certificate_data = "full"});
  BOOST_REQUIRE(study.has_value());
  BOOST_REQUIRE(write_report(*study, folder.path(), {.figures = false}).has_value());
  for (const char* file : {"report.html", "results.json", "series.csv", "junit.xml", "certificates.jsonl.gz"})
    BOOST_TEST(std::filesystem::is_regular_file(folder.at(file)), file);
  BOOST_TEST((write_report(*study, "").error().kind == ErrorKind::argument));
  BOOST_TEST((write_report(*study, "/proc/no").error().kind == ErrorKind::file));
}

BOOST_AUTO_TEST_SUITE_END()
