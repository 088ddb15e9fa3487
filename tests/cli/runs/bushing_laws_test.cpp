// Bushings with laws, what joints' own springs do, and signs that look wrong, as users meet them.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_bushing_laws {
namespace {

void check(const std::string& scene) {
  const Workplace place;
  place.write("scene.scene", scene);
  const Outcome outcome = place.run({"run", "scene.scene"});
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
}

/// What is said of a run of two bodies with these elements.
std::string said_of(const std::string& elements) {
  const Workplace place;
  place.write("scene.scene",
              "experiment x { world planar {\n"
              "particle p { mass = 1 kg; at = (1, 0) m }\n"
              "body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n" +
                  elements +
                  "\n}\nrun { step = 1 ms; duration = 5 ms }\nmethod plain = none\n"
                  "measure turn = angle(arm) }");
  const Outcome outcome = place.run({"run", "scene.scene"});
  BOOST_TEST(outcome.code == 0, outcome.out << outcome.err);
  return outcome.out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bushing_laws)

BOOST_AUTO_TEST_CASE(a_bushing_of_laws_is_loads_and_torques_of_the_same_laws) {
  check(R"(experiment e {
    world planar {
      body a = box(size: (0.4, 0.3) m) { mass = 2 kg; velocity = (0.1, 0.3) m/s; spin = 1 rad/s }
      body b = box(size: (0.4, 0.3) m) { mass = 2 kg; at = (2, 0) m; velocity = (0.1, 0.3) m/s; spin = 1 rad/s }
      let far = norm(position(a)) / 1 m
      force mount = bushing(world, a) {
        stiffness = (100, 200) N/m * (1 + 50 * far^2)
        torsion = 3 N m * (1 + angle(a)^2)
        damping = (1, 1) N s/m * exp(-t / 1 s)
        torsion_damping = 0.1 N m s * t / 1 s
      }
      let x = x(position(b)) - 2 m
      let y = y(position(b))
      let more = 1 + 50 * (x^2 + y^2) / 1 m^2
      force load   = load(b, force: -more * (100 N/m * x, 200 N/m * y) - velocity(b) * 1 N s/m * exp(-t / 1 s))
      force torque = torque(b, torque: -3 N m * (1 + angle(b)^2) * angle(b) - 0.1 N m * t / 1 s * spin(b) * 1 s)
    }
    run { step = 1 ms; duration = 1 s }
    method exact = runge_kutta
    measure apart  = norm(position(a) - position(b) + (2, 0) m)
    measure turned = abs(angle(a) - angle(b))
    measure gained = energy_error - work_of(mount) - work_of(load) - work_of(torque)
    claim apart  "they move alike"       { value = max(apart, exact);       below = 1e-12 m }
    claim turned "and turn alike"        { value = max(turned, exact);      below = 1e-12 rad }
    claim gained "by the work of the laws" { value = max(abs(gained), exact); below = 1e-4 J }
  })");
}

// Laws that do not change are numbers: the same motion.
BOOST_AUTO_TEST_CASE(laws_that_stay_are_numbers_in_space_too) {
  check(R"(experiment e {
    world spatial {
      for i in 0..2 { body mass[i] = box(size: (0.4, 0.3, 0.3) m) { mass = 20 kg; at = (2 * i, 0, 0) m; velocity = (0, 0, 0.1) m/s } }
      let one = 1 + 0 * t / 1 s
      force numbers = bushing(world, mass[0]) { stiffness = (1e4, 1e4, 2e4) N/m; torsion = (300, 300, 400) N m; damping = (50, 50, 80) N s/m; torsion_damping = (1, 1, 2) N m s }
      force laws = bushing(world, mass[1]) { stiffness = one * (1e4, 1e4, 2e4) N/m; torsion = one * (300, 300, 400) N m; damping = one * (50, 50, 80) N s/m; torsion_damping = one * (1, 1, 2) N m s; at = (2, 0, 0) m }
      force rows = bushing(world, mass[2]) {
        stiffness_matrix = [[1e4 * one, 0, 0, 0, 0, 0], [0, 1e4, 0, 0, 0, 0], [0, 0, 2e4, 0, 0, 0], [0, 0, 0, 300, 0, 0], [0, 0, 0, 0, 300, 0], [0, 0, 0, 0, 0, 400]]
        damping_matrix = [[50, 0, 0, 0, 0, 0], [0, 50, 0, 0, 0, 0], [0, 0, 80 * one, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 2]]
        at = (4, 0, 0) m
      }
    }
    run { step = 1 ms; duration = 0.2 s }
    method exact = runge_kutta
    measure first  = norm(position(mass[0]) - position(mass[1]) + (2, 0, 0) m)
    measure second = norm(position(mass[1]) - position(mass[2]) + (2, 0, 0) m)
    measure error  = reference_error(mass[2])
    claim first  "by vectors"       { value = max(first, exact);  below = 1e-15 m }
    claim second "by matrices"      { value = max(second, exact); below = 1e-15 m }
    claim error  "as the reference" { value = max(error, exact);  below = 1e-12 m }
  })");
}

