// Constants of the time estimates in verification/statements: seconds measured, divided by the power of n.
#include <fmt/format.h>
#include <Eigen/LU>

#include <chrono>
#include <cmath>
#include <functional>
#include <random>

#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/basis_guess.hpp"
#include "verification/statements/statements.hpp"
#include "verification/statements/stein.hpp"

namespace {

using namespace perpend;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

MatrixX random_matrix(int n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::normal_distribution<double> normal;
  return MatrixX::NullaryExpr(n, n, [&] { return normal(random); });
}

void report(const char* what, int n, double exponent, const std::function<void()>& work) {
  const double seconds = seconds_of(work);
  fmt::print("{:<22} n {:>5}  {:>9.4f} s  {:.1e} n^{:.1f}\n", what, n, seconds, seconds / std::pow(n, exponent),
             exponent);
}

void measure(int n) {
  const MatrixX a = random_matrix(n);
  const MatrixX gram = a * a.transpose();
  const MatrixX definite = gram + static_cast<double>(n) * MatrixX::Identity(n, n);
  const VectorX ones = VectorX::Ones(n);
  const SparseRows rows = sparse_rows(definite);
  const VectorX x = definite.partialPivLu().solve(ones);
  report("linear, distance", n, 3.0, [&] { (void)state_linear(rows, x, ones); });
  report("rho, matrix of Stein", n, 3.0, [&] { (void)prove_outside(2.0 / std::sqrt(n) * a); });
  if (n > 200) return;
  report("lcp, basis guess", n, 3.0, [&] { (void)guess_basis(rows, -ones, 0); });
  if (n > 50) return;
  report("semidefinite, integers", n, 4.3, [&] { (void)is_semidefinite(definite); });
}

}  // namespace

int main() {
  for (const int n : {25, 50, 100, 200, 400}) measure(n);
}
