// Whether rows are independent, and rows left out as combinations of others.
#pragma once

#include "verification/checker/claim.hpp"
#include "verification/checker/mechanism/data.hpp"

namespace perpend::checker {

/// Rows up to which the eigenvalue is bounded here, and up to which independence is decided.
inline constexpr int most_eigenvalue_rows = 300;
inline constexpr int most_rank_rows = 2000;

/// Null when M is positive definite and no compliance negative: what theorems about J and M ask for.
[[nodiscard]] const char* why_no_mechanism(const Data& data);

/// J of some rows, dense.
[[nodiscard]] Matrix dense_rows(const Data& data, const std::vector<int>& rows);
/// J M^-1 J^T + E of some rows. Pre: M is positive definite.
[[nodiscard]] Matrix delassus(const Data& data, const std::vector<int>& rows, bool with_compliance);

/// For each row left out, an upper bound of the square of its distance from the span of `kept`: that of a
/// combination found about, evaluated exactly. Nothing when none was found.
[[nodiscard]] std::optional<std::vector<Rational>> squared_distances(const Data& data, const std::vector<int>& kept);

/// Equations of a solve that were kept: without bounds and not left out.
[[nodiscard]] std::vector<int> kept_equations(const Data& data);

/// What a claim says of the rows that its solve left out: how many, that each is an equation and a combination of those
/// kept up to a share of its length, and by how much it is missed. `largest_push`: of its multiplier times what it has
/// beyond the combination; null: it may be any.
[[nodiscard]] Finding check_left_out(Judgement& judgement, const Data& data, const Rational* largest_push);

}  // namespace perpend::checker
