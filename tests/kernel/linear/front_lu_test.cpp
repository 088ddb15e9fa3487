// L U by fronts against dense arithmetic: random graphs of blocks of every width that bodies have.
#include "kernel/linear/front_lu.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <vector>

#include "tests/support/block_matrices.hpp"

namespace perpend::test::of_front_lu {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Columns of whole blocks shifted by one, so that every pivot on the diagonal is 0 before rows are exchanged.
void turn_blocks(BlockMatrix& a) {
  for (int i = 0; i < static_cast<int>(a.neighbours.size()); ++i) {
    auto columns = a.dense.middleCols(i * a.width, a.width);
    const VectorX first = columns.col(0);
    for (int c = 0; c + 1 < a.width; ++c) columns.col(c) = columns.col(c + 1).eval();
    columns.col(a.width - 1) = first;
    for (int c = 0; a.width > 1 && c < a.width; ++c) a.dense(i * a.width + c, i * a.width + c) = 0.0;
  }
}

void fill(const BlockMatrix& a, FrontLu& factor) {
  factor.clear();
  for_each_block(a, factor.pattern(), [&](int i, int j, FrontPattern::Place place) {
    for (int c = 0; c < a.width; ++c)
      for (int r = 0; r < a.width; ++r) {
        factor.lower()[place.first + c * place.stride + r] += a.dense(i * a.width + r, j * a.width + c);
        if (i != j) factor.upper()[place.first + c * place.stride + r] += a.dense(j * a.width + c, i * a.width + r);
      }
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(front_lu)

BOOST_AUTO_TEST_CASE(solutions_are_those_of_dense_elimination) {
  Random random(21);
  for (const int width : {1, 2, 3, 6})
    for (const int num_blocks : {1, 2, 7, 40})
      for (const int edges : {0, num_blocks, 3 * num_blocks})
        for (const bool turned : {false, true}) {
          BOOST_TEST_INFO_SCOPE("width " << width << " blocks " << num_blocks << " edges " << edges << turned);
          BlockMatrix a = random_blocks(width, num_blocks, edges, Symmetry::none, random);
          if (turned) turn_blocks(a);
          FrontLu factor(*front_pattern(width, a.neighbours, unlimited));
          fill(a, factor);
          BOOST_TEST_REQUIRE(factor.factorize());
          const VectorX b = random.vector(static_cast<int>(a.dense.rows()), 1.0);
          // One large entry in each row and column, the others near 1: rounding of some hundred terms.
          BOOST_TEST((a.dense * solve_blocks(a, factor, b) - b).cwiseAbs().maxCoeff() < 1e-13);
        }
}

BOOST_AUTO_TEST_CASE(a_factor_used_again_has_the_bits_of_a_new_one) {
  Random random(22);
  const BlockMatrix a = random_blocks(6, 30, 60, Symmetry::none, random);
  BlockMatrix other = a;
  other.dense *= 2.5;
  FrontLu used(*front_pattern(6, a.neighbours, unlimited)), fresh = used;
  fill(other, used);
  BOOST_TEST_REQUIRE(used.factorize());
  fill(a, used);
  fill(a, fresh);
  BOOST_TEST_REQUIRE(used.factorize());
  BOOST_TEST_REQUIRE(fresh.factorize());
  const VectorX right = random.vector(180, 1.0);
  BOOST_TEST((solve_blocks(a, used, right).array() == solve_blocks(a, fresh, right).array()).all());
}

BOOST_AUTO_TEST_CASE(a_diagonal_block_without_inverse_is_refused_wherever_it_is) {
  Random random(23);
  for (int block = 0; block < 12; block += 2) {
    BlockMatrix a = random_blocks(3, 12, 20, Symmetry::none, random);
    a.dense.row(3 * block + 1).setZero();
    FrontLu factor(*front_pattern(3, a.neighbours, unlimited));
    fill(a, factor);
    BOOST_TEST(!factor.factorize());
    a.dense(3 * block, 3 * block) = std::numeric_limits<double>::quiet_NaN();
    fill(a, factor);
    BOOST_TEST(!factor.factorize());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_front_lu
