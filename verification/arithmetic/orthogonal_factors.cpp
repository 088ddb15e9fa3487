#include "verification/arithmetic/orthogonal_factors.hpp"

#include <Eigen/QR>

#include <algorithm>

namespace perpend {

namespace {

using PivotedQr = Eigen::ColPivHouseholderQR<MatrixX>;

}  // namespace

std::vector<int> pivot_order(const MatrixX& a) {
  const PivotedQr qr(a);
  const auto& order = qr.colsPermutation().indices();
  return {order.begin(), order.end()};
}

int rounded_rank(const MatrixX& a) {
  return static_cast<int>(PivotedQr(a).rank());
}

MatrixX orthogonal_complement(const MatrixX& a) {
  const PivotedQr qr(a);
  return MatrixX(qr.householderQ()).rightCols(std::max<Eigen::Index>(a.rows() - a.cols(), 0));
}

MatrixX least_squares(const MatrixX& a, const MatrixX& b) {
  return a.householderQr().solve(b);
}

}  // namespace perpend
