// Random sparse matrices of blocks, and solutions by their factors, for tests against dense arithmetic.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernel/linear/front_pattern.hpp"
#include "tests/support/random.hpp"

namespace perpend::test {

struct BlockMatrix {
  int width = 0;
  std::vector<std::vector<int>> neighbours;
  MatrixX dense;
};

enum class Symmetry { none, symmetric };

/// Blocks with `edges` pairs of neighbours, some of which may stand alone; each row is dominated by its diagonal.
inline BlockMatrix random_blocks(int width, int num_blocks, int edges, Symmetry symmetry, Random& random) {
  BlockMatrix a{width, std::vector<std::vector<int>>(num_blocks), {}};
  a.dense = MatrixX::Zero(width * num_blocks, width * num_blocks);
  const auto fill = [&](int i, int j) {
    for (int r = 0; r < width; ++r)
      for (int c = 0; c < width; ++c) a.dense(i * width + r, j * width + c) = random.uniform(-1.0, 1.0);
  };
  for (int k = 0; k < edges; ++k) {
    const int i = random.below(num_blocks), j = random.below(num_blocks);
    if (i == j || std::count(a.neighbours[i].begin(), a.neighbours[i].end(), j) > 0) continue;
    a.neighbours[i].push_back(j);
    a.neighbours[j].push_back(i);
    fill(i, j);
    fill(j, i);
  }
  for (int i = 0; i < num_blocks; ++i) fill(i, i);
  if (symmetry == Symmetry::symmetric)
    for (Eigen::Index i = 0; i < a.dense.rows(); ++i)
      for (Eigen::Index j = 0; j < i; ++j) a.dense(j, i) = a.dense(i, j);
  for (Eigen::Index i = 0; i < a.dense.rows(); ++i) a.dense(i, i) = 1.0 + a.dense.row(i).cwiseAbs().sum();
  return a;
}

/// Calls visit(i, j, place) for each block on or below the diagonal, in the order of elimination, that is not zero.
template <class Visit>
void for_each_block(const BlockMatrix& a, const FrontPattern& pattern, Visit visit) {
  const auto see = [&](int i, int j) {
    if (pattern.first_column[i] >= pattern.first_column[j]) visit(i, j, pattern.place(i, j));
  };
  for (int i = 0; i < static_cast<int>(a.neighbours.size()); ++i) {
    see(i, i);
    for (const int j : a.neighbours[i]) see(i, j);
  }
}

/// x of a factor by fronts, in the order of the blocks.
template <class Factor>
VectorX solve_blocks(const BlockMatrix& a, Factor& factor, const VectorX& b) {
  const std::vector<int>& first = factor.pattern().first_column;
  VectorX x(b.size()), out(b.size());
  for (std::size_t i = 0; i < first.size(); ++i) x.segment(first[i], a.width) = b.segment(i * a.width, a.width);
  factor.solve(x.data());
  for (std::size_t i = 0; i < first.size(); ++i) out.segment(i * a.width, a.width) = x.segment(first[i], a.width);
  return out;
}

}  // namespace perpend::test
