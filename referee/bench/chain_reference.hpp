// The motion of a chain to many digits, by formulas that no contestant shares: what work-precision is measured from.
#pragma once

#include <optional>
#include <vector>

#include "referee/bench/chain_problem.hpp"

namespace perpend::bench {

struct ChainReference {
  std::vector<Pose> poses;   ///< at the end of the problem's time
  double uncertainty = 0.0;  ///< distance to the same motion at a tolerance a hundred times as large [m]
};

/// Ball joints throughout; a chain of parallel hinges that starts at rest in its plane moves in the same way.
[[nodiscard]] ChainReference integrate_chain(const ChainProblem& problem);

}  // namespace perpend::bench
