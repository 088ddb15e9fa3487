// Tables of the page about LCP solvers, each value as the template prints it.
#pragma once

#include <string>
#include <vector>

#include "reports/files/json.hpp"
#include "reports/referee/solver_table.hpp"

namespace perpend::reports {

/// Reasons of failure that occurred, in alphabetical order.
[[nodiscard]] std::vector<std::string> failure_names(const SolverTable& table);
/// One row a solver.
[[nodiscard]] Json solver_rows_view(const SolverTable& table);
/// Names of the solvers as headings, their options apart.
[[nodiscard]] Json solver_columns_view(const SolverTable& table);
/// Problems by group: for each solver how many count and their median time, then problem by problem.
[[nodiscard]] Json group_views(const SolverTable& table);

}  // namespace perpend::reports
