// Claims about one step of contacts.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

[[nodiscard]] Finding check_contact_solve(const Claim& claim, const Data& data);
[[nodiscard]] Finding check_contact_class(const Claim& claim, const Data& data);

/// Whether the matrix of the problem is copositive by its structure, and if not why.
[[nodiscard]] const char* why_not_copositive(const Data& data);

}  // namespace perpend::checker
