// L U of a full matrix with partial pivoting, by blocks, so that a stop is seen between them: Eigen's own run to their
// end, minutes where a matrix has thousands of rows.
#pragma once

#include <vector>

#include "kernel/model/growing.hpp"
#include "kernel/model/lcp.hpp"

namespace perpend {

class DenseFactor {
 public:
  /// [Higham02] algorithm 9.2, its updates gathered in blocks (chapter 13). False when a pivot vanishes or is not
  /// finite, and when the work was told to stop.
  [[nodiscard]] bool factorize(const SparseRows& matrix);
  void solve(const GrowingVector& right, GrowingVector& x) const;

 private:
  [[nodiscard]] bool eliminate_panel(int first, int width);
  [[nodiscard]] bool update_behind(int first, int width);

  GrowingMatrix factors_;   // both: ones of L left out
  std::vector<int> pivot_;  // row that changed places with row k
};

}  // namespace perpend
