// What a study finds beyond single runs: fits, claims, errors against costs, and what its page tells of measures.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_findings {

BOOST_AUTO_TEST_SUITE(study_findings)

/// The way fallen is -g h^2 n (n + 1) / 2: a region of g is known in closed form, and the same from both commands.
BOOST_AUTO_TEST_CASE(a_fit_finds_the_gravity_of_a_fall) {
  const Studio studio(
      "experiment fall {\n  param g = 1 m/s^2 { given = false }\n"
      "  world planar { gravity = (0 m/s^2, -g); particle ball { mass = 1 kg; at = (0 m, 0 m) } }\n"
      "  run { step = 1 ms; duration = 0.1 s }\n  method plain = none\n  measure height = y(position(ball))\n"
      "  sweep planets { g = lin_range(5 m/s^2, 15 m/s^2, 101) }\n"
      "  fit gravity \"where did it fall?\" { over = planets; confidence = 0.9\n"
      "    datum way { value = final(height, plain); near = -5 cm within 0.4 cm } }\n"
      "  claim low { value = lowest(gravity.g); above = 8 m/s^2 }\n"
      "  claim high { value = highest(gravity.g); below = 12 m/s^2 }\n}\n");
  const Outcome study = studio.study("study", {"--no-cache", "--jobs", "2"});
  BOOST_TEST(study.code == 0, study.out + study.err);
  BOOST_TEST(study.says("fit gravity: Best of 101 points of sweep planets: g = 9.9 m/s^2."), study.out);
  BOOST_TEST(study.says("claim low: reproduced"), study.out);
  const Outcome run = studio.run({"run", "a.scene", "--out", "run", "--no-cache"});
  BOOST_TEST(run.code == 0, run.out + run.err);
  BOOST_TEST(run.says("Best of 101 points of sweep planets: g = 9.9 m/s^2."), run.out);
  const auto fit = studio.json("run/results.json")["fits"][0];
  const double way_of_one = 1e-6 * 100 * 101 / 2, quantile = 2.705543454095404;  // of chi-squared, 0.9
  const double best = 0.05 / way_of_one, half = std::sqrt(quantile) * 0.004 / way_of_one;
  const auto& extent = fit["region"][0]["extents"][0];
  // Misfits relative to that of the nearest point of the grid, and chords instead of the parabola.
  BOOST_TEST(std::abs(extent["low"].get<double>() - (best - half)) <= 1e-3);
  BOOST_TEST(std::abs(extent["high"].get<double>() - (best + half)) <= 1e-3);
  const auto kept =
      nlohmann::json::parse(studio.rows("study", "select record from fits")[0]["record"].get<std::string>());
  BOOST_TEST(kept == nlohmann::json(fit));
  BOOST_TEST(studio.ask("study", "select key, low_end, high_end from fit_regions") ==
             "key,low_end,high_end\ng,crossing,crossing\n");
  BOOST_TEST(studio.ask("study", "select datum, printed, unit from fit_data") == "datum,printed,unit\nway,-0.05,cm\n");
  for (const char* page : {"study/study.html", "run/report.html"})
    BOOST_TEST(studio.read(page).find("where did it fall?") != std::string::npos, page);
  BOOST_TEST(studio.run({"run", "a.scene", "--no-sweeps", "--out", "none", "--no-cache"})
                 .says("fits left out, for want of sweeps: gravity"));
}

BOOST_AUTO_TEST_CASE(a_fit_of_rows_is_left_to_a_run) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 2 ms; duration = 20 ms }\nmethod held = baumgarte(alpha: alpha)\n"
               "measure drift = max_abs(constraint_error)\nsweep gain { alpha = lin_range(1/s, 40/s, 4) }\n"
               "fit truth { over = gain; datum d { value = at(drift, held, step: 5); near = 0 within 1 mm } }\n"));
  const Outcome study = studio.study("study", {"--no-cache"});
  BOOST_TEST(study.code == 0, study.out + study.err);
  BOOST_TEST(study.says("fit truth: Not fitted: it asks for rows of runs"), study.out);
  const Outcome run = studio.run({"run", "a.scene", "--out", "run", "--no-cache"});
  BOOST_TEST(run.says("Best of 4 points of sweep gain"), run.out + run.err);
}

