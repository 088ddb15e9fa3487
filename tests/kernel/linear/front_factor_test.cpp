// Fronts against dense arithmetic: random graphs of blocks of every width that bodies have.
#include "kernel/linear/front_factor.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/random.hpp"

namespace perpend::test::of_front_factor {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

struct BlockMatrix {
  int width = 0;
  std::vector<std::vector<int>> neighbours;
  MatrixX dense;
};

/// Blocks with `edges` pairs of neighbours, some of which may stand alone; diagonally dominant.
BlockMatrix random_matrix(int width, int num_blocks, int edges, Random& random) {
  BlockMatrix a{width, std::vector<std::vector<int>>(num_blocks), {}};
  a.dense = MatrixX::Zero(width * num_blocks, width * num_blocks);
  for (int k = 0; k < edges; ++k) {
    const int i = random.below(num_blocks), j = random.below(num_blocks);
    if (i == j || std::count(a.neighbours[i].begin(), a.neighbours[i].end(), j) > 0) continue;
    a.neighbours[i].push_back(j);
    a.neighbours[j].push_back(i);
    for (int r = 0; r < width; ++r)
      for (int c = 0; c < width; ++c)
        a.dense(i * width + r, j * width + c) = a.dense(j * width + c, i * width + r) = random.uniform(-1.0, 1.0);
  }
  for (int i = 0; i < num_blocks; ++i)
    for (int r = 0; r < width; ++r)
      for (int c = 0; c < r; ++c)
        a.dense(i * width + r, i * width + c) = a.dense(i * width + c, i * width + r) = random.uniform(-1.0, 1.0);
  for (Eigen::Index i = 0; i < a.dense.rows(); ++i) a.dense(i, i) = 1.0 + a.dense.row(i).cwiseAbs().sum();
  return a;
}

/// A square of side x side blocks, each next to those beside it and one across.
std::vector<std::vector<int>> packing(int side) {
  std::vector<std::vector<int>> neighbours(side * side);
  const auto connect = [&](int a, int b) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      if (j + 1 < side) connect(i * side + j, i * side + j + 1);
      if (i + 1 < side) connect(i * side + j, (i + 1) * side + j);
      if (i + 1 < side && j + 1 < side) connect(i * side + j, (i + 1) * side + j + 1);
    }
  return neighbours;
}

void fill(const BlockMatrix& a, FrontFactor& factor) {
  const FrontPattern& pattern = factor.pattern();
  factor.clear();
  const auto add = [&](int i, int j) {
    if (pattern.first_column[i] < pattern.first_column[j]) return;
    const auto [first, stride] = pattern.place(i, j);
    for (int c = 0; c < a.width; ++c)
      for (int r = i == j ? c : 0; r < a.width; ++r)
        factor.values()[first + c * stride + r] += a.dense(i * a.width + r, j * a.width + c);
  };
  for (int i = 0; i < static_cast<int>(a.neighbours.size()); ++i) {
    add(i, i);
    for (const int j : a.neighbours[i]) add(i, j);
  }
}

VectorX solve(const BlockMatrix& a, FrontFactor& factor, const VectorX& b) {
  const std::vector<int>& first = factor.pattern().first_column;
  VectorX x(b.size()), out(b.size());
  for (std::size_t i = 0; i < first.size(); ++i) x.segment(first[i], a.width) = b.segment(i * a.width, a.width);
  factor.solve(x.data());
  for (std::size_t i = 0; i < first.size(); ++i) out.segment(i * a.width, a.width) = x.segment(first[i], a.width);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(front_factor)

BOOST_AUTO_TEST_CASE(solutions_are_those_of_dense_elimination) {
  Random random(11);
  for (const int width : {1, 2, 3, 6})
    for (const int num_blocks : {1, 2, 7, 40})
      for (const int edges : {0, num_blocks, 3 * num_blocks}) {
        BOOST_TEST_INFO_SCOPE("width " << width << " blocks " << num_blocks << " edges " << edges);
        const BlockMatrix a = random_matrix(width, num_blocks, edges, random);
        FrontFactor factor(*front_pattern(width, a.neighbours, unlimited));
        fill(a, factor);
        BOOST_TEST_REQUIRE(factor.factorize());
        const VectorX b = random.vector(static_cast<int>(a.dense.rows()), 1.0);
        // Diagonally dominant with entries near 1: rounding of some hundred terms.
        BOOST_TEST((a.dense * solve(a, factor, b) - b).cwiseAbs().maxCoeff() < 1e-13);
      }
}

BOOST_AUTO_TEST_CASE(a_factor_used_again_has_the_bits_of_a_new_one) {
  Random random(12);
  const BlockMatrix a = random_matrix(3, 30, 60, random), b = random_matrix(3, 30, 0, random);
  FrontFactor used(*front_pattern(3, a.neighbours, unlimited)), fresh = used;
  BlockMatrix other = a;
  other.dense += b.dense;
  fill(other, used);
  BOOST_TEST_REQUIRE(used.factorize());
  fill(a, used);
  fill(a, fresh);
  BOOST_TEST_REQUIRE(used.factorize());
  BOOST_TEST_REQUIRE(fresh.factorize());
  const VectorX right = random.vector(90, 1.0);
  BOOST_TEST((solve(a, used, right).array() == solve(a, fresh, right).array()).all());
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_positive_definite_is_refused_wherever_it_fails) {
  Random random(13);
  for (int at = 0; at < 36; at += 5) {
    BlockMatrix a = random_matrix(3, 12, 20, random);
    a.dense(at, at) = -0.5;
    FrontFactor factor(*front_pattern(3, a.neighbours, unlimited));
    fill(a, factor);
    BOOST_TEST(!factor.factorize());
    a.dense(at, at) = std::numeric_limits<double>::quiet_NaN();
    fill(a, factor);
    BOOST_TEST(!factor.factorize());
  }
}

BOOST_AUTO_TEST_CASE(a_chain_has_no_fill_but_for_joined_fronts) {
  std::vector<std::vector<int>> chain(1000);
  for (int i = 0; i + 1 < 1000; ++i) {
    chain[i].push_back(i + 1);
    chain[i + 1].push_back(i);
  }
  const FrontPattern pattern = *front_pattern(3, chain, unlimited);
  // A diagonal block and one below: 18 a link; zeros are at most a fifth of a front's triangle, and the square that
  // holds it has as much above the diagonal again.
  BOOST_TEST(pattern.num_values < 2 * 18 * 1000);
}

BOOST_AUTO_TEST_CASE(work_on_a_packing_grows_like_that_of_a_plane_and_is_refused_above_its_limit) {
  // Nested dissection would need order n^1.5 and minimum degree comes near it; a band would need n^2.
  const double small = front_pattern(3, packing(20), unlimited)->work;
  const double large = front_pattern(3, packing(80), unlimited)->work;
  BOOST_TEST(large < std::pow(16.0, 1.75) * small);
  BOOST_TEST(!front_pattern(3, packing(20), 0.5 * small).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_front_factor
