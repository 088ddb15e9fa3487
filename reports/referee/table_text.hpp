// What the tables of solvers and of cases say on a terminal.
#pragma once

#include <string>

#include "reports/referee/case_table.hpp"
#include "reports/referee/solver_table.hpp"

namespace perpend::reports {

/// Titles of the lines of attempts.
[[nodiscard]] std::string attempt_heading();
/// The last attempt at a problem: a line, and what is known of its answer below it.
[[nodiscard]] std::string attempt_text(const SolvedProblem& problem, const std::string& solver);
/// A line for each solver.
[[nodiscard]] std::string totals_text(const SolverTable& table, bool is_certified);

/// Families, sizes, pivots, costs, and the counts of wrong answers.
[[nodiscard]] std::string case_text(const CaseTable& table);

}  // namespace perpend::reports
