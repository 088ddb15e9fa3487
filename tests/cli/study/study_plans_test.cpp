// A study that grows, or that is asked for less, keeps what its file has; and the file answers what people ask quickly.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_changed_plans {
namespace {

BOOST_AUTO_TEST_SUITE(study_plans)

/// Without a cache, which would hide what the file lost.
Outcome study(const Studio& studio, Arguments more = {}) {
  more.emplace_back("--no-cache");
  return studio.study("out", more);
}

BOOST_AUTO_TEST_CASE(a_narrower_plan_loses_no_run) {
  const Studio studio;
  const Outcome whole = study(studio);
  BOOST_TEST(whole.says("84 made"), whole.out + whole.err);
  const Outcome narrow = study(studio, {"--methods", "corrected"});
  BOOST_TEST(narrow.says("44 of 44 runs: 44 kept, 0 from the cache, 0 made"), narrow.out);
  BOOST_TEST(narrow.complains("84 runs of an earlier plan are set aside"), narrow.err);
  BOOST_TEST(studio.ask("out", "select count(*) from runs") == "count(*)\n44\n");
  const Outcome narrower = study(studio, {"--sweeps", "order"});
  BOOST_TEST(narrower.says("4 kept, 0 from the cache, 0 made"), narrower.out);
  const Outcome again = study(studio);
  BOOST_TEST(again.says("84 kept, 0 from the cache, 0 made"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
  BOOST_TEST(studio.ask("out", "select name from sqlite_master where name like 'aside%'") == "name\n");
}

BOOST_AUTO_TEST_CASE(a_grown_sweep_runs_what_it_adds) {
  const Studio studio;
  BOOST_TEST(study(studio).says("84 made"));
  std::string grown = swept_scene;
  grown.replace(grown.find("lin_range(0 m/s, 1 m/s, 5)"), 26, "lin_range(0 m/s, 1 m/s, 9)");
  studio.write("a.scene", grown);
  const Outcome outcome = study(studio);
  BOOST_TEST(outcome.says("148 of 148 runs: 84 kept, 0 from the cache, 64 made"), outcome.out);
  const Outcome fresh = studio.study("fresh", {"--no-cache"});
  BOOST_TEST(content_of(outcome) == content_of(fresh));
}

BOOST_AUTO_TEST_CASE(series_stay_with_their_runs) {
  const Studio studio;
  const Outcome whole = study(studio, {"--series"});
  BOOST_TEST(study(studio, {"--series", "--methods", "held"}).says("40 kept, 0 from the cache, 0 made"));
  const Outcome again = study(studio, {"--series"});
  BOOST_TEST(again.says("84 kept, 0 from the cache, 0 made"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
  // Rows that are lost with their archive do not come back without it.
  std::filesystem::remove_all(studio.path("out/series"));
  BOOST_TEST(study(studio, {"--series", "--methods", "held"}).says("0 kept, 0 from the cache, 40 made"));
}

BOOST_AUTO_TEST_CASE(a_refined_boundary_stays) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 ms; duration = 200 ms }\n"
               "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
               "measure drift = max_abs(constraint_error)\n"
               "sweep edge { alpha = [10, 1000]/s; expect = any; refine = completion(along: alpha, to: 20/s) }\n"));
  const Outcome whole = study(studio);
  const Outcome narrow = study(studio, {"--methods", "held"});
  BOOST_TEST(narrow.says("0 made"), narrow.out);
  const Outcome again = study(studio);
  BOOST_TEST(again.says("0 made"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(an_edited_scene_does_not_fill_its_file) {
  const Studio studio;
  const auto with_mass = [&](int mass) {
    std::string edited = swept_scene;
    edited.replace(edited.find("mass = 1 kg"), 11, "mass = " + std::to_string(mass) + " kg");
    studio.write("a.scene", edited);
    return study(studio, {"--sweeps", "order"});
  };
  for (int mass = 1; mass <= 8; ++mass) BOOST_TEST(with_mass(mass).says("4 made"));
  BOOST_TEST(studio.ask("out", "select count(*) from aside_runs") == "count(*)\n16\n");
  BOOST_TEST(with_mass(5).says("4 kept"));
  BOOST_TEST(with_mass(1).says("4 made"));
}

BOOST_AUTO_TEST_CASE(a_failure_that_comes_back_stops_a_study_that_is_to_fail_fast) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 ms; duration = 200 ms }\n"
               "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
               "sweep gain { alpha = [10, 1e9]/s }\n"));
  BOOST_TEST(study(studio).code == 3);
  BOOST_TEST(study(studio, {"--methods", "corrected"}).code == 0);
  const Outcome outcome = study(studio, {"--fail-fast"});
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("0 made"), outcome.out);
}

BOOST_AUTO_TEST_CASE(why_tells_what_the_file_has) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 us; duration = 90 s; record_every = 100000 }\n"
               "method held = baumgarte(alpha: alpha)\n"
               "sweep gain { alpha = [10, 20]/s; expect = any }\n"));
  BOOST_TEST(study(studio, {"--limit", "100ms"}).says("2 made"));
  const auto why = [&](Arguments more) {
    more.emplace_back("--why");
    return study(studio, more);
  };
  BOOST_TEST(
      why({"--limit", "100ms"})
          .says("gain / 0 / held (alpha = 10/s; expect any): in the file of the study: it met its limit of 0.1 s"));
  BOOST_TEST(
      why({"--limit", "1s"})
          .says("gain / 1 / held (alpha = 20/s; expect any): runs: it met its limit of 0.1 s, and may take more now"));
  std::string grown = studio.read("a.scene");
  grown.replace(grown.find("[10, 20]"), 8, "[20, 30, 10]");
  studio.write("a.scene", grown);
  const Outcome outcome = why({"--limit", "100ms"});
  BOOST_TEST(
      outcome.says("gain / 0 / held (alpha = 20/s; expect any): in the file of the study, of an earlier plan: it met"),
      outcome.out);
  BOOST_TEST(outcome.says("gain / 1 / held (alpha = 30/s; expect any): runs: no cache is asked"), outcome.out);
}

BOOST_AUTO_TEST_CASE(what_is_asked_often_has_an_index) {
  const Studio studio;
  BOOST_TEST(study(studio).code == 0);
  const auto plan = [&](const std::string& sql) { return studio.ask("out", "explain query plan " + sql); };
  const auto uses = [&](const std::string& sql, const std::string& index) {
    BOOST_TEST(plan(sql).find("INDEX " + index) != std::string::npos, plan(sql));
  };
  uses("select * from sweep_map where status = 'diverged'", "runs_by_status");
  uses("select count(*) from runs where sweep = 0 and status = 'limit'", "runs_by_status");
  uses("select run from run_measures where measure = 'drift' and max > 1", "measures_by_max");
  uses("select run from run_measures where measure = 'drift' order by final limit 5", "measures_by_final");
  uses("select run from runs where sweep = 0 and point = 7", "runs_by_point");
  uses("select point from points where sweep = 0 and position = 0 and value < 2", "points_by_value");
  uses("select run, max from sweep_map where measure = 'drift' and max > 1", "measures_by_max");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_changed_plans
