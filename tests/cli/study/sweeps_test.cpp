// Sweeps: what their points are meant to show, what claims may ask of them, and their figures.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/cli/program.hpp"

namespace perpend::test::of_sweeps {
namespace {

/// A pendulum under a feedback of gain alpha: stable for alpha h < 2, so that at 10 ms the gains above 200/s diverge.
std::string gains(const std::string& more, const std::string& method = "") {
  return pendulum(
      "param alpha = 50/s\nrun { step = 10 ms; duration = 2 s }\nverify { spectral_radius = never }\n"
      "method feedback = baumgarte(alpha: alpha)" +
      method + "\nmeasure drift = max_abs(constraint_error)\nsweep gain { alpha = [50, 150, 600, 1000]/s; " + more +
      " }\n");
}

/// Uniformly accelerated: a body thrown upwards with v0 is at v0 t - g t (t + h)/2 after the semi-implicit steps.
std::string thrown(const std::string& claims) {
  return R"(experiment thrown {
  param v0 = 3 m/s
  world planar {
    gravity = (0 m/s^2, -8 m/s^2)
    body stone = rod(length: 1 m) { mass = 1 kg; velocity = (0 m/s, v0) }
  }
  run { step = 0.125 s; duration = 2 s }
  method plain = none
  measure height = y(position(stone))
  sweep throws { v0 = [2, 4, 8] m/s }
)" + claims +
         "\n}\n";
}

double measured(const Workplace& place, std::size_t claim) {
  return place.json("out/results.json")["claims"][claim]["measured"].get<double>();
}

BOOST_AUTO_TEST_SUITE(sweeps)

BOOST_AUTO_TEST_CASE(points_that_diverge_fail_the_scene_unless_it_expects_them) {
  const Outcome silent = run_text(gains(""));
  BOOST_TEST(silent.code == 3);
  BOOST_TEST(silent.says("sweep gain: method feedback: 2 of 4 points, the first at alpha = 600 1/s: diverged"));
  BOOST_TEST(!silent.says("All as expected"));
  BOOST_TEST(run_text(gains("expect = diverges(alpha >= 600/s)")).code == 0);
  BOOST_TEST(run_text(gains("expect = diverges(feedback, alpha > 150/s)")).code == 0);
  BOOST_TEST(run_text(gains("expect = [completes(alpha < 200/s), diverges]")).code == 0);
}

BOOST_AUTO_TEST_CASE(an_expected_divergence_of_a_point_that_does_not_come_fails_too) {
  const Outcome all = run_text(gains("expect = diverges"));
  BOOST_TEST(all.code == 3);
  BOOST_TEST(all.says("2 of 4 points, the first at alpha = 50 1/s: completed, which was not expected"));
  BOOST_TEST(run_text(gains("expect = diverges(alpha >= 1000/s)")).code == 3);
  BOOST_TEST(run_text(gains("expect = diverges(alpha >= 150/s)")).code == 3);
}

BOOST_AUTO_TEST_CASE(what_a_method_expects_holds_at_the_points_that_the_sweep_says_nothing_of) {
  const std::string all = pendulum(
      "param alpha = 600/s\nrun { step = 10 ms; duration = 2 s }\nverify { spectral_radius = never }\n"
      "method feedback = baumgarte(alpha: alpha) { expect = diverges }\nsweep gain { alpha = [600, 1000]/s }\n");
  BOOST_TEST(run_text(all).code == 0);
}

BOOST_AUTO_TEST_CASE(an_expectation_that_means_no_run_is_an_error) {
  const auto refuses = [](const std::string& expect, const std::string& message) {
    const Outcome outcome = run_text(gains("expect = " + expect));
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.complains(message), outcome.err);
  };
  refuses("diverges(alpha > 5000/s)", "no run of sweep 'gain' is meant by this");
  refuses("diverges(beta > 1/s)", "sweep 'gain' has no key 'beta'");
  refuses("diverges(alpha > 1 m)", "'alpha' is");
  refuses("diverges(other)", "other");
  refuses("explodes", "'explodes' is not an outcome of a run");
  refuses("diverges(alpha == 600/s)", "a condition compares a key of the sweep");
}

