// Laws of the state as users write them.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"
#include "tests/cli/runs/swinging_arm.hpp"

namespace perpend::test::of_laws {

using nlohmann::json;

BOOST_AUTO_TEST_SUITE(laws)

// An arm of 1 kg that its stop or its friction holds weighs on its pin as one that is welded.
BOOST_AUTO_TEST_CASE(limits_and_dry_friction_are_part_of_the_reaction_of_their_joint) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    world planar {
      gravity = (0, -10) m/s^2
      for i in 1..3 { body arm[i] = rod(length: 1 m) { mass = 1 kg; at = (0.5, i) m } }
      joint stopped = revolute(world, arm[1]) { at = (0, 1) m; limits = [0, 10] deg }
      joint stuck   = revolute(world, arm[2]) { at = (0, 2) m; friction = 50 N m }
      joint welded  = weld(world, arm[3])     { at = (0, 3) m }
    }
    run { step = 1 ms; duration = 20 ms }
    method projected = post_stabilization
    method exact     = reference
    measure stop   = reaction_torque(stopped)
    measure stick  = reaction_torque(stuck)
    measure weld   = reaction_torque(welded)
    measure upward = y(reaction(stopped))
    claim stop  "by the stop"     { value = final(stop, projected);  near = 5 N m within 1e-9 N m }
    claim stick "by friction"     { value = final(stick, projected); near = 5 N m within 1e-9 N m }
    claim weld  "by the weld"     { value = final(weld, projected);  near = 5 N m within 1e-9 N m }
    claim exact "in the reference" { value = final(stop, exact);     near = 5 N m within 1e-9 N m }
    claim force "and its force"   { value = final(upward, projected); near = 10 N within 1e-9 N }
  })");
  const Outcome outcome = place.run({"run", "scene.scene"});
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
}

// A rod that whirls about its end without gravity: m w^2 r = 1 kg (3 rad/s)^2 0.5 m, whatever turns its velocity.
BOOST_AUTO_TEST_CASE(what_turns_a_velocity_is_in_the_reaction_of_every_method) {
  const Workplace place;
  std::string methods;
  for (const char* method : {"none", "baumgarte(alpha: 10/s, beta: 10/s)", "post_stabilization", "projection", "ggl",
                             "shake", "rattle", "implicit", "runge_kutta", "reference"}) {
    const std::string name = "m" + std::to_string(std::count(methods.begin(), methods.end(), '\n'));
    methods += "method " + name + " = " + method + "; claim " + name + " \"" + name + "\" { value = final(pull, " +
               name + "); near = 4.5 N within 0.05 N }\n";
  }
  place.write("scene.scene", R"(experiment e {
    world planar {
      gravity = (0, 0) m/s^2
      body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; velocity = (0, 1.5) m/s; spin = 3 rad/s }
      joint hip = revolute(world, arm) { at = (0, 0) m }
    }
    run { step = 1 ms; duration = 50 ms }
    measure pull = norm(reaction(hip))
)" + methods + "}");
  const Outcome outcome = place.run({"run", "scene.scene"});
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
}

