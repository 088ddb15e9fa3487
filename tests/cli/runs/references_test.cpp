// What the reference of a scene with laws, stops and contacts knows, and where it says that it ends.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "tests/cli/program.hpp"
#include "tests/cli/runs/swinging_arm.hpp"

namespace perpend::test::of_references {

using nlohmann::json;

BOOST_AUTO_TEST_SUITE(references)

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

/// A body on a spring whose other end goes by `shift`.
std::string pulled_by_a_wall(const std::string& space, const std::string& shift, const std::string& claims) {
  const bool is_planar = space == "planar";
  return "experiment pulled { world " + space + " {\nfixed wall = " + (is_planar ? "disk" : "sphere") +
         "(radius: 0.01 m) { shift = (" + shift + (is_planar ? ", 0 m) }" : ", 0 m, 0 m) }") +
         "\nparticle body { mass = 1 kg; at = (1, 0" + (is_planar ? ") m }" : ", 0) m }") +
         "\nforce pull = spring(wall, body) { stiffness = 100 N/m; rest = 1 m }\n}\n"
         "run { step = 1 ms; duration = 0.2 s }\nmethod exact = reference\nmethod high = runge_kutta\n"
         "measure x = x(position(body))\nmeasure v = x(velocity(body))\nmeasure apart = reference_error(body)\n" +
         claims + "}\n";
}

// x = 1 m + t - sin(10 t)/10 and v = 1 - cos(10 t), in m and m/s. The reference is known to the last bits of a double,
// 2e-16 of 1 m; velocities have ten times that. Steps of 1 ms are 0.01 of a radian: order 8 leaves 1e-16 of a motion.
BOOST_AUTO_TEST_CASE(a_reference_goes_with_a_wall_that_is_moved) {
  const std::string claims = R"scene(
    claim position { value = final(x, exact); near = 1.2 m - sin(2) * 0.1 m within 1e-14 m }
    claim velocity { value = final(v, exact); near = 1 m/s - cos(2) * 1 m/s within 1e-13 m/s }
    claim together { value = max(apart, high); below = 1e-13 m }
)scene";
  for (const char* space : {"planar", "spatial"}) {
    const Outcome outcome = run_text(pulled_by_a_wall(space, "1 m/s * t", claims));
    BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(a_drive_may_not_follow_a_wall_that_is_moved) {
  const Outcome outcome = run_text(R"scene(experiment e { world planar {
      fixed wall = disk(radius: 0.1 m) { shift = (0.1 m * sin(3 rad/s * t), 0 m) }
      body b = box(size: (1, 1) m) { mass = 1 kg }
      joint rail = prismatic(world, b) { at = (0, 0) m; axis = (1, 0) }
      drive hold = position(rail) { value = x(position(wall)) }
    }
    run { step = 1 ms; duration = 1 s }
    method plain = none
    measure x = x(position(b)) })scene");
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("reads a body that is moved by its shift"), outcome.err);
}

BOOST_AUTO_TEST_CASE(a_reference_locates_where_a_wall_changes_its_way) {
  const std::string claim = R"scene(
    claim position { value = final(x, exact); near = 1.0999 m - sin(0.999) * 0.1 m within 1e-14 m }
)scene";
  const Outcome outcome = run_text(pulled_by_a_wall("planar", "1 m/s * max(t - 0.1001 s, 0 s)", claim));
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  BOOST_TEST(outcome.says("the law of 'wall' changes at t = 0.1001 s"), outcome.out);
}

