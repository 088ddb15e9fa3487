// Claims about the solve of one system of joints.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

[[nodiscard]] Finding check_kkt_residual(const Claim& claim, const Data& data);
[[nodiscard]] Finding check_kept_rows(const Claim& claim, const Data& data);
[[nodiscard]] Finding check_complementarity(const Claim& claim, const Data& data);

}  // namespace perpend::checker
