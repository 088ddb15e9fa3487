// An answer of a solver, or its rows, made exact.
#pragma once

#include "verification/statements/statements.hpp"

namespace perpend {

/// As many `equations` as active rows solved over the rationals, all signs looked at.
[[nodiscard]] Verdict by_active_rows(const SparseRows& a, const VectorX& b, const std::vector<int>& active,
                                     const std::vector<int>& equations, Statement& statement);

/// Simple fractions near z, else the rows with z > 0 where they are independent, else these with others where w is 0.
[[nodiscard]] Verdict by_answer(const SparseRows& a, const VectorX& b, const VectorX& z, Statement& statement);

}  // namespace perpend
