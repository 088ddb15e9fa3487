// Factorizations of the matrices of LCP solvers, given by compressed rows whose pattern may change from call to call.
// The headers of Eigen's sparse solvers are in the .cpp alone.
#pragma once

#include <memory>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/numbers/growing.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// L U of a full matrix with partial pivoting, by blocks, so that a stop is seen between them: Eigen's own run to their
/// end, minutes where a matrix has thousands of rows.
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

class SparseFactor {
 public:
  enum class Kind {
    symmetric,  ///< L D L^T without pivoting, for positive definite matrices
    general,    ///< L U with partial pivoting
  };

  SparseFactor();
  ~SparseFactor();
  SparseFactor(SparseFactor&&) noexcept;
  SparseFactor& operator=(SparseFactor&&) noexcept;

  /// False when a pivot vanishes or is not finite. Large full matrices are taken as such, of either kind by L U, which
  /// ends with false when the work has to stop. The pattern is analyzed again only when it is a new one; for the one
  /// before, the symmetric kind allocates nothing. The general kind allocates in each call, as its pivots decide on the
  /// pattern of its factors.
  [[nodiscard]] bool factorize(const SparseRows& matrix, Kind kind);
  /// False when the solution is not finite.
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace perpend
