// The rows of an LCP as Gauss-Seidel visits them: each contact with its friction together, other rows one by one.
#pragma once

#include <span>

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

/// One contact, or one row alone as `contact.normal`. Unknowns in the order normal, tangents, slip, those present.
struct SweepBlock {
  LcpContact contact;
  int size = 0;
  int first_row = 0;    ///< in SweepBlocks::rows
  int first_value = 0;  ///< of the size x size block of A, row-major, in SweepBlocks::values
};

class SweepBlocks {
 public:
  /// Order: by the least row of each block. Leaves the operator at z = 0.
  void collect(const Lcp& lcp);

  [[nodiscard]] std::span<const SweepBlock> blocks() const { return blocks_; }
  [[nodiscard]] std::span<const int> rows(const SweepBlock& block) const {
    return {rows_.data() + block.first_row, static_cast<std::size_t>(block.size)};
  }
  [[nodiscard]] const double* values(const SweepBlock& block) const { return values_.data() + block.first_value; }

 private:
  void append(const LcpContact& contact);
  void read_values(LcpMatrix& matrix, SweepBlock& block);

  std::vector<SweepBlock> blocks_;
  std::vector<int> rows_;
  std::vector<double> values_;
  std::vector<int> owner_;  // contact of each row, -1: none
  GrowingVector zero_;
};

}  // namespace perpend
