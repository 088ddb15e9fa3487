// Vectors that show that a matrix is not P, or not copositive, against every principal minor.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>

#include "tests/statements/matrices.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_refutation {
namespace {

Rational determinant(RationalRows a) {
  Rational product = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    std::size_t pivot = k;
    while (pivot < a.size() && a[pivot][k] == 0) ++pivot;
    if (pivot == a.size()) return 0;
    if (pivot != k) product = -product;
    std::swap(a[k], a[pivot]);
    product *= a[k][k];
    for (std::size_t i = k + 1; i < a.size(); ++i)
      for (std::size_t j = a.size(); j-- > k;) a[i][j] -= a[i][k] / a[k][k] * a[k][j];
  }
  return product;
}

bool has_positive_minors(const MatrixX& a) {
  for (unsigned choice = 1; choice < 1U << a.rows(); ++choice) {
    std::vector<int> rows;
    for (int i = 0; i < a.rows(); ++i)
      if ((choice >> i & 1U) != 0) rows.push_back(i);
    if (determinant(exact_copy(a(rows, rows))) <= 0) return false;
  }
  return true;
}

bool is_semidefinite(const MatrixX& symmetric) {
  for (unsigned choice = 1; choice < 1U << symmetric.rows(); ++choice) {
    std::vector<int> rows;
    for (int i = 0; i < symmetric.rows(); ++i)
      if ((choice >> i & 1U) != 0) rows.push_back(i);
    if (determinant(exact_copy(symmetric(rows, rows))) < 0) return false;
  }
  return true;
}

/// Classes of which the statement says what is not so. Pre: a + a^T has no rounding.
std::string disagreements(const MatrixX& a, const Statement& statement) {
  MatrixX comparison = -a.cwiseAbs();
  comparison.diagonal() = a.diagonal();  // a nonsingular M-matrix exactly when it is P [CottlePangStone92]
  const MatrixX twice = a + a.transpose();
  const std::pair<FactKind, bool> truths[] = {{FactKind::positive_definite, has_positive_minors(twice)},
                                              {FactKind::h_plus, has_positive_minors(comparison)},
                                              {FactKind::p_matrix, has_positive_minors(a)},
                                              {FactKind::semidefinite, is_semidefinite(twice)},
                                              {FactKind::copositive, is_copositive(symmetric_part(exact_copy(a)))}};
  std::string wrong;
  for (const auto& [property, truth] : truths)
    if (statement.property(property) == (truth ? Verdict::refuted : Verdict::proved))
      wrong += std::string(name_of(property)) + "; ";
  return wrong;
}

/// The vector that the statement gives; empty: none.
std::vector<Rational> shown(const Statement& statement, const std::string& name, Eigen::Index n) {
  std::vector<Rational> x;
  std::vector<int> rows;
  for (const auto& [own, texts] : statement.witness) {
    if (own == name + ": rows")
      for (const std::string& text : texts) rows.push_back(std::stoi(text) - 1);
    if (own != name + ": x") continue;
    x.resize(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < rows.size(); ++k)
      x[rows[k]] = texts[k].find_first_of("px") != std::string::npos ? exact(std::stod(texts[k])) : Rational(texts[k]);
  }
  return x;
}

std::vector<Rational> image(const MatrixX& a, const std::vector<Rational>& x) {
  std::vector<Rational> y(x.size());
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (x[j] != 0) y[i] += exact(a(i, j)) * x[j];
  return y;
}

bool is_reversal(const MatrixX& a, const std::vector<Rational>& x) {
  const std::vector<Rational> y = image(a, x);
  bool is_reversed = std::any_of(x.begin(), x.end(), [](const Rational& entry) { return entry != 0; });
  for (std::size_t i = 0; i < x.size(); ++i) is_reversed = is_reversed && x[i] * y[i] <= 0;
  return is_reversed;
}

bool is_negative(const MatrixX& a, const std::vector<Rational>& x) {
  const std::vector<Rational> y = image(a, x);
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum < 0 && std::all_of(x.begin(), x.end(), [](const Rational& entry) { return entry >= 0; });
}

/// With what shows it.
bool is_shown_not_p(const MatrixX& a, const Statement& statement) {
  return statement.property(FactKind::p_matrix) == Verdict::refuted &&
         is_reversal(a, shown(statement, "not P", a.rows()));
}

