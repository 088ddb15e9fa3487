// Exact arithmetic of the checker: signs of symmetric matrices, singular ones included, signs of polynomials, solutions
// of complementarity problems.
#include <boost/test/unit_test.hpp>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/arithmetic/polynomial.hpp"
#include "verification/checker/lcp/lcp.hpp"

namespace perpend::test::of_arithmetic {

using namespace perpend::checker;

namespace {

/// N N^T of whole numbers, n rows of `rank` numbers.
SparseMatrix gram(int n, int rank) {
  const auto entry = [](int i, int k) { return Rational((7L * i * i + 3 * i * k + 11 * k * k * k + i) % 19 - 9); };
  SparseMatrix g{n, n, std::vector<SparseRow>(n)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Rational sum;
      for (int k = 0; k < rank; ++k) sum.add_product(entry(i, k), entry(j, k));
      g.rows[i].push_back({j, sum});
    }
  return g;
}

const Polynomial x = Polynomial::unknown();

Polynomial number(long n) {
  return {Rational(n)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arithmetic)

/// Below and above the rows that are eliminated over the rationals.
BOOST_AUTO_TEST_CASE(a_gram_matrix_of_fewer_columns_is_semidefinite_and_no_more_when_a_bit_is_taken_away) {
  for (const int n : {20, 90}) {
    SparseMatrix g = gram(n, 8);
    BOOST_TEST((sign_of(g) == Sign::semidefinite), n);
    Entry& last = g.rows[n - 1][n - 1];
    last.value -= power_of_two(-80);
    BOOST_TEST((is_nonnegative(g) != true), n);
    last.value += power_of_two(-79);  // more than the Gram matrix, which is semidefinite as well
    BOOST_TEST((is_nonnegative(g) != false), n);
  }
}

BOOST_AUTO_TEST_CASE(a_definite_and_an_indefinite_matrix_are_told_at_every_size) {
  for (const int n : {20, 90}) {
    const SparseMatrix g = gram(n, 8);
    const std::vector<Rational> shift(n, power_of_two(-40));
    BOOST_TEST((sign_of(with_diagonal(g, 1, shift)) == Sign::positive), n);
    BOOST_TEST((sign_of(with_diagonal(g, -1, shift)) == Sign::indefinite), n);
  }
}

BOOST_AUTO_TEST_CASE(signs_of_polynomials_on_a_range_count_roots_of_odd_order_alone) {
  const Polynomial touching = (x - number(1)) * (x - number(1)) * (number(3) - x);  // 0 at 1, changes its sign at 3
  BOOST_TEST(is_nonnegative_on(touching, {Rational(0), Rational(3)}));
  BOOST_TEST(!is_nonnegative_on(touching, {Rational(0), Rational(4)}));
  BOOST_TEST(!is_nonnegative_on(touching, {Rational(0), std::nullopt}));
  BOOST_TEST(is_negative_on(touching, {Rational(3), std::nullopt}));
  BOOST_TEST(!is_negative_on(touching, {Rational(2), std::nullopt}));
  const Polynomial cubed = (x - number(2)) * (x - number(2)) * (x - number(2));
  BOOST_TEST(is_nonnegative_on(cubed, {Rational(2), std::nullopt}));
  BOOST_TEST(!is_nonnegative_on(cubed, {Rational(1), Rational(5)}));
  BOOST_TEST(is_negative_on(cubed, {Rational(-1), Rational(2)}));
  BOOST_TEST(is_nonnegative_on(x * x + number(1), {Rational(-5), Rational(5)}));
  BOOST_TEST(!is_negative_on(number(0) - x * x, {Rational(-5), Rational(5)}));
  BOOST_TEST(is_nonnegative_on(number(0), {Rational(0), std::nullopt}));
  BOOST_TEST(!is_negative_on(number(0), {Rational(0), std::nullopt}));
}

/// z = (1, 0): the second pair is 0 and 0.
BOOST_AUTO_TEST_CASE(a_solution_is_made_from_its_marks_or_not_at_all) {
  const auto row = [](long first, long second) { return SparseRow{{0, Rational(first)}, {1, Rational(second)}}; };
  const Lcp lcp{{2, 2, {row(1, -8), row(1, 1)}}, {Rational(-1), Rational(-1)}};
  const Rational half = Rational(1) / Rational(2);
  const auto marked = [&](const Rational& first, const Rational& second) {
    return marked_solution(lcp, {first, second});
  };
  for (const Rational& second : {Rational(0), half, Rational(1)}) {
    const auto z = marked(Rational(1), second);
    BOOST_REQUIRE(z.has_value());
    BOOST_TEST(((*z)[0] == Rational(1) && (*z)[1].is_zero()));
  }
  BOOST_TEST(marked(half, half).has_value());
  BOOST_TEST(!marked(Rational(0), half).has_value());
  BOOST_TEST(!marked(Rational(2), half).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_arithmetic
