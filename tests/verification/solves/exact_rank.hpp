// The rank of a matrix of doubles over the rationals: what certificates in doubles are compared with.
#pragma once

#include <utility>
#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend::test {

inline int exact_rank(const MatrixX& j) {
  RationalRows a = exact_rows(j);
  int rank = 0;
  for (int c = 0; c < j.cols() && rank < j.rows(); ++c) {
    int pivot = rank;
    while (pivot < j.rows() && a[pivot][c] == 0) ++pivot;
    if (pivot == j.rows()) continue;
    std::swap(a[pivot], a[rank]);
    for (int i = rank + 1; i < j.rows(); ++i) {
      const Rational factor = a[i][c] / a[rank][c];
      for (int k = c; k < j.cols(); ++k) a[i][k] -= factor * a[rank][k];
    }
    ++rank;
  }
  return rank;
}

}  // namespace perpend::test