BOOST_AUTO_TEST_CASE(results_name_the_joint_and_its_error) {
  const Workplace place;
  place.write("gains.scene", gains("expect = diverges(alpha >= 600/s)"));
  BOOST_TEST(place.run({"run", "gains.scene", "--out", "out"}).code == 0);
  const auto results = place.json("out/results.json");
  BOOST_TEST(results["summary"]["as_expected"].get<bool>());
  BOOST_TEST(results["summary"]["sweep_runs"]["as_expected"] == 4);
  const auto& run = results["sweeps"][0]["points"][3]["runs"][0];
  BOOST_TEST(run["status"] == "diverged");
  BOOST_TEST(run["expect"] == "diverges");
  BOOST_TEST(run["divergence"]["joint"] == "pin");
  BOOST_TEST(run["divergence"]["unit"] == "m");
  BOOST_TEST(run["divergence"]["error"].get<double>() > run["divergence"]["limit"].get<double>());
  // A rod of 1 m about its pin: a square of 1 m.
  BOOST_TEST(std::abs(run["divergence"]["limit"].get<double>() - 10.0 * std::sqrt(2.0)) < 1e-12);
  BOOST_TEST(results["sweeps"][0]["points"][0]["runs"][0]["divergence"]["joint"] == "");
}

BOOST_AUTO_TEST_CASE(single_rows_of_a_sweep_are_known_to_its_claims) {
  const Workplace place;
  place.write(
      "thrown.scene",
      thrown("claim at_time \"w\" { value = at(height, plain, time: 1 s, sweep: throws, v0: 8 m/s); in = [0, 9] m }\n"
             "claim at_step \"w\" { value = at(height, plain, step: 4, sweep: throws, v0: 4 m/s); in = [-9, 9] m }\n"
             "claim later \"w\" { value = max(height, plain, after: 1 s, sweep: throws, v0: 8 m/s); in = [0, 9] m }\n"
             "claim mean_later \"w\" { value = mean(height, plain, after: 1.75 s, sweep: throws, v0: 2 m/s); in = "
             "[-99, 9] m }\n"
             "claim falls \"w\" { value = first_time(height < 0 m, plain, sweep: throws, v0: 4 m/s); in = [0, 9] s }\n"
             "claim whole \"w\" { value = max(height, plain, sweep: throws, v0: 2 m/s); in = [0, 9] m }"));
  const Outcome outcome = place.run({"run", "thrown.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.out);
  const auto height = [](double v0, double t) { return v0 * t - 4.0 * t * (t + 0.125); };
  BOOST_TEST(measured(place, 0) == height(8.0, 1.0));
  BOOST_TEST(measured(place, 1) == height(4.0, 0.5));
  BOOST_TEST(measured(place, 2) == height(8.0, 1.125));
  BOOST_TEST(measured(place, 3) == (height(2.0, 1.875) + height(2.0, 2.0)) / 2.0);
  BOOST_TEST(measured(place, 4) == 1.0);  // it is exactly 0 at 7/8 s
  BOOST_TEST(measured(place, 5) == std::max(height(2.0, 0.125), height(2.0, 0.25)));
}

// The key `step` is a time, the number of a step is not.
BOOST_AUTO_TEST_CASE(a_row_of_a_sweep_over_the_step_is_known_too) {
  const Workplace place;
  place.write("fine.scene", thrown("sweep fine { step = [0.125, 0.0625] s }\n"
                                   "claim half \"w\" { value = at(height, plain, time: 1 s, sweep: fine, step: 0.0625 "
                                   "s); in = [-9, 9] m }"));
  const Outcome outcome = place.run({"run", "fine.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(measured(place, 0) == 3.0 - 4.0 * (1.0 + 0.0625));
}

// With a reduction as a function of numbers, with a threshold that the sweep changes, and with one that is named.
BOOST_AUTO_TEST_CASE(expressions_over_the_points_have_the_values_of_each_point) {
  const std::string claims =
      "claim larger { value = average(max(height, 3 m), plain, over: throws); in = [0, 99] m }\n"
      "claim before { value = max(height, plain, sweep: throws, v0: 8 m/s, until: 0.5 s); in = [0, 99] m }\n"
      "claim thrown { value = fraction(height > v0 * 0.25 s, plain, over: throws); in = [0, 1] }\n"
      "claim written { value = fraction(1 * height > v0 * 0.25 s, plain, over: throws); in = [0, 1] }";
  const auto height = [](double v0, double t) { return v0 * t - 4.0 * t * (t + 0.125); };
  const auto highest = [&](double v0) {
    double most = 0.0;
    for (int i = 0; i <= 16; ++i) most = std::max(most, height(v0, 0.125 * i));
    return most;
  };
  int count = 0;
  for (const double v0 : {2.0, 4.0, 8.0}) count += highest(v0) > 0.25 * v0 ? 1 : 0;
  BOOST_TEST((count > 0 && count < 3));
  const Workplace place;
  place.write("thrown.scene", thrown(claims));
  const Outcome outcome = place.run({"run", "thrown.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.out);
  BOOST_TEST(std::abs(measured(place, 0) -
                      (std::max(3.0, highest(2.0)) + std::max(3.0, highest(4.0)) + std::max(3.0, highest(8.0))) / 3.0) <
             1e-12);
  BOOST_TEST(measured(place, 1) == height(8.0, 0.5));
  for (const std::size_t claim : {2U, 3U}) BOOST_TEST(std::abs(measured(place, claim) - count / 3.0) < 1e-15);
  const Outcome study = place.run({"study", "thrown.scene", "--out", "study"});
  BOOST_TEST(study.code == 0, study.out);
  const std::string share = std::to_string(count) + " of 3 runs";
  for (const char* claim : {"claim thrown: reproduced", "claim written: reproduced"}) BOOST_TEST(study.says(claim));
  BOOST_TEST(study.out.find(share) != study.out.rfind(share), study.out);
  BOOST_TEST(!study.says("claim before"), study.out);  // its rows are those of a run
}

// 3 steps of 0.1 s end one rounding above 0.3 s.
BOOST_AUTO_TEST_CASE(a_window_ends_where_the_next_one_begins) {
  const Workplace place;
  place.write("steps.scene",
              "experiment e {\nworld planar { particle p { mass = 1 kg; velocity = (1, 0) m/s } }\n"
              "run { step = 0.1 s; duration = 1 s }\nmethod plain = none\nmeasure way = t\n"
              "claim last { value = max(way, plain, until: 0.3 s); near = 0.3 s within 1e-12 s }\n"
              "claim next { value = min(way, plain, after: 0.3 s); near = 0.4 s within 1e-12 s }\n}");
  const Outcome outcome = place.run({"run", "steps.scene"});
  BOOST_TEST(outcome.code == 0, outcome.out);
}

BOOST_AUTO_TEST_CASE(a_sweep_of_one_value_is_drawn) {
  const Workplace place;
  place.write("one.scene", pendulum(ten_steps + plain_method + "sweep one { step = [10 ms] }\n"));
  const Outcome outcome = place.run({"run", "one.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("All as expected."));
  BOOST_TEST(place.has("out/figures/one_drift.svg"));
  BOOST_TEST(!place.has("out/figures/one_drift_map.svg"));
  place.write("map.scene", pendulum(ten_steps + plain_method +
                                    "sweep one { step = [10 ms]; length = [1, 2] m }\nfigure map { kind = heatmap; y = "
                                    "drift; x = one.step }\n"));
  BOOST_TEST(place.run({"run", "map.scene", "--out", "maps"}).code == 0);
  BOOST_TEST(place.has("maps/figures/map.svg"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_sweeps
