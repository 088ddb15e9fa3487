// Perpend as a contestant: one variant on one problem from a file, as the programs of bench/peers do it. `perpend
// bench` starts itself for that, so that all are measured alike.
#pragma once

#include <string>
#include <vector>

#include "referee/bench/contestant.hpp"

namespace perpend::bench {

struct Reply {
  bool is_solved = false;
  double seconds = 0.0;  ///< CPU time of the work, without reading and setup
  std::string note;
};

/// `program`: this program and what makes it call contend().
[[nodiscard]] std::vector<Contestant> own_contestants(const std::vector<std::string>& program);

/// Reads the problem, writes the answer.
[[nodiscard]] Reply contend(const std::string& suite, const std::string& kind, const std::string& variant,
                            const std::string& problem, const std::string& answer);

}  // namespace perpend::bench
