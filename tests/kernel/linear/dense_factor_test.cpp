// Full matrices: L U by blocks, which a stop ends.

#include <boost/test/unit_test.hpp>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_dense_factor {
namespace {

SparseRows full(const MatrixX& matrix) {
  SparseRows rows;
  rows.num_rows = rows.num_columns = static_cast<int>(matrix.rows());
  for (int i = 0; i < rows.num_rows; ++i) {
    rows.first.push_back(static_cast<int>(rows.column.size()));
    for (int j = 0; j < rows.num_columns; ++j) {
      rows.column.push_back(j);
      rows.value.push_back(matrix(i, j));
    }
  }
  rows.first.push_back(static_cast<int>(rows.column.size()));
  return rows;
}

MatrixX any_matrix(Random& random, int size) {
  return MatrixX::NullaryExpr(size, size, [&] { return random.uniform(-1.0, 1.0); });
}

/// |A x - b| relative to |A| |x| + |b|.
double backward_error(const MatrixX& a, const GrowingVector& x, const VectorX& b) {
  return (a * x - b).cwiseAbs().maxCoeff() / ((a.cwiseAbs() * x.cwiseAbs()).maxCoeff() + b.cwiseAbs().maxCoeff());
}

BOOST_AUTO_TEST_SUITE(dense_factor)

// Sizes around those of the blocks; zeros on the diagonal, which ask for other rows.
BOOST_AUTO_TEST_CASE(answers_are_backward_stable) {
  Random random(5);
  for (const int size : {1, 2, 63, 64, 65, 257, 330}) {
    MatrixX a = any_matrix(random, size);
    if (size > 1) a.diagonal().setZero();
    const VectorX b = VectorX::NullaryExpr(size, [&] { return random.uniform(-1.0, 1.0); });
    DenseFactor factor;
    BOOST_REQUIRE(factor.factorize(full(a)));
    GrowingVector x;
    factor.solve(b, x);
    // Growth of the pivots is some ten for random matrices; n u for each of the sums.
    BOOST_TEST(backward_error(a, x, b) <= 10.0 * (size + 1) * 0x1p-53, size);
  }
}

BOOST_AUTO_TEST_CASE(singular_matrices_are_told) {
  DenseFactor factor;
  BOOST_TEST(!factor.factorize(full(MatrixX::Zero(3, 3))));
  BOOST_TEST(!factor.factorize(full(MatrixX::Ones(100, 100))));
}

// The contacts of bodies that joints connect: thousands of rows, all coupled.
BOOST_AUTO_TEST_CASE(a_stop_ends_the_factorization_of_a_large_full_matrix) {
  Random random(6);
  const int size = 640;
  const MatrixX g = any_matrix(random, size);
  const MatrixX a = g * g.transpose() + MatrixX::Identity(size, size);
  const SparseRows rows = full(a);
  const VectorX b = VectorX::Ones(size);
  for (const auto kind : {SparseFactor::Kind::symmetric, SparseFactor::Kind::general}) {
    SparseFactor factor;
    {
      const StopScope at_once(0.0);
      BOOST_TEST(!factor.factorize(rows, kind));
    }
    BOOST_REQUIRE(factor.factorize(rows, kind));
    GrowingVector x;
    BOOST_REQUIRE(factor.solve(b, x));
    BOOST_TEST(backward_error(a, x, b) <= 10.0 * size * 0x1p-53);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_dense_factor
