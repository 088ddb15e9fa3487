// Rows that depend on each other but ask for different rates: no motion has both, whichever a method would leave out.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_contradictions {

namespace {

constexpr const char* methods[] = {"none",  "post_stabilization", "projection",    "ggl",         "rattle",
                                   "shake", "implicit",           "erp(erp: 0.2)", "runge_kutta", "reference"};

/// A wheel that both drives of its shaft turn.
std::string wheel(const std::string& drives, const std::string& method, const std::string& rest) {
  return "experiment wheel { world planar {\nbody wheel = disk(radius: 1 m) { mass = 1 kg; spin = 1 rad/s }\n"
         "joint shaft = revolute(world, wheel) { at = (0, 0) m }\n" +
         drives + "}\nrun { step = 1 ms; duration = 20 ms }\nmethod turned = " + method +
         "\nmeasure turn = angle(wheel)\n" + rest + "}\n";
}

constexpr const char* same_rates =
    "drive one = angle(shaft) { value = 1 rad/s * t }\n"
    "drive other = angle(shaft) { value = 1 rad/s * t }\n";
constexpr const char* other_rates =
    "drive one = angle(shaft) { value = 1 rad/s * t }\n"
    "drive other = angle(shaft) { value = 1 rad/s * t + 0.1 rad/s^2 * t^2 }\n";
constexpr const char* other_velocities =
    "drive one = angle_rate(shaft) { value = 1 rad/s }\n"
    "drive other = angle_rate(shaft) { value = 1 rad/s + 10 rad/s^2 * t }\n";

Outcome run(const std::string& scene) {
  const Workplace place;
  place.write("scene.scene", scene);
  return place.run({"run", "scene.scene"});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contradictions)

BOOST_AUTO_TEST_CASE(drives_that_agree_are_redundant_and_no_more) {
  for (const char* method : methods) {
    const Outcome outcome = run(wheel(same_rates, method, "verify { rank = deficient }"));
    BOOST_TEST(outcome.code == 0, method << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(no_method_moves_by_drives_that_contradict_each_other) {
  for (const char* method : methods) {
    const Outcome outcome = run(wheel(other_rates, method, "verify { rank = deficient }"));
    BOOST_TEST(outcome.code == 3, method << ": " << outcome.out << outcome.err);
    BOOST_TEST(outcome.out.find("other asks for 1.000") != std::string::npos, method << ": " << outcome.out);
    BOOST_TEST(outcome.out.find("where one gives 1 rad/s") != std::string::npos, method << ": " << outcome.out);
  }
}

BOOST_AUTO_TEST_CASE(advice_to_leave_a_row_out_is_not_given_where_it_contradicts_the_others) {
  const Outcome outcome = run(wheel(other_velocities, "none", ""));
  BOOST_TEST(outcome.code != 0);
  BOOST_TEST(outcome.out.find("rank = deficient") == std::string::npos, outcome.out);
  BOOST_TEST(outcome.out.find("other (velocity) asks for 1.01") != std::string::npos, outcome.out);
}

BOOST_AUTO_TEST_CASE(a_reference_has_no_motion_for_velocities_that_contradict_each_other) {
  const Outcome outcome = run(wheel(other_velocities, "reference", "measure apart = reference_error(wheel)\n"));
  BOOST_TEST(outcome.code == 3, outcome.out);
  BOOST_TEST(outcome.out.find("asks for 1.01 where") != std::string::npos, outcome.out);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contradictions
