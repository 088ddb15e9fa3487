#include "kernel/solvers/factors/body_places.hpp"

#include <algorithm>

namespace perpend {

std::vector<std::vector<int>> neighbours_of_bodies(const LcpBodies& bodies) {
  std::vector<std::vector<int>> neighbours(bodies.num_bodies);
  for (const auto& [a, b] : bodies.body) {
    if (a < 0 || b < 0) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (std::vector<int>& of_body : neighbours) {
    std::sort(of_body.begin(), of_body.end());
    of_body.erase(std::unique(of_body.begin(), of_body.end()), of_body.end());
  }
  return neighbours;
}

namespace {

int find_panel(const BlockPattern& pattern, int node, int later) {
  const BlockPattern::Node& column = pattern.nodes[node];
  const auto first = pattern.panels.begin() + column.first_panel;
  return std::lower_bound(first, first + column.num_panels, later,
                          [](const auto& panel, int wanted) { return panel.node < wanted; })
      ->values;
}

}  // namespace

std::optional<BlockPattern> pattern_of_bodies(const LcpBodies& bodies) {
  const std::vector<int> sizes(bodies.num_bodies, bodies.width);
  return block_pattern(sizes, neighbours_of_bodies(bodies), most_work_over_bodies);
}

std::vector<int> nodes_of_bodies(const BlockPattern& pattern) {
  std::vector<int> node(pattern.nodes.size());
  for (std::size_t n = 0; n < node.size(); ++n) node[pattern.nodes[n].block] = static_cast<int>(n);
  return node;
}

std::vector<BodyPlace> places_of_rows(const BlockPattern& pattern, const std::vector<int>& node,
                                      const std::vector<std::array<int, 2>>& bodies) {
  std::vector<BodyPlace> places(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyPlace& place = places[i];
    for (int side = 0; side < 2; ++side) {
      if (bodies[i][side] < 0) continue;
      const BlockPattern::Node& of_body = pattern.nodes[node[bodies[i][side]]];
      place.diagonal[side] = of_body.values;
      place.right[side] = of_body.right;
    }
    if (bodies[i][0] < 0 || bodies[i][1] < 0) continue;
    const int a = node[bodies[i][0]], b = node[bodies[i][1]];
    place.later = a < b ? 1 : 0;
    place.panel = find_panel(pattern, std::min(a, b), std::max(a, b));
  }
  return places;
}

}  // namespace perpend
