// Vectors that show that a matrix is not of a class, for sizes at which not every principal minor can be looked at:
// what is found is exact, what is not found says nothing.
#pragma once

#include <string>
#include <vector>

#include "verification/arithmetic/rational.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// x in the rows named, 0 elsewhere.
struct Counterexample {
  std::vector<int> rows{};             ///< increasing
  std::vector<std::string> entries{};  ///< hexadecimal floats, or p/q

  [[nodiscard]] bool is_found() const { return !rows.empty(); }
};

/// x != 0 with x_i (A x)_i <= 0 for every i: A is not P [CottlePangStone92]. Tried: one row, two rows, a walk over
/// principal minors, eigenvectors of eigenvalues < 0, and for up to `most_exact` rows all of these.
[[nodiscard]] Counterexample find_sign_reversal(const SparseRows& a, const Effort& effort, int most_exact);

/// The same by every principal minor of each block of the block triangular form of at most `largest` rows.
[[nodiscard]] Counterexample find_sign_reversal_in_blocks(const SparseRows& a, int largest);

/// x >= 0 with x^T A x < 0: A is not copositive. Tried: one row, two rows, nonnegative parts of eigenvectors, descent
/// on the simplex, and for up to `most_exact` rows every principal block.
[[nodiscard]] Counterexample find_negative_form(const SparseRows& a, const Effort& effort, int most_exact);

/// A in these rows and columns.
[[nodiscard]] RationalRows exact_block(const SparseRows& a, const std::vector<int>& rows);

/// x of the candidates that are doubles or rationals, its zeros left out, when x_i (A x)_i <= 0 for all i; else
/// nothing.
[[nodiscard]] Counterexample accept_reversal(const SparseRows& a, const std::vector<int>& rows, const VectorX& x);
[[nodiscard]] Counterexample accept_reversal(const SparseRows& a, const std::vector<int>& rows,
                                             const std::vector<Rational>& x);
/// The same when x >= 0 and x^T A x < 0.
[[nodiscard]] Counterexample accept_negative(const SparseRows& a, const std::vector<int>& rows, const VectorX& x);
[[nodiscard]] Counterexample accept_negative(const SparseRows& a, const std::vector<int>& rows,
                                             const std::vector<Rational>& x);

}  // namespace perpend
