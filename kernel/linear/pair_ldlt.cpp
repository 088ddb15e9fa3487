#include "kernel/linear/pair_ldlt.hpp"

#include <algorithm>
#include <span>

namespace perpend {

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
  factor_.resize(factor_.size() + size * (size + 1) / 2 + pattern.nodes[k].num_panels * size * size);
}

}  // namespace perpend
