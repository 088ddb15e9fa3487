// LCP solvers named on the command line.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend::cli {

struct ChosenSolver {
  std::string text;  ///< as written
  std::unique_ptr<LcpSolver> solver;
};

/// "lemke", "pgs(sweeps: 500)" with the options that scenes write, or "all". Nothing, with a message on standard error,
/// when one is wrong.
[[nodiscard]] std::optional<std::vector<ChosenSolver>> choose_solvers(const std::vector<std::string>& texts);

}  // namespace perpend::cli
