// Claims that constraint rows are independent, and about the rank of all of them.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// Rows up to which the eigenvalue is bounded here, and up to which independence is decided.
inline constexpr int most_eigenvalue_rows = 300;
inline constexpr int most_rank_rows = 2000;

/// Null when M is positive definite and no compliance negative: what theorems about J and M ask for.
[[nodiscard]] const char* why_no_mechanism(const Data& data);

[[nodiscard]] Finding check_spd_delassus(const Claim& claim, const Data& data);
[[nodiscard]] Finding check_rank(const Claim& claim, const Data& data);

}  // namespace perpend::checker
