// What solvers see of a factorization of A + T, A the matrix of an LCP and T a positive diagonal.
#pragma once

#include "kernel/model/numbers/growing.hpp"

namespace perpend {

class ShiftedSystem {
 public:
  virtual ~ShiftedSystem() = default;

  /// `inverse`: T^-1, 0: row and column are left out, x is 0 there. False when the factor cannot be made.
  [[nodiscard]] virtual bool factorize(const GrowingVector& inverse) = 0;
  /// False when x is not finite.
  [[nodiscard]] virtual bool solve(const GrowingVector& right, GrowingVector& x) = 0;
};

}  // namespace perpend
