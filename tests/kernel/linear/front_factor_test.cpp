// Fronts against dense arithmetic: random graphs of blocks of every width that bodies have.
#include "kernel/linear/front_factor.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/block_matrices.hpp"

namespace perpend::test::of_front_factor {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

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
  factor.clear();
  for_each_block(a, factor.pattern(), [&](int i, int j, FrontPattern::Place place) {
    for (int c = 0; c < a.width; ++c)
      for (int r = i == j ? c : 0; r < a.width; ++r)
        factor.values()[place.first + c * place.stride + r] += a.dense(i * a.width + r, j * a.width + c);
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(front_factor)

BOOST_AUTO_TEST_CASE(solutions_are_those_of_dense_elimination) {
  Random random(11);
  for (const int width : {1, 2, 3, 6})
    for (const int num_blocks : {1, 2, 7, 40})
      for (const int edges : {0, num_blocks, 3 * num_blocks}) {
        BOOST_TEST_INFO_SCOPE("width " << width << " blocks " << num_blocks << " edges " << edges);
        const BlockMatrix a = random_blocks(width, num_blocks, edges, Symmetry::symmetric, random);
        FrontFactor factor(*front_pattern(width, a.neighbours, unlimited));
        fill(a, factor);
        BOOST_TEST_REQUIRE(factor.factorize());
        const VectorX b = random.vector(static_cast<int>(a.dense.rows()), 1.0);
        // Diagonally dominant with entries near 1: rounding of some hundred terms.
        BOOST_TEST((a.dense * solve_blocks(a, factor, b) - b).cwiseAbs().maxCoeff() < 1e-13);
      }
}

BOOST_AUTO_TEST_CASE(a_factor_used_again_has_the_bits_of_a_new_one) {
  Random random(12);
  const BlockMatrix a = random_blocks(3, 30, 60, Symmetry::symmetric, random),
                    b = random_blocks(3, 30, 0, Symmetry::symmetric, random);
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
  BOOST_TEST((solve_blocks(a, used, right).array() == solve_blocks(a, fresh, right).array()).all());
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_positive_definite_is_refused_wherever_it_fails) {
  Random random(13);
  for (int at = 0; at < 36; at += 5) {
    BlockMatrix a = random_blocks(3, 12, 20, Symmetry::symmetric, random);
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
