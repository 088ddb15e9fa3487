// Cases judged one by one, counted, and the shortest ones kept on which plain numerics is wrong.
#pragma once

#include <cstdint>
#include <optional>

#include "reports/referee/case_table.hpp"
#include "verification/cases/case.hpp"

namespace perpend {

struct TallyScope {
  long count = 0;  ///< of cases of a random family; 0: its own
  std::uint64_t seed = 1;
  std::optional<double> limit{};  ///< of wall time for a case [s]; nothing: none
};

/// Judges the first cases of the family, all of a fixed one, until a signal comes, and adds to the table.
void tally_family(const CaseFamily& family, const TallyScope& scope, reports::CaseTable& table);

}  // namespace perpend
