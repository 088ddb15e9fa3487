// L L^T of a full symmetric positive definite matrix, by panels whose updates keep four columns in registers.
#pragma once

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
  void update_behind(int first, int width);

  GrowingMatrix factor_;
};

}  // namespace perpend