BOOST_AUTO_TEST_CASE(errors_are_weighed_against_costs) {
  const Studio studio(
      pendulum("run { step = 2 ms; duration = 2 s }\nmethod held = baumgarte(alpha: 10/s)\n"
               "measure drift = max_abs(constraint_error)\nsweep order { step = [4, 2, 1, 0.5] ms }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  const std::string page = studio.read("out/study.html");
  BOOST_TEST(page.find("Pareto front: drift against linear systems solved") != std::string::npos);
  BOOST_TEST(page.find("The error is taken as constraint_error, the first that is recorded") != std::string::npos);
  // One method, whose drift falls with the step: all its settings are on the front.
  const auto rows = studio.rows("out", "select step, work, error, on_front from work_order order by work");
  BOOST_REQUIRE(rows.size() == 4U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    BOOST_TEST(rows[i]["on_front"].get<int>() == 1);
    BOOST_TEST(rows[i]["work"].get<double>() == 500.0 * std::pow(2.0, static_cast<double>(i)));  // one a step
    if (i > 0) BOOST_TEST(rows[i]["error"].get<double>() < rows[i - 1]["error"].get<double>());
  }
  BOOST_TEST(studio.ask("out", "select count(*) from work_seconds_order where cost = 'seconds'") == "count(*)\n4\n");
}

BOOST_AUTO_TEST_CASE(a_sample_of_saltelli_shows_what_matters) {
  const Studio studio(
      pendulum("param drop = 0 m/s\nparam idle = 1\nrun { step = 5 ms; duration = 50 ms }\nmethod plain = none\n"
               "measure drift = max_abs(constraint_error)\n"
               "sweep some { g = saltelli(1 m/s^2, 20 m/s^2, 64); idle = saltelli(1, 2, 64) }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).says("256 of 256 runs"));
  const std::string page = studio.read("out/study.html");
  BOOST_TEST(page.find("Where their variance comes from") != std::string::npos);
  BOOST_TEST(page.find("<td class=\"number\">0.00 \u00b1 0.00</td>") != std::string::npos);  // idle, in total
  BOOST_TEST(page.find("indices are conditional") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(indices_of_a_sample_with_failed_runs_are_said_to_be_conditional) {
  const Studio studio(
      pendulum("param alpha = 1/s\nparam idle = 1\nrun { step = 5 ms; duration = 50 ms }\n"
               "method held = baumgarte(alpha: alpha)\nmeasure drift = max_abs(constraint_error)\n"
               "sweep some { alpha = saltelli(1/s, 3000/s, 64); idle = saltelli(1, 2, 64); expect = any }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  const std::string page = studio.read("out/study.html");
  BOOST_TEST(page.find("indices are conditional") != std::string::npos);
  BOOST_TEST(page.find(" of 64</td>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_measure_below_zero_is_shown_by_its_magnitude) {
  const Studio studio(
      pendulum("param alpha = 1/s\nrun { step = 5 ms; duration = 50 ms }\nmethod held = baumgarte(alpha: alpha)\n"
               "measure drift = max_abs(constraint_error)\nmeasure lost = total_energy - 1000 J\n"
               "sweep gain { alpha = lin_range(1/s, 20/s, 12) }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  const std::string page = studio.read("out/study.html");
  BOOST_TEST(page.find("largest |lost|") != std::string::npos);
  BOOST_TEST(page.find("largest drift") != std::string::npos);
  BOOST_TEST(page.find("largest |drift|") == std::string::npos);
  BOOST_TEST(page.find("order by MAX(ABS(max), ABS(min)) desc") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(claims_over_a_sweep_are_judged) {
  const std::string text = pendulum(
      "param alpha = 10/s\nrun { step = 2 ms; duration = 50 ms }\nmethod held = baumgarte(alpha: alpha)\n"
      "measure drift = max_abs(constraint_error)\nsweep gain { alpha = random(1/s, 40/s, 20) }\n"
      "claim all { value = fraction(drift < 1 m, held, over: gain); is = 1 }\n"
      "claim sure { value = fraction(drift < 1 m, held, over: gain, confidence: 0.9); above = 0.9; expect = undecided "
      "}\n"
      "claim middle { value = median(drift, held, over: gain) / quantile(drift, held, over: gain, share: 0.9); in = "
      "[0, "
      "1] }\nclaim main { value = max(drift, held); below = 1 m }\n");
  const Studio studio(text);
  const Outcome study = studio.study("out", {"--no-cache"});
  BOOST_TEST(study.code == 0, study.err);
  BOOST_TEST(study.says("claim all: reproduced"), study.out);
  BOOST_TEST(studio.run({"run", "a.scene", "--out", "run", "--quiet"}).code == 0);
  // A study leaves out what asks of a run outside of its sweeps, and agrees with a run on the rest.
  const auto rows = studio.rows("out", "select claim, status, lower, upper from claims order by claim");
  BOOST_TEST(rows.size() == 3U);
  for (const auto& claim : studio.json("run/results.json")["claims"])
    for (const auto& row : rows)
      if (row["claim"] == claim["id"])
        BOOST_TEST((row["status"] == claim["status"] && row["lower"] == claim["lo"] && row["upper"] == claim["hi"]));
  BOOST_TEST(studio.read("out/study.html").find("id=\"claims\"") != std::string::npos);
  std::string wrong = text;
  wrong.replace(wrong.find("expect = undecided"), 18, "expect = reproduced");
  studio.write("a.scene", wrong);
  const Outcome unexpected = studio.study("out", {"--no-cache"});
  BOOST_TEST(unexpected.code == 1);
  BOOST_TEST(unexpected.says("20 kept, 0 from the cache, 0 made"), unexpected.out);
  BOOST_TEST(content_of(unexpected) == content_of(studio.study("fresh", {"--no-cache"})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_study_findings
