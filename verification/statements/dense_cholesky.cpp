#include <Eigen/Cholesky>

#include <algorithm>
#include <chrono>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/shifted_cholesky.hpp"

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
  const bool is_positive = Eigen::LLT<Eigen::Ref<MatrixX>>(copy).info() == Eigen::Success;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_positive ? seconds : 0.0;
}

}  // namespace perpend
