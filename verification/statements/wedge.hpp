// Directions in which bodies are wedged in: why a copositive LCP is not shown to have a solution.
#pragma once

#include <string>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/statements/statement.hpp"

namespace perpend {

/// v >= 0 with A v >= 0 and v^T A v = 0 up to rounding, and b^T v < 0. A copositive A without such a v has a solution
/// for this b, and Lemke's method ends on one otherwise [CottlePangStone92]. Where A^T v <= 0 holds as well, v
/// contradicts the rows of the problem that A was rounded from, if it is exact there; of the doubles themselves only
/// exact signs decide.
struct Wedge {
  bool is_found = false;
  VectorX v;              ///< its largest entry is 1
  double fall = 0.0;      ///< b^T v of |b|^T v, an upper bound: < 0
  double rounding = 0.0;  ///< the largest by which A v >= 0 or v^T A v = 0 is missed, of what it sums
  double raised = 0.0;    ///< the largest (A^T v)_j of what it sums
  int raised_row = -1;    ///< from 0, where that is more than rounding

  [[nodiscard]] std::string words() const;
};

/// `ray`: empty for none.
[[nodiscard]] Wedge measure_wedge(const SparseRows& a, const VectorX& b, const VectorX& ray);

/// For a solvability that is left undecided: the wedge as a witness, and in the reason.
void name_wedge(const SparseRows& a, const VectorX& b, const VectorX& ray, Statement& statement);

}  // namespace perpend
