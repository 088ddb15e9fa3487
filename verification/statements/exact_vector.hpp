// A vector with few entries that are not 0, tested exactly against a matrix.
#pragma once

#include <vector>

#include "verification/arithmetic/rational.hpp"
#include "verification/statements/class_refutation.hpp"

namespace perpend {

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

/// B^-1 r; empty for a singular B.
[[nodiscard]] std::vector<Rational> solve_exactly(RationalRows b, std::vector<Rational> r);

}  // namespace perpend
