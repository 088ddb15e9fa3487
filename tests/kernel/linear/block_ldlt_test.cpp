// The factorization by blocks against dense arithmetic in extended precision: random graphs of blocks of every size.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <Eigen/LU>
#include <limits>

#include "kernel/linear/block_ldlt.hpp"
#include "kernel/linear/pair_ldlt.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_block_ldlt {

namespace {

using ExtendedMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using ExtendedVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
constexpr double unlimited = std::numeric_limits<double>::infinity();

struct BlockMatrix {
  std::vector<int> sizes;
  std::vector<int> first;  // row of each block
  std::vector<std::vector<int>> neighbours;
  MatrixX dense;
};

/// A tree of blocks with `extra` edges that close loops; diagonally dominant.
BlockMatrix random_matrix(int num_blocks, int extra, Random& random) {
  BlockMatrix a;
  int size = 0;
  for (int i = 0; i < num_blocks; ++i) {
    a.first.push_back(size);
    a.sizes.push_back(1 + random.below(6));
    size += a.sizes.back();
  }
  a.neighbours.resize(num_blocks);
  a.dense = MatrixX::Zero(size, size);
  const auto connect = [&](int i, int j) {
    if (i == j || std::count(a.neighbours[i].begin(), a.neighbours[i].end(), j) > 0) return;
    a.neighbours[i].push_back(j);
    a.neighbours[j].push_back(i);
    for (int r = 0; r < a.sizes[i]; ++r)
      for (int c = 0; c < a.sizes[j]; ++c)
        a.dense(a.first[i] + r, a.first[j] + c) = a.dense(a.first[j] + c, a.first[i] + r) = random.uniform(-1.0, 1.0);
  };
  for (int i = 1; i < num_blocks; ++i) connect(i, random.below(i));
  for (int k = 0; k < extra; ++k) connect(random.below(num_blocks), random.below(num_blocks));
  for (int i = 0; i < num_blocks; ++i) {
    for (int r = 0; r < a.sizes[i]; ++r)
      for (int c = 0; c < r; ++c)
        a.dense(a.first[i] + r, a.first[i] + c) = a.dense(a.first[i] + c, a.first[i] + r) = random.uniform(-1.0, 1.0);
    std::sort(a.neighbours[i].begin(), a.neighbours[i].end());
  }
  for (int i = 0; i < size; ++i) a.dense(i, i) = 1.0 + a.dense.row(i).cwiseAbs().sum();
  return a;
}

VectorX diagonal_of(const BlockMatrix& a, const BlockPattern::Node& node) {
  return a.dense.diagonal().segment(a.first[node.block], node.size);
}

/// Blocks of the lower triangle in the order of elimination: those of one node.
void fill(const BlockMatrix& a, int k, BlockLdlt& ldlt) {
  const BlockPattern& pattern = ldlt.pattern();
  const auto copy = [&](int i, int j, int place) {
    for (int r = 0; r < a.sizes[i]; ++r)
      for (int c = 0; c < a.sizes[j]; ++c)
        ldlt.values(place)[r * a.sizes[j] + c] += a.dense(a.first[i] + r, a.first[j] + c);
  };
  const BlockPattern::Node& node = pattern.nodes[k];
  copy(node.block, node.block, node.values);
  for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p)
    copy(pattern.nodes[pattern.panels[p].node].block, node.block, pattern.panels[p].values);
}

/// Each node gets its entries when it is its turn: former nodes have subtracted theirs by then.
bool factorize(const BlockMatrix& a, BlockLdlt& ldlt) {
  ldlt.clear();
  const int count = static_cast<int>(ldlt.pattern().nodes.size());
  for (int k = 0; k < count; ++k) {
    fill(a, k, ldlt);
    const VectorX diagonal = diagonal_of(a, ldlt.pattern().nodes[k]);
    if (!ldlt.eliminate(k, diagonal.data())) return false;
  }
  return true;
}

/// Those of one node, likewise.
void add_right(const BlockMatrix& a, const BlockPattern::Node& node, const VectorX& b, double* right) {
  for (int i = 0; i < node.size; ++i) right[node.right + i] += b[a.first[node.block] + i];
}

VectorX from_order(const BlockMatrix& a, const BlockPattern& pattern, const std::vector<double>& right) {
  VectorX x(static_cast<Eigen::Index>(right.size()));
  for (const BlockPattern::Node& node : pattern.nodes)
    for (int i = 0; i < node.size; ++i) x[a.first[node.block] + i] = right[node.right + i];
  return x;
}

