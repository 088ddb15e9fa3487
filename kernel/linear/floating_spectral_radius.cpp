#include "kernel/linear/floating_spectral_radius.hpp"

#include <cmath>
#include <Eigen/Cholesky>
#include <limits>

#include "kernel/linear/plain_numerics.hpp"

namespace perpend {

namespace {

/// M^-1 a.
MatrixX divide_columns(const MassMatrix& mass, MatrixX a) {
  VectorX column;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    column = a.col(j);
    divide(mass, column, column);
    a.col(j) = column;
  }
  return a;
}

}  // namespace

double rounded_value(const ExactProduct& product, double h) {
  double value = product.factors[0] * product.factors[1] * product.factors[2];
  for (int i = 0; i < product.step_power; ++i) value *= h;
  return value;
}

double floating_spectral_radius(const LinearSystem& system, const LinearUpdate& update, double h) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Eigen::Index n = system.mass.size();
  const MatrixX weighted = divide_columns(system.mass, system.b.transpose());
  const Eigen::LDLT<MatrixX> delassus(system.b * weighted);
  if (delassus.info() != Eigen::Success) return nan;
  const MatrixX projector = weighted * delassus.solve(system.b);
  const MatrixX identity = MatrixX::Identity(n, n);
  MatrixX x(2 * n, 2 * n);
  x << identity - rounded_value(update.qq, h) * projector, h * (identity - rounded_value(update.qv, h) * projector),
      -rounded_value(update.vq, h) / h * projector, identity - rounded_value(update.vv, h) * projector;
  return x.allFinite() ? plain_spectral_radius(x) : nan;
}

}  // namespace perpend
