// Signs of symmetric matrices, singular ones included.
#include <boost/test/unit_test.hpp>

#include "verification/checker/arithmetic/definite.hpp"

namespace perpend::test::of_definite {

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

}  // namespace

BOOST_AUTO_TEST_SUITE(definite)

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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_definite
