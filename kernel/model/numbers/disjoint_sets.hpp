// Disjoint sets of indices, as a vector that leads each index by way of others of its set to the least one. In place,
// so that a vector that is kept from step to step needs no memory.
#pragma once

#include <algorithm>
#include <vector>

namespace perpend {

/// The least index of the set. Halves the way on its way.
inline int least_of_set(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/// Makes one set of two.
inline void unite_sets(std::vector<int>& parent, int a, int b) {
  const int one = least_of_set(parent, a), other = least_of_set(parent, b);
  parent[std::max(one, other)] = std::min(one, other);
}

}  // namespace perpend
