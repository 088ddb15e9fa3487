// L L^T of a full symmetric positive definite matrix, by panels: what a panel takes from the columns behind it is
// summed in registers, tile by tile, from a copy of the panel that lies in the order of the tiles.
#pragma once

#include <vector>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/growing.hpp"

namespace perpend {

class DenseCholesky {
 public:
  /// The lower triangle of `matrix`, which may change in between, counts; a place for it of `size` rows.
  [[nodiscard]] GrowingMatrix& matrix(int size);
  /// [Higham02] algorithm 10.2 by blocks. False when a pivot is not positive, and when the work was told to stop.
  [[nodiscard]] bool factorize();
  /// False when x is not finite.
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x) const;

 private:
  [[nodiscard]] bool eliminate_panel(int first, int width);
  [[nodiscard]] bool eliminate_columns(int first, int width);
  void copy_panel(int first, int width);
  void update_behind(int first, int width);

  GrowingMatrix factor_;
  std::vector<double> rows_;           // of the panel, a tile's rows together: 4 numbers of each of its columns
  std::vector<DoublePair> multiples_;  // the same, each number twice
};

}  // namespace perpend
