// Sparse rows whose diagonal is about to change.
#pragma once

#include "kernel/lcp.hpp"

namespace perpend {

/// out = a with an entry, 0 where a has none, on every diagonal; at[i]: its place in out.value. a is square.
void add_diagonal_entries(const SparseRows& a, SparseRows& out, std::vector<int>& at);

/// Largest |a_ij|.
[[nodiscard]] double largest_entry(const SparseRows& a);

}  // namespace perpend
