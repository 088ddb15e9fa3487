#include "kernel/model/mass_matrix.hpp"

#include <cmath>

namespace perpend {

void multiply(const MassMatrix& mass, const VectorX& x, VectorX& out) {
  out = mass.diagonal.cwiseProduct(x);
  const double* from = x.data();
  double* to = out.data();
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    to[i] += block.xy * from[i + 1] + block.xz * from[i + 2];
    to[i + 1] += block.xy * from[i] + block.yz * from[i + 2];
    to[i + 2] += block.xz * from[i] + block.yz * from[i + 1];
  }
}

void divide(const MassMatrix& mass, const VectorX& x, VectorX& out) {
  if (&out != &x) out = x;
  int done = 0;
  const auto divide_diagonal = [&](int end) {
    for (; done < end; ++done) out[done] /= mass.diagonal[done];
  };
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    divide_diagonal(i);
    const double l11 = std::sqrt(mass.diagonal[i]);
    const double l21 = block.xy / l11;
    const double l31 = block.xz / l11;
    const double l22 = std::sqrt(mass.diagonal[i + 1] - l21 * l21);
    const double l32 = (block.yz - l31 * l21) / l22;
    const double l33 = std::sqrt(mass.diagonal[i + 2] - l31 * l31 - l32 * l32);
    const double y1 = out[i] / l11;
    const double y2 = (out[i + 1] - l21 * y1) / l22;
    const double y3 = (out[i + 2] - l31 * y1 - l32 * y2) / l33;
    out[i + 2] = y3 / l33;
    out[i + 1] = (y2 - l32 * out[i + 2]) / l22;
    out[i] = (y1 - l21 * out[i + 1] - l31 * out[i + 2]) / l11;
    done = i + 3;
  }
  divide_diagonal(static_cast<int>(mass.size()));
}

MatrixX dense(const MassMatrix& mass) {
  MatrixX result = mass.diagonal.asDiagonal();
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    result(i, i + 1) = result(i + 1, i) = block.xy;
    result(i, i + 2) = result(i + 2, i) = block.xz;
    result(i + 1, i + 2) = result(i + 2, i + 1) = block.yz;
  }
  return result;
}

}  // namespace perpend