// Expressions in claims and figures are measured like declared ones, and take no column of the tables.
BOOST_AUTO_TEST_CASE(what_claims_and_figures_compute_has_no_column_of_its_own) {
  const Workplace place;
  place.write("scene.scene",
              world_of("",
                       "  measure turn = angle(hip)\n  figure f { y = [turn, 2 * turn] }\n"
                       "  claim c \"it turns\" { value = max(abs(turn - 1 rad/s * t), plain); below = 1e-6 rad }"));
  const Outcome outcome = place.run({"run", "scene.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  BOOST_TEST(outcome.out.find("turn end [rad]") != std::string::npos, outcome.out);
  BOOST_TEST(outcome.out.find("abs_turn") == std::string::npos, outcome.out);
  const json measures = json::parse(place.read("out/results.json"))["runs"][0]["measures"];
  BOOST_TEST(measures["abs_turn_1_rad_s_t"]["is_of_query"] == true);
  BOOST_TEST(measures["2_turn"]["is_of_query"] == true);
  BOOST_TEST(!measures["turn"].contains("is_of_query"));
  BOOST_TEST(place.read("out/series.csv").find("abs_turn_1_rad_s_t") != std::string::npos);
}

// Stiffness, damping and rest as laws are the force that they say: runs are the same, step by step.
BOOST_AUTO_TEST_CASE(springs_and_dampers_take_laws_for_each_of_their_numbers) {
  const Workplace place;
  const auto trajectory = [&](const std::string& elements) {
    place.write("scene.scene",
                "experiment x {\n  fn k(x) = 40 N/m + 30 N/m^2 * x\n  fn c() = 2 N s/m * exp(-t / 1 s)\n"
                "  fn turning() = 3 N m * (1 + angle(hip)^2)\n  world planar {\n"
                "    particle a { mass = 1 kg; at = (1.2, 0) m }\n    particle b { mass = 1 kg; at = (0, 2) m }\n"
                "    body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = 1 rad/s; velocity = (0, 0.5) "
                "m/s }\n    " +
                    elements +
                    "\n  }\n  run { step = 1 ms; duration = 0.2 s }\n  method plain = none\n"
                    "  measure e = x(position(a)) + y(position(b)) + angle(hip) * 1 m\n}\n");
    const Outcome outcome = place.run({"run", "scene.scene", "--out", "out", "--quiet"});
    BOOST_TEST(outcome.code == 0, outcome.err);
    return place.json("out/results.json")["runs"][0]["trajectory_hash"];
  };
  BOOST_TEST(
      trajectory("joint hip = revolute(world, arm) { at = (0, 0) m; stiffness = turning(); rest = 0.2 + t / 1 s; "
                 "damping = 0.1 N m s * abs(rate(hip)) * 1 s }\n"
                 "force pull = spring(world, a) { stiffness = k(span); rest = 1 m + 0.1 m/s * t }\n"
                 "force drag = damper(world, b) { damping = c() }") ==
      trajectory("joint hip = revolute(world, arm) { at = (0, 0) m }\n"
                 "force turns = motor(hip, torque: -(turning() * (angle(hip) - (0.2 + t / 1 s)) + 0.1 N m s * "
                 "abs(rate(hip)) * 1 s * rate(hip)))\n"
                 "force pull = spring(world, a) { force = k(span) * (span - (1 m + 0.1 m/s * t)) }\n"
                 "force drag = damper(world, b) { force = c() * span_rate }"));
}

// At the start these laws have the values of the numbers, and their derivatives there add nothing: K and D are the
// same, and so are the limits of stability that they set.
BOOST_AUTO_TEST_CASE(certificates_take_stiffness_and_damping_from_the_derivatives_of_laws) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    param law = 0
    world planar {
      particle a { mass = 1 kg; at = (1, 0) m }
      body arm = rod(length: 1 m) { mass = 1 kg; at = (5.5, 0) m }
      joint rail = point_on_line(world, a) { axis = (1, 0); at = (1, 0) m }
      if law == 1 {
        force s = spring(world, a) { stiffness = 400 N/m + 50 N/m^2 * (span - 1 m); rest = 1 m }
        force c = damper(world, a) { damping = 3 N s/m * (1 + (span - 1 m) / 1 m) }
        joint hip = revolute(world, arm) { at = (5, 0) m; stiffness = 30 N m * (1 + angle(hip)); damping = 0.4 N m s * (1 + rate(hip) * 1 s) }
      } else {
        force s = spring(world, a) { stiffness = 400 N/m; rest = 1 m }
        force c = damper(world, a) { damping = 3 N s/m }
        joint hip = revolute(world, arm) { at = (5, 0) m; stiffness = 30 N m; damping = 0.4 N m s }
      }
    }
    run { step = 1 ms; duration = 10 ms }
    method plain = none
    claim limit "the limit" { value = stability_limit(plain, parameter: step); near = 0.0927808556 s within 1e-10 s }
  })");
  const auto claim_of = [&](const char* law) {
    return json::parse(place.run({"run", "scene.scene", "--set", law, "--format", "json"}).out)["claims"][0];
  };
  const json numbers = claim_of("law = 0"), laws = claim_of("law = 1");
  BOOST_TEST(numbers["status"] == "reproduced", numbers.dump());
  BOOST_TEST(numbers == laws, laws.dump());
}

