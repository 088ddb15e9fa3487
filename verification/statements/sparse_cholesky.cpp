#include <Eigen/SparseCholesky>

#include <algorithm>
#include <chrono>

#include "verification/arithmetic/rounding.hpp"
#include "verification/statements/shifted_cholesky.hpp"

namespace perpend {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

Sparse lower_triangle(const SparseRows& a) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] <= i) entries.emplace_back(i, a.column[k], a.value[k]);
  Sparse lower(a.num_rows, a.num_rows);
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

/// With its elimination tree.
class Factorization : public Eigen::SimplicialLLT<Sparse> {
 public:
  /// Entries of the longest row of L, before there is one: row i holds the paths of the tree from the entries of row i
  /// of the matrix up to i [Davis06].
  [[nodiscard]] int longest_row(const Sparse& lower) const {
    const auto n = static_cast<int>(lower.rows());
    std::vector<int> first(static_cast<std::size_t>(n) + 2, 0);
    for_each_pair(lower, [&first](int low, int) { ++first[low + 2]; });
    for (int i = 2; i < n + 2; ++i) first[i] += first[i - 1];
    std::vector<int> left(static_cast<std::size_t>(first[n + 1]));
    for_each_pair(lower, [&](int low, int high) { left[first[low + 1]++] = high; });
    std::vector<int> seen_from(static_cast<std::size_t>(n), -1);
    int longest = 1;
    for (int i = 0; i < n; ++i) {
      int length = 1;
      for (int k = first[i]; k < first[i + 1]; ++k)
        for (int j = left[k]; j >= 0 && j < i && seen_from[j] != i; j = m_parent[j], ++length) seen_from[j] = i;
      longest = std::max(longest, length);
    }
    return longest;
  }

 private:
  /// Later and earlier row of each entry off the diagonal, in the order of elimination.
  template <class Use>
  void for_each_pair(const Sparse& lower, const Use& use) const {
    const auto& place = permutationP().indices();
    for (int j = 0; j < lower.cols(); ++j)
      for (Sparse::InnerIterator entry(lower, j); entry; ++entry)
        if (entry.row() != j) use(std::max(place[entry.row()], place[j]), std::min(place[entry.row()], place[j]));
  }
};

class SparseCholesky final : public ShiftedCholesky {
 public:
  explicit SparseCholesky(const SparseRows& a) : diagonal_(diagonal_of(a)) {
    s_ = lower_triangle(a);
    llt_.analyzePattern(s_);
    longest_ = llt_.longest_row(s_);
  }
  bool factorize(double c) override {
    for (Eigen::Index i = 0; i < s_.rows(); ++i) s_.coeffRef(i, i) = multiply_down(diagonal_[i], add_down(1.0, -c));
    llt_.factorize(s_);
    if (llt_.info() != Eigen::Success) return false;
    const Sparse& l = llt_.matrixL().nestedExpression();
    std::vector<int> length(static_cast<std::size_t>(l.rows()), 0);
    for (Eigen::Index k = 0; k < l.nonZeros(); ++k) ++length[static_cast<std::size_t>(l.innerIndexPtr()[k])];
    longest_ = *std::max_element(length.begin(), length.end());
    // An entry that is not finite leaves no finite pivot in its row.
    for (Eigen::Index j = 0; j < l.cols(); ++j)
      if (!std::isfinite(l.valuePtr()[l.outerIndexPtr()[j]])) return false;
    return true;
  }
  double rounding() const override { return rounding_of_factor(static_cast<int>(s_.rows()), longest_ + 3); }
  VectorX solve(const VectorX& right) const override { return llt_.solve(right); }

 private:
  VectorX diagonal_;
  Sparse s_;
  Factorization llt_;
  int longest_ = 0;  ///< foretold, then counted
};

}  // namespace

VectorX diagonal_of(const SparseRows& a) {
  VectorX diagonal = VectorX::Zero(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    const auto begin = a.column.begin() + a.first[i], end = a.column.begin() + a.first[i + 1];
    const auto found = std::lower_bound(begin, end, i);
    if (found != end && *found == i) diagonal[i] = a.value[static_cast<std::size_t>(found - a.column.begin())];
  }
  return diagonal;
}

std::unique_ptr<ShiftedCholesky> sparse_cholesky(const SparseRows& a) {
  return std::make_unique<SparseCholesky>(a);
}

double seconds_of_plain_sparse(const SparseRows& a) {
  const auto start = std::chrono::steady_clock::now();
  const Sparse lower = lower_triangle(a);
  const bool is_positive = Eigen::SimplicialLLT<Sparse>(lower).info() == Eigen::Success;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_positive ? seconds : 0.0;
}

}  // namespace perpend
