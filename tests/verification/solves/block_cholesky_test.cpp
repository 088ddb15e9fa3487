// Any pattern of blocks is factorized as the dense matrix is, and a matrix that is not positive definite is not.
#include "verification/solves/block_cholesky.hpp"

#include <boost/test/unit_test.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>
#include <set>

#include "kernel/model/types.hpp"
#include "tests/support/random.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/arithmetic/rounding.hpp"

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

/// Pairs of rows in a chain, blocks of any size, or one block.
BlockPattern any_pattern(Random& random, int round) {
  BlockPattern pattern(random);
  if (round % 3 != 0) return pattern;
  const int num_blocks = 1 + random.below(8);
  pattern.size = 2 * num_blocks;
  pattern.sizes.assign(num_blocks, 2);
  pattern.first.clear();
  pattern.coupled.clear();
  for (int i = 0; i < num_blocks; ++i) pattern.first.push_back(2 * i);
  for (int i = 1; i < num_blocks; ++i) pattern.coupled.emplace_back(i, i - 1);
  return pattern;
}

/// That with the diagonal times each factor, as one factorization after the other tells.
std::array<bool, BlockCholesky::num_together> one_by_one(BlockCholesky cholesky,
                                                         const BlockCholesky::Diagonals& factors) {
  std::array<bool, BlockCholesky::num_together> result{};
  for (int i = 0; i < BlockCholesky::num_together; ++i) result[i] = cholesky.factorize(factors[i]);
  return result;
}

BOOST_AUTO_TEST_CASE(several_diagonals_at_once_are_judged_as_one_by_one) {
  Random random(13);
  int num_positive = 0, num_not = 0;
  for (int round = 0; round < 300; ++round) {
    const BlockPattern pattern = any_pattern(random, round);
    BlockCholesky cholesky(pattern.sizes, pattern.coupled);
    const MatrixX a = pattern.matrix(random);
    pattern.set(cholesky, a);
    const VectorX root = a.diagonal().cwiseSqrt().cwiseInverse();
    const MatrixX scaled = root.asDiagonal() * a * root.asDiagonal();
    const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(scaled).eigenvalues()[0];
    // Far enough from the smallest eigenvalue that rounding decides nothing.
    const BlockCholesky::Diagonals factors{1.0 - least * 0.999999, 1.0 - least * 1.000001, random.uniform(0.0, 1.5),
                                           0.0};
    const auto positive = cholesky.have_positive_pivots(factors);
    BOOST_TEST((positive == one_by_one(cholesky, factors)));
    BOOST_TEST(positive[0]);
    BOOST_TEST(!positive[1]);
    BOOST_TEST(!positive[3]);
    num_positive += positive[2] ? 1 : 0;
    num_not += positive[2] ? 0 : 1;
  }
  BOOST_TEST(num_positive > 50);
  BOOST_TEST(num_not > 20);
}

/// The smallest eigenvalue is some rounding units to either side of 0: what is said to have positive pivots has them
/// exactly, once the diagonal is raised by the bound for rounding.
BOOST_AUTO_TEST_CASE(positive_pivots_are_those_of_a_matrix_as_near_as_is_said) {
  Random random(14);
  int num_positive = 0;
  for (int round = 0; round < 200; ++round) {
    const BlockPattern pattern = any_pattern(random, round);
    if (pattern.size < 2 || pattern.size > 12) continue;
    BlockCholesky cholesky(pattern.sizes, pattern.coupled);
    MatrixX a = pattern.matrix(random);
    const VectorX root = a.diagonal().cwiseSqrt().cwiseInverse();
    const MatrixX scaled = root.asDiagonal() * a * root.asDiagonal();
    const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(scaled).eigenvalues()[0];
    for (int i = 0; i < pattern.size; ++i) a(i, i) *= 1.0 - least + random.uniform(-4.0, 4.0) * 0x1p-53;
    pattern.set(cholesky, a);
    if (!cholesky.have_positive_pivots({1.0, 1.0, 1.0, 1.0})[0]) continue;
    ++num_positive;
    const double gamma = gamma_bound(cholesky.longest_row() + 3);
    const double delta = cholesky.widest_row() * gamma / (1.0 - gamma) * (1.0 + 0x1p-40);
    RationalRows raised(pattern.size, std::vector<Rational>(pattern.size));
    for (int i = 0; i < pattern.size; ++i)
      for (int j = 0; j < pattern.size; ++j)
        raised[i][j] = exact(a(i, j)) + (i == j ? exact(delta) * exact(a(i, i)) : 0);
    BOOST_TEST(eliminate(raised) == pattern.size);
  }
  BOOST_TEST(num_positive > 20);
}

BOOST_AUTO_TEST_CASE(what_is_no_matrix_has_no_positive_pivots) {
  Random random(15);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 60; ++round) {
    const BlockPattern pattern = any_pattern(random, round);
    BlockCholesky cholesky(pattern.sizes, pattern.coupled);
    for (const double wrong : {nan, inf, -inf, 0.0, -1.0, 0x1p-1070}) {
      MatrixX a = pattern.matrix(random);
      const int row = random.below(pattern.size);
      a(row, row) = wrong;
      pattern.set(cholesky, a);
      const bool is_alone = (a.row(row).array() != 0.0).count() <= 1;
      if (is_alone && wrong > 0.0 && wrong < 1.0) continue;  // positive
      BOOST_TEST((cholesky.have_positive_pivots({1.0, 1.5, 2.0, 3.0}) == std::array{false, false, false, false}));
    }
    for (const double wrong : {nan, inf, -inf}) {
      MatrixX a = pattern.matrix(random);
      const int row = random.below(pattern.size);
      if (row == 0 || a(row, 0) == 0.0) continue;
      a(row, 0) = a(0, row) = wrong;
      pattern.set(cholesky, a);
      BOOST_TEST((cholesky.have_positive_pivots({1.0, 1.5, 2.0, 3.0}) == std::array{false, false, false, false}));
    }
  }
}

BOOST_AUTO_TEST_CASE(without_rows_there_is_nothing_to_fail) {
  BlockCholesky cholesky({}, {});
  BOOST_TEST(cholesky.size() == 0);
  BOOST_TEST(cholesky.factorize(1.0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_block_cholesky
