#include <Eigen/SparseCholesky>

#include <algorithm>
#include <chrono>

#include "verification/rounding.hpp"
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
    std::vector<std::vector<int>> left_of(static_cast<std::size_t>(lower.rows()));
    for (int j = 0; j < lower.cols(); ++j)
      for (Sparse::InnerIterator entry(lower, j); entry; ++entry) {
        const int a = permutationP().indices()[entry.row()];
        const int b = permutationP().indices()[j];
        if (a != b) left_of[std::max(a, b)].push_back(std::min(a, b));
      }
    std::vector<int> seen_from(left_of.size(), -1);
    int longest = 1;
    for (int i = 0; i < static_cast<int>(left_of.size()); ++i) {
      int length = 1;
      for (int j : left_of[i])
        for (; j >= 0 && j < i && seen_from[j] != i; j = m_parent[j], ++length) seen_from[j] = i;
      longest = std::max(longest, length);
    }
    return longest;
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
    return std::all_of(l.valuePtr(), l.valuePtr() + l.nonZeros(), [](double x) { return std::isfinite(x); });
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
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i) diagonal[i] = a.value[k];
  return diagonal;
}

std::unique_ptr<ShiftedCholesky> sparse_cholesky(const SparseRows& a) {
  return std::make_unique<SparseCholesky>(a);
}

double seconds_of_plain(const SparseRows& a) {
  const auto start = std::chrono::steady_clock::now();
  const Sparse lower = lower_triangle(a);
  const bool is_positive = Eigen::SimplicialLLT<Sparse>(lower).info() == Eigen::Success;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_positive ? seconds : 0.0;
}

}  // namespace perpend
