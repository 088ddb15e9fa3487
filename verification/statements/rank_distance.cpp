#include "verification/statements/rank_distance.hpp"

#include <algorithm>
#include <Eigen/QR>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

LowerRank nearby_of_rank(const MatrixX& j, int rank) {
  const Eigen::ColPivHouseholderQR<MatrixX> pivoted(j.transpose());
  const auto& order = pivoted.colsPermutation().indices();
  LowerRank found;
  found.kept.assign(order.begin(), order.begin() + rank);
  std::vector<int> others(order.begin() + rank, order.end());
  std::sort(others.begin(), others.end());
  const MatrixX rows = j(found.kept, Eigen::all), replaced = j(others, Eigen::all);
  found.combinations = rank == 0 ? MatrixX(replaced.rows(), 0)
                                 : MatrixX(rows.transpose().householderQr().solve(replaced.transpose()).transpose());
  if (!found.combinations.allFinite()) found.combinations.setZero();
  Interval sum(0.0);
  for (Eigen::Index i = 0; i < replaced.rows(); ++i)
    for (Eigen::Index c = 0; c < j.cols(); ++c) {
      Interval rest(replaced(i, c));
      for (int k = 0; k < rank; ++k) rest = rest - scale(found.combinations(i, k), Interval(rows(k, c)));
      sum = sum + square(rest);
    }
  found.distance = sqrt(sum).hi;
  return found;
}

}  // namespace perpend