VectorX solve(const BlockMatrix& a, const BlockLdlt& ldlt, const VectorX& b) {
  std::vector<double> right(b.size(), 0.0);
  const int count = static_cast<int>(ldlt.pattern().nodes.size());
  for (int k = 0; k < count; ++k) {
    add_right(a, ldlt.pattern().nodes[k], b, right.data());
    ldlt.substitute(k, right.data());
  }
  for (int k = count; k-- > 0;) ldlt.substitute_back(k, right.data());
  return from_order(a, ldlt.pattern(), right);
}

double error_of(const BlockMatrix& a, const BlockLdlt& ldlt, const VectorX& b) {
  const ExtendedVector exact = a.dense.cast<long double>().partialPivLu().solve(b.cast<long double>());
  return static_cast<double>((solve(a, ldlt, b).cast<long double>() - exact).cwiseAbs().maxCoeff());
}

/// Two nodes that `PairLdlt` takes together, where it does, else one.
class InPairs {
 public:
  explicit InPairs(const BlockPattern& pattern) : ldlt_(pattern), pairs_(pattern) {
    for (int k = 0; k < num_nodes(); ++k)
      if (PairLdlt::are_alike(pattern, k)) {
        pairs_.join(pattern, k++);
        ++num_pairs_;
      }
    pairs_.hand_over(pattern);
    ldlt_.set_cleared(pairs_.cleared_parts(pattern));
  }

  [[nodiscard]] int num_pairs() const { return num_pairs_; }
  [[nodiscard]] bool is_weak() const { return ldlt_.is_weak(); }

  bool factorize(const BlockMatrix& a) {
    ldlt_.clear();
    for (int k = 0; k < num_nodes(); ++k) {
      const BlockPattern::Node& node = ldlt_.pattern().nodes[k];
      if (!pairs_.starts_at(k)) {
        fill(a, k, ldlt_);
        const VectorX diagonal = diagonal_of(a, node);
        if (!ldlt_.eliminate(k, diagonal.data())) return false;
        continue;
      }
      bool is_kept = false;
      for_size(node.size, [&]<int size>() { is_kept = eliminate_pair<size>(a, k); });
      if (!is_kept) return false;
      ++k;
    }
    return true;
  }

  VectorX solve(const BlockMatrix& a, const VectorX& b) {
    std::vector<double> right(b.size(), 0.0);
    for (int k = 0; k < num_nodes(); ++k) {
      const BlockPattern::Node& node = ldlt_.pattern().nodes[k];
      if (!pairs_.starts_at(k)) {
        add_right(a, node, b, right.data());
        ldlt_.substitute(k, right.data());
      } else {
        for_size(node.size, [&]<int size>() { substitute_pair<size>(a, k, b, right.data()); });
        ++k;
      }
    }
    for (int k = num_nodes(); k-- > 0;) {
      if (k == 0 || !pairs_.starts_at(k - 1)) {
        ldlt_.substitute_back(k, right.data());
        continue;
      }
      --k;
      for_size(ldlt_.pattern().nodes[k].size, [&]<int size>() {
        DoublePair x[size];
        pairs_.substitute_back<size>(k, ldlt_.pattern(), x, right.data());
        scatter<size>(x, [&](int lane) { return right.data() + ldlt_.pattern().nodes[k + lane].right; });
      });
    }
    return from_order(a, ldlt_.pattern(), right);
  }

 private:
  [[nodiscard]] int num_nodes() const { return static_cast<int>(ldlt_.pattern().nodes.size()); }

  /// Entries of the matrix in the block of the nodes k and k + 1 and the later nodes `rows`.
  template <int size>
  void add_entries(const BlockMatrix& a, int k, std::array<int, 2> rows, DoublePair* out) const {
    const auto first_of = [&](int node) { return a.first[ldlt_.pattern().nodes[node].block]; };
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j)
        out[i * size + j] += DoublePair{a.dense(first_of(rows[0]) + i, first_of(k) + j),
                                        a.dense(first_of(rows[1]) + i, first_of(k + 1) + j)};
  }

  template <int size>
  bool eliminate_pair(const BlockMatrix& a, int k) {
    const BlockPattern::Node* nodes = ldlt_.pattern().nodes.data() + k;
    const VectorX first = diagonal_of(a, nodes[0]), second = diagonal_of(a, nodes[1]);
    DoublePair blocks[size * size] = {};
    DoublePair diagonal[size];
    pairs_.get_blocks<size>(k, ldlt_, blocks);
    add_entries<size>(a, k, {k, k + 1}, blocks);
    for (int i = 0; i < size; ++i) diagonal[i] = DoublePair{first[i], second[i]};
    return pairs_.eliminate<size>(k, blocks, diagonal, ldlt_, [&](int panel, bool is_fresh, DoublePair* values) {
      if (is_fresh) std::fill_n(values, size * size, DoublePair{});
      const auto later = [&](int lane) { return ldlt_.pattern().panels[nodes[lane].first_panel + panel].node; };
      add_entries<size>(a, k, {later(0), later(1)}, values);
    });
  }

  template <int size>
  void substitute_pair(const BlockMatrix& a, int k, const VectorX& b, double* right) {
    const BlockPattern::Node* nodes = ldlt_.pattern().nodes.data() + k;
    DoublePair y[size];
    pairs_.get_right<size>(k, ldlt_.pattern(), right, y);
    for (int i = 0; i < size; ++i) y[i] += DoublePair{b[a.first[nodes[0].block] + i], b[a.first[nodes[1].block] + i]};
    pairs_.substitute<size>(k, ldlt_.pattern(), y, right);
  }

  BlockLdlt ldlt_;
  PairLdlt pairs_;
  int num_pairs_ = 0;
};

