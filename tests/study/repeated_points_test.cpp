// Points that a sweep lists again are found by all of their values, and by nothing less.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>

#include "study/runs/run_plan.hpp"
#include "study/sweeps/repeated_points.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_repeated_points {
namespace {

SweepAxis axis_of(const char* key, std::vector<double> values) {
  return {.key = key, .unit = {"m", {}, 1.0}, .values = std::move(values), .words = {}};
}

/// The first point with the values of each, by comparing with all before it.
std::vector<std::int64_t> first_points(const SweepSpec& sweep) {
  std::map<std::vector<std::string>, std::int64_t> seen;
  std::vector<std::int64_t> first;
  for (std::size_t i = 0; i < grid_size(sweep); ++i) {
    std::vector<std::string> values;
    for (const dsl::Override& one : grid_point(sweep, i).overrides) values.push_back(one.value_text);
    first.push_back(seen.try_emplace(values, static_cast<std::int64_t>(i)).first->second);
  }
  return first;
}

void check(const SweepSpec& sweep) {
  const RepeatedPoints repeated(sweep);
  const std::vector<std::int64_t> first = first_points(sweep);
  bool are_there = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    BOOST_TEST(repeated.first(static_cast<std::int64_t>(i)) == first[i]);
    are_there = are_there || first[i] != static_cast<std::int64_t>(i);
  }
  BOOST_TEST(repeated.are_there() == are_there);
}

BOOST_AUTO_TEST_SUITE(repeated_points)

BOOST_AUTO_TEST_CASE(a_repeated_point_is_the_first_with_its_values) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    SweepSpec sweep;
    sweep.is_zipped = trial % 2 == 1;
    const std::size_t length = 2 + static_cast<std::size_t>(random.uniform(0.0, 6.0));
    for (const char* key : {"a", "b"}) {
      std::vector<double> values(length);
      for (double& value : values) value = std::floor(random.uniform(0.0, 2.0 * static_cast<double>(trial % 7 + 1)));
      sweep.axes.push_back(axis_of(key, values));
    }
    check(sweep);
  }
}

BOOST_AUTO_TEST_CASE(words_are_compared_as_words) {
  SweepSpec sweep;
  sweep.axes.push_back({.key = "law",
                        .unit = {},
                        .values = {1.0, 2.0, 3.0},
                        .words = {"newton", "poisson", "newton"},
                        .is_of_words = true});
  check(sweep);
  BOOST_TEST(RepeatedPoints(sweep).first(2) == 0);
}

BOOST_AUTO_TEST_CASE(values_that_differ_in_a_bit_differ) {
  SweepSpec sweep;
  sweep.axes.push_back(axis_of("a", {0.0, -0.0, 1.0, std::nextafter(1.0, 2.0)}));
  BOOST_TEST(!RepeatedPoints(sweep).are_there());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_repeated_points
