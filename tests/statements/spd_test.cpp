// Positive definite or not, where plain numerics cannot tell.
#include <boost/test/unit_test.hpp>
#include <Eigen/Cholesky>

#include "tests/statements/matrices.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_spd {
namespace {

Statement judge(const MatrixX& a) {
  return state_spd(rows_of(a), {.is_sharp = true});
}

BOOST_AUTO_TEST_SUITE(spd)

BOOST_AUTO_TEST_CASE(scaled_hilbert_matrices_are_definite_and_ever_dearer_to_prove) {
  for (int n = 1; n <= 20; ++n) {
    const Statement statement = judge(scaled_hilbert(n));
    BOOST_TEST((statement.verdict == Verdict::proved), n);
    if (n <= 8) BOOST_TEST((statement.decided_by().level == Level::binary64), n);
    if (n >= 14) BOOST_TEST((statement.decided_by().level == Level::ball), n);
  }
}

BOOST_AUTO_TEST_CASE(bounds_of_eigenvalues_enclose_the_known_one) {
  // lambda_min(H_6) = 1.08279948456555e-7, and lcm(1 .. 11) = 27720.
  const Statement statement = judge(scaled_hilbert(6));
  const double bound = statement.bound(BoundKind::smallest);
  BOOST_TEST(bound > 0.0);
  BOOST_TEST(bound <= 27720 * 1.082799484566e-7);
  const Statement easy = judge(matrix(2, {2, 1, 1, 2}));
  BOOST_TEST(easy.bound(BoundKind::smallest_scaled) <= 0.5);
  BOOST_TEST(easy.bound(BoundKind::smallest_scaled) > 0.49);
  BOOST_TEST(easy.bound(BoundKind::condition_scaled) >= 3.0);
  BOOST_TEST(easy.bound(BoundKind::condition_scaled) < 3.1);
}

BOOST_AUTO_TEST_CASE(one_unit_in_the_last_place_decides) {
  const double e = 0x1p-52;
  const Statement inside = judge(matrix(2, {1, 1 - e, 1 - e, 1}));
  BOOST_TEST((inside.verdict == Verdict::proved));
  BOOST_TEST((inside.decided_by().level == Level::ball));
  const MatrixX a = matrix(2, {1, 1 + e, 1 + e, 1});
  const Statement outside = judge(a);
  BOOST_TEST((outside.verdict == Verdict::refuted));
  BOOST_TEST((quadratic_form(a, outside.witness[0].second) < 0));
  const MatrixX edge = matrix(2, {1, 1, 1, 1});
  const Statement singular = judge(edge);
  BOOST_TEST((singular.verdict == Verdict::refuted));
  BOOST_TEST((singular.decided_by().level == Level::exact));
  BOOST_TEST((quadratic_form(edge, singular.witness[0].second) == 0));
}

BOOST_AUTO_TEST_CASE(wilkinson_s_matrix_is_indefinite) {
  MatrixX w = MatrixX::Zero(21, 21);
  for (int i = 0; i < 21; ++i) {
    w(i, i) = std::abs(i - 10);
    if (i > 0) w(i, i - 1) = w(i - 1, i) = 1.0;
  }
  const Statement statement = judge(w);
  BOOST_TEST((statement.verdict == Verdict::refuted));
  BOOST_TEST((quadratic_form(w, statement.witness[0].second) <= 0));
}

BOOST_AUTO_TEST_CASE(small_whole_matrices_are_judged_as_exact_elimination_judges_them) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> entry(-3, 3);
  int definite = 0, singular = 0, wrong_plain = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const int n = 1 + trial % 5;
    MatrixX g(n, n - (trial % 3 == 0 && n > 1 ? 1 : 0));
    for (double& x : g.reshaped()) x = entry(random);
    MatrixX a = g * g.transpose();
    // Dense in bits: a congruence by 1/10 and 1/3 rounds, and leaves the sign of nothing sure.
    if (trial % 2 == 0) a = (0.1 * a + a / 3.0).eval();
    RationalRows rows = exact_copy(a);
    const bool is_definite = eliminate(rows) == n;
    const Statement statement = judge(a);
    BOOST_REQUIRE((statement.verdict == (is_definite ? Verdict::proved : Verdict::refuted)));
    if (!is_definite && !statement.witness.empty())
      BOOST_REQUIRE((quadratic_form(a, statement.witness[0].second) <= 0));
    definite += is_definite ? 1 : 0;
    singular += is_definite ? 0 : 1;
    wrong_plain += (Eigen::LLT<MatrixX>(a).info() == Eigen::Success) != is_definite ? 1 : 0;
  }
  BOOST_TEST(definite > 1000);
  BOOST_TEST(singular > 1000);
  BOOST_TEST(wrong_plain > 50);  // what plain Cholesky would have said wrongly
}

BOOST_AUTO_TEST_CASE(powers_of_two_on_rows_and_columns_change_nothing) {
  std::mt19937_64 random(4);
  std::uniform_int_distribution<int> exponent(-300, 300);
  for (const MatrixX& a : {scaled_hilbert(5), matrix(2, {1, 2, 2, 1}), matrix(3, {2, 1, 0, 1, 2, 1, 0, 1, 2})}) {
    VectorX d(a.rows());
    for (double& x : d) x = std::ldexp(1.0, exponent(random));
    BOOST_TEST((judge(d.asDiagonal() * a * d.asDiagonal()).verdict == judge(a).verdict));
  }
}

BOOST_AUTO_TEST_CASE(a_sparse_laplacian_is_proved_sparsely) {
  const int m = 60;
  SparseRows a{.num_rows = m * m, .num_columns = m * m, .first = {0}, .column = {}, .value = {}};
  for (int i = 0; i < m * m; ++i) {
    for (const int step : {-m, -1, 0, 1, m}) {
      const int j = i + step;
      if (j < 0 || j >= m * m || (std::abs(step) == 1 && j / m != i / m)) continue;
      a.column.push_back(j);
      a.value.push_back(step == 0 ? 4.0 : -1.0);
    }
    a.first.push_back(static_cast<int>(a.column.size()));
  }
  const Statement statement = state_spd(a, {.is_sharp = true});
  BOOST_TEST((statement.verdict == Verdict::proved));
  // lambda_min = 8 sin^2(pi / (2 (m + 1))), a quarter of it with the diagonal scaled to 1.
  const double lowest = 2.0 * std::pow(std::sin(std::acos(-1.0) / (2.0 * (m + 1))), 2);
  BOOST_TEST(statement.bounds[0].value <= lowest);
  BOOST_TEST(statement.bounds[0].value > 0.5 * lowest);
}

BOOST_AUTO_TEST_CASE(what_is_no_symmetric_finite_matrix_is_not_judged) {
  const Statement crooked = judge(matrix(2, {1, 2, 3, 4}));
  BOOST_TEST((crooked.verdict == Verdict::not_run));
  BOOST_TEST(crooked.reason == "the matrix is not symmetric: entry (1, 2) is 2 and entry (2, 1) is 3");
  BOOST_TEST((judge(matrix(2, {1, std::nan(""), std::nan(""), 4})).verdict == Verdict::not_run));
  BOOST_TEST((judge(matrix(2, {1, 2})).verdict == Verdict::not_run));
  BOOST_TEST((judge(matrix(2, {1, 0, 0, -0.0})).verdict == Verdict::refuted));
  BOOST_TEST((judge(MatrixX(0, 0)).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_spd
