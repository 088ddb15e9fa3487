// How far an answer is from a solution, and how well it solves a problem near the one given.
#pragma once

#include "verification/checker/statements/sparse.hpp"
#include "verification/checker/statements/statement.hpp"

namespace perpend::checker {

/// A is regular, and no entry of A^-1 residual is larger than the bound: in balls, then over the rationals for up to
/// `most_exact_rows` rows.
[[nodiscard]] std::optional<bool> is_solution_within(const SparseMatrix& a, const std::vector<Rational>& residual,
                                                     const Rational& bound);

/// A^-1 b enclosed at 256 bits, lower and upper ends; nothing when A is not shown to be regular.
struct Enclosed {
  std::vector<Rational> lower, upper;
};
[[nodiscard]] std::optional<Enclosed> enclosed_solution(const Matrix& a, const std::vector<Rational>& b);

/// "backward error at most" and "row of it" against the errors of all rows: proved up to the limit, refuted above it.
void check_backward_error(Judgement& judgement, const std::vector<Rational>& shares, const Rational& worst);

inline constexpr int most_dense_rows = 500;

}  // namespace perpend::checker
