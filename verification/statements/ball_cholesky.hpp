// L L^T = A in ball arithmetic: it ends only when every pivot is positive. [Johansson17]
#pragma once

#include <arb_mat.h>

#include "kernel/model/types.hpp"

namespace perpend {

class BallCholesky {
 public:
  /// Pre: A symmetric. Keeps a reference to it.
  BallCholesky(const MatrixX& a, int bits);
  ~BallCholesky();
  BallCholesky(const BallCholesky&) = delete;
  BallCholesky& operator=(const BallCholesky&) = delete;

  [[nodiscard]] bool is_positive() const { return is_positive_; }
  /// A lower bound of the smallest eigenvalue of A with its diagonal scaled to 1; 0: none that a double holds. Pre:
  /// is_positive.
  [[nodiscard]] double smallest_scaled() const;

 private:
  const MatrixX& a_;
  int bits_;
  arb_mat_t factor_;
  bool is_positive_ = false;
};

}  // namespace perpend
