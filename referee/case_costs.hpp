// What proofs cost compared with the plain computations that they replace, and how many pivots solvers take at their
// worst.
#pragma once

#include "reports/referee/case_table.hpp"

namespace perpend {

void measure_costs(reports::CaseTable& table);
void count_pivots(reports::CaseTable& table);

}  // namespace perpend
