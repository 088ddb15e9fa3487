#include "kernel/linear/block_pattern.hpp"

#include <algorithm>
#include <iterator>
#include <queue>

namespace perpend {

namespace {

/// Work of one node whose panels have `rows` rows together.
double work_of_node(int size, int rows) {
  const double n = size;
  const double r = rows;
  return n * n * n / 6.0 + r * n * n / 2.0 + r * (r + 1.0) * n / 2.0 + 2.0 * r * n + n * n;
}

/// The graph of what is left while blocks are eliminated one by one.
class Elimination {
 public:
  Elimination(std::span<const int> sizes, std::vector<std::vector<int>> neighbours)
      : sizes_(sizes), neighbours_(std::move(neighbours)), stamp_(sizes.size(), 0) {
    for (std::size_t block = 0; block < sizes_.size(); ++block) enqueue(static_cast<int>(block));
  }

  /// The next block, which is eliminated: its neighbours become neighbours of each other. -1 at the end.
  int next();
  [[nodiscard]] int degree(int block) const {
    int rows = 0;
    for (const int other : neighbours_[block]) rows += sizes_[other];
    return rows;
  }
  /// Those that an eliminated block was connected to when its turn came.
  [[nodiscard]] const std::vector<int>& neighbours(int block) const { return neighbours_[block]; }

 private:
  struct Entry {
    int degree;
    long stamp;
    int block;
    bool operator>(const Entry& other) const {
      return degree != other.degree ? degree > other.degree : stamp > other.stamp;
    }
  };

  void enqueue(int block) {
    stamp_[block] = ++last_stamp_;
    queue_.push({degree(block), last_stamp_, block});
  }

  std::span<const int> sizes_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<long> stamp_;  // of the entry that counts; 0: eliminated
  long last_stamp_ = 0;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

int Elimination::next() {
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    queue_.pop();
    if (stamp_[entry.block] != entry.stamp) continue;
    stamp_[entry.block] = 0;
    const std::vector<int>& clique = neighbours_[entry.block];
    for (const int other : clique) {
      std::vector<int> merged;
      std::set_union(neighbours_[other].begin(), neighbours_[other].end(), clique.begin(), clique.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](int block) { return block == other || block == entry.block; });
      neighbours_[other] = std::move(merged);
      enqueue(other);
    }
    return entry.block;
  }
  return -1;
}

/// Where the block of the nodes a < b stands.
int place_of(const BlockPattern& pattern, int a, int b) {
  const BlockPattern::Node& node = pattern.nodes[a];
  if (a == b) return node.values;
  const auto first = pattern.panels.begin() + node.first_panel;
  return std::lower_bound(first, first + node.num_panels, b,
                          [](const auto& panel, int later) { return panel.node < later; })
      ->values;
}

void place_values(BlockPattern& pattern) {
  for (BlockPattern::Node& node : pattern.nodes) {
    node.values = pattern.num_values;
    pattern.num_values += node.size * node.size + node.size;
    int rows = 0;
    for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
      BlockPattern::Panel& panel = pattern.panels[p];
      panel.size = pattern.nodes[panel.node].size;
      panel.right = pattern.nodes[panel.node].right;
      panel.values = pattern.num_values;
      pattern.num_values += panel.size * node.size;
      rows += panel.size;
    }
    pattern.most_panel_rows = std::max(pattern.most_panel_rows, rows);
  }
  for (BlockPattern::Node& node : pattern.nodes) {
    node.first_target = static_cast<int>(pattern.targets.size());
    for (int i = 0; i < node.num_panels; ++i)
      for (int j = 0; j <= i; ++j)
        pattern.targets.push_back(
            place_of(pattern, pattern.panels[node.first_panel + j].node, pattern.panels[node.first_panel + i].node));
  }
}

}  // namespace

std::optional<BlockPattern> block_pattern(std::span<const int> sizes, std::vector<std::vector<int>> neighbours,
                                          double most_work) {
  BlockPattern pattern;
  std::vector<int> place(sizes.size(), -1);
  Elimination elimination(sizes, std::move(neighbours));
  for (int block = elimination.next(); block >= 0; block = elimination.next()) {
    place[block] = static_cast<int>(pattern.nodes.size());
    pattern.nodes.push_back({.block = block, .size = sizes[block], .right = pattern.num_unknowns});
    pattern.num_unknowns += sizes[block];
    pattern.work += work_of_node(sizes[block], elimination.degree(block));
    if (pattern.work > most_work) return std::nullopt;
  }
  for (BlockPattern::Node& node : pattern.nodes) {
    node.first_panel = static_cast<int>(pattern.panels.size());
    for (const int other : elimination.neighbours(node.block)) pattern.panels.push_back({.node = place[other]});
    node.num_panels = static_cast<int>(pattern.panels.size()) - node.first_panel;
    std::sort(pattern.panels.begin() + node.first_panel, pattern.panels.end(),
              [](const BlockPattern::Panel& a, const BlockPattern::Panel& b) { return a.node < b.node; });
  }
  place_values(pattern);
  return pattern;
}

}  // namespace perpend
