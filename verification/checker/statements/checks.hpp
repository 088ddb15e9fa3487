// What each kind of statement is proved again by. All throw DataError where the data cannot be that of their kind.
#pragma once

#include "verification/checker/statements/statement.hpp"

namespace perpend::checker {

[[nodiscard]] Finding check_spd(const StatementClaim& claim);
[[nodiscard]] Finding check_rank_of_rows(const StatementClaim& claim);
[[nodiscard]] Finding check_linear(const StatementClaim& claim);
[[nodiscard]] Finding check_answer(const StatementClaim& claim);
[[nodiscard]] Finding check_solvable(const StatementClaim& claim);
[[nodiscard]] Finding check_class(const StatementClaim& claim);
[[nodiscard]] Finding check_radius_of_matrix(const StatementClaim& claim);
[[nodiscard]] Finding check_method(const StatementClaim& claim);
[[nodiscard]] Finding check_limit(const StatementClaim& claim);

/// friction_cone, friction_pyramid
[[nodiscard]] Finding check_friction(const StatementClaim& claim);
[[nodiscard]] Finding check_friction_existence(const StatementClaim& claim);

}  // namespace perpend::checker