/// A chain of blocks of one size, in which every block knows the next.
BlockMatrix random_chain(int num_blocks, int size, Random& random) {
  BlockMatrix a;
  a.sizes.assign(num_blocks, size);
  a.neighbours.resize(num_blocks);
  a.dense = MatrixX::Zero(num_blocks * size, num_blocks * size);
  for (int i = 0; i < num_blocks; ++i) {
    a.first.push_back(i * size);
    if (i > 0) a.neighbours[i].push_back(i - 1);
    if (i + 1 < num_blocks) a.neighbours[i].push_back(i + 1);
  }
  for (int r = 0; r < a.dense.rows(); ++r)
    for (int c = 0; c < r; ++c)
      if (r / size - c / size < 2) a.dense(r, c) = a.dense(c, r) = random.uniform(-1.0, 1.0);
  for (int i = 0; i < a.dense.rows(); ++i) a.dense(i, i) = 1.0 + a.dense.row(i).cwiseAbs().sum();
  return a;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(block_ldlt)

BOOST_AUTO_TEST_CASE(random_trees_and_loops_of_mixed_blocks_are_solved_to_rounding) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const BlockMatrix a = random_matrix(1 + random.below(25), random.below(12), random);
    BlockLdlt ldlt(*block_pattern(a.sizes, a.neighbours, unlimited));
    BOOST_REQUIRE(factorize(a, ldlt));
    const int size = static_cast<int>(a.dense.rows());
    // Dominant diagonal: condition below 100 and no growth; a rounding for each unknown.
    BOOST_TEST(error_of(a, ldlt, random.vector(size, 1.0)) < 100.0 * size * 0x1p-53);
  }
}

BOOST_AUTO_TEST_CASE(two_nodes_at_once_round_as_one_after_the_other) {
  Random random(5);
  int num_pairs = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const bool is_chain = trial % 2 == 0;
    const BlockMatrix a = is_chain ? random_chain(1 + random.below(12), 1 + trial / 2 % 6, random)
                                   : random_matrix(1 + random.below(25), random.below(4), random);
    const BlockPattern pattern = *block_pattern(a.sizes, a.neighbours, unlimited);
    BlockLdlt ldlt(pattern);
    InPairs pairs(pattern);
    num_pairs += pairs.num_pairs();
    if (is_chain && a.sizes.size() > 3) BOOST_TEST(pairs.num_pairs() > 0);
    BOOST_REQUIRE(factorize(a, ldlt));
    BOOST_REQUIRE(pairs.factorize(a));
    const VectorX b = random.vector(static_cast<int>(a.dense.rows()), 1.0);
    BOOST_TEST((solve(a, ldlt, b).array() == pairs.solve(a, b).array()).all());
  }
  BOOST_TEST(num_pairs > 300);
}

