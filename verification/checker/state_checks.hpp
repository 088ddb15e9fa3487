// Claims about the constraint error of a trajectory.
#pragma once

#include <nlohmann/json.hpp>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// The largest |row| of all equations, evaluated in balls from their formulas. In no state that is given is it above
/// the upper bound. With all states of the run the lower bound is reached in one, and that of the worst step is the
/// largest but for what the bounds are apart. With the worst state alone the claim stays open.
[[nodiscard]] Finding check_constraint_error(const Claim& claim, const nlohmann::json& data);

}  // namespace perpend::checker
