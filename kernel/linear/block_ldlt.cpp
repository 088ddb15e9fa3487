#include "kernel/linear/block_ldlt.hpp"

#include <algorithm>
#include <utility>

namespace perpend {

BlockLdlt::BlockLdlt(BlockPattern pattern)
    : pattern_(std::move(pattern)),
      values_(pattern_.num_values, 0.0),
      cleared_{{.first = 0, .end = pattern_.num_values}},
      unscaled_(static_cast<std::size_t>(pattern_.most_panel_rows) * largest_size, 0.0) {}

void BlockLdlt::clear() {
  for (const Part& part : cleared_) std::fill(values_.begin() + part.first, values_.begin() + part.end, 0.0);
  is_weak_ = false;
}

bool BlockLdlt::eliminate(int node, const double* diagonal) {
  const BlockPattern::Node& column = pattern_.nodes[node];
  bool is_kept = false;
  for_size(column.size, [&]<int size>() { is_kept = eliminate<size>(column, diagonal); });
  return is_kept;
}

void BlockLdlt::substitute(int node, double* right) const {
  const BlockPattern::Node& column = pattern_.nodes[node];
  for_size(column.size, [&]<int size>() { substitute<size>(column, right); });
}

void BlockLdlt::substitute_back(int node, double* right) const {
  const BlockPattern::Node& column = pattern_.nodes[node];
  for_size(column.size, [&]<int size>() { substitute_back<size>(column, right); });
}

}  // namespace perpend
