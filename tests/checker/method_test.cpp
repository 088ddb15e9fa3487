// Methods by their names, and when a step of them is stable.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"
#include "verification/checker/stability/named_method.hpp"

namespace perpend::test::of_method {

using namespace perpend::test;
using namespace perpend::checker;

namespace {

/// Names as `perpend list methods` has them, at the beginning of a line.
std::vector<std::string> listed_methods(const Workplace& place) {
  std::istringstream lines(place.run({"list", "methods"}).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != ' ') names.push_back(line.substr(0, line.find_first_of(" (")));
  return names;
}

std::string with_needed_options(const std::string& name) {
  if (name == "baumgarte") return name + "(alpha: 3/s)";
  if (name == "erp") return name + "(erp: 0.5)";
  if (name == "acceleration_lcp") return name + "(omega0: 2 rad/s)";
  return name;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(methods)

BOOST_AUTO_TEST_CASE(every_method_with_a_linear_update_is_known_by_its_name) {
  const Workplace place;
  place.write("m.txt", "2 0\n0 3\n");
  place.write("b.txt", "1 -1\n");
  const std::vector<std::string> names = listed_methods(place);
  BOOST_TEST(names.size() > 10U);
  for (const std::string& name : names) {
    if (name == "reference") continue;    // its order changes from step to step
    if (name == "small_steps") continue;  // what it is depends on the world
    for (const Arguments& asked : {Arguments{"--step", "0.1 s"}, Arguments{"--limit", "step"}}) {
      Arguments all{"certify",       "method", "m.txt", "b.txt", "--stabilizer", with_needed_options(name),
                    "--certificate", "o.jsonl"};
      all.insert(all.end(), asked.begin(), asked.end());
      BOOST_TEST(place.run(all).code == 0, name);
      const FileReport report = check(place.read("o.jsonl"));
      BOOST_TEST(exit_code({report}) == all_reproved, name << "\n" << as_text(report));
    }
  }
}

/// Stable for alpha h <= 2 [ClinePai03], and for beta h <= 2 without damping: v+ = v - beta^2 h q, q+ = q + h v+.
BOOST_AUTO_TEST_CASE(conditions_of_stability_are_those_known_in_closed_form) {
  const auto is_stable = [](const NamedMethod& method, const Rational& value) {
    const std::vector<Polynomial> conditions = constrained_step(method)->conditions();
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Polynomial& f) { return f.at(value).sign() >= 0; });
  };
  const Rational more = Rational(1) + power_of_two(-60);
  const NamedMethod damped{"baumgarte", {{"alpha", "1"}}, "0.01", "alpha"};
  BOOST_TEST(is_stable(damped, Rational(200)));
  BOOST_TEST(!is_stable(damped, Rational(200) * more));
  const NamedMethod free{"acceleration_lcp", {{"omega0", "5"}, {"zeta", "0"}}, "", "step"};
  BOOST_TEST(is_stable(free, Rational(2) / Rational(5)));
  BOOST_TEST(!is_stable(free, Rational(2) / Rational(5) * more));
  BOOST_TEST(!constrained_step({"another", {}, "1", ""}).has_value());
  BOOST_TEST(!constrained_step({"baumgarte", {{"alpha", "1"}, {"integrator", "rk4"}}, "1", ""}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_method
