// How far an answer is from a solution, and how well it solves a problem near the one given.
#pragma once

#include "verification/checker/arithmetic/sparse.hpp"
#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// A is regular, and no entry of A^-1 residual is larger than the bound: in balls, then over the rationals for up to
/// `most_exact_rows` rows.
[[nodiscard]] std::optional<bool> is_solution_within(const SparseMatrix& a, const std::vector<Rational>& residual,
                                                     const Rational& bound);

/// A is regular, and some entry of A^-1 residual is at least as large as the bound; nothing when A is singular.
[[nodiscard]] std::optional<bool> is_solution_beyond(const SparseMatrix& a, const std::vector<Rational>& residual,
                                                     const Rational& bound);

[[nodiscard]] std::optional<bool> is_regular(const SparseMatrix& a);

/// The distance that a claim asks for; nothing where it is about the backward error. Throws DataError for a negative
/// one.
[[nodiscard]] std::optional<Rational> asked_distance(const nlohmann::json& data);
/// The verdict follows from the bounds shown: `most`, no more than which some solution is away, and `least`.
void check_nearness(Judgement& judgement, const Rational& asked, const std::optional<Rational>& most,
                    const std::optional<Rational>& least);

/// A^-1 b enclosed at 256 bits, lower and upper ends; nothing when A is not shown to be regular.
struct Enclosed {
  std::vector<Rational> lower, upper;
};
[[nodiscard]] std::optional<Enclosed> enclosed_solution(const Matrix& a, const std::vector<Rational>& b);

/// "backward error at most" and "row of it" against the errors of all rows: proved up to the limit, refuted above it,
/// unless something else decides.
void check_backward_error(Judgement& judgement, const std::vector<Rational>& shares, const Rational& worst,
                          bool decides = true);

inline constexpr int most_dense_rows = 500;

}  // namespace perpend::checker
