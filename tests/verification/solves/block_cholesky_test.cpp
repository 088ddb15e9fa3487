// Any pattern of blocks is factorized as the dense matrix is, and a matrix that is not positive definite is not.
#include "verification/solves/block_cholesky.hpp"

#include <boost/test/unit_test.hpp>

#include <Eigen/Cholesky>
#include <set>

#include "kernel/model/types.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_block_cholesky {

namespace {

/// Blocks of one to seven rows: a tree, or one with a few more couplings, or all coupled.
struct BlockPattern {
  explicit BlockPattern(Random& random) {
    const int num_blocks = 1 + random.below(12);
    for (int i = 0; i < num_blocks; ++i) {
      first.push_back(size);
      sizes.push_back(1 + random.below(7));
      size += sizes.back();
    }
    std::set<std::pair<int, int>> pairs;
    for (int i = 1; i < num_blocks; ++i) pairs.insert({i, random.below(i)});
    const int more = random.below(3) == 0 ? num_blocks * num_blocks : random.below(4);
    for (int k = 0; k < more && num_blocks > 1; ++k) {
      const int i = 1 + random.below(num_blocks - 1);
      pairs.insert({i, random.below(i)});
    }
    coupled.assign(pairs.begin(), pairs.end());
  }

  /// Symmetric, with eigenvalues above 0: small entries next to a diagonal that dominates them.
  [[nodiscard]] MatrixX matrix(Random& random) const {
    MatrixX a = MatrixX::Zero(size, size);
    const auto fill = [&](int i, int j) {
      for (int r = 0; r < sizes[i]; ++r)
        for (int c = 0; c < sizes[j]; ++c) a(first[i] + r, first[j] + c) = random.uniform(-1.0, 1.0);
    };
    for (int i = 0; i < static_cast<int>(sizes.size()); ++i) fill(i, i);
    for (const auto& [i, j] : coupled) fill(i, j);
    a = MatrixX(a.triangularView<Eigen::Lower>());
    a = (a + a.transpose()).eval();
    for (int i = 0; i < size; ++i) a(i, i) = 0.0, a(i, i) = a.row(i).cwiseAbs().sum() + 0.1 + random.uniform(0.0, 1.0);
    return a;
  }

  /// Gives each block of `a` to its place; above the diagonal of a block stands what must not be read.
  void set(BlockCholesky& cholesky, const MatrixX& a) const {
    const auto set_block = [&](int i, int j) {
      const BlockPlace place = cholesky.place(i, j);
      for (int r = 0; r < sizes[i]; ++r)
        for (int c = 0; c < sizes[j]; ++c) {
          const std::size_t row = place.is_transposed ? c : r;
          const std::size_t column = place.is_transposed ? r : c;
          if (i == j && row < column) continue;
          cholesky.numbers()[place.first + row + column * place.stride] = a(first[i] + r, first[j] + c);
        }
    };
    std::fill(cholesky.numbers().begin(), cholesky.numbers().end(), 0.0);
    for (int i = 0; i < static_cast<int>(sizes.size()); ++i) set_block(i, i);
    for (const auto& [i, j] : coupled) set_block(i, j);
  }

  int size = 0;
  std::vector<int> sizes, first;
  std::vector<std::pair<int, int>> coupled;
};

VectorX solved(const BlockCholesky& cholesky, VectorX b) {
  cholesky.solve({b.data(), static_cast<std::size_t>(b.size())});
  return b;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(block_cholesky)

BOOST_AUTO_TEST_CASE(it_solves_as_the_dense_factor_does) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    const BlockPattern pattern(random);
    BlockCholesky cholesky(pattern.sizes, pattern.coupled);
    BOOST_REQUIRE(cholesky.size() == pattern.size);
    BOOST_TEST(cholesky.longest_row() <= pattern.size);
    BOOST_TEST(cholesky.widest_row() <= pattern.size);
    for (int again = 0; again < 2; ++again) {  // nothing of the matrix before is left
      MatrixX a = pattern.matrix(random);
      pattern.set(cholesky, a);
      const double factor = 1.0 + 0.25 * again;
      BOOST_REQUIRE(cholesky.factorize(factor));
      a.diagonal() *= factor;
      const VectorX x = random.vector(pattern.size, 1.0);
      // The condition is below 1e3 or so: rounding of a few hundred operations.
      BOOST_TEST((solved(cholesky, a * x) - x).cwiseAbs().maxCoeff() < 1e-11);
    }
  }
}

BOOST_AUTO_TEST_CASE(it_fails_where_the_dense_factor_does_and_points_to_a_direction_without_size) {
  Random random(12);
  int failed = 0;
  for (int round = 0; round < 300; ++round) {
    const BlockPattern pattern(random);
    BlockCholesky cholesky(pattern.sizes, pattern.coupled);
    MatrixX a = pattern.matrix(random);
    const int row = random.below(pattern.size);
    // The Schur complement of one row becomes 1e-3 or -1e-3.
    MatrixX unit = MatrixX::Zero(pattern.size, 1);
    unit(row, 0) = 1.0;
    a(row, row) -= 1.0 / a.llt().solve(unit)(row, 0) + (round % 2 == 0 ? 1e-3 : -1e-3);
    pattern.set(cholesky, a);
    const bool is_definite = cholesky.factorize(1.0);
    BOOST_TEST(is_definite == (round % 2 == 1));
    if (is_definite) continue;
    ++failed;
    VectorX y(pattern.size);
    cholesky.breakdown_vector({y.data(), static_cast<std::size_t>(y.size())});
    BOOST_TEST(y.cwiseAbs().maxCoeff() >= 1.0);
    BOOST_TEST(y.dot(a * y) < 1e-12);  // the pivot that failed
    pattern.set(cholesky, pattern.matrix(random));
    BOOST_TEST(cholesky.factorize(1.0));
  }
  BOOST_TEST(failed > 100);
}

BOOST_AUTO_TEST_CASE(a_chain_of_blocks_has_no_fill) {
  std::vector<int> sizes(50, 5);
  std::vector<std::pair<int, int>> coupled;
  for (int i = 1; i < 50; ++i) coupled.emplace_back(i, i - 1);
  const BlockCholesky cholesky(sizes, coupled);
  BOOST_TEST(cholesky.longest_row() <= 15);  // a block, and both of its neighbours where it comes last
  BOOST_TEST(cholesky.widest_row() <= 15);
}

BOOST_AUTO_TEST_CASE(without_rows_there_is_nothing_to_fail) {
  BlockCholesky cholesky({}, {});
  BOOST_TEST(cholesky.size() == 0);
  BOOST_TEST(cholesky.factorize(1.0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_block_cholesky
