// Answers whose exact numbers are simple: found from rounded ones, and then looked at in exact arithmetic.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

/// z >= 0, w = A z + b >= 0 and z_i w_i = 0, without any error. Pre: z is finite.
[[nodiscard]] bool solves_exactly(const SparseRows& a, const VectorX& b, const VectorX& z);

/// "p/q" of z with the fraction of least denominator near each entry, where that z solves LCP(A, b) without any error;
/// else empty.
[[nodiscard]] std::vector<std::string> solve_in_fractions(const SparseRows& a, const VectorX& b, const VectorX& z);

/// The same of a multiple of y with y >= 0, A^T y <= 0, b^T y < 0 (Farkas).
[[nodiscard]] std::vector<std::string> contradict_in_fractions(const SparseRows& a, const VectorX& b, const VectorX& y);

}  // namespace perpend
