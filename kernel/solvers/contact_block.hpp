// The LCP of one contact, solved exactly by trying which unknowns are positive.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernel/solvers/sweep_solver.hpp"

namespace perpend {

/// Which unknowns of a block are positive: bit i is unknown i.
using Support = std::uint32_t;
inline constexpr int largest_block = 24;

/// The supports that some solution of a contact has: at most three impulses (the rows of one contact have rank three),
/// with and without the slip. Fewer impulses first.
[[nodiscard]] std::vector<Support> contact_supports(int size, bool has_slip);

/// w = a z + q, 0 <= z perp w >= 0 for a small dense row-major a.
class BlockLcp {
 public:
  /// Sets z to the solution with this support. Returns how far it is from being one: the largest -z or -w against the
  /// size of q; infinity when the support is singular.
  double try_support(Support support, int size, const double* a, const double* q, double* z);

 private:
  [[nodiscard]] bool eliminate(int n);

  std::array<int, largest_block> member_;
  std::array<double, largest_block> right_;
  std::array<std::array<double, largest_block>, largest_block> matrix_;
};

}  // namespace perpend
