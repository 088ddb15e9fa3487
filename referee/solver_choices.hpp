// LCP solvers named on the command line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/reading.hpp"
#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

struct ChosenSolver {
  std::string text;  ///< as written
  std::unique_ptr<LcpSolver> solver;
};

struct SolverChoices {
  std::vector<ChosenSolver> solvers;
  std::vector<std::string> left_out;  ///< a sentence for each solver that "all" does not take
};

/// "lemke", "pgs(sweeps: 500)" with the options that scenes write, or "all". `option`: what stands before a text in
/// messages about it.
[[nodiscard]] Reading<SolverChoices> choose_solvers(const std::vector<std::string>& texts,
                                                    const std::string& option = "--solver ");

}  // namespace perpend
