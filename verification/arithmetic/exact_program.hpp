// Exact linear programming for small systems: is there an x with G x = h whose signed entries are >= 0?
#pragma once

#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

struct LinearRow {
  std::vector<Rational> coefficients;  ///< of every variable
  Rational right = 0;
};

struct LinearSystemOfSigns {
  std::vector<bool> is_free;  ///< of each variable; the others are >= 0
  std::vector<LinearRow> rows;

  /// A new variable; returns its index. Rows that exist have 0 there.
  int add_variable(bool free_sign);
  /// A new row 0 = `right`.
  LinearRow& add_row(const Rational& right);
};

struct Feasibility {
  bool is_feasible = false;
  std::vector<Rational> x;  ///< when feasible
  /// When not: y with y^T G <= 0 for signed variables, = 0 for free ones, and y^T h > 0 [Farkas].
  std::vector<Rational> y;
};

/// Phase 1 of the simplex method with Bland's rule, which never cycles, on integers: after each pivot every number is a
/// minor of the scaled system, and the division by the last pivot is exact [Bareiss68].
[[nodiscard]] Feasibility decide_feasibility(const LinearSystemOfSigns& system);

}  // namespace perpend
