// Lower bounds of the eigenvalues of (A + A^T)/2.
#include <Eigen/Cholesky>

#include <algorithm>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/solves/spd.hpp"

namespace perpend {

namespace {

/// What rounding of the entries of (A + A^T)/2 does to its eigenvalues: each was rounded once, and may have lost bits
/// of the smallest doubles.
double rounding_of_symmetric_part(const MatrixX& a, const MatrixX& symmetric) {
  if (a.rows() == 0 || a == a.transpose()) return 0.0;
  const double n = static_cast<double>(a.rows());
  const double largest_sum = symmetric.cwiseAbs().rowwise().sum().maxCoeff();
  return add_up(multiply_up(1.0 + gamma_bound(n + 4.0), multiply_up(unit_roundoff, largest_sum)), n * 0x1p-1072);
}

/// A factorization of A - c I that runs to its end shows lambda_min >= c - delta [Rump06]; NaN otherwise. k = n + 3:
/// Eigen multiplies by reciprocals.
class ShiftedFactor {
 public:
  explicit ShiftedFactor(const MatrixX& a) : a_(a) {}
  double bound(double c) {
    const double n = static_cast<double>(a_.rows());
    MatrixX s = a_;
    for (Eigen::Index i = 0; i < s.rows(); ++i) s(i, i) = add_down(a_(i, i), -c);
    const double delta = rounding(s);
    llt_.compute(s);
    const bool is_done = llt_.info() == Eigen::Success && llt_.matrixLLT().diagonal().allFinite() && n > 0.0;
    return is_done ? add_down(c, -delta) : std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] double rounding() const { return rounding(a_); }
  /// Inverse iteration: rounded.
  [[nodiscard]] double guess() const {
    VectorX x = VectorX::LinSpaced(a_.rows(), 1.0, 2.0).normalized();
    double smallest = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < 8; ++i) {
      const VectorX y = llt_.solve(x);
      smallest = 1.0 / x.dot(y);
      x = y / y.norm();
    }
    return smallest;
  }

 private:
  static double rounding(const MatrixX& s) {
    const double n = static_cast<double>(s.rows());
    double trace = 0.0;
    for (const double x : s.diagonal()) trace = add_up(trace, std::max(x, 0.0));
    const double gamma = gamma_bound(n + 3.0);
    const double underflow = 8.0 * n * (2.0 * n + std::max(0.0, s.diagonal().maxCoeff()) + 1.0) * 0x1p-1074;
    return add_up(multiply_up(divide_up(gamma, add_down(1.0, -2.0 * gamma)), trace), underflow);
  }

  const MatrixX& a_;
  Eigen::LLT<MatrixX> llt_;
};

}  // namespace

double positive_eigenvalue_bound(const MatrixX& a) {
  const MatrixX symmetric = 0.5 * (a + a.transpose());
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (a.rows() == 0 || !symmetric.allFinite()) return nan;
  const double slip = rounding_of_symmetric_part(a, symmetric);
  ShiftedFactor factor(symmetric);
  double best = factor.bound(add_up(1.01 * factor.rounding(), slip));
  if (std::isnan(best)) return nan;
  const double guess = factor.guess();
  for (const double share : {0.99, 0.9, 0.5}) {
    if (!(share * guess > best)) continue;
    const double bound = factor.bound(share * guess);
    if (bound > best) {
      best = bound;
      break;
    }
  }
  return add_down(best, -slip);
}

double lowest_symmetric_eigenvalue(const MatrixX& a) {
  const MatrixX symmetric = 0.5 * (a + a.transpose());
  if (!symmetric.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const double lowest = certify_spd(symmetric).lambda_min;
  return add_down(lowest, -rounding_of_symmetric_part(a, symmetric));
}

}  // namespace perpend