BOOST_AUTO_TEST_CASE(a_weak_pivot_and_a_lost_one_are_seen_in_each_of_two_lanes) {
  Random random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const int size = 2 + trial % 5;
    const BlockMatrix a = random_chain(4 + random.below(8), size, random);
    const BlockPattern pattern = *block_pattern(a.sizes, a.neighbours, unlimited);
    // Two rows of one block become nearly equal, or equal, or not a number.
    const int block = random.below(static_cast<int>(a.sizes.size()));
    const int i = block * size, j = i + 1;
    for (const double gap : {0x1p-20, 0x1p-38, 0.0, std::nan("")}) {
      BlockMatrix broken = a;
      broken.dense.row(j) = broken.dense.row(i);
      broken.dense.col(j) = broken.dense.col(i);
      broken.dense(j, j) = broken.dense(i, i) * (1.0 + gap);
      BlockLdlt ldlt(pattern);
      InPairs pairs(pattern);
      const bool is_kept = factorize(broken, ldlt);
      BOOST_TEST(pairs.factorize(broken) == is_kept);
      BOOST_TEST(is_kept == (gap >= 0x1p-38));
      if (is_kept) BOOST_TEST(pairs.is_weak() == ldlt.is_weak());
      if (is_kept) BOOST_TEST(ldlt.is_weak() == (gap < 0x1p-30));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_second_factorization_forgets_the_first) {
  Random random(2);
  const BlockMatrix a = random_matrix(12, 6, random);
  BlockMatrix other = a;
  other.dense *= 1.5;
  BlockLdlt used(*block_pattern(a.sizes, a.neighbours, unlimited)), fresh = used;
  BOOST_REQUIRE(factorize(other, used));
  BOOST_REQUIRE(factorize(a, used));
  BOOST_REQUIRE(factorize(a, fresh));
  const VectorX b = random.vector(static_cast<int>(a.dense.rows()), 1.0);
  BOOST_TEST((solve(a, used, b).array() == solve(a, fresh, b).array()).all());
}

BOOST_AUTO_TEST_CASE(a_pivot_that_has_lost_most_of_its_bits_is_refused_and_so_is_nan) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const BlockMatrix a = random_matrix(6, 3, random);
    BlockLdlt ldlt(*block_pattern(a.sizes, a.neighbours, unlimited));
    const int size = static_cast<int>(a.dense.rows());
    const int i = random.below(size);
    BlockMatrix broken = a;
    broken.dense(i, i) = std::nan("");
    BOOST_TEST(!factorize(broken, ldlt));
    // Row and column 4 become those of 1.
    const BlockMatrix pair{
        .sizes = {3, 3}, .first = {0, 3}, .neighbours = {{1}, {0}}, .dense = a.dense.topLeftCorner(6, 6)};
    BlockMatrix twice = pair;
    twice.dense.col(4) = twice.dense.col(1);
    twice.dense.row(4) = twice.dense.row(1);
    twice.dense(4, 4) = twice.dense(1, 1);
    BlockLdlt small(*block_pattern(pair.sizes, pair.neighbours, unlimited));
    BOOST_TEST(!factorize(twice, small));
    twice.dense(4, 4) *= 1.0 + 0x1p-20;
    BOOST_TEST(factorize(twice, small));
  }
}

BOOST_AUTO_TEST_CASE(trees_have_no_fill_and_loops_as_much_as_their_width) {
  const auto panels = [](const std::vector<std::vector<int>>& neighbours) {
    const std::vector<int> sizes(neighbours.size(), 2);
    return block_pattern(sizes, neighbours, unlimited)->panels.size();
  };
  Random random(4);
  for (int n : {10, 100, 1000}) {
    std::vector<std::vector<int>> tree(n), ring(n), ladder(2 * n);
    const auto connect = [](std::vector<std::vector<int>>& graph, int i, int j) {
      graph[i].push_back(j);
      graph[j].push_back(i);
    };
    for (int i = 1; i < n; ++i) connect(tree, i, random.below(i));
    for (int i = 0; i < n; ++i) connect(ring, i, (i + 1) % n);
    for (int i = 0; i < n; ++i) {
      connect(ladder, 2 * i, 2 * i + 1);
      for (int side = 0; i > 0 && side < 2; ++side) connect(ladder, 2 * i + side, 2 * i - 2 + side);
    }
    for (auto* graph : {&tree, &ring, &ladder})
      for (auto& list : *graph) std::sort(list.begin(), list.end());
    BOOST_TEST(panels(tree) == static_cast<std::size_t>(n - 1));
    BOOST_TEST(panels(ring) == static_cast<std::size_t>(2 * n - 3));
    BOOST_TEST(panels(ladder) < static_cast<std::size_t>(6 * n));
  }
}

BOOST_AUTO_TEST_CASE(work_beyond_the_limit_is_refused) {
  const int n = 30;
  std::vector<std::vector<int>> clique(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j) clique[i].push_back(j);
  const std::vector<int> sizes(n, 3);
  // Dense: a sixth of the cube of the size in the factorization, and more in what follows.
  const double cube = std::pow(3.0 * n, 3) / 6.0;
  BOOST_TEST(!block_pattern(sizes, clique, 0.5 * cube).has_value());
  BOOST_TEST(block_pattern(sizes, clique, 2.0 * cube).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_block_ldlt
