// Who may end long computations of a thread.
#include "kernel/model/stop.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

namespace perpend::test::of_stop {
namespace {

BOOST_AUTO_TEST_SUITE(stop)

BOOST_AUTO_TEST_CASE(a_limit_holds_to_the_end_of_its_scope_and_on_its_thread_alone) {
  BOOST_TEST(!must_stop());
  {
    const StopScope over(0.0);
    BOOST_TEST((stop_reason() == StopReason::time_limit));
    BOOST_TEST(!is_interrupted());
    StopReason elsewhere = StopReason::signal;
    std::thread([&] { elsewhere = stop_reason(); }).join();
    BOOST_TEST((elsewhere == StopReason::none));
  }
  BOOST_TEST(!must_stop());
}

BOOST_AUTO_TEST_CASE(what_an_outer_scope_asks_for_holds_within) {
  std::stop_source source;
  const StopScope outer(std::nullopt, source.get_token());
  const StopScope inner(3600.0);
  BOOST_TEST(!must_stop());
  source.request_stop();
  BOOST_TEST((stop_reason() == StopReason::signal));
  BOOST_TEST(is_interrupted());
}

BOOST_AUTO_TEST_CASE(a_request_stands_above_a_limit) {
  std::stop_source source;
  source.request_stop();
  const StopScope outer(std::nullopt, source.get_token());
  const StopScope inner(0.0);
  BOOST_TEST((stop_reason() == StopReason::signal));
}

BOOST_AUTO_TEST_CASE(a_limit_of_any_length_is_one) {
  for (const double seconds : {1e-9, 1.0, 1e9, 1e300}) {
    const StopScope scope(seconds);
    if (seconds < 1e-3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    BOOST_TEST((must_stop() == (seconds < 1e-3)), seconds);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_stop
