#include "verification/statements/shifted_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/flint_memory.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// Column i of the lower triangle is row i of the upper one. What lies above the diagonal is never read.
template <class Matrix>
void set_lower(const SparseRows& a, Matrix& s) {
  const int n = a.num_rows;
  const bool is_full = a.value.size() == static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  for (int i = 0; i < n; ++i) {
    if (is_full) {
      const double* row = a.value.data() + a.first[i];
      std::copy(row + i, row + n, &s.coeffRef(i, i));
      continue;
    }
    s.col(i).tail(n - i).setZero();
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] >= i) s(a.column[k], i) = a.value[k];
  }
}

/// In place: the only copy of the matrix. `Matrix` may hold its numbers in the object itself.
template <class Matrix>
class DenseCholesky final : public ShiftedCholesky {
 public:
  explicit DenseCholesky(const SparseRows& a) : a_(a), s_(a.num_rows, a.num_rows) {}
  bool factorize(double c) override {
    set_lower(a_, s_);
    const double share = add_down(1.0, -c);
    for (Eigen::Index i = 0; i < s_.rows(); ++i) s_(i, i) = multiply_down(s_(i, i), share);
    Eigen::Ref<Matrix> in_place(s_);
    return Eigen::LLT<Eigen::Ref<Matrix>>(in_place).info() == Eigen::Success && s_.diagonal().allFinite();
  }
  double rounding() const override {
    const int n = a_.num_rows;
    return rounding_of_factor(n, n + 3);
  }
  VectorX solve(const VectorX& right) const override {
    VectorX x = s_.template triangularView<Eigen::Lower>().solve(right);
    s_.template triangularView<Eigen::Lower>().transpose().solveInPlace(x);
    return x;
  }

 private:
  const SparseRows& a_;
  Matrix s_;
};

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

/// With D the diagonal of A, the eigenvalues of D^1/2 A^-1 D^1/2 are positive and their sum is sum_i a_ii (A^-1)_ii:
/// the smallest of D^-1/2 A D^-1/2 is at least 1 over that sum, and at most n over it. A guess between is proved by the
/// pivots of A - c D.
/// Entries of A, its diagonal times 1 - c.
void set_shifted(arb_mat_t m, const MatrixX& a, double c, int bits) {
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) arb_set_d(arb_mat_entry(m, i, j), a(i, j));
  if (c == 0.0) return;
  arb_t share;
  arb_init(share);
  arb_set_d(share, c);
  for (Eigen::Index i = 0; i < a.rows(); ++i) arb_submul(arb_mat_entry(m, i, i), share, arb_mat_entry(m, i, i), bits);
  arb_clear(share);
}

bool has_positive_pivots(arb_mat_t factor, const MatrixX& a, double c, int bits) {
  arb_mat_t m;
  arb_mat_init(m, a.rows(), a.cols());
  set_shifted(m, a, c, bits);
  const bool is_positive = arb_mat_cho(factor, m, bits) != 0;
  arb_mat_clear(m);
  return is_positive;
}

/// 1 / sum_i a_ii (A^-1)_ii, rounded down.
double inverse_of_trace(const MatrixX& a, const arb_mat_t inverse, int bits) {
  arb_t sum, entry;
  arb_init(sum);
  arb_init(entry);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    arb_set_d(entry, a(i, i));
    arb_addmul(sum, entry, arb_mat_entry(inverse, i, i), bits);
  }
  arb_inv(sum, sum, bits);
  arf_t lower;
  arf_init(lower);
  arb_get_lbound_arf(lower, sum, bits);
  const double bound = arf_get_d(lower, ARF_RND_FLOOR);
  arf_clear(lower);
  arb_clear(entry);
  arb_clear(sum);
  return bound;
}

/// By powers of D^1/2 A^-1 D^1/2, rounded: nothing is claimed of it.
double guess_smallest(const MatrixX& a, const arb_mat_t inverse) {
  const VectorX root = a.diagonal().cwiseSqrt();
  MatrixX scaled(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      scaled(i, j) = root[i] * arf_get_d(arb_midref(arb_mat_entry(inverse, i, j)), ARF_RND_NEAR) * root[j];
  VectorX x = VectorX::LinSpaced(a.rows(), 1.0, 2.0).normalized();
  double largest = 0.0;
  for (int i = 0; i < 30; ++i) {
    const VectorX y = scaled * x;
    largest = y.norm();
    x = y / largest;
  }
  return 1.0 / largest;
}

}  // namespace

double rounding_of_factor(int n, int k) {
  const double gamma = gamma_bound(k);
  return multiply_up(n, divide_up(gamma, add_down(1.0, -gamma)));
}

std::unique_ptr<ShiftedCholesky> dense_cholesky(const SparseRows& a) {
  constexpr int small = 16;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, small, small>;
  if (a.num_rows <= small) return std::make_unique<DenseCholesky<Small>>(a);
  return std::make_unique<DenseCholesky<MatrixX>>(a);
}

double seconds_of_plain_dense(const SparseRows& a) {
  const auto start = std::chrono::steady_clock::now();
  MatrixX copy = dense(a);
  const bool is_positive = factorize_cholesky(copy);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_positive ? seconds : 0.0;
}

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

BallCholesky::BallCholesky(const MatrixX& a, int bits) : a_(a), bits_(bits) {
  release_flint_at_end_of_thread();
  arb_mat_init(factor_, a.rows(), a.cols());
  is_positive_ = has_positive_pivots(factor_, a, 0.0, bits);
}

BallCholesky::~BallCholesky() {
  arb_mat_clear(factor_);
}

double BallCholesky::smallest_scaled() const {
  arb_mat_t inverse, shifted;
  arb_mat_init(inverse, a_.rows(), a_.cols());
  arb_mat_init(shifted, a_.rows(), a_.cols());
  arb_mat_inv_cho_precomp(inverse, factor_, bits_);
  double bound = inverse_of_trace(a_, inverse, bits_);
  const double guess = 0.99 * guess_smallest(a_, inverse);
  if (guess > bound && guess < 1.0 && has_positive_pivots(shifted, a_, guess, bits_)) bound = guess;
  arb_mat_clear(shifted);
  arb_mat_clear(inverse);
  return std::isnormal(bound) && bound > 0.0 ? bound : 0.0;
}

}  // namespace perpend
