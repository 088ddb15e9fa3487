// A law that has no value is named with its place, the step and the time, whatever asked for it.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"
#include "tests/cli/runs/swinging_arm.hpp"

namespace perpend::test::of_law_faults {

using nlohmann::json;

BOOST_AUTO_TEST_SUITE(law_faults)

BOOST_AUTO_TEST_CASE(a_law_that_stops_being_a_number_names_the_step_the_force_and_the_expression) {
  const Workplace place;
  // angle - 11 ms * 1 rad/s is below 0 from step 12 on, and the root of it not a number.
  place.write("scene.scene", world_of("force bad = motor(hip, torque: 1 N m * sqrt(11.5 ms * 1 /s - t * 1 /s))"));
  const Outcome early = place.run({"run", "scene.scene"});
  BOOST_TEST(early.code != 0);  // of t alone: known before the run
  BOOST_TEST(early.err.find("is not a number at t = ") != std::string::npos, early.err);
  place.write("scene.scene", world_of("force bad = motor(hip, torque: 1e-9 N m * sqrt(0.0115 - angle(hip)))"));
  const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
  const json run = json::parse(outcome.out)["runs"][0];
  BOOST_TEST(run["status"] == "not_finite");
  const std::string message = run["message"];
  BOOST_TEST(message.find("at step 13 (t = 0.012 s): the law of 'bad' is not finite (nan): 1e-9 N m * "
                          "sqrt(0.0115 - angle(hip))") != std::string::npos,
             message);
}

// The rod falls through -1 rad: from there on the root of (angle + 1 rad) is not a number, and where it has come back
// up, it is one again.
BOOST_AUTO_TEST_CASE(a_measure_that_is_not_finite_for_a_while_is_named_and_confirms_no_claim) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    world planar {
      gravity = (0, -9.81) m/s^2
      body b = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
      joint pin = revolute(world, b) { at = (0, 0) m }
    }
    run { step = 10 ms; duration = 1.8 s }
    method post = post_stabilization
    measure e = sqrt(1 + angle(b) / 1 rad)
    measure f = 1 m/s * 1 s / (y(position(b)) / 1 m)
    measure fine = max_abs(impulse(pin))
    claim largest "where it is a number it is at most 1" { value = max(e, post); in = [0, 10] }
    claim pole "an infinite maximum confirms nothing" { value = max(f, post); above = 0 m }
    claim last "at the end it is a number" { value = final(e, post); in = [0, 10] }
  })");
  const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
  BOOST_TEST(outcome.code == 1, outcome.err);
  const json results = json::parse(outcome.out);
  const std::string notes = results["runs"][0]["notes"].dump();
  BOOST_TEST(notes.find("measure 'e' is not finite at ") != std::string::npos, notes);
  BOOST_TEST(notes.find("first at step 38 (t = 0.38 s): sqrt(1 + angle(b) / 1 rad)") != std::string::npos, notes);
  BOOST_TEST(
      notes.find("measure 'f' is not finite at 1 of 181 instants, first at step 0 (t = 0 s)") != std::string::npos,
      notes);
  BOOST_TEST(notes.find("'fine'") == std::string::npos, notes);
  BOOST_TEST(results["claims"][0]["status"] == "undecided");
  BOOST_TEST(results["claims"][1]["status"] == "undecided");
  BOOST_TEST(results["claims"][2]["status"] == "reproduced");
}

BOOST_AUTO_TEST_CASE(methods_that_read_laws_within_a_step_name_the_law_too) {
  const Workplace place;
  place.write("scene.scene", world_of("force bad = motor(hip, torque: 1e-9 N m * sqrt(0.0115 - angle(hip)))",
                                      "  method rk = runge_kutta\n  method exact = reference"));
  const json runs = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out)["runs"];
  // The first stage of order 8 beyond the middle of a step is at 0.6513 of it; the reference looks at the middle first.
  for (const auto& [i, time] : {std::pair{1, "0.0116512821"}, std::pair{2, "0.0115"}}) {
    BOOST_TEST(runs[i]["status"] == "not_finite");
    const std::string message = runs[i]["message"];
    BOOST_TEST(message == "in step 12, at t = " + std::string(time) +
                              " s: the law of 'bad' is not finite (nan): 1e-9 N m * sqrt(0.0115 - angle(hip)) "
                              "(scene.scene:5)",
               message);
  }
}

// The velocity passes 1.157 m/s within step 12. Each of these methods evaluates the law on the way.
BOOST_AUTO_TEST_CASE(a_law_of_rates_that_has_no_value_within_a_step_is_named_with_its_place_and_time) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    world planar {
      body b = disk(radius: 0.1 m) { mass = 1 kg }
      force push = load(b, force: (100 N, 0 N))
      force bad = load(b, force: (0 N, 1e-6 N * log(1.157 - x(velocity(b)) * 1 s / 1 m)))
    }
    run { step = 1 ms; duration = 0.1 s }
    method rk    = runge_kutta
    method rk4   = runge_kutta(order: 4)
    method b4    = baumgarte(alpha: 1/s, beta: 1/s, quadrature: off, integrator: rk4)
    method exact = reference
    measure e = reference_error(b)
  })");
  const json runs = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out)["runs"];
  for (const json& run : runs) {
    const std::string message = run["message"];
    BOOST_TEST(run["status"] == "not_finite", run["method"]);
    BOOST_TEST(run["steps"] == 11, run["method"]);
    const bool is_in_step =
        message.starts_with("in step 12, at t = 0.01") || message.starts_with("at step 12 (t = 0.012 s)");
    BOOST_TEST(is_in_step, run["method"] << ": " << message);
    BOOST_TEST(message.find(": the law of 'bad' is not finite (nan): (0 N, 1e-6 N * log(1.157 - x(velocity(b)) * 1 s / "
                            "1 m)) (scene.scene:5)") != std::string::npos,
               run["method"] << ": " << message);
    BOOST_TEST(run["notes"].dump().find("did not report convergence") == std::string::npos, run["notes"].dump());
  }
}