bool is_shown_not_copositive(const MatrixX& a, const Statement& statement) {
  return statement.property(FactKind::copositive) == Verdict::refuted &&
         is_negative(a, shown(statement, "not copositive", a.rows()));
}

/// Rows and columns in another order, and each row scaled by a power of two: none of that changes P.
MatrixX disguised(const MatrixX& a, std::mt19937& random) {
  std::vector<int> order(static_cast<std::size_t>(a.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  MatrixX result = a(order, order);
  std::uniform_int_distribution<int> power(-30, 30);
  for (Eigen::Index i = 0; i < a.rows(); ++i) result.row(i) *= std::ldexp(1.0, power(random));
  return result;
}

BOOST_AUTO_TEST_SUITE(refutation)

BOOST_AUTO_TEST_CASE(p_and_copositive_are_refuted_exactly_where_a_minor_or_a_block_says_so) {
  std::mt19937 random(21);
  std::uniform_int_distribution<int> off(-3, 3), diagonal(0, 5);
  int not_p = 0, cheap_p = 0, not_copositive = 0, cheap_copositive = 0;
  for (int round = 0; round < 400; ++round) {
    const int n = 2 + round % 5;
    MatrixX a = MatrixX::NullaryExpr(n, n, [&] { return static_cast<double>(off(random)); });
    for (Eigen::Index i = 0; i < n; ++i) a(i, i) = 1.0 + diagonal(random);
    if (round % 2 == 1) a = disguised(a, random);
    const Statement whole = state_class(rows_of(a)), cheap = state_class(rows_of(a), {.highest = Level::binary64});
    const bool is_p = has_positive_minors(a), is_co = is_copositive(symmetric_part(exact_copy(a)));
    BOOST_TEST(is_shown_not_p(a, whole) == !is_p);
    BOOST_TEST((whole.property(FactKind::p_matrix) == Verdict::proved) == is_p);
    BOOST_TEST(is_shown_not_copositive(a, whole) == !is_co);
    BOOST_TEST((whole.property(FactKind::copositive) == Verdict::proved) == is_co);
    BOOST_TEST((cheap.property(FactKind::p_matrix) != (is_p ? Verdict::refuted : Verdict::proved)));
    BOOST_TEST((cheap.property(FactKind::copositive) != (is_co ? Verdict::refuted : Verdict::proved)));
    not_p += is_p ? 0 : 1;
    cheap_p += is_shown_not_p(a, cheap) ? 1 : 0;
    not_copositive += is_co ? 0 : 1;
    cheap_copositive += is_shown_not_copositive(a, cheap) ? 1 : 0;
  }
  BOOST_TEST_MESSAGE(cheap_p << " of " << not_p << " not P and " << cheap_copositive << " of " << not_copositive
                             << " not copositive are shown without all minors");
  BOOST_TEST(not_p > 100);
  BOOST_TEST(not_copositive > 100);
  BOOST_TEST(cheap_p >= 0.95 * not_p);
  BOOST_TEST(cheap_copositive >= 0.95 * not_copositive);
}

BOOST_AUTO_TEST_CASE(small_whole_entries_and_zeros_on_the_diagonal_are_classed_as_their_minors_say) {
  // Corners and edges of the simplex at which the form is 0, ties, rows without entries, singular blocks.
  std::mt19937 random(8);
  for (int round = 0; round < 3000; ++round) {
    const int n = 1 + round % 6;
    std::uniform_int_distribution<int> entry(round % 2 == 0 ? 0 : -2, 2), kept(0, 1);
    MatrixX a = MatrixX::NullaryExpr(n, n, [&] { return static_cast<double>(entry(random)); });
    for (Eigen::Index i = 0; i < n; ++i) a(i, i) *= kept(random);
    const Statement statement = state_class(rows_of(a));
    BOOST_TEST_INFO("round " << round << ":\n" << a);
    BOOST_TEST(disagreements(a, statement) == "");
    BOOST_TEST((statement.property(FactKind::p_matrix) == Verdict::proved || is_shown_not_p(a, statement)));
    BOOST_TEST((statement.property(FactKind::copositive) == Verdict::proved || is_shown_not_copositive(a, statement)));
  }
}

BOOST_AUTO_TEST_CASE(one_row_or_two_refute_at_any_size) {
  for (const int n : {40, 200}) {
    MatrixX a = 3.0 * MatrixX::Identity(n, n);
    for (int i = 0; i < n; ++i) a(i, (i + 1) % n) = -4.0;  // neither definite, nor H+, nor in blocks
    MatrixX one = a, two = a;
    one(4, 4) = -1.0;
    two(7, 11) = two(11, 7) = -3.5;
    for (const MatrixX& wrong : {one, two}) {
      const Statement statement = state_class(rows_of(wrong));
      BOOST_TEST(is_shown_not_p(wrong, statement), n);
      BOOST_TEST(is_shown_not_copositive(wrong, statement), n);
      BOOST_TEST((statement.property(FactKind::positive_definite) == Verdict::refuted));
      BOOST_TEST((statement.property(FactKind::h_plus) == Verdict::refuted));
      BOOST_TEST((statement.verdict == Verdict::undecided));
      BOOST_TEST(statement.reason == "none of the classes holds");
    }
  }
}

BOOST_AUTO_TEST_CASE(minors_of_two_rows_are_decided_to_the_last_bit) {
  const double e = 0x1p-52;
  const auto pair = [](double corner, double upper, double lower) { return matrix(2, {1, upper, lower, corner}); };
  for (const MatrixX& a : {pair(1, 1 + e, 1), pair(1, 1, 1), pair(1 - e / 2, 1 - e / 2, 1), pair(3, -1.5, -2)})
    BOOST_TEST(is_shown_not_p(a, state_class(rows_of(a), {.highest = Level::binary64})));
  for (const MatrixX& a : {pair(1, 1 - e / 2, 1), pair(1 + e, 1, 1)})
    BOOST_TEST((state_class(rows_of(a)).property(FactKind::p_matrix) == Verdict::proved));
  for (const MatrixX& a : {pair(1, -1 - e, -1), pair(0, -e, 0), pair(1, 0, -2 - 2 * e)})
    BOOST_TEST(is_shown_not_copositive(a, state_class(rows_of(a), {.highest = Level::binary64})));
  for (const MatrixX& a : {pair(1, -1, -1), pair(1 + e, -1 - e, -1 + e / 2), pair(1, 0, -2)})
    BOOST_TEST((state_class(rows_of(a)).property(FactKind::copositive) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_hidden_minor_of_three_rows_is_found_in_large_matrices) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> small(-0.01, 0.01);
  for (const int n : {12, 40, 100}) {
    MatrixX a = MatrixX::Identity(n, n) + MatrixX::NullaryExpr(n, n, [&] { return small(random); });
    for (int i = 0; i < 3; ++i) a(i, (i + 1) % 3) = -1.5;  // 1 - 1.5^3 < 0, and no minor of two rows is
    const MatrixX wrong = disguised(a, random);
    BOOST_TEST(is_shown_not_p(wrong, state_class(rows_of(wrong))), n);
  }
}

BOOST_AUTO_TEST_CASE(a_hidden_negative_face_is_found_in_large_matrices) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> small(0.0, 0.1);
  for (const int n : {12, 40, 100, 200}) {
    MatrixX a = MatrixX::Identity(n, n) + MatrixX::NullaryExpr(n, n, [&] { return small(random); });
    for (int i = 0; i < 3; ++i) a(i, (i + 1) % 3) = a((i + 1) % 3, i) = -0.6;  // (1, 1, 1): 3 - 3.6 and noise
    const Statement statement = state_class(rows_of(a));
    BOOST_TEST(is_shown_not_copositive(a, statement), n);
  }
}

BOOST_AUTO_TEST_CASE(what_is_p_but_not_copositive_keeps_its_class) {
  MatrixX a = MatrixX::Identity(40, 40);  // a triangle with large entries
  for (int i = 0; i < 39; ++i) a(i, i + 1) = -5.0;
  const Statement statement = state_class(rows_of(a));
  BOOST_TEST((statement.verdict == Verdict::proved));
  BOOST_TEST((statement.property(FactKind::p_matrix) == Verdict::proved));
  BOOST_TEST(is_shown_not_copositive(a, statement));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_refutation
