// perpend solve lcp: one problem or a folder of them, under one LCP solver or several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"

namespace perpend::cli {

struct SolveArguments {
  std::string matrix;  ///< file, or folder
  std::string right;   ///< file; empty with a folder
  std::vector<std::string> solvers;
  std::vector<std::string> externals;  ///< "NAME=PROGRAM WORD..."
  double external_seconds = 60.0;      ///< longest that one may take for one problem
  bool certify = false;
  std::string json;
  std::string output;           ///< z, of one problem under one solver
  std::string report;           ///< page; everything is certified then
  long largest = 0;             ///< unknowns; larger problems are left out; 0: none is
  std::optional<double> limit;  ///< of wall time for a problem and solver [s]; nothing: none
  std::string command_line;
};

[[nodiscard]] ExitCode solve_lcp(const SolveArguments& arguments);

}  // namespace perpend::cli
