// What `perpend solve lcp` prints: a line an attempt, what is proved of it below, totals at the end.
#pragma once

#include "reports/referee/solver_table.hpp"

namespace perpend::cli {

void print_heading();
/// The last attempt of `problem`, by `solver`.
void print_attempt(const reports::SolvedProblem& problem, const std::string& solver);
void print_totals(const reports::SolverTable& table, bool certify);

}  // namespace perpend::cli
