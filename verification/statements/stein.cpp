#include "verification/statements/stein.hpp"

#include <cmath>

#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/spd.hpp"

namespace perpend {

namespace {

MatrixX symmetrized(const MatrixX& a) {
  return 0.5 * (a + a.transpose());
}

/// R^2 H - X^T H X is positive definite: its computed diagonal is lowered by all rounding, which no row sum of
///     gamma_(2 n + 6) (|X|^T |H| |X| + R^2 |H|)
/// exceeds.
bool is_contracted(const MatrixX& h, const MatrixX& x, double radius) {
  const auto n = static_cast<double>(x.rows());
  const double square = radius * radius;
  MatrixX s = symmetrized(square * h - x.transpose() * (h * x));
  const VectorX ones = VectorX::Ones(x.rows());
  const VectorX inner = h.cwiseAbs() * (x.cwiseAbs() * ones);
  const VectorX rows = x.cwiseAbs().transpose() * inner + square * (h.cwiseAbs() * ones);
  const double largest = multiply_up(rows.maxCoeff(), 1.0 + gamma_bound(4.0 * n + 12.0));
  const double slip = add_up(multiply_up(gamma_bound(2.0 * n + 6.0), largest), std::numeric_limits<double>::min());
  if (!s.allFinite() || !std::isfinite(slip)) return false;
  for (Eigen::Index i = 0; i < s.rows(); ++i) s(i, i) = add_down(s(i, i), -slip);
  return is_definite(s);
}

}  // namespace

SteinProof prove_inside(const MatrixX& x, double radius) {
  constexpr int most_doublings = 40;
  MatrixX h = MatrixX::Identity(x.rows(), x.cols());
  MatrixX power = x / radius;
  for (int k = 0; k < most_doublings; ++k) {
    const MatrixX change = power.transpose() * (h * power);
    h = symmetrized(h + change);
    if (!h.allFinite()) return {};
    if (change.norm() <= 1e-3 * h.norm())
      break;  // what is left out is small compared with the identity that it must leave
    power = MatrixX(power * power);
  }
  if (!is_definite(h) || !is_contracted(h, x, radius)) return {};
  return {.verdict = Verdict::proved, .h = h};
}

SteinProof prove_outside(const MatrixX& x, double radius) {
  const GeneralEigen eigen = general_eigen(x);
  if (!eigen.is_converged) return {};
  const Eigen::MatrixXcd w = rounded_inverse(eigen.vectors);
  const VectorX size = eigen.values.cwiseAbs();
  const VectorX side = size.unaryExpr([radius](double r) { return r < radius ? 1.0 : -1.0; });
  const MatrixX h = symmetrized((w.adjoint() * side.asDiagonal() * w).real());
  Eigen::Index outermost = 0;
  if (!(size.maxCoeff(&outermost) > radius) || !h.allFinite() || !is_contracted(h, x, radius)) return {};
  const Eigen::VectorXcd v = eigen.vectors.col(outermost);
  for (const VectorX& direction : {VectorX(v.real()), VectorX(v.imag())})
    if (enclose_quadratic_form(h, direction).hi < 0.0)
      return {.verdict = Verdict::refuted, .h = h, .direction = direction};
  return {};
}

double seconds_of_stein(double n) {
  return 1.5e-7 * n * n * n;
}

}  // namespace perpend
