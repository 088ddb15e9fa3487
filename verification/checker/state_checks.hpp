// Claims about the constraint error of a trajectory.
#pragma once

#include <nlohmann/json.hpp>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// In the one state that is given the largest |row| of all equations, evaluated in balls from their formulas, is not
/// above the upper bound; where it is not below the lower one, that bound is shown. Other states are not in the file.
[[nodiscard]] Finding check_constraint_error(const Claim& claim, const nlohmann::json& data);

}  // namespace perpend::checker
