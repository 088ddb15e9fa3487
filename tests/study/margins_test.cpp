// Margins of claims: where planted verdicts change is found, and a pendulum's claim changes where its formula says so.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <stdexcept>

#include "study/sweeps/margins.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "study/vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_margins {
namespace {

Parameter parameter_of(double value, double factor = 1.0) {
  return {.name = "g", .text = "", .value = value, .unit = {"m", {}, factor}, .note = ""};
}

std::vector<ClaimMargin> reproduced_claims(std::size_t count) {
  std::vector<ClaimMargin> claims(count);
  for (ClaimMargin& margin : claims) margin.claim.status = ClaimVerdict::reproduced;
  return claims;
}

/// Reproduced from `low` to `high`.
struct Band {
  double low, high;
};

VerdictsAt planted(const std::vector<Band>& bands, std::vector<double>* tried = nullptr) {
  return [=](double value) {
    if (tried != nullptr) tried->push_back(value);
    std::vector<TriedVerdict> verdicts;
    for (const Band& band : bands)
      verdicts.push_back(
          {value >= band.low && value <= band.high ? ClaimVerdict::reproduced : ClaimVerdict::not_reproduced, ""});
    return verdicts;
  };
}

BOOST_AUTO_TEST_SUITE(margins)

BOOST_AUTO_TEST_CASE(a_planted_change_lies_between_what_holds_and_what_changes) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const double used = std::pow(10.0, random.uniform(-6.0, 6.0)) * (round % 2 == 0 ? 1.0 : -1.0);
    const double size = std::abs(used);
    const double far = size * std::pow(10.0, random.uniform(0.01, 0.95)), near = size * random.uniform(0.12, 0.99);
    const Band band = used > 0.0 ? Band{near, far} : Band{-far, -near};
    std::vector<ClaimMargin> claims = reproduced_claims(1);
    search_margins(parameter_of(used), false, {}, planted({band}), claims);
    const MarginSide &below = claims[0].below, &above = claims[0].above;
    BOOST_TEST((below.changes < band.low && band.low <= below.holds));
    BOOST_TEST((above.holds <= band.high && band.high < above.changes));
    BOOST_TEST((below.verdict.status == ClaimVerdict::not_reproduced));
    // The resolution, and the rounding of what is tried to four digits.
    for (const MarginSide* side : {&below, &above})
      BOOST_TEST(std::abs(side->changes - side->holds) <= (0.02 + 1e-3) * std::max(size, std::abs(side->holds)));
  }
}

