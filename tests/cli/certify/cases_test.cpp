// Problems with known answers from the command line.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_cases {
namespace {

BOOST_AUTO_TEST_SUITE(cases)

BOOST_AUTO_TEST_CASE(families_are_listed_with_what_is_asked_of_them) {
  const Outcome listed = Workplace().run({"cases", "list"});
  BOOST_TEST(listed.code == 0);
  for (const char* name : {"known_spd", "projected_update", "whole_lcp", "near_singular_lcp"})
    BOOST_TEST(listed.says(name), name);
  BOOST_TEST(Workplace().run({"list", "cases"}).out == listed.out);
}

BOOST_AUTO_TEST_CASE(chosen_families_are_tallied_and_nothing_proved_is_wrong) {
  const Workplace place;
  const Outcome ran = place.run({"cases", "run", "--family", "known_spd,near_singular", "--count", "200"});
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.says("plain: Cholesky runs to its end"));
  BOOST_TEST(ran.says("statements are wrong 0 times"));
  BOOST_TEST(place.run({"cases", "run", "--family", "none"}).code == 2);
  BOOST_TEST(place.run({"cases", "run", "--family", "gram", "--count", "0"}).code == 2);
}

BOOST_AUTO_TEST_CASE(json_holds_the_tallies_and_a_seed_gives_the_same_ones) {
  const Workplace place;
  const auto tally = [&place](const std::string& seed) {
    const Outcome ran =
        place.run({"cases", "run", "--family", "near_singular", "--count", "100", "--seed", seed, "--format", "json"});
    nlohmann::json row = nlohmann::json::parse(ran.out).at("families").at(0);
    row.erase("seconds");
    return row;
  };
  BOOST_TEST(tally("3").at("count") == 100);
  BOOST_TEST((tally("3") == tally("3")));
  BOOST_TEST((tally("3") != tally("4")));
  BOOST_TEST(tally("3").at("statements").at("wrong") == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_cases
