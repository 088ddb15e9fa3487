// What solvers ask of sparse rows: room on the diagonal, size, symmetry.
#pragma once

#include "kernel/model/lcp.hpp"

namespace perpend {

/// out = a with an entry, 0 where a has none, on every diagonal; at[i]: its place in out.value. a is square.
void add_diagonal_entries(const SparseRows& a, SparseRows& out, std::vector<int>& at);

/// Largest |a_ij|.
[[nodiscard]] double largest_entry(const SparseRows& a);

/// But for the rounding of sums in another order, against the largest entry.
[[nodiscard]] bool is_nearly_symmetric(const SparseRows& a);

}  // namespace perpend
