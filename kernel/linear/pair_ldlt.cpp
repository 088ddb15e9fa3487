#include "kernel/linear/pair_ldlt.hpp"

#include <algorithm>
#include <span>

namespace perpend {

PairLdlt::PairLdlt(const BlockPattern& pattern)
    : first_(pattern.nodes.size(), -1),
      is_handed_(pattern.nodes.size(), 0),
      has_fresh_panels_(pattern.nodes.size(), 0),
      handed_(BlockLdlt::largest_size * BlockLdlt::largest_size) {}

bool PairLdlt::are_alike(const BlockPattern& pattern, int k) {
  if (k + 1 >= static_cast<int>(pattern.nodes.size())) return false;
  const BlockPattern::Node& a = pattern.nodes[k];
  const BlockPattern::Node& b = pattern.nodes[k + 1];
  if (a.size != b.size || a.num_panels != b.num_panels || a.num_panels > most_panels) return false;
  const std::span panels(pattern.panels);
  const auto of_a = panels.subspan(a.first_panel, a.num_panels);
  const auto of_b = panels.subspan(b.first_panel, b.num_panels);
  const auto stands_alone = [&](const BlockPattern::Panel& panel) {
    return panel.size == a.size && panel.node != k + 1 &&
           std::none_of(of_b.begin(), of_b.end(), [&](const auto& other) { return other.node == panel.node; });
  };
  return std::all_of(of_a.begin(), of_a.end(), stands_alone) &&
         std::all_of(of_b.begin(), of_b.end(), [&](const auto& panel) { return panel.size == a.size; });
}

void PairLdlt::join(const BlockPattern& pattern, int k) {
  const int size = pattern.nodes[k].size;
  first_[k] = static_cast<int>(factor_.size());
  factor_.resize(factor_.size() + size * (size + 1) / 2 + pattern.nodes[k].num_panels * size * size + size);
}

void PairLdlt::hand_over(const BlockPattern& pattern) {
  const int num_nodes = static_cast<int>(pattern.nodes.size());
  std::vector<int> num_former(num_nodes, 0);
  std::vector<char> is_target(pattern.num_values, 0);
  for (const BlockPattern::Panel& panel : pattern.panels) ++num_former[panel.node];
  for (const int target : pattern.targets) is_target[target] = 1;
  const auto later = [&](int k, int panel) { return pattern.panels[pattern.nodes[k].first_panel + panel]; };
  for (int k = 0; k < num_nodes; ++k) {
    if (!starts_at(k)) continue;
    has_fresh_panels_[k] = 1;
    for (int lane = 0; lane < 2; ++lane)
      for (int p = 0; p < pattern.nodes[k].num_panels; ++p)
        if (is_target[later(k + lane, p).values]) has_fresh_panels_[k] = 0;
    if (k + 3 >= num_nodes || !starts_at(k + 2) || pattern.nodes[k].num_panels != 1) continue;
    is_handed_[k + 2] =
        later(k, 0).node == k + 2 && later(k + 1, 0).node == k + 3 && num_former[k + 2] == 1 && num_former[k + 3] == 1;
  }
}

std::vector<BlockLdlt::Part> PairLdlt::cleared_parts(const BlockPattern& pattern) const {
  std::vector<BlockLdlt::Part> parts;
  const auto add = [&](int first, int end) {
    if (parts.empty() || parts.back().end != first) parts.push_back({.first = first, .end = first});
    parts.back().end = end;
  };
  for (int k = 0; k < static_cast<int>(pattern.nodes.size()); ++k) {
    const BlockPattern::Node& node = pattern.nodes[k];
    const int start = starts_at(k) ? k : k > 0 && starts_at(k - 1) ? k - 1 : -1;
    const int first_panel = node.values + node.size * (node.size + 1);
    int end = first_panel;
    for (int p = 0; p < node.num_panels; ++p) end += pattern.panels[node.first_panel + p].size * node.size;
    if (start < 0 || !is_handed_[start]) add(node.values, first_panel);
    if (start < 0 || !has_fresh_panels_[start]) add(first_panel, end);
  }
  return parts;
}

}  // namespace perpend
