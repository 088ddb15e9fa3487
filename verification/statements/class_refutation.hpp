// Vectors that show that a matrix is not of a class, for sizes at which not every principal minor can be looked at:
// what is found is exact, what is not found says nothing.
#pragma once

#include <string>
#include <vector>

#include "verification/lcp/lcp.hpp"
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

struct Refutations {
  Counterexample not_p, not_copositive;
};

/// What is not proved yet is looked at. What is not P is neither definite nor H+, what is not copositive not
/// semidefinite.
void refute(const SparseRows& a, const Effort& effort, int most_exact, LcpClassReport& found, Refutations& shown);

/// What doubles prove, what refutes cheaply, elimination over the rationals, and for up to `largest` rows the
/// exponential tests where something is still open.
void classify_in_order(const SparseRows& a, const Effort& effort, int largest, LcpClassReport& found,
                       Refutations& shown);

}  // namespace perpend
