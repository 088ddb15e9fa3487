// Friction as a box and as an LCP are one problem: what solves the one solves the other.
#define BOOST_TEST_MODULE solver_programs
#include "scenes/verification/solvers/boxed_form.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <stdexcept>

namespace referee {
namespace {

constexpr double mu = 0.5, e = 2.0;

/// A unit mass that comes down at `approach` and slides at `slide`; unknowns n, t+, t-, s in the order of `at`.
Lcp contact(double approach, double slide, const std::vector<int>& at = {0, 1, 2, 3}) {
  Lcp lcp{4, std::vector<double>(16, 0.0), std::vector<double>(4, 0.0)};
  const auto set = [&](int i, int j, double value) { lcp.a[static_cast<std::size_t>(at[i]) * 4 + at[j]] = value; };
  set(0, 0, 1.0);
  for (const int i : {1, 2}) {
    for (const int j : {1, 2}) set(i, j, i == j ? 1.0 : -1.0);
    set(i, 3, e);
    set(3, i, -e);
  }
  set(3, 0, e * mu);
  lcp.b[at[0]] = -approach;
  lcp.b[at[1]] = slide;
  lcp.b[at[2]] = -slide;
  return lcp;
}

BOOST_AUTO_TEST_CASE(an_answer_of_the_box_is_one_of_the_lcp_wherever_its_rows_stand) {
  // The impulse stops the approach; friction stops the slide, or falls short of it by mu times the impulse.
  for (const std::vector<int>& at : {std::vector<int>{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}})
    for (const double slide : {-3.0, -0.25, 0.0, 0.25, 3.0}) {
      const Lcp lcp = contact(1.0, slide, at);
      const auto form = find_boxed_form(lcp);
      BOOST_REQUIRE(form.has_value());
      BOOST_TEST(form->boxed.upper.back() == mu);
      BOOST_TEST(form->boxed.bounded_by.back() == 0);
      const double direction = form->boxed.lcp.b[1];
      const std::vector<double> x{1.0, std::min(std::max(-direction, -mu), mu)};
      BOOST_TEST(boxed_residual(form->boxed, x) == 0.0);
      BOOST_TEST(natural_residual(lcp, unbox(*form, x)) == 0.0);
    }
}

BOOST_AUTO_TEST_CASE(a_wrong_answer_stays_wrong) {
  const Lcp lcp = contact(1.0, 3.0);
  const auto form = find_boxed_form(lcp);
  for (const std::vector<double>& x : {std::vector<double>{1.0, 0.0}, {0.5, -0.25}, {1.0, -3.0}}) {
    BOOST_TEST(boxed_residual(form->boxed, x) > 0.1);
    BOOST_TEST(natural_residual(lcp, unbox(*form, x)) > 0.1);
  }
}

BOOST_AUTO_TEST_CASE(an_lcp_without_friction_is_its_own_box) {
  const Lcp lcp{2, {2.0, 1.0, 1.0, 2.0}, {-2.0, 0.0}};
  const auto form = find_boxed_form(lcp);
  BOOST_REQUIRE(form.has_value());
  BOOST_TEST(form->boxed.lcp.a == lcp.a);
  BOOST_TEST(unbox(*form, {1.0, 0.0}) == (std::vector<double>{1.0, 0.0}));
}

BOOST_AUTO_TEST_CASE(what_is_no_box_is_refused) {
  Lcp pyramid = contact(1.0, 1.0);
  pyramid.a[3 * 4 + 2] = -1.0;  // the slip closes one direction otherwise than the other
  BOOST_TEST(!find_boxed_form(pyramid).has_value());
  Lcp skew = contact(1.0, 1.0);
  skew.a[1 * 4 + 0] = 0.5;  // the normal pushes along one direction and not against the other
  BOOST_TEST(!find_boxed_form(skew).has_value());
  Lcp cohesive = contact(1.0, 1.0);
  cohesive.b[3] = 1.0;
  BOOST_TEST(!find_boxed_form(cohesive).has_value());
}

BOOST_AUTO_TEST_CASE(rounding_does_not_make_a_matrix_unsymmetric_and_more_does) {
  const double a = 0.1;
  BOOST_TEST(is_symmetric({2, {2.0, a, a * (1.0 + 4e-16), 2.0}, {-2.0, 0.0}}));
  BOOST_TEST(!is_symmetric({2, {2.0, a, a * (1.0 + 1e-12), 2.0}, {-2.0, 0.0}}));
  BOOST_TEST(!is_symmetric({2, {2.0, a, std::nan(""), 2.0}, {-2.0, 0.0}}));
}

BOOST_AUTO_TEST_CASE(a_solver_for_symmetric_matrices_is_not_asked_for_others) {
  const auto never = [](const BoxedLcp&) -> Answer { throw std::logic_error("asked"); };
  const Lcp lcp{2, {2.0, 1.0, 0.0, 2.0}, {-2.0, 0.0}};
  BOOST_TEST(solve_boxed(lcp, never, needs_symmetry).status == "unsuited");
}

}  // namespace
}  // namespace referee
