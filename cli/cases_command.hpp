// perpend cases: problems with known answers under plain numerics and under statements that are proved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"

namespace perpend::cli {

struct CasesArguments {
  std::vector<std::string> families;  ///< empty: all
  long count = 0;                     ///< of each family; 0: its own
  std::uint64_t seed = 1;
  std::string report;           ///< HTML file; empty: none
  std::string format = "text";  ///< text | json
  bool with_costs = false;      ///< time proofs and plain computations
  std::optional<double> limit;  ///< of wall time for a problem and solver [s]; nothing: none
  std::string command_line;
};

[[nodiscard]] ExitCode list_cases();
[[nodiscard]] ExitCode run_cases(const CasesArguments& arguments);

}  // namespace perpend::cli