BOOST_AUTO_TEST_CASE(the_reaction_of_the_elements_of_a_joint_is_their_law) {
  check(R"(experiment e {
    world planar {
      gravity = (0, -10) m/s^2
      body arm   = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
      body cart  = box(size: (0.2, 0.1) m) { mass = 1 kg; at = (0.3, 2) m }
      body valve = rod(length: 1 m) { mass = 1 kg; at = (3.5, 0) m }
      joint hip  = revolute(world, arm)   { at = (0, 0) m; stiffness = 2 N m; damping = 0.5 N m s; rest = 10 deg; limits = [-20, 20] deg }
      joint rail = prismatic(cart, world) { axis = (1, 0); stiffness = 40 N/m; rest = 5 cm; damping = 1 N s/m }
      joint knee = revolute(world, valve) { at = (3, 0) m; stiffness = 5 N m * (1 + angle(knee)^2); damping = 0.1 N m s }
    }
    run { step = 1 ms; duration = 0.5 s }
    method plain = post_stabilization
    measure hip  = reaction_torque(hip, of: elements) + 2 N m * (angle(hip) - 10 deg) + 0.5 N m s * rate(hip)
    measure rail = x(reaction(rail, of: elements)) + 40 N/m * (joint_slide(rail) - 5 cm) + 1 N s/m * rate(rail)
    measure knee = reaction_torque(knee, of: elements) + 5 N m * (1 + angle(knee)^2) * angle(knee) + 0.1 N m s * rate(knee)
    measure sum  = reaction_torque(hip, of: all) - reaction_torque(hip) - reaction_torque(hip, of: elements)
    claim hip  "of numbers"                 { value = max(abs(hip), plain);  below = 1e-12 N m }
    claim rail "on the second body"         { value = max(abs(rail), plain); below = 1e-12 N }
    claim knee "of laws"                    { value = max(abs(knee), plain); below = 1e-12 N m }
    claim sum  "all is constraint and elements" { value = max(abs(sum), plain, after: 0.5 ms); below = 1e-12 N m }
  })");
}

BOOST_AUTO_TEST_CASE(laws_that_feed_energy_at_the_start_are_named) {
  const auto names = [](const std::string& elements, const std::string& words) {
    const std::string out = said_of(elements);
    BOOST_TEST(out.find(words) != std::string::npos, out);
  };
  names("force s = spring(world, p) { force = -100 N/m * (span - 1.2 m) }",
        "the spring of 's' pushes on the farther it is stretched at the start: its stiffness is -100 N/m");
  names("force d = damper(world, p) { damping = 2 N s/m * (t / 1 s - 1) }",
        "the damper of 'd' feeds energy at the start: its damping is -2 N s/m");
  names("joint hip = revolute(world, arm) { at = (0, 0) m; damping = 1 N m s * (angle(hip)^2 - 1) }",
        "the damper of 'hip' feeds energy at the start: its damping is -1 N m s");
  names(
      "joint hip = revolute(world, arm) { at = (0, 0) m }\nforce m = bushing(world, arm) { torsion = -3 N m * exp(-t / "
      "1 s) }",
      "the spring of 'm' pushes on");
  const std::string fine = said_of(
      "force s = spring(world, p) { force = 100 N/m * (span - 1.2 m) }\n"
      "force drag = damper(world, p) { force = 2 N s^2/m^2 * span_rate * abs(span_rate) }\n"
      "force wire = spring(world, p) { force = max(0 N, 9 N/m * (span - 2 m)) }\n"
      "joint hip = revolute(world, arm) { at = (0, 0) m; stiffness = 1 N m * (1 + angle(hip)^2) }\n"
      "force away = motor(hip, torque: 3 N m * angle(hip))");
  BOOST_TEST(fine.find("a sign is wrong") == std::string::npos, fine);
}

// Without the damping that it feeds with, the arm would swing for ever: a radius of 1 that is proved and wrong.
BOOST_AUTO_TEST_CASE(stability_does_not_leave_out_a_damper_that_feeds_energy) {
  for (const char* element : {"angular_damper(world, arm) { damping = 0.1 N m s * (angle(hip)^2 - 1) }",
                              "bushing(world, arm) { torsion_damping = 0.1 N m s * (angle(hip)^2 - 1) }"})
    check(std::string("experiment e { world planar {\n"
                      "body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n"
                      "joint hip = revolute(world, arm) { at = (0, 0) m; stiffness = 10 N m }\nforce feeds = ") +
          element +
          " }\nrun { step = 1 ms; duration = 5 ms }\nmethod plain = none\nmeasure turn = angle(arm)\n"
          "claim radius \"it grows\" { value = rho(plain, step: 1 ms); below = 1.000001; expect = undecided } }");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_bushing_laws
