// Cases judged one by one, counted, and the shortest ones kept on which plain numerics is wrong.
#pragma once

#include <cstdint>

#include "reports/case_table.hpp"
#include "verification/cases/case.hpp"

namespace perpend::cli {

/// Judges the first `count` cases of the family, all of a fixed one, and adds to the table.
void tally_family(const CaseFamily& family, long count, std::uint64_t seed, reports::CaseTable& table);

}  // namespace perpend::cli
