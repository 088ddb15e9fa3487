#include <Eigen/Cholesky>

#include <chrono>

#include "verification/rounding.hpp"
#include "verification/statements/shifted_cholesky.hpp"

namespace perpend {

namespace {

class DenseCholesky final : public ShiftedCholesky {
 public:
  explicit DenseCholesky(const MatrixX& a) : a_(a), s_(a) {}
  bool factorize(double c) override {
    for (Eigen::Index i = 0; i < a_.rows(); ++i) s_(i, i) = multiply_down(a_(i, i), add_down(1.0, -c));
    llt_.compute(s_);
    return llt_.info() == Eigen::Success && llt_.matrixLLT().diagonal().allFinite();
  }
  double rounding() const override {
    const int n = static_cast<int>(a_.rows());
    return rounding_of_factor(n, n + 3);
  }
  VectorX solve(const VectorX& right) const override { return llt_.solve(right); }

 private:
  const MatrixX& a_;
  MatrixX s_;
  Eigen::LLT<MatrixX> llt_;
};

}  // namespace

double rounding_of_factor(int n, int k) {
  const double gamma = gamma_bound(k);
  return multiply_up(n, divide_up(gamma, add_down(1.0, -gamma)));
}

std::unique_ptr<ShiftedCholesky> dense_cholesky(const MatrixX& a) {
  return std::make_unique<DenseCholesky>(a);
}

double seconds_of_plain(const MatrixX& a) {
  const auto start = std::chrono::steady_clock::now();
  const bool is_positive = Eigen::LLT<MatrixX>(a).info() == Eigen::Success;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_positive ? seconds : 0.0;
}

}  // namespace perpend