// v' = -c(t) v with c = c0 / (1 + t/T) has v = v0 (1 + t/T)^(-c0 T): by a damper, by the damper of a slide, of a hinge,
// between two bodies and of a ball joint; all of mass and inertia 1.
BOOST_AUTO_TEST_CASE(dampers_that_change_with_time_agree_with_a_closed_form) {
  const Workplace place;
  const char* claims = R"(
  run { step = 1 ms; duration = 1 s }
  method exact = reference
)";
  place.write("planar.scene", std::string(R"(experiment x {
    fn fading() = 3/s / (1 + t / 1 s)
    world planar {
      particle p { mass = 1 kg; at = (5, 0) m; velocity = (1, 0) m/s }
      body q      = disk(radius: 1 m) { mass = 1 kg; at = (0, 3) m; velocity = (1, 0) m/s }
      body hinged = custom(inertia: 1 kg m^2) { mass = 1 kg; at = (0, 6) m; spin = 1 rad/s }
      body free   = custom(inertia: 1 kg m^2) { mass = 1 kg; at = (0, 9) m; spin = 1 rad/s }
      force drag = damper(world, p) { damping = fading() * 1 kg }
      joint rail = prismatic(world, q) { at = (0, 3) m; axis = (1, 0); damping = fading() * 1 kg }
      joint axle = revolute(world, hinged) { at = (0, 6) m; damping = fading() * 1 N m s^2 }
      force turn = angular_damper(world, free) { damping = fading() * 1 N m s^2 }
    })") + claims + R"(
    measure v = x(velocity(p))
    measure w = x(velocity(q))
    measure r = rate(axle)
    measure s = spin(free)
    claim v "damper"         { value = final(v, exact); near = 0.125 m/s   within 1e-9 m/s }
    claim w "slide"          { value = final(w, exact); near = 0.125 m/s   within 1e-9 m/s }
    claim r "hinge"          { value = final(r, exact); near = 0.125 rad/s within 1e-9 rad/s }
    claim s "angular_damper" { value = final(s, exact); near = 0.125 rad/s within 1e-9 rad/s }
  })");
  place.write("spatial.scene", std::string(R"(experiment x {
    fn fading() = 3/s / (1 + t / 1 s)
    world spatial {
      body top = sphere(radius: 1 m) { mass = 2.5 kg; spin = (0, 0, 1) rad/s }
      joint cup = ball(world, top) { at = (0, 0, 0) m; damping = fading() * 1 N m s^2 }
    })") + claims + R"(
    measure s = z(spin(top))
    claim s "ball" { value = final(s, exact); near = 0.125 rad/s within 1e-9 rad/s }
  })");
  for (const char* scene : {"planar.scene", "spatial.scene"}) {
    const Outcome outcome = place.run({"run", scene});
    BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(a_method_without_a_ledger_of_work_says_so_next_to_measures_of_it) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    world planar {
      particle b { mass = 1 kg }
      force push = load(b, force: (1, 0) N)
    }
    run { step = 10 ms; duration = 0.1 s }
    method plain  = none
    method rattle = rattle
    measure paid = energy(kinetic) - work(applied)
    measure root = sqrt(-t / 1 s)
  })");
  const json results = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out);
  const std::string plain = results["runs"][0]["notes"].dump();
  const std::string rattle = results["runs"][1]["notes"].dump();
  const std::string reason = "energy(kinetic) - work(applied); this method keeps no ledger of work";
  BOOST_TEST(plain.find("ledger") == std::string::npos, plain);
  BOOST_TEST(rattle.find(reason) != std::string::npos, rattle);
  BOOST_TEST(rattle.find("sqrt(-t / 1 s);") == std::string::npos, rattle);
}

