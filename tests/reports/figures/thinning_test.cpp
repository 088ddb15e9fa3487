// Thinning loses points but no peak, no gap and no end.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "kernel/model/scene/method_run.hpp"
#include "reports/figures/figure_data.hpp"
#include "reports/figures/thinning.hpp"

namespace perpend::reports::of_thinning {
namespace {

std::vector<double> noise(std::size_t size, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> values(size);
  for (double& value : values) value = static_cast<double>(generator()) / 1e9 - 2;
  return values;
}

bool has(const std::vector<std::size_t>& rows, std::size_t row) {
  return std::binary_search(rows.begin(), rows.end(), row);
}

std::size_t index_of(const std::vector<double>& values, std::vector<double>::const_iterator at) {
  return static_cast<std::size_t>(at - values.begin());
}

BOOST_AUTO_TEST_SUITE(thinning)

BOOST_AUTO_TEST_CASE(ends_least_and_largest_stay_for_every_size_and_limit) {
  for (const std::size_t size : {9U, 10U, 100U, 1501U, 10'007U})
    for (const std::size_t limit : {8U, 9U, 11U, 50U, 1500U}) {
      const std::vector<double> values = noise(size, static_cast<unsigned>(size + limit));
      const std::vector<std::size_t> rows = thinned_rows(values, limit);
      BOOST_TEST(rows.size() <= limit);
      BOOST_TEST(rows.front() == 0U);
      BOOST_TEST(rows.back() == size - 1);
      BOOST_TEST(has(rows, index_of(values, std::min_element(values.begin(), values.end()))));
      BOOST_TEST(has(rows, index_of(values, std::max_element(values.begin(), values.end()))));
    }
}

BOOST_AUTO_TEST_CASE(rows_ascend_and_none_comes_twice) {
  const std::vector<double> values(5000, 1.0);  // least and largest of each bucket are the same point
  for (const std::size_t limit : {8U, 100U, 1500U}) {
    const std::vector<std::size_t> rows = thinned_rows(values, limit);
    BOOST_TEST((std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end()));
  }
}

BOOST_AUTO_TEST_CASE(a_single_spike_anywhere_is_kept) {
  for (std::size_t at = 0; at < 3000; at += 7) {
    std::vector<double> values(3000, 0.0);
    values[at] = at % 2 == 0 ? 1.0 : -1.0;
    BOOST_REQUIRE(has(thinned_rows(values, 60), at));
  }
}

BOOST_AUTO_TEST_CASE(a_single_hole_anywhere_is_kept) {
  for (std::size_t at = 0; at < 3000; at += 7) {
    std::vector<double> values = noise(3000, 3);
    values[at] = at % 2 == 0 ? not_a_number : std::numeric_limits<double>::infinity();
    BOOST_REQUIRE(has(thinned_rows(values, 60), at));
  }
}

BOOST_AUTO_TEST_CASE(holes_alone_are_thinned_too) {
  const std::vector<std::size_t> rows = thinned_rows(std::vector<double>(10'000, not_a_number), 100);
  BOOST_TEST(rows.size() <= 100U);
  BOOST_TEST(rows.size() > 2U);
}

BOOST_AUTO_TEST_CASE(short_series_are_left_alone) {
  const std::vector<double> values = noise(100, 5);
  BOOST_TEST(thinned_rows(values, 100).size() == 100U);
  BOOST_TEST(thinned_rows(std::span(values).first(1), 8).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_thinning
