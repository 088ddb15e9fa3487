// Few linear equations and inequalities in few unknowns: none, one or more solutions, by substitution and by the
// projections of Fourier and Motzkin.
#pragma once

#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

enum class Extent { empty, point, more };

class Polyhedron {
 public:
  explicit Polyhedron(int num_unknowns) : num_unknowns_(num_unknowns) {}
  /// row x + constant = 0, or >= 0.
  void add_zero(std::vector<Rational> row, const Rational& constant);
  void add_at_least_zero(std::vector<Rational> row, const Rational& constant);
  /// `x`: the point, where there is one only.
  [[nodiscard]] Extent measure(std::vector<Rational>& x) const;

 private:
  /// Coefficients of the unknowns, and last the constant.
  using Row = std::vector<Rational>;
  struct Range {
    bool is_empty = false;
    bool is_point = false;
    Rational value = 0;
  };
  [[nodiscard]] Range range_of(int unknown) const;

  int num_unknowns_;
  std::vector<Row> rows_;  ///< each >= 0; an equation is two of them, and comes before it is used in pairs
  std::vector<Row> equations_;
};

}  // namespace perpend
