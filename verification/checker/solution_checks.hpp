// Claims about what solves a contact problem at all.
#pragma once

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// Pairs up to which every choice is tried, rows up to which linear programs are solved, both exactly.
inline constexpr int most_pairs = 15;
inline constexpr int most_program_rows = 64;

[[nodiscard]] Finding check_solvability(const Claim& claim, const Data& data);
[[nodiscard]] Finding check_num_solutions(const Claim& claim, const Data& data);

}  // namespace perpend::checker