BOOST_AUTO_TEST_CASE(claims_that_change_at_different_values_share_what_is_tried) {
  std::vector<double> tried;
  std::vector<ClaimMargin> claims = reproduced_claims(3);
  const long count =
      search_margins(parameter_of(9.81), false, {}, planted({{9.0, 12.0}, {0.0, 12.0}, {9.0, 1e9}}, &tried), claims);
  BOOST_TEST(count == static_cast<long>(tried.size()) + 1);
  std::sort(tried.begin(), tried.end());
  BOOST_TEST((std::adjacent_find(tried.begin(), tried.end()) == tried.end()));
  BOOST_TEST(claims[0].above.changes == claims[1].above.changes);
  BOOST_TEST(claims[0].below.changes == claims[2].below.changes);
  BOOST_TEST(std::isnan(claims[1].below.changes));
  BOOST_TEST(std::isnan(claims[2].above.changes));
  BOOST_TEST(claims[2].above.holds == 98.1, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(values_are_short_decimals_in_the_unit_of_the_parameter) {
  for (const double value : outward_values(parameter_of(0.05, 1e-3), false, true, 10.0)) {
    const double shown = value / 1e-3;
    BOOST_TEST(std::abs(shown * 100.0 - std::round(shown * 100.0)) < 1e-9, shown);
  }
}

BOOST_AUTO_TEST_CASE(whole_numbers_are_found_exactly) {
  std::vector<ClaimMargin> claims = reproduced_claims(1);
  search_margins(parameter_of(14.0), true, {}, planted({{11.0, 29.0}}), claims);
  BOOST_TEST(claims[0].below.holds == 11.0);
  BOOST_TEST(claims[0].below.changes == 10.0);
  BOOST_TEST(claims[0].above.holds == 29.0);
  BOOST_TEST(claims[0].above.changes == 30.0);
}

BOOST_AUTO_TEST_CASE(a_value_of_zero_moves_by_parts_of_its_unit) {
  std::vector<ClaimMargin> claims = reproduced_claims(1);
  search_margins(parameter_of(0.0), false, {}, planted({{-0.2, 0.05}}), claims);
  BOOST_TEST((claims[0].below.changes < -0.2 && claims[0].below.holds >= -0.2));
  BOOST_TEST((claims[0].above.changes > 0.05 && claims[0].above.holds <= 0.05));
}

BOOST_AUTO_TEST_CASE(a_search_that_has_to_stop_keeps_what_it_found) {
  std::vector<ClaimMargin> claims = reproduced_claims(1);
  int left = 3;
  search_margins(
      parameter_of(1.0), false, {},
      [&](double) {
        return left-- > 0 ? std::vector<TriedVerdict>{{ClaimVerdict::reproduced, ""}} : std::vector<TriedVerdict>{};
      },
      claims);
  BOOST_TEST(claims[0].below.holds == 0.9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(std::isnan(claims[0].below.changes));
}

/// One step of a particle that falls: its speed after 1 s is g times 1 s.
SceneMargins margins_of(const std::string& text) {
  const dsl::Parsed parsed = dsl::parse_text("a.scene", text);
  if (parsed.document == nullptr) throw std::runtime_error(parsed.diagnostics.front().message);
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary());
  if (!loaded.experiment) throw std::runtime_error(first_error(loaded.diagnostics));
  return find_margins(*parsed.document, *loaded.experiment, {});
}

const std::string falling = R"(experiment fall {
  param g = 9.81 m/s^2 { given = false; note = "not printed" }
  param n = 1 { given = false }
  param mass = 2 kg
  param idle = 3 m { given = false }
  world planar {
    gravity = (0 m/s^2, -g)
    for i in 1..n { body stone[i] = disk(radius: 0.1 m) { mass = mass; at = (i * 1 m, 0 m) } }
  }
  run { step = 10 ms; duration = 1 s }
  method plain = none
  measure energy = energy(kinetic) { unit = J }
  claim kinetic "half m v^2 with v = g t" { value = final(energy, plain); in = [81, 121] J }
}
)";

BOOST_AUTO_TEST_CASE(the_margins_of_a_falling_stone_are_those_of_its_formula) {
  const SceneMargins margins = margins_of(falling);
  // The mass is given, and nothing depends on `idle`.
  BOOST_REQUIRE(margins.parameters.size() == 2U);
  BOOST_REQUIRE(margins.notes.size() == 1U);
  BOOST_TEST(margins.notes[0] == "idle = 3 m: nothing of the scene depends on it");
  const ParameterMargins& g = margins.parameters[0];
  BOOST_TEST(!g.is_whole);
  // g^2 J from 81 to 121: g from 9 to 11 m/s^2.
  const ClaimMargin& margin = g.claims.at(0);
  BOOST_TEST((margin.claim.status == ClaimVerdict::reproduced));
  BOOST_TEST((margin.below.changes < 9.0 && margin.below.holds >= 9.0 && margin.below.changes > 8.7));
  BOOST_TEST((margin.above.changes > 11.0 && margin.above.holds <= 11.0 && margin.above.changes < 11.3));
  // A second stone doubles the energy; there is no scene without stones that moves.
  const ParameterMargins& n = margins.parameters[1];
  BOOST_TEST(n.is_whole);
  BOOST_TEST(n.claims.at(0).above.changes == 2.0);
  BOOST_TEST((n.claims.at(0).above.verdict.status == ClaimVerdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(a_scene_whose_source_gives_all_says_so) {
  std::string text = falling;
  for (std::size_t at = 0; (at = text.find("given = false", at)) != std::string::npos;)
    text.replace(at, 13, "given = true ");
  const SceneMargins margins = margins_of(text);
  BOOST_TEST(margins.parameters.empty());
  BOOST_TEST(!margins.notes.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_margins
