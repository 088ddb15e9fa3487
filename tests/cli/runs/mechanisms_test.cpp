// Unusual mechanisms and experiments that are right, and what the program makes of them.
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "tests/cli/program.hpp"

namespace perpend::test::of_mechanisms {
namespace {

using nlohmann::json;

json results_of(const std::string& scene, int expected_code = 0) {
  const Workplace place;
  place.write("scene.scene", scene);
  const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
  BOOST_TEST(outcome.code == expected_code, outcome.err);
  return json::parse(outcome.out);
}

const std::string every_method = R"(
method plain = none
method feedback = baumgarte(alpha: 1/s)
method erp = erp(erp: 0.2)
method implicit = implicit
method post = post_stabilization
method projected = projection
method exact = reference
)";

BOOST_AUTO_TEST_SUITE(mechanisms)

BOOST_AUTO_TEST_CASE(without_joints_or_forces_a_body_goes_straight_under_every_method) {
  const json results = results_of(
      "experiment free { world planar { body puck = disk(radius: 1 m) { mass = 1 kg; velocity = (1, 0) m/s } }\n" +
      ten_steps + every_method + "measure x = x(position(puck))\nmeasure off = reference_error(puck)\n}");
  BOOST_REQUIRE_EQUAL(results["runs"].size(), 7U);
  for (const json& run : results["runs"]) {
    const double x = run["measures"]["x"]["final"];
    BOOST_TEST(std::abs(x - 0.1) < 1e-15);  // ten sums of 0.01, each rounded
    BOOST_TEST(run["measures"]["off"]["max"].get<double>() < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(a_fixed_body_guides_another) {
  const json results = results_of(
      pendulum("verify { rank = full }\n" + ten_steps + plain_method,
               "fixed rail = box(size: (1, 1) m) { at = (3, 0) m }\nparticle bead { mass = 1 kg; at = (4, 0) m }\n"
               "joint slide = point_on_line(rail, bead) { axis = (1, 1); at = (4, 0) m }"));
  BOOST_TEST(results["runs"][0]["status"] == "completed");
}

/// Explicit in the velocity: each step leaves 1 - h c / I of it, of a solid ball with I = 2/5 m r^2.
BOOST_AUTO_TEST_CASE(the_damping_of_a_ball_joint_and_a_damper_of_its_own_slow_a_ball_as_known) {
  for (const char* brake : {"joint pin = ball(world, top) { at = (0, 0, 0) m; damping = 2 N*m*s }",
                            "joint pin = ball(world, top) { at = (0, 0, 0) m }\n"
                            "force brake = angular_damper(top, world) { damping = 2 N*m*s }"}) {
    const json results = results_of(
        "experiment top { world spatial { body top = sphere(radius: 1 m) { mass = 1 kg; "
        "spin = (1, 2, 3) rad/s }\n" +
        std::string(brake) + " }\n" + ten_steps + "method plain = none\nmeasure e = energy(kinetic)\n}");
    const double left = results["runs"][0]["measures"]["e"]["final"];
    BOOST_TEST(std::abs(left - 0.2 * 14.0 * std::pow(1.0 - 0.01 * 2.0 / 0.4, 20)) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(a_damper_that_would_turn_a_particle_is_refused) {
  const Workplace place;
  place.write("p.scene",
              "experiment p { world spatial { particle p { mass = 1 kg; at = (1, 0, 0) m }\n"
              "joint pin = ball(world, p) { at = (1, 0, 0) m; damping = 2 N*m*s } }\n" +
                  ten_steps + "method plain = none\n}");
  const Outcome outcome = place.run({"check", "p.scene"});
  BOOST_TEST(outcome.code != 0);
  BOOST_TEST(outcome.complains("the particle 'p' does not turn"), outcome.err + outcome.out);
}

BOOST_AUTO_TEST_CASE(a_scene_without_measures_shows_drift_and_energy) {
  const json results = results_of(pendulum(ten_steps + "method plain = none"));
  BOOST_TEST(results["runs"][0]["measures"].contains("drift"));
  BOOST_TEST(results["runs"][0]["measures"].contains("energy"));
}

BOOST_AUTO_TEST_CASE(a_joint_that_turns_too_far_in_a_step_for_its_turns_to_be_counted_is_named) {
  const auto notes = [](const std::string& spin) {
    const json results = results_of(
        "experiment fast { world spatial { body wheel = cylinder(radius: 0.5 m, length: 0.1 m) { mass = 1 kg; spin = "
        "(" +
        spin + ", 0 rad/s, 0 rad/s) }\njoint axle = revolute(world, wheel) { axis = (1, 0, 0); at = (0, 0, 0) m } }\n" +
        ten_steps + plain_method + "measure turn = joint_angle(axle)\n}");
    return results["runs"][0]["notes"].dump();
  };
  BOOST_TEST(notes("100 rad/s").find("whole turns") == std::string::npos);
  const std::string fast = notes("200 rad/s");
  BOOST_TEST(fast.find("joint 'axle' turns by up to 0.32 of a turn in step 1") != std::string::npos, fast);
}

BOOST_AUTO_TEST_CASE(redundant_joints_stop_the_run_by_name) {
  const json results =
      results_of(pendulum(ten_steps + plain_method, "joint spare = revolute(world, bob) { at = (0, 0) m }"), 3);
  const json& run = results["runs"][0];
  BOOST_TEST(run["status"] == "singular");
  const std::string message = run["message"];
  BOOST_TEST(message.find("spare row 1, spare row 2 follow from the others") != std::string::npos, message);
  BOOST_TEST(message.find("rank = deficient") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(redundant_joints_that_are_meant_run_and_have_a_reference) {
  const json results = results_of(pendulum("verify { rank = deficient }\n" + ten_steps + plain_method +
                                               "method post = post_stabilization\nmethod exact = reference\n"
                                               "measure off = reference_error(bob)",
                                           "joint spare = revolute(world, bob) { at = (0, 0) m }"));
  for (const json& run : results["runs"]) BOOST_TEST(run["status"] == "completed");
  const json alone = results_of(pendulum(ten_steps + plain_method + "measure off = reference_error(bob)"));
  const double with_spare = results["runs"][0]["measures"]["off"]["max"];
  const double without = alone["runs"][0]["measures"]["off"]["max"];
  // The second pin changes the rounding only: twice as many rows, errors of some 1e-16 m a step.
  BOOST_TEST(std::abs(with_spare - without) < 1e-13);
}

BOOST_AUTO_TEST_CASE(a_reference_with_other_options_does_not_carry_the_accuracy_of_the_default_one) {
  const json results =
      results_of(pendulum(ten_steps + "method exact = reference\nmethod coarse = reference(tolerance: 1e-7)\n" +
                          "measure off = reference_error(bob)"));
  BOOST_TEST(results["runs"][0]["notes"].dump().find("a second run of other order") != std::string::npos);
  BOOST_TEST(results["runs"][1]["notes"].dump().find("a second run of other order") == std::string::npos);
  BOOST_TEST(results["runs"][1]["notes"].dump().find("not checked by a second run") != std::string::npos);
  BOOST_TEST(results["runs"][1]["measures"]["off"]["max"] > 0.0);
}

BOOST_AUTO_TEST_CASE(the_limit_of_a_gain_needs_a_step) {
  const std::string before =
      "experiment limit { linear { mass = [1, 1] kg; B = [[1, 0]] }\nmethod b = baumgarte(alpha: 10/s)";
  const std::string after =
      "\nclaim c \"limit\" { value = stability_limit(b, parameter: alpha); in = [199/s, 201/s] }\n}";
  const json without = results_of(before + after, 1);
  BOOST_TEST(without["claims"][0]["status"] == "undecided");
  BOOST_TEST(without["claims"][0]["reason"].get<std::string>().find("no step is given") != std::string::npos);
  BOOST_TEST(results_of(before + " { step = 10 ms }" + after)["claims"][0]["status"] == "reproduced");
}

BOOST_AUTO_TEST_CASE(a_reference_of_too_many_bodies_says_so) {
  const std::string crowd =
      "experiment crowd { world planar { for i in 1..201 { particle p[i] { mass = 1 kg } \n body b[i] = disk(radius: 1 "
      "m) { mass = 1 kg } } }\n" +
      ten_steps + "method plain = none\nmeasure off = reference_error(b[1])\n";
  const json results = results_of(crowd + "}");
  BOOST_TEST(results["runs"][0]["measures"]["off"]["max"] == "nan");
  BOOST_TEST(results["runs"][0]["notes"].dump().find("reference_error has no value") != std::string::npos);
  BOOST_TEST(results["runs"][0]["notes"].dump().find("takes at most") != std::string::npos);
  const Outcome refused = run_text(crowd + "method exact = reference\n}");
  BOOST_TEST(refused.code == 3);  // the other method runs
  BOOST_TEST(refused.complains("takes at most"), refused.err);
  const Outcome none_left = run_text(crowd.substr(0, crowd.find("method plain")) + "method exact = reference\n}");
  BOOST_TEST(none_left.code == 2);
  BOOST_TEST(none_left.complains("takes at most"), none_left.err);
}

BOOST_AUTO_TEST_CASE(a_step_that_does_not_divide_the_duration_is_said) {
  const json results = results_of(
      pendulum("run { step = 30 ms; duration = 0.1 s }\n" + plain_method + "method fine = none { step = 20 ms }"));
  BOOST_TEST(results["runs"][0]["steps"] == 3);
  BOOST_TEST(results["runs"][0]["notes"].dump().find("ends at 0.09 s") != std::string::npos);
  BOOST_TEST(results["runs"][1]["steps"] == 5);  // 0.1 / 0.02 is 5 only up to rounding
  BOOST_TEST(results["runs"][1]["notes"].dump().find("ends at") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_may_stop_early) {
  const json results =
      results_of(pendulum("run { step = 10 ms; duration = 1 s; stop_when = drift > 1 mm }\n" + plain_method));
  const json& run = results["runs"][0];
  const int steps = run["steps"];
  BOOST_TEST(steps < 100);
  BOOST_TEST(run["status"] == "completed");
  BOOST_TEST(run["measures"]["drift"]["final"].get<double>() > 1e-3);
  BOOST_TEST(run["notes"].dump().find("stopped by stop_when at step " + std::to_string(steps)) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_reference_that_passes_events_lists_them_and_says_where_it_ends) {
  const auto notes_of = [](const std::string& friction) {
    const json results = results_of(
        "experiment x { world planar { gravity = (0, -10) m/s^2\nbody ball = disk(radius: 5 cm) { mass = 1 kg; at = "
        "(0, "
        "1.05) m; velocity = (0.1, 0) m/s }\nfixed floor = halfplane(point: (0, 0), normal: (0, 1))\ncontacts { "
        "restitution = 0.5; friction = " +
        friction +
        " } }\nrun { step = 1 ms; duration = 0.6 s }\nmethod lcp = stabilized_lcp\nmeasure error = "
        "reference_error(ball) }");
    const json& run = results["runs"][0];
    return std::make_pair(run["notes"].dump(), run["measures"]["error"]["final"].is_number());
  };
  const auto [smooth, smooth_has_value] = notes_of("0");
  BOOST_TEST(
      smooth.find("the reference locates 1 event: 'ball' and 'floor' bounce at t = 0.447213595 s") != std::string::npos,
      smooth);
  BOOST_TEST(smooth_has_value);
  const auto [rough, rough_has_value] = notes_of("0.4");
  BOOST_TEST(
      rough.find("the reference locates 1 event: 'ball' and 'floor' bounce at t = 0.447213595 s") != std::string::npos,
      rough);
  BOOST_TEST(rough_has_value);
}

BOOST_AUTO_TEST_CASE(a_reference_whose_laws_leave_the_motion_open_says_from_when_on) {
  const json results = results_of(
      "experiment x { world planar { gravity = (0, -10) m/s^2\nbody egg = ellipse(semi_axes: (20, 10) cm) { mass = 1 "
      "kg; at = (0, 0.3) m }\nfixed floor = halfplane(point: (0, 0), normal: (0, 1))\ncontacts { friction = 0.3 } "
      "}\nrun { step = 1 ms; duration = 0.5 s }\nmethod lcp = stabilized_lcp\nmethod exact = reference\nmeasure error "
      "= reference_error(egg) }",
      3);
  const json& run = results["runs"][0];
  BOOST_TEST(run["notes"].dump().find("reference_error holds to t = 0.2 s, step 200: then 'egg' and 'floor' touch") !=
                 std::string::npos,
             run["notes"].dump());
  BOOST_TEST(run["measures"]["error"]["final"] == "nan");
  const json& exact = results["runs"][1];
  BOOST_TEST(exact["status"] == "reference_ends");
  BOOST_TEST(exact["steps"] == 200);
  BOOST_TEST(!exact["as_expected"].get<bool>());
  BOOST_TEST(exact["message"].get<std::string>().starts_with("the motion is known to t = 0.2 s, step 200: then"));
}

// The block of the cone: 2 kg, 20 N on two corners, 0.3 of it as friction until it stops at 1/3 s.
BOOST_AUTO_TEST_CASE(the_reference_as_a_method_slides_sticks_and_gives_the_forces_of_contacts) {
  const json results = results_of(
      "experiment x { world planar { gravity = (0, -10) m/s^2\nbody b = box(size: (0.2, 0.1) m) { mass = 2 kg; at = "
      "(0, 0.05) m; velocity = (1, 0) m/s }\nfixed floor = halfplane(point: (0, 0), normal: (0, 1))\ncontacts { "
      "friction = 0.3 }\ncontact foot = between(floor, b) }\nrun { step = 1 ms; duration = 0.5 s }\nmethod exact = "
      "reference\nmeasure push = contact_impulse(foot)\nmeasure x = x(position(b)) }");
  const json& run = results["runs"][0];
  BOOST_TEST(run["status"] == "completed");
  BOOST_TEST(std::abs(run["measures"]["push"]["max"].get<double>() - 0.02) < 1e-12);
  BOOST_TEST(std::abs(run["measures"]["push"]["min"].get<double>() - 0.02) < 1e-12);
  BOOST_TEST(std::abs(run["measures"]["x"]["final"].get<double>() - 1.0 / 6.0) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_condition_that_stops_a_run_may_read_signals_of_a_step) {
  const auto steps_of = [](const std::string& condition) {
    const json results =
        results_of(pendulum("run { step = 10 ms; duration = 1 s; stop_when = " + condition + " }\n" + plain_method));
    return results["runs"][0]["steps"].get<int>();
  };
  BOOST_TEST(steps_of("t > 0.2 s and max_abs(constraint_error) > 0") == 21);
  BOOST_TEST(steps_of("t == 0.3 s within 1 ms") == 30);
  BOOST_TEST(steps_of("norm(reaction(pin)) >= 0") == 1);  // known from the first step on
  BOOST_TEST(steps_of("norm(reaction(pin)) < 0") == 100);
}

BOOST_AUTO_TEST_CASE(a_condition_on_what_is_not_a_number_is_noted_and_does_not_stop_the_run) {
  const auto run_of = [](const std::string& condition) {
    const json run = results_of(
        pendulum("run { step = 10 ms; duration = 1 s; stop_when = " + condition + " }\n" + plain_method))["runs"][0];
    return std::pair(run["steps"].get<int>(), run["notes"].dump());
  };
  const char* words = "stop_when compares something that is not a number at step 31";
  const auto [all, first] = run_of("sqrt(0.305 - t / 1 s) > 9");
  BOOST_TEST(all == 100);
  BOOST_TEST(first.find(words) != std::string::npos, first);
  const auto [some, both] = run_of("not (sqrt(0.305 - t / 1 s) < 9) and t > 0.5 s");
  BOOST_TEST(some == 51);
  BOOST_TEST(both.find(words) != std::string::npos, both);
  // Each operation of a condition counts, and looking for such numbers more than doubles them.
  std::string sum = "t / 1 s";
  for (int i = 0; i < 11; ++i) sum = "(" + sum + " + " + sum + ")";
  const auto [long_one, unseen] = run_of(sum + " < 0 and sqrt(0.305 - t / 1 s) > 9");
  BOOST_TEST(long_one == 100);
  BOOST_TEST(unseen.find("stop_when is too long for a note") != std::string::npos, unseen);
  const auto [none, quiet] = run_of("norm(reaction(pin)) < 0");
  BOOST_TEST(none == 100);
  BOOST_TEST(quiet.find("not a number") == std::string::npos, quiet);
}

BOOST_AUTO_TEST_CASE(a_grid_runs_every_point_under_every_method) {
  const json results = results_of(pendulum(
      ten_steps + plain_method +
      "method post = post_stabilization\nsweep grid { step = [10 ms, 5 ms]; g = [0 m/s^2, 5 m/s^2, 10 m/s^2] }\n"
      "figure map { y = drift; kind = heatmap; sweep = grid }\n"
      "claim still \"without gravity nothing drifts\" { value = max(drift, plain, sweep: grid, step: 5 ms, g: 0 "
      "m/s^2); below = 1e-15 m }\n"
      "claim moves \"with gravity it does\" { value = max(drift, plain, sweep: grid, step: 5 ms, g: 10 m/s^2); above = "
      "1e-6 m }"));
  const json& points = results["sweeps"][0]["points"];
  BOOST_REQUIRE_EQUAL(points.size(), 6U);
  for (const json& point : points) {
    BOOST_REQUIRE_EQUAL(point["runs"].size(), 2U);
    BOOST_TEST(point["runs"][0]["steps"] == (point["coordinates"][0] == 0.01 ? 10 : 20));
  }
  BOOST_TEST(points[1]["coordinates"][1] == 5.0);  // the last axis runs fastest
}

BOOST_AUTO_TEST_CASE(a_load_follows_its_expression_of_time) {
  // m x'' = F cos(w t) from rest: x = F / (m w^2) (1 - cos(w t)).
  const json results = results_of(
      "experiment pushed { world planar { particle puck { mass = 2 kg }\n"
      "force push = load(puck, force: (4 N * cos(3 rad/s * t), 0 N)) }\nrun { step = 1 ms; duration = 1 s }\n"
      "method exact = reference\nmeasure x = x(position(puck))\n}");
  const double x = results["runs"][0]["measures"]["x"]["final"];
  BOOST_TEST(std::abs(x - 4.0 / (2.0 * 9.0) * (1.0 - std::cos(3.0))) < 1e-9);  // what a reference promises
}

BOOST_AUTO_TEST_CASE(ten_thousand_links_run_with_their_certificates) {
  const auto start = std::chrono::steady_clock::now();
  const json results = results_of(R"(experiment chain {
  let l = 0.1 m
  world planar {
    gravity = (0, -9.81) m/s^2
    for i in 1..10000 { body link[i] = rod(length: l) { mass = 1 kg; at = ((i - 0.5) * l, 0 m) } }
    joint pin[1] = revolute(world, link[1]) { at = (0, 0) m }
    for i in 2..10000 { joint pin[i] = revolute(link[i-1], link[i]) { at = ((i - 1) * l, 0 m) } }
  }
  run { step = 1 ms; duration = 3 ms }
  method plain = none
  method post = post_stabilization
})");
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  BOOST_TEST(elapsed.count() < 10.0 * slowdown);  // half a second here; minutes if anything grew with the square
  for (const json& run : results["runs"])
    for (const json& group : run["certificates"]["groups"]) {
      BOOST_TEST(group["refuted"] == 0);
      BOOST_TEST(group["undecided"] == 0);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_mechanisms
