// The page and the JSON file of a table of LCP solvers.
#pragma once

#include <optional>
#include <string>

#include "reports/files/atomic_file.hpp"
#include "reports/files/json.hpp"
#include "reports/referee/solver_table.hpp"

namespace perpend::reports {

/// The words and tables of the page, each value as the template prints it.
[[nodiscard]] Json solver_page_view(const SolverTable& table);
/// One file that shows everything and loads nothing.
[[nodiscard]] std::string solver_page(const SolverTable& table);

/// An array with one object for each problem and solver.
[[nodiscard]] Json solver_table_json(const SolverTable& table);

}  // namespace perpend::reports
