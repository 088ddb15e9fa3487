// What the reference of a scene with laws, stops and contacts knows, and where it says that it ends.
#include <boost/test/unit_test.hpp>

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
