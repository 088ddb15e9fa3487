// [ClinePai03] VI.A, six links of 100 mm falling from the horizontal, h = 1 ms: the numbers of an independent
// prototype.
#include <boost/test/unit_test.hpp>

#include "tests/support/observed_order.hpp"

namespace perpend::test::of_published_chain {

namespace {

// The prototype's numbers have two or three digits: half a unit of the last one is allowed.
void check_digits(double metres, double printed_mm, double last_digit_mm) {
  BOOST_TEST_INFO("measured " << metres * 1e3 << " mm, expected " << printed_mm << " mm");
  BOOST_TEST(std::abs(metres * 1e3 - printed_mm) <= last_digit_mm / 2.0);
}

constexpr double earth = 9.81;
constexpr double scaled = 6.0 * 9.81;
constexpr double h = 1e-3;

DriftObserver fall(double gravity, std::string_view name,
                   const std::vector<std::pair<std::string_view, double>>& options, double duration) {
  return observe_run(chain(6, gravity), method(name, options), h, duration);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(published_chain)

BOOST_AUTO_TEST_CASE(unstabilized_by_step_600) {
  check_digits(fall(earth, "none", {}, 0.6).max_error, 2.73, 0.01);
  check_digits(fall(scaled, "none", {}, 0.6).max_error, 16.9, 0.1);
}

BOOST_AUTO_TEST_CASE(baumgarte_50) {
  check_digits(fall(earth, "baumgarte", {{"alpha", 50.0}}, 0.8).max_error, 0.83, 0.01);
  check_digits(fall(scaled, "baumgarte", {{"alpha", 50.0}}, 0.8).max_error, 5.1, 0.1);
}

BOOST_AUTO_TEST_CASE(baumgarte_200) {
  check_digits(fall(earth, "baumgarte", {{"alpha", 200.0}}, 0.8).max_error, 0.30, 0.01);
  check_digits(fall(scaled, "baumgarte", {{"alpha", 200.0}}, 0.8).max_error, 2.4, 0.1);
}

BOOST_AUTO_TEST_CASE(baumgarte_2000) {
  check_digits(fall(earth, "baumgarte", {{"alpha", 2000.0}}, 0.8).max_error, 0.033, 0.001);
  const double jagged = fall(scaled, "baumgarte", {{"alpha", 2000.0}}, 0.8).max_error;
  BOOST_TEST(jagged > 4e-3);
  BOOST_TEST(jagged < 13e-3);
}

BOOST_AUTO_TEST_CASE(post_stabilization_before_and_after) {
  const DriftObserver slow = fall(earth, "post_stabilization", {}, 0.8);
  check_digits(slow.max_before, 0.061, 0.001);
  check_digits(slow.max_error, 1.4e-5, 0.1e-5);
  const DriftObserver fast = fall(scaled, "post_stabilization", {}, 0.8);
  check_digits(fast.max_before, 0.85, 0.01);
  check_digits(fast.max_error, 3.9e-3, 0.1e-3);
}

BOOST_AUTO_TEST_CASE(alpha_h_of_2_is_the_limit) {
  SimulationResult result;
  observe_run(chain(6), method("baumgarte", {{"alpha", 2050.0}}), h, 0.8, &result);
  BOOST_TEST(result.status == Status::diverged);
  observe_run(chain(6), method("baumgarte", {{"alpha", 1950.0}}), h, 0.8, &result);
  BOOST_TEST(result.status == Status::converged);
}

BOOST_AUTO_TEST_CASE(observed_orders_on_the_chain) {
  const std::vector<double> steps{1e-3, 0.5e-3, 0.25e-3, 0.125e-3};
  std::vector<double> unstabilized, before, after;
  for (double step : steps) {
    unstabilized.push_back(observe_run(chain(6), method("none"), step, 0.4).max_error);
    const DriftObserver post = observe_run(chain(6), method("post_stabilization"), step, 0.4);
    before.push_back(post.max_before);
    after.push_back(post.max_error);
  }
  // The next term of each error is a factor 1 + O(h / 0.1 s): a few hundredths of an order at these steps.
  BOOST_TEST(std::abs(fitted_order(steps, unstabilized) - 1.0) < 0.1);
  BOOST_TEST(std::abs(fitted_order(steps, before) - 2.0) < 0.1);
  BOOST_TEST(std::abs(fitted_order(steps, after) - 4.0) < 0.2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_published_chain
