// Laws of the state as users write them, and what is wrong is said.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_laws {
namespace {

using nlohmann::json;

std::string world_of(const std::string& elements, const std::string& rest = "") {
  return "experiment x {\n  world planar {\n    body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = 1 "
         "rad/s; velocity = (0, 0.5) m/s }\n    joint hip = revolute(world, arm) { at = (0, 0) m }\n    " +
         elements + "\n  }\n  run { step = 1 ms; duration = 20 ms }\n  method plain = none\n" + rest + "\n}\n";
}

}  // namespace

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

BOOST_AUTO_TEST_CASE(a_reference_locates_where_laws_change_and_says_where_it_does_not) {
  const auto notes = [](const std::string& torque) {
    const Workplace place;
    place.write("scene.scene", world_of("force kick = motor(hip, torque: " + torque + ")",
                                        "  method exact = reference\n  measure e = reference_error(arm)"));
    const Outcome outcome = place.run({"run", "scene.scene"});
    BOOST_TEST(outcome.code == 0, outcome.err);
    return outcome.out;
  };
  const auto has = [&](const std::string& torque, const std::string& words) {
    const std::string all = notes(torque);
    BOOST_TEST(all.find(words) != std::string::npos, all);
  };
  has("(if t < 11.3 ms then 1 N m else 3 N m)", "the law of 'kick' changes at t = 0.0113 s");
  has("1 N m * abs(angle(hip) - 0.01 rad)", "the law of 'kick' changes at t = ");
  has("1 N m * norm((angle(hip) - 0.01 rad, 0))", "the law of 'kick' changes at t = ");
  has("1 N m * asin(sin(150 / 1 s * t))", "the law of 'kick' changes at t = 0.010471975");
  for (const char* smooth : {"1 N m * sin(rate(hip) * 1 s)", "(if rate(hip) == 1.05 rad/s then 1 N m else 2 N m)"})
    BOOST_TEST(notes(smooth).find("the law of 'kick'") == std::string::npos, smooth);
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

// A stop of 1e12 N m/rad swings back within 1 us, which no extrapolation over 1 ms follows.
BOOST_AUTO_TEST_CASE(a_reference_that_a_stiff_stop_ends_says_so) {
  const Workplace place;
  place.write("scene.scene",
              world_of("force stop = motor(hip, torque: -1e12 N m * max(angle(hip) - 0.005 rad, 0))",
                       "  method exact = reference { expect = any }\n  measure e = reference_error(arm)"));
  const std::string out = place.run({"run", "scene.scene"}).out;
  BOOST_TEST(
      out.find("reference_error holds to t = 0.005 s, step 5: then at step 6: the extrapolation of the reference\n"
               "    stopped before its tolerance; a smaller step, or softer springs, stops and laws, let it end") !=
          std::string::npos,
      out);
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

// A friction that is written as a law brings a box to rest at 15 ms, where it has no value that holds it.
BOOST_AUTO_TEST_CASE(what_is_known_before_the_reference_ends_stays_known) {
  const Workplace place;
  place.write("friction.scene", R"(experiment e {
    world planar {
      body box = box(size: (1, 1) m) { mass = 1 kg; velocity = (0.015, 0) m/s }
      force brake = load(box, force: (if x(velocity(box)) > 0 m/s then -1 N else 1 N, 0 N))
    }
    run { step = 1 ms; duration = 20 ms }
    method exact = reference { expect = any }
    measure x = x(position(box))
    claim known "before" { value = at(x, exact, step: 10); near = 0.1 mm within 1e-12 mm }
    claim later "after"  { value = at(x, exact, step: 18); near = 0 m within 1 m; expect = undecided }
    claim first "before" { value = first_time(x > 0.05 mm, exact); near = 4 ms within 1e-9 ms }
    claim never "after"  { value = first_time(x > 1 m, exact); near = 4 ms within 1 s; expect = undecided }
  })");
  const Outcome friction = place.run({"run", "friction.scene"});
  BOOST_TEST(friction.code == 0, friction.out << friction.err);
  BOOST_TEST(friction.out.find("the law of 'brake' jumps") != std::string::npos, friction.out);
  BOOST_TEST(friction.out.find("    exact: the motion is known to t = ") != std::string::npos, friction.out);
}

BOOST_AUTO_TEST_CASE(a_reference_with_laws_of_contacts_of_its_own_is_warned) {
  const Workplace place;
  place.write("scene.scene", R"(experiment e {
    world planar {
      gravity = (0, -10) m/s^2
      body b = disk(radius: 0.1 m) { mass = 1 kg; at = (0, 1) m }
      fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
      contacts { friction = 0.3; restitution = 0.6 }
    }
    run { step = 1 ms; duration = 10 ms }
    method p = none { restitution_law = poisson }
    method r = reference { restitution_law = poisson }
  })");
  const Outcome outcome = place.run({"run", "scene.scene"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.err.find("'restitution_law' does nothing for method 'r'") != std::string::npos, outcome.err);
  BOOST_TEST(outcome.err.find("for method 'p'") == std::string::npos, outcome.err);
}

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
  for (const std::size_t i : {1, 2}) {
    BOOST_TEST(runs[i]["status"] == "not_finite");
    const std::string message = runs[i]["message"];
    BOOST_TEST(message ==
                   "in step 12, at t = 0.0115 s: the law of 'bad' is not finite (nan): 1e-9 N m * "
                   "sqrt(0.0115 - angle(hip)) (scene.scene:5)",
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

// The limit is never reached, the law has a corner that is never passed: the pin carries what it does without them.
BOOST_AUTO_TEST_CASE(the_reference_knows_forces_of_joints_where_nothing_holds_or_slides) {
  const Workplace place;
  const auto run = [&](const std::string& limits, const std::string& law) {
    place.write("scene.scene", R"(experiment e {
      world planar {
        gravity = (0, -9.81) m/s^2
        body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
        joint hip = revolute(world, arm) { at = (0, 0) m)" +
                                   limits + R"( }
        force push = load(arm, force: (0 N, )" +
                                   law + R"())
      }
      run { step = 1 ms; duration = 0.2 s }
      method exact = reference
      measure right = x(reaction(hip))
      measure up    = y(reaction(hip))
    })");
    return json::parse(place.run({"run", "scene.scene", "--format", "json"}).out)["runs"][0]["measures"];
  };
  const json plain = run("", "1 N");
  BOOST_TEST(std::abs(plain["right"]["final"].get<double>()) > 1.0);
  for (const json& other : {run("; limits = [-170, 170] deg", "1 N"), run("", "max(1 N, -1 N * t / 1 s)")})
    for (const char* name : {"right", "up"})
      // Both are the forces at the same state, to the rounding of two ways to get there.
      BOOST_TEST(std::abs(other[name]["final"].get<double>() - plain[name]["final"].get<double>()) < 1e-12, name);
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
