#include "kernel/solvers/factors/neighbours.hpp"

#include <algorithm>

namespace perpend {

std::vector<std::vector<int>> neighbours_of(int count, std::span<const std::array<int, 2>> pairs) {
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(count));
  for (const auto& [a, b] : pairs) {
    if (a < 0 || b < 0 || a == b) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

}  // namespace perpend
