// Stability of mechanisms with springs, dampers and weight, by closed forms.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include "tests/cli/program.hpp"

namespace perpend::test::of_spring_stability {
namespace {

using nlohmann::json;

/// A rod of 3 kg and 1 m on a pin at its end, 1 kg m^2 about it: a torsion spring k has omega = sqrt(k).
std::string hinge(const std::string& element, const std::string& rest, const std::string& gravity = "(0, 0)") {
  return "experiment hinge {\n  world planar {\n    gravity = " + gravity +
         " m/s^2\n    body rod = rod(length: 1 m) { mass = 3 kg; at = (0, -0.5) m; angle = -90 deg }\n"
         "    joint pin = revolute(world, rod) { at = (0, 0) m; " +
         element + " }\n  }\n  run { step = 10 ms; duration = 0.1 s }\n" + rest + "}\n";
}

json results_of(const std::string& scene) {
  const Workplace place;
  place.write("scene.scene", scene);
  const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
  BOOST_REQUIRE_MESSAGE(!outcome.out.empty(), outcome.err);
  return json::parse(outcome.out);
}

json radius_of(const json& run) {
  for (const json& group : run["certificates"]["groups"])
    if (group["kind"] == "spectral_radius") return group;
  BOOST_FAIL("no spectral radius in " + run.dump());
  return {};
}

std::string verdict_of(const json& run) {
  const json group = radius_of(run);
  for (const char* verdict : {"proved", "refuted", "undecided"})
    if (group[verdict].get<int>() > 0) return verdict;
  return "not_run";
}

/// Verdict of one method on the hinge at 10 ms.
std::string verdict(const std::string& element, const std::string& method, const std::string& gravity = "(0, 0)") {
  return verdict_of(results_of(hinge(element, "method it = " + method + "\n", gravity))["runs"][0]);
}

std::string spring(double omega_h) {
  return "stiffness = " + std::to_string(std::pow(omega_h / 0.01, 2)) + " N m/rad";
}

std::string limit_claim(const std::string& low, const std::string& high) {
  return "claim limit \"the limit\" { value = stability_limit(it, parameter: step); in = [" + low + ", " + high +
         "] }\n";
}

std::string claim_verdict(const std::string& scene) {
  return results_of(scene)["claims"][0]["status"];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spring_stability)

BOOST_AUTO_TEST_CASE(a_spring_that_is_too_stiff_for_the_step_is_refuted_and_does_blow_up) {
  for (const char* method : {"none", "implicit", "baumgarte(alpha: 10/s)", "post_stabilization", "projection", "rattle",
                             "shake", "erp(erp: 0.5)", "stabilized_lcp"}) {
    BOOST_TEST(verdict(spring(3.0), method) == "refuted", method);
    BOOST_TEST(verdict(spring(1.9), method) == "proved", method);
  }
  const json moved = results_of(
      "experiment blows_up {\n  world planar {\n    body rod = rod(length: 1 m) { mass = 3 kg; at = (0, -0.5) m; angle "
      "= -90 deg }\n    joint pin = revolute(world, rod) { at = (0, 0) m; stiffness = 90000 N m/rad; rest = 0.001 rad "
      "}\n  }\n  run { step = 10 ms; duration = 0.05 s }\n  method it = implicit\n  measure turn = "
      "joint_angle(pin)\n}\n");
  BOOST_TEST(verdict_of(moved["runs"][0]) == "refuted");
  BOOST_TEST(moved["runs"][0]["measures"]["turn"]["max"].get<double>() > 1.0);
}

/// |z|^2 = 1 + (h omega)^2/2 with the mean velocity, 1 + (h omega)^4/4 with the midpoint: above 1 for every step.
BOOST_AUTO_TEST_CASE(methods_that_feed_an_undamped_spring_are_refuted_for_every_step) {
  for (const char* method : {"none(integrator: trapezoidal)", "ggl"}) {
    BOOST_TEST(verdict(spring(0.1), method) == "refuted", method);
    BOOST_TEST(claim_verdict(hinge(spring(0.1), std::string("method it = ") + method + "\n" +
                                                    limit_claim("0 s", "0 s"))) == "reproduced",
               method);
  }
}

/// Only the damper: z = 1 - h d/m. With 1 kg m^2 and 10 ms the limit is 200 N m s/rad.
BOOST_AUTO_TEST_CASE(a_damper_that_is_too_strong_for_the_step_is_refuted) {
  for (const char* method : {"none", "implicit", "projection"}) {
    BOOST_TEST(verdict("damping = 199 N m s/rad", method) == "proved", method);
    BOOST_TEST(verdict("damping = 201 N m s/rad", method) == "refuted", method);
  }
  BOOST_TEST(verdict("damping = 1e6 N m s/rad", "rattle") == "proved");
}

/// 2/omega, and with a damper the root of h^2 k + 2 h d = 4 m. The proof needs 1e-6 of the limit for its own rounding.
BOOST_AUTO_TEST_CASE(the_limit_of_the_step_is_that_of_the_oscillator) {
  BOOST_TEST(claim_verdict(hinge("stiffness = 16 N m/rad",
                                 "method it = implicit\n" + limit_claim("0.49999 s", "0.50001 s"))) == "reproduced");
  BOOST_TEST(claim_verdict(hinge("stiffness = 16 N m/rad; damping = 6 N m s/rad",
                                 "method it = none\n" + limit_claim("0.24999 s", "0.25001 s"))) == "reproduced");
  BOOST_TEST(claim_verdict(hinge("damping = 6 N m s/rad",
                                 "method it = none\n" + limit_claim("0.33333 s", "0.33334 s"))) == "reproduced");
}

/// A rod that hangs swings with omega^2 = 3 g/(2 l): no spring, the force of the pin turns with it.
BOOST_AUTO_TEST_CASE(weight_is_a_spring_by_the_forces_of_joints) {
  const std::string weight = "(0, -24)";  // omega = 6/s
  for (const char* method : {"none", "implicit", "rattle", "ggl"})
    BOOST_TEST(
        claim_verdict(hinge("", std::string("method it = ") + method + "\n" + limit_claim("0.33333 s", "0.33334 s"),
                            weight)) == "reproduced",
        method);
  BOOST_TEST(verdict("", "implicit", weight) == "proved");
  BOOST_TEST(verdict("", "implicit", "(0, 24)") == "refuted");    // upside down, in balance: it falls
  BOOST_TEST(verdict("", "implicit", "(1, 24)") == "undecided");  // the same, out of balance
}

/// Upside down, K < 0 is the rod's own; a spring next to it that is too stiff for the step is the method's, and comes
/// first.
BOOST_AUTO_TEST_CASE(a_mechanism_that_leaves_its_start_fails_no_run_unless_the_method_adds_to_it) {
  const std::string up = "(0, 24)";
  const json rod = results_of(hinge("", "method it = implicit\n", up));
  BOOST_TEST(verdict_of(rod["runs"][0]) == "refuted");
  BOOST_TEST(radius_of(rod["runs"][0])["as_expected"].get<bool>());
  BOOST_TEST(rod["runs"][0]["notes"].dump().find("the mechanism itself leaves its start") != std::string::npos);
  const std::string stiff =
      "}\n    body other = rod(length: 1 m) { mass = 3 kg; at = (5, -0.5) m; angle = -90 deg }\n"
      "    joint spring = revolute(world, other) { at = (5, 0) m; " +
      spring(3);
  const json both = results_of(hinge(stiff, "method it = implicit\n", up));
  BOOST_TEST(verdict_of(both["runs"][0]) == "refuted");
  BOOST_TEST(!radius_of(both["runs"][0])["as_expected"].get<bool>());
  BOOST_TEST(both["runs"][0]["notes"].dump().find("too stiff for the step") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_decided_is_said_and_never_proved) {
  const json spinning = results_of(
      "experiment top {\n  world spatial {\n    body top = cylinder(radius: 0.5 m, length: 0.1 m) { mass = 1 kg; spin "
      "= "
      "(100, 20, 0) rad/s }\n  }\n  run { step = 10 ms; duration = 0.1 s }\n  method it = none\n}\n");
  BOOST_TEST(verdict_of(spinning["runs"][0]) == "undecided");
  BOOST_TEST(spinning["runs"][0]["notes"].dump().find("bodies turn at the start") != std::string::npos);
  BOOST_TEST(verdict("stiffness = 1 N m/rad; damping = 1 N m s/rad", "ggl") == "undecided");
  BOOST_TEST(verdict("stiffness = 1 N m/rad", "erp(erp: 0.5, cfm: 0.1/kg)") == "undecided");
}

BOOST_AUTO_TEST_CASE(a_gain_has_no_stable_value_where_the_spring_is_too_stiff) {
  const auto gain = [](double omega_h, const std::string& low, const std::string& high) {
    return claim_verdict(hinge(spring(omega_h),
                               "method it = baumgarte(alpha: 10/s)\nclaim gain \"the gain\" { value = "
                               "stability_limit(it, parameter: alpha); in = [" +
                                   low + ", " + high + "] }\n"));
  };
  BOOST_TEST(gain(1.9, "199.99/s", "200.01/s") == "reproduced");
  BOOST_TEST(gain(3.0, "0/s", "0/s") == "reproduced");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spring_stability
