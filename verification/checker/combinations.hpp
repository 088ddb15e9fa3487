// Rows left out as combinations of others, and the matrix that tells whether the others are independent.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// J of some rows, dense.
[[nodiscard]] Matrix dense_rows(const Data& data, const std::vector<int>& rows);
/// J M^-1 J^T + E of some rows. Pre: M is positive definite.
[[nodiscard]] Matrix delassus(const Data& data, const std::vector<int>& rows, bool with_compliance);

/// For each row left out, an upper bound of the square of its distance from the span of `kept`: that of a
/// combination found about, evaluated exactly. Nothing when none was found.
[[nodiscard]] std::optional<std::vector<Rational>> squared_distances(const Data& data, const std::vector<int>& kept);

/// Equations of a solve that were kept: without bounds and not left out.
[[nodiscard]] std::vector<int> kept_equations(const Data& data);

/// Each row left out is within this share of its length of the rows kept.
[[nodiscard]] Finding check_share(Checks& checks, const Data& data, const Rational& share);

}  // namespace perpend::checker
