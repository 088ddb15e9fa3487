// The answer to a Problem, with what the solver can say about it. Only a certificate says that it is right.
#pragma once

#include <vector>

#include "kernel/model/status.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

struct Solution {
  Status status = Status::not_run;
  VectorX x;           ///< num_columns
  VectorX multiplier;  ///< num_rows; acts as + J^T multiplier
  std::vector<int>
      dependent_rows;  ///< rows left out because others imply them; then `multiplier` is the least-norm one
};

}  // namespace perpend