// The disk meets the peg at 0.0411 s and has left it again before 45 ms, in steps of 10 ms and in their halves.
BOOST_AUTO_TEST_CASE(a_reference_sees_bodies_that_meet_and_part_within_a_step) {
  const auto meets = [](const std::string& bodies, double speed, const std::string& at) {
    const Outcome outcome = run_text(
        "experiment e { world planar { contacts { friction = 0; restitution = 1 }\n"
        "fixed peg = disk(radius: 1 cm) { at = (0.4712, 0.005) m }\n"
        "body b = disk(radius: 1 cm) { mass = 1 kg; velocity = (" +
        std::to_string(speed) + ", 0) m/s }\n" + bodies +
        "}\nrun { step = 10 ms; duration = 0.1 s }\nmethod exact = reference\n"
        "measure x = x(position(b)) }");
    BOOST_TEST(outcome.code == 0, outcome.err);
    BOOST_TEST(outcome.says("'peg' and 'b' bounce at t = " + at), outcome.out);
  };
  meets("", 11.0, "0.0410759167 s");
  // Another pair is nearer all along.
  meets(
      "body c = disk(radius: 1 cm) { mass = 1 kg; at = (0, 0.1) m }\n"
      "fixed wall = halfplane(point: (0, 0.0899) m, normal: (0, 1))\n"
      "contact none = between(wall, b) { enabled = false }\ncontact never = between(b, c) { enabled = false }\n",
      11.0, "0.0410759167 s");
  // Both ends of a step are farther away than contacts are looked for.
  meets("", 200.0, "0.00225917542 s");
}

BOOST_AUTO_TEST_CASE(a_reference_counts_turns_of_a_joint_that_turns_more_than_once_in_a_step) {
  const auto check = [](const std::string& limits, const std::string& motor, const std::string& claim) {
    const Outcome outcome = run_text(
        "experiment e { world spatial {\n"
        "body wheel = custom(principal: (1, 1, 1) kg m^2) { mass = 1 kg; spin = (0, 0, 900) rad/s }\n"
        "joint axle = revolute(world, wheel) { at = (0, 0, 0) m; axis = (0, 0, 1)" +
        limits + " }\n" + motor +
        "}\nrun { step = 10 ms; duration = 0.4 s }\nmethod exact = reference\nmeasure angle = joint_angle(axle)\n"
        "measure rate = rate(axle)\nclaim seen { " +
        claim + " } }");
    BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  };
  // 300 rad have 6e-14 in their last bit, of a sum of some hundred parts.
  check("; limits = [-1, 300] rad", "", "value = final(angle, exact); near = 300 rad within 1e-9 rad");
  // From t = 1/3 s on 10 rad/s^2 brake it.
  check("", "force brake = motor(axle, torque: (if angle(axle) > 300 rad then -10 N m else 0 N m))",
        "value = final(rate, exact); near = 900 rad/s - 10 rad/s * (0.4 - 1/3) within 1e-9 rad/s");
}

// The shorter way back is then the other one, so that its torque jumps between two evaluations of any extrapolation.
BOOST_AUTO_TEST_CASE(a_reference_ends_where_a_bushing_in_space_has_turned_by_half_a_turn) {
  // A limit somewhere makes the reference look for events.
  const std::string limit = R"scene(
      body door = box(size: (1, 0.1, 0.1) m) { mass = 1 kg; at = (5, 0, 0) m }
      joint hinge = revolute(world, door) { at = (4.5, 0, 0) m; axis = (0, 0, 1); limits = [-1, 1] rad })scene";
  const auto scene = [](const std::string& spin, const std::string& more) {
    return "experiment e { world spatial {\nbody a = custom(principal: (1, 1, 1) kg m^2) { mass = 3 kg; spin = (0, "
           "0, " +
           spin + R"scene() rad/s }
      force mount = bushing(world, a) { torsion = (10, 10, 10) N m })scene" +
           more + R"scene(
    }
    run { step = 1 ms; duration = 0.4 s }
    method exact = reference { expect = any }
    measure energy = energy_error
    })scene";
  };
  for (const double spin : {11.65, 12.0, 12.35})
    for (const std::string& more : {std::string(), limit}) {
      const Outcome outcome = run_text(scene(std::to_string(spin), more), {"--format", "json"});
      BOOST_TEST(outcome.code == 0, outcome.err);
      const json run = json::parse(outcome.out)["runs"][0];
      BOOST_TEST(run.dump().find(more.empty() ? "a force that jumps there" : "half a turn") != std::string::npos);
      // Half a turn is at spin/w sin(w t) = pi, w = sqrt(10)/s.
      const double at = std::asin(std::numbers::pi * std::sqrt(10.0) / spin) / std::sqrt(10.0);
      BOOST_TEST(run["steps"].get<int>() == static_cast<int>(at * 1000.0));
      BOOST_TEST(std::abs(run["measures"]["energy"]["final"].get<double>()) < 1e-12);
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_references
