// The entries of M off its diagonal, row after row.
#pragma once

#include <algorithm>
#include <array>

#include "kernel/model/mass_matrix.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

/// Visits the rows of M in order. Pre: blocks in increasing order, within M, none over another (`is_well_placed`).
class InertiaRows {
 public:
  struct Entry {
    int column = 0;
    double value = 0.0;
  };

  /// `first`: no row before it is asked for.
  explicit InertiaRows(const MassMatrix& mass, int first = 0) : mass_(mass) {
    const auto ends_before = [first](const InertiaBlock& block) { return block.first + 3 <= first; };
    next_ = std::partition_point(mass.blocks.begin(), mass.blocks.end(), ends_before) - mass.blocks.begin();
  }

  /// Entries of row i; rows are asked for in increasing order. Zeros where row i has none.
  [[nodiscard]] std::array<Entry, 2> off_diagonal(int i) {
    while (next_ < mass_.blocks.size() && mass_.blocks[next_].first + 3 <= i) ++next_;
    if (next_ == mass_.blocks.size() || i < mass_.blocks[next_].first) return {Entry{i, 0.0}, Entry{i, 0.0}};
    const InertiaBlock& b = mass_.blocks[next_];
    if (i == b.first) return {Entry{i + 1, b.xy}, Entry{i + 2, b.xz}};
    if (i == b.first + 1) return {Entry{i - 1, b.xy}, Entry{i + 1, b.yz}};
    return {Entry{i - 2, b.xz}, Entry{i - 1, b.yz}};
  }

 private:
  const MassMatrix& mass_;
  std::size_t next_ = 0;
};

[[nodiscard]] inline bool is_well_placed(const MassMatrix& mass) {
  int end = 0;
  for (const InertiaBlock& block : mass.blocks) {
    if (block.first < end) return false;
    end = block.first + 3;
  }
  return end <= mass.size();
}

/// Whether M is positive definite: diagonals > 0, and each 3 x 3 inertia by its leading minors, enclosed.
[[nodiscard]] inline bool is_positive_definite(const MassMatrix& mass) {
  if (!is_well_placed(mass)) return false;
  for (const double m : mass.diagonal)
    if (!(m > 0.0 && m < infinity)) return false;
  for (const InertiaBlock& block : mass.blocks) {
    const Interval a = mass.diagonal[block.first];
    const Interval b = mass.diagonal[block.first + 1];
    const Interval c = mass.diagonal[block.first + 2];
    const Interval xy = block.xy;
    const Interval xz = block.xz;
    const Interval yz = block.yz;
    const Interval second = a * b - square(xy);
    const Interval third = c * second - a * square(yz) - b * square(xz) + Interval(2.0) * xy * xz * yz;
    if (!(second.lo > 0.0 && third.lo > 0.0)) return false;
  }
  return true;
}

}  // namespace perpend
