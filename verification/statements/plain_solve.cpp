#include "verification/statements/plain_solve.hpp"

#include <Eigen/LU>

#include <chrono>

namespace perpend {

double seconds_of_plain_solve(const MatrixX& a, const VectorX& b) {
  const auto start = std::chrono::steady_clock::now();
  const VectorX x = a.size() == 0 ? VectorX() : VectorX(a.partialPivLu().solve(b));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return x.size() == b.size() ? seconds : 0.0;
}

}  // namespace perpend