// Comments and names of files are no part of what is run.
BOOST_AUTO_TEST_CASE(a_run_of_the_cache_names_laws_where_this_scene_writes_them) {
  const Workplace place;
  const std::string scene = world_of("force bad = motor(hip, torque: 1e-9 N m * sqrt(0.0115 - angle(hip)))",
                                     "  measure e = reference_error(arm)");
  place.write("first.scene", scene);
  place.write("second.scene", "# A line more.\n" + scene);
  const auto run = [&](const std::string& name) {
    return json::parse(place.run({"run", name, "--cache", "cache", "--format", "json"}).out)["runs"][0];
  };
  for (const auto& [name, own, other] :
       {std::tuple("first.scene", "(first.scene:5)", "second"), std::tuple("second.scene", "(second.scene:6)", "first"),
        std::tuple("first.scene", "(first.scene:5)", "second")}) {
    const json made = run(name);
    const std::string message = made["message"], notes = made["notes"].dump();
    BOOST_TEST(message.find(own) != std::string::npos, message);
    BOOST_TEST(notes.find(own) != std::string::npos, notes);
    BOOST_TEST((message + notes).find(other) == std::string::npos, message + notes);
    BOOST_TEST((message + notes).find("[law ") == std::string::npos, message + notes);
  }
}

// The rope is wound up: after half a second nothing is left of it, whatever the method.
BOOST_AUTO_TEST_CASE(a_length_that_falls_to_0_ends_the_run_and_names_the_joint_and_the_time) {
  const Workplace place;
  const auto scene = [](const std::string& length) {
    return "experiment e {\n  world planar {\n    gravity = (0, -9.81) m/s^2\n    body drum = disk(radius: 0.5 m) { "
           "mass = 1 kg; at = (2, 0) m; spin = 2 rad/s }\n    joint axle = revolute(world, drum) { at = (2, 0) m }\n   "
           " "
           "drive turning = angle(axle) { value = 2 rad/s * t }\n    body load = disk(radius: 0.1 m) { mass = 1 kg; at "
           "= (0, -1) m; velocity = (0, 2) m/s }\n    joint rope = distance(world, load) { at_first = (0, 0) m; "
           "at_second = (0, -1) m; length = " +
           length +
           " }\n  }\n  run { step = 10 ms; duration = 1 s }\n  method plain = none\n  method post = "
           "post_stabilization\n  method rk = runge_kutta\n  method exact = reference\n}\n";
  };
  const auto check = [&](const std::string& length) {
    place.write("scene.scene", scene(length));
    const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
    BOOST_TEST(outcome.code == 3, outcome.err);
    const json results = json::parse(outcome.out);
    for (const json& run : results["runs"]) {
      const std::string message = run["message"];
      BOOST_TEST(run["status"] == "not_finite", run["method"] << " " << message);
      BOOST_TEST(run["steps"] == 51, run["method"] << " " << message);
      // A method that reads the length on the way may stop there.
      const bool is_named = message.starts_with("at step 52 (t = 0.52 s): the length of 'rope' is ") ||
                            message.starts_with("in step 52, near t = 0.515 s: the length of 'rope' is 0 m");
      BOOST_TEST(is_named, message);
      BOOST_TEST(message.find(" m, and a distance has no direction at or below 0") != std::string::npos, message);
    }
  };
  check("1.03 m - 2 m/s * t");
  check("1.03 m - 1 m/rad * angle(axle)");
}

BOOST_AUTO_TEST_CASE(a_table_that_is_left_during_the_run_is_named_with_its_range) {
  const Workplace place;
  place.write("push.csv", "time [ms], force [N]\n0, 1\n10, 2\n");
  place.write("scene.scene",
              world_of("force push = load(arm, force: (table(\"push.csv\", t + 0 s * angle(hip) / 1 rad), 0 N))"));
  const json run = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out)["runs"][0];
  const std::string message = run["message"];
  BOOST_TEST(message.find("the law of 'push' is not finite") != std::string::npos, message);
  BOOST_TEST(message.ends_with("; the table 'push.csv' goes from 0 to 0.01 in SI units"), message);
}

BOOST_AUTO_TEST_CASE(a_table_is_read_below_the_scene_and_its_end_is_named) {
  const Workplace place;
  place.write("push.csv", "time [ms], force [N]\n0, 1\n10, 2\n");
  place.write("scene.scene",
              world_of("force push = load(arm, force: (table(\"push.csv\", t), 0 N))", "measure f = 2 * t / 1 s"));
  const Outcome past = place.run({"run", "scene.scene"});
  BOOST_TEST(past.err.find("is not a number at t = ") != std::string::npos, past.err);
  BOOST_TEST(past.err.find("the table 'push.csv' goes from 0 to 0.01 in SI units") != std::string::npos, past.err);
  place.write("scene.scene", world_of("force push = load(arm, force: (table(\"../push.csv\", t), 0 N))"));
  BOOST_TEST(place.run({"run", "scene.scene"}).err.find("outside the folder of the scene") != std::string::npos);
  place.write("push.csv", "0, 1\n2, 2\n1, 3\n");
  place.write("scene.scene", world_of("force push = load(arm, force: (table(\"push.csv\", t / 1 s) * 1 N, 0 N))"));
  const Outcome unsorted = place.run({"run", "scene.scene"});
  BOOST_TEST(unsorted.err.find("line 3 of 'push.csv': 1 does not lie above the number before it") != std::string::npos,
             unsorted.err);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_law_faults
