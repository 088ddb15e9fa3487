// What the attempts of LCP solvers add up to.
#include <boost/test/unit_test.hpp>

#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/scene/method_run.hpp"

namespace perpend::test::of_lcp_use {
namespace {

BOOST_AUTO_TEST_CASE(an_attempt_that_was_interrupted_is_no_failure) {
  std::vector<LcpUse> uses;
  add_attempt({.solver = "lemke", .status = Status::converged, .iterations = 4}, 1, uses);
  add_attempt({.solver = "lemke", .status = Status::interrupted, .iterations = 9}, 2, uses);
  add_attempt({.solver = "pgs", .status = Status::interrupted, .iterations = 9}, 2, uses);
  BOOST_REQUIRE(uses.size() == 1U);
  BOOST_TEST(uses[0].solved == 1);
  BOOST_TEST(uses[0].failed == 0);
  BOOST_TEST(uses[0].first_failure_step == -1);
  add_attempt({.solver = "lemke", .status = Status::unsolved, .failure = LcpFailure::ray}, 3, uses);
  BOOST_TEST(uses[0].failed == 1);
  BOOST_TEST(uses[0].first_failure_step == 3);
}

}  // namespace
}  // namespace perpend::test::of_lcp_use