BOOST_AUTO_TEST_CASE(a_changed_table_is_another_scene) {
  const Workplace place;
  place.write("scene.scene", world_of("force push = load(arm, force: (table(\"push.csv\", t), 0 N))"));
  const auto hash = [&](const std::string& last) {
    place.write("push.csv", "time [s], force [N]\n0, 1\n1, " + last + "\n");
    const json results = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out);
    return results["provenance"]["scene_sha256"].get<std::string>();
  };
  BOOST_TEST(hash("2") != hash("3"));
  BOOST_TEST(hash("2") == hash("2"));
}

BOOST_AUTO_TEST_CASE(a_number_of_a_table_may_have_a_plus) {
  const Workplace place;
  place.write("scene.scene", world_of("force push = load(arm, force: (table(\"push.csv\", t / 1 s) * 1 N, 0 N))"));
  const auto hash = [&](const std::string& text) {
    place.write("push.csv", text);
    const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
    return outcome.out.empty() ? outcome.err
                               : json::parse(outcome.out)["runs"][0]["trajectory_hash"].get<std::string>();
  };
  const std::string expected = hash("0, 1\n2, 2e+3\n");
  BOOST_TEST(hash("+0, +1\n+2, +2e+3\n") == expected);
  BOOST_TEST(hash("x,f\n+0,+1\n+2;+2E3\n") == expected);
  for (const char* wrong : {"+-1", "++1", "+", "+inf", "+ 1", "-+1"})
    BOOST_TEST(hash(std::string("0, 1\n2, ") + wrong + "\n").find("is not a finite number") != std::string::npos,
               wrong);
}

// The power of the law over the run is the energy that the rod gains. Along the reference only the trapezoidal rule of
// the work is off: by (1 ms)^2 / 12 times the change of the power's rate, below 1e-4 of it with frequencies below 10
// rad/s.
BOOST_AUTO_TEST_CASE(the_work_of_a_law_is_the_energy_that_the_mechanism_gains) {
  const Workplace place;
  place.write("scene.scene",
              world_of("force pd = motor(hip, torque: 2 N m * (0.3 - angle(hip)) - 0.1 N m s * rate(hip))",
                       "method exact = reference\nmeasure done = work_of(pd)\nmeasure gained = "
                       "energy_error"));
  const json results = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out);
  const json& measures = results["runs"][1]["measures"];
  const double done = measures["done"]["final"], gained = measures["gained"]["final"];
  BOOST_TEST(std::abs(done) > 1e-3);
  BOOST_TEST(std::abs(done - gained) < 1e-4 * std::abs(done));
}

BOOST_AUTO_TEST_CASE(the_same_law_as_joint_spring_and_as_motor_moves_alike) {
  const Workplace place;
  const auto final_angle = [&](const std::string& elements) {
    place.write("scene.scene",
                "experiment x { world planar { body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) "
                "m; spin = 1 rad/s; velocity = (0, 0.5) m/s }\n" +
                    elements +
                    "\n} run { step = 1 ms; duration = 0.5 s }\nmethod plain = none\nmeasure a = "
                    "angle(arm)\n}");
    const json results = json::parse(place.run({"run", "scene.scene", "--format", "json"}).out);
    return results["runs"][0]["measures"]["a"]["final"].get<double>();
  };
  const double spring =
      final_angle("joint hip = revolute(world, arm) { at = (0, 0) m; stiffness = 3 N m; damping = 0.2 N m s }");
  const double motor = final_angle(
      "joint hip = revolute(world, arm) { at = (0, 0) m }\nforce f = motor(hip, torque: -3 N m * angle(hip) - 0.2 N m "
      "s * rate(hip))");
  BOOST_TEST(std::abs(spring - motor) < 1e-13);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_laws
