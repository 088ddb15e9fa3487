// Rank, linear systems, LCPs and their classes: known answers, and that tampering is seen.
#include <boost/test/unit_test.hpp>

#include "tests/statements/matrices.hpp"
#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_systems {
namespace {

VectorX vector(std::initializer_list<double> entries) {
  VectorX x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.begin());
  return x;
}

BOOST_AUTO_TEST_SUITE(systems)

BOOST_AUTO_TEST_CASE(a_rank_that_rounding_may_have_made_comes_with_its_distance_to_lower_ranks) {
  const MatrixX turned = matrix(3, {0.8, 0.6, 0, -0.6, 0.8, 0, 0.6, 0.8, 1e-17});
  const Statement full = state_rank(rows_of(turned));
  BOOST_TEST((full.verdict == Verdict::proved));
  BOOST_TEST(full.bound(BoundKind::rank_distance) < 2e-16);   // rounding of products below 1
  BOOST_TEST(full.bound(BoundKind::rank_distance) >= 1e-17);  // the third column is at least that far
  const Statement above = state_rank(rows_of(turned), 1);
  BOOST_TEST((above.verdict == Verdict::refuted));
  // The smaller singular values are 1 and 1e-17: no matrix of rank 1 is nearer than 1.
  BOOST_TEST(above.bound(BoundKind::rank_distance) >= 1.0);
  BOOST_TEST(above.bound(BoundKind::rank_distance) < 1.5);
  const Statement zero = state_rank(rows_of(turned), 0);
  BOOST_TEST(std::abs(zero.bound(BoundKind::rank_distance) - std::sqrt(3.0)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(rank_is_that_of_the_rows_and_not_of_their_rounded_products) {
  const MatrixX thin = matrix(3, {1, 0, 0, 0, 1, 0, 1, 1, 0x1p-30});
  BOOST_TEST((state_rank(rows_of(thin)).verdict == Verdict::proved));
  const MatrixX dependent = matrix(3, {1, 2, 3, 4, 5, 6, 5, 7, 9});
  const Statement refuted = state_rank(rows_of(dependent));
  BOOST_TEST((refuted.verdict == Verdict::refuted));
  BOOST_TEST((refuted.count(FactKind::rank) == 2));
  BOOST_REQUIRE(refuted.witness.size() == 1U);
  Rational sum = 0;
  for (int column = 0; column < 3; ++column) {
    sum = 0;
    for (int i = 0; i < 3; ++i) sum += Rational(refuted.witness[0].second[i]) * exact(dependent(i, column));
    BOOST_TEST((sum == 0));
  }
  BOOST_TEST((state_rank(rows_of(dependent), 2).verdict == Verdict::proved));
  BOOST_TEST((state_rank(rows_of(dependent), 1).verdict == Verdict::refuted));
  BOOST_TEST((state_rank(rows_of(dependent), 4).verdict == Verdict::refuted));
  BOOST_TEST((state_rank(rows_of(matrix(3, {1, 2, 3, 4, 5, 6}))).verdict == Verdict::proved));
  BOOST_TEST((state_rank(rows_of(matrix(2, {1, 2, 3, 4, 5, 6}))).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(an_answer_of_a_linear_system_is_bounded_and_a_wrong_one_refuted) {
  const MatrixX a = scaled_hilbert(6);
  const VectorX exact_x = vector({1, -2, 3, -4, 5, -6});
  const VectorX b = a * exact_x;  // whole numbers
  const Statement right = state_linear(rows_of(a), exact_x, b);
  BOOST_TEST((right.verdict == Verdict::proved));
  BOOST_TEST(right.bound(BoundKind::backward_error) == 0.0);
  BOOST_TEST(right.bound(BoundKind::x_only_distance) < 1e-9);
  VectorX off = exact_x;
  off[3] += 1e-3;
  BOOST_TEST((state_linear(rows_of(a), off, b).verdict == Verdict::refuted));
  off = exact_x;
  off[3] = std::nextafter(off[3], 0.0);
  const Statement near = state_linear(rows_of(a), off, b);
  BOOST_TEST((near.verdict == Verdict::proved));
  BOOST_TEST(near.bound(BoundKind::x_only_distance) >= 4.0 * 0x1p-53);
}

BOOST_AUTO_TEST_CASE(a_singular_system_has_no_distance_and_still_a_backward_error) {
  const Statement statement = state_linear(rows_of(matrix(2, {1, 1, 1, 1})), vector({1, 1}), vector({2, 2}));
  BOOST_TEST((statement.verdict == Verdict::proved));
  BOOST_TEST(fact(statement, FactKind::distance).find("not known") == 0U);
}

BOOST_AUTO_TEST_CASE(a_badly_scaled_regular_system_is_decided_by_balls) {
  const double e = 0x1p-52;
  const Statement statement =
      state_linear(rows_of(matrix(2, {1, 1 - e, 1 - e, 1})), vector({0.5, 0.5}), vector({1, 1}));
  BOOST_TEST((statement.verdict == Verdict::proved));
  BOOST_TEST(fact(statement, FactKind::solution).find("ball") != std::string::npos);
}

/// Terms from 2^-40 to 2^40 of both signs, so that nearly all digits cancel.
BOOST_AUTO_TEST_CASE(a_measured_row_holds_the_exact_sum_within_a_few_units_of_its_last_place) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0);
  std::uniform_int_distribution<int> exponent(-40, 40);
  const auto number = [&] {
    const double digits = mantissa(random);
    return std::ldexp(digits, exponent(random));
  };
  for (int round = 0; round < 200; ++round) {
    const MatrixX a = MatrixX::NullaryExpr(1, 30, number);
    VectorX x = VectorX::NullaryExpr(30, number);
    const VectorX b = VectorX::Constant(1, number());
    const SparseRows rows = rows_of(a);
    Rational sum = exact(b[0]);
    for (int j = 0; j < 30; ++j) sum += exact(a(0, j)) * exact(x[j]);
    const RowEnclosure found = measure_row(rows, b, x, 0);
    BOOST_TEST((exact(found.value.lo) <= sum && sum <= exact(found.value.hi)));
    // u |sum| for the last rounding; the sum of the rounding errors is itself off by less than gamma_64^2 of the size
    BOOST_TEST(found.value.hi - found.value.lo <=
               4.0 * 0x1p-53 * abs(found.value).hi + 64.0 * 64.0 * 0x1p-104 * found.size);
  }
}

BOOST_AUTO_TEST_CASE(an_enclosed_solution_holds_the_exact_one) {
  for (const int n : {5, 40, 70}) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_int_distribution<int> pick(-9, 9);
    const MatrixX a = MatrixX::NullaryExpr(n, n, [&] { return static_cast<double>(pick(random)); });
    const VectorX x = VectorX::NullaryExpr(n, [&] { return static_cast<double>(pick(random)); });
    const VectorX b = a * x;  // whole numbers
    const std::vector<Interval> found = enclose_solution(a, {b.begin(), b.end()});
    BOOST_REQUIRE(found.size() == static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) BOOST_TEST((found[i].contains(x[i]) && found[i].hi - found[i].lo < 1e-9));
  }
  BOOST_TEST(enclose_solution(matrix(2, {1, 2, 2, 4}), {Interval(1.0), Interval(2.0)}).empty());
}

BOOST_AUTO_TEST_CASE(known_lcps_have_their_solutions_counted) {
  const auto count = [](const MatrixX& a, const VectorX& b) {
    const Statement statement = state_solvability(rows_of(a), b);
    return to_string(statement.verdict) + std::string(" ") + fact(statement, FactKind::solutions);
  };
  BOOST_TEST(count(matrix(2, {1, -3, 0, 1}), vector({-1, -1})) == "proved 1");
  BOOST_TEST(count(matrix(3, {1, 2, 0, 0, 1, 2, 2, 0, 1}), vector({-1, -1, -1})) == "proved 1");
  BOOST_TEST(count(matrix(2, {0, 1, -1, 0}), vector({-1, -1})) == "refuted 0");
  BOOST_TEST(count(matrix(2, {1, 2, 2, 1}), vector({-1, -1})) == "proved 3");
  BOOST_TEST(count(matrix(2, {1, 1, 1, 1}), vector({-1, -1})) == "proved infinite");
  BOOST_TEST(count(matrix(2, {2, 1, 1, 2}), vector({-2, -1})) == "proved 1");
  // Painleve's rod: A = -4/5, with b = -2 and b = 2.
  BOOST_TEST(count(matrix(1, {-0.8}), vector({-2})) == "refuted 0");
  BOOST_TEST(count(matrix(1, {-0.8}), vector({2})) == "proved 2");
}

BOOST_AUTO_TEST_CASE(an_answer_of_an_lcp_is_proved_and_a_tampered_one_refuted) {
  const SparseRows a = rows_of(matrix(2, {1, -3, 0, 1}));
  const VectorX b = vector({-1, -1});
  const Statement right = state_lcp(a, b, vector({4, 1}));
  BOOST_TEST((right.verdict == Verdict::proved));
  BOOST_TEST((right.num_solutions() == SolutionCount{1}));
  for (const VectorX& z : {vector({4, 1.001}), vector({3.9, 1}), vector({-4, 1}), vector({4, 0})})
    BOOST_TEST((state_lcp(a, b, z).verdict == Verdict::refuted));
  BOOST_TEST((state_lcp(a, b, vector({4, std::nan("")})).verdict == Verdict::not_run));
  BOOST_TEST((state_lcp(a, b, vector({4})).verdict == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(classes_are_named_with_what_follows_from_them) {
  const auto name = [](const MatrixX& a) { return fact(state_class(rows_of(a)), FactKind::class_name); };
  BOOST_TEST(name(matrix(2, {2, 1, 1, 2})) == "positive definite");
  BOOST_TEST(name(matrix(2, {1, -3, 0, 1})) == "H+");
  BOOST_TEST(name(matrix(3, {1, 2, 0, 0, 1, 2, 2, 0, 1})) == "P");
  BOOST_TEST(name(matrix(2, {1, 1, 1, 1})) == "positive semidefinite");
  BOOST_TEST(name(matrix(2, {1, 2, 2, 1})) == "copositive");
  BOOST_TEST(name(matrix(2, {0, -1, -1, 0})) == "");
}

BOOST_AUTO_TEST_CASE(exponential_tests_are_announced_at_once) {
  MatrixX a = MatrixX::Zero(40, 40);  // Murty's: P, neither definite nor H+
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j <= i; ++j) a(i, j) = i == j ? 1.0 : 2.0;
  a(0, 39) = -1e-3;
  const Statement statement = state_class(rows_of(a), {.seconds = 2.0});
  if (statement.verdict == Verdict::undecided) BOOST_TEST(statement.reason.find("exponential") == 0U, statement.reason);
  BOOST_TEST(statement.seconds() < 20.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_systems
