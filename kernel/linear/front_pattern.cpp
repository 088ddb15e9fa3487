#include "kernel/linear/front_pattern.hpp"

#include <algorithm>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <span>

namespace perpend {

namespace {

/// Columns of a front that takes its child in, and the share of zeros that its columns may have then. Small fronts cost
/// more for their number than for their zeros.
struct Relaxation {
  int most_columns;
  double most_zeros;
};
constexpr Relaxation relaxations[] = {{12, 0.2}, {24, 0.1}};

std::vector<int> minimum_degree(const std::vector<std::vector<int>>& neighbours) {
  using Matrix = Eigen::SparseMatrix<double>;
  const int size = static_cast<int>(neighbours.size());
  Matrix graph(size, size);
  std::vector<int> counts(neighbours.size());
  for (int block = 0; block < size; ++block) counts[block] = 1 + static_cast<int>(neighbours[block].size());
  graph.reserve(counts);
  for (int block = 0; block < size; ++block) {
    graph.insert(block, block) = 1.0;  // Eigen takes a column without one for a dense row
    for (const int other : neighbours[block]) graph.insert(other, block) = 1.0;
  }
  graph.makeCompressed();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  return {order.indices().data(), order.indices().data() + size};
}

/// Columns as they are eliminated: block of each, and what follows from that.
class Columns {
 public:
  Columns(const std::vector<std::vector<int>>& neighbours, std::vector<int> order)
      : neighbours_(neighbours), block_(std::move(order)) {
    number();
    find_parents();
    order_by_tree();
    number();
    find_parents();
    find_below();
  }

  [[nodiscard]] int size() const { return static_cast<int>(block_.size()); }
  [[nodiscard]] int block(int column) const { return block_[column]; }
  [[nodiscard]] int column(int block) const { return column_[block]; }
  [[nodiscard]] int parent(int column) const { return parent_[column]; }
  /// Later columns with an entry of the factor in this one, increasing.
  [[nodiscard]] std::span<const int> below(int column) const { return below_[column]; }

 private:
  void number() {
    column_.resize(block_.size());
    for (int k = 0; k < size(); ++k) column_[block_[k]] = k;
  }

  /// [Davis06] section 4.1
  void find_parents() {
    parent_.assign(block_.size(), -1);
    std::vector<int> ancestor(block_.size(), -1);
    for (int k = 0; k < size(); ++k) {
      for (const int other : neighbours_[block_[k]]) {
        int i = column_[other];
        while (i >= 0 && i < k) {
          const int next = ancestor[i];
          ancestor[i] = k;
          if (next < 0) parent_[i] = k;
          i = next;
        }
      }
    }
  }

  /// Post-order of the tree, so that the columns of a front are neighbours.
  void order_by_tree() {
    std::vector<std::vector<int>> children(block_.size());
    std::vector<int> stack, order;
    for (int k = size(); k-- > 0;) (parent_[k] < 0 ? stack : children[parent_[k]]).push_back(k);
    std::reverse(stack.begin(), stack.end());
    while (!stack.empty()) {
      const int k = stack.back();
      stack.pop_back();
      order.push_back(block_[k]);
      stack.insert(stack.end(), children[k].rbegin(), children[k].rend());
    }
    std::reverse(order.begin(), order.end());
    block_ = std::move(order);
  }

  void find_below() {
    std::vector<int> seen(block_.size(), -1);
    std::vector<std::vector<int>> children(block_.size());
    below_.resize(block_.size());
    for (int k = 0; k < size(); ++k) {
      std::vector<int>& below = below_[k];
      seen[k] = k;
      const auto add = [&](int i) {
        if (i <= k || seen[i] == k) return;
        seen[i] = k;
        below.push_back(i);
      };
      for (const int other : neighbours_[block_[k]]) add(column_[other]);
      for (const int child : children[k])
        for (const int i : below_[child]) add(i);
      std::sort(below.begin(), below.end());
      if (parent_[k] >= 0) children[parent_[k]].push_back(k);
    }
  }

  const std::vector<std::vector<int>>& neighbours_;
  std::vector<int> block_, column_, parent_;
  std::vector<std::vector<int>> below_;
};

/// Columns [first, end) eliminated together.
struct Group {
  int first = 0;
  int end = 0;
  double zeros = 0.0;  // that came in
};

double num_entries(double columns, double below) {
  return columns * (columns + 1.0) / 2.0 + columns * below;
}

/// Takes the group before it in, where that is a child and brings few zeros.
bool join(const Columns& columns, int width, const Group& child, Group& group) {
  if (columns.parent(child.end - 1) != group.first) return false;
  const double below = static_cast<double>(columns.below(group.end - 1).size());
  const double of_child = child.end - child.first, of_group = group.end - group.first;
  const double before =
      num_entries(of_child, static_cast<double>(columns.below(child.end - 1).size())) + num_entries(of_group, below);
  const double after = num_entries(of_child + of_group, below);
  const double zeros = after - before + child.zeros + group.zeros;
  const bool is_allowed = std::any_of(std::begin(relaxations), std::end(relaxations), [&](const Relaxation& r) {
    return (of_child + of_group) * width <= r.most_columns && zeros <= r.most_zeros * after;
  });
  if (!is_allowed && zeros > child.zeros + group.zeros) return false;
  group = {child.first, group.end, zeros};
  return true;
}

std::vector<Group> group_columns(const Columns& columns, int width) {
  std::vector<Group> groups;
  for (int k = 0; k < columns.size(); ++k) {
    Group group{k, k + 1};
    while (!groups.empty() && join(columns, width, groups.back(), group)) groups.pop_back();
    groups.push_back(group);
  }
  return groups;
}

/// Multiplications that eliminate the columns of one front.
double work_of(const FrontPattern::Front& front) {
  double work = 0.0;
  for (int k = 0; k < front.num_columns; ++k) {
    const double rows = front.num_rows() - k;
    work += 0.5 * rows * rows;
  }
  return work;
}

void place_updates(FrontPattern& pattern) {
  // A front takes the updates of its children from the top of a stack while its own stands above them.
  std::vector<std::ptrdiff_t> waiting(pattern.fronts.size(), 0);  // updates of the children of each
  std::ptrdiff_t top = 0;
  for (std::size_t f = 0; f < pattern.fronts.size(); ++f) {
    const FrontPattern::Front& front = pattern.fronts[f];
    const std::ptrdiff_t rows = FrontPattern::in_tiles(front.num_below);
    const std::ptrdiff_t update = rows * rows;
    pattern.most_updates = std::max(pattern.most_updates, top + update);
    top += update - waiting[f];
    if (front.parent >= 0) waiting[front.parent] += update;
  }
}

}  // namespace

FrontPattern::Place FrontPattern::place(int row, int column) const {
  const Front& front = fronts[front_of[column]];
  const int at = first_column[column] - front.first_column;
  int row_at = first_column[row] - front.first_column;
  if (row_at >= front.num_columns) {
    const auto first = below.begin() + front.first_below;
    const auto found = std::lower_bound(first, first + front.num_below / width, first_column[row]);
    row_at = front.num_columns + static_cast<int>(found - first) * width;
  }
  return {front.values + static_cast<std::ptrdiff_t>(at) * front.stride() + row_at, front.stride()};
}

std::optional<FrontPattern> front_pattern(int width, const std::vector<std::vector<int>>& neighbours,
                                          double most_work) {
  const Columns columns(neighbours, minimum_degree(neighbours));
  FrontPattern pattern;
  pattern.width = width;
  pattern.num_unknowns = width * columns.size();
  pattern.first_column.resize(neighbours.size());
  pattern.front_of.resize(neighbours.size());
  for (const Group& group : group_columns(columns, width)) {
    const std::span<const int> below = columns.below(group.end - 1);
    FrontPattern::Front front{.first_column = width * group.first,
                              .num_columns = width * (group.end - group.first),
                              .num_below = width * static_cast<int>(below.size()),
                              .first_below = static_cast<int>(pattern.below.size()),
                              .values = pattern.num_values};
    for (int k = group.first; k < group.end; ++k) {
      pattern.first_column[columns.block(k)] = width * k;
      pattern.front_of[columns.block(k)] = static_cast<int>(pattern.fronts.size());
    }
    for (const int k : below) pattern.below.push_back(width * k);
    pattern.num_values += static_cast<std::ptrdiff_t>(front.stride()) * front.num_columns;
    pattern.most_rows = std::max(pattern.most_rows, front.num_rows());
    pattern.work += work_of(front);
    if (pattern.work > most_work) return std::nullopt;
    pattern.fronts.push_back(front);
  }
  pattern.in_parent.resize(pattern.below.size());
  for (FrontPattern::Front& front : pattern.fronts) {
    if (front.num_below == 0) continue;
    const int first = pattern.below[front.first_below];
    front.parent = pattern.front_of[columns.block(first / width)];
    const FrontPattern::Front& parent = pattern.fronts[front.parent];
    const auto in_parent = pattern.below.begin() + parent.first_below;
    auto from = in_parent;
    for (int i = 0; i < front.num_below / width; ++i) {
      const int row = pattern.below[front.first_below + i];
      const int end = parent.first_column + parent.num_columns;
      if (row >= end) from = std::lower_bound(from, in_parent + parent.num_below / width, row);
      pattern.in_parent[front.first_below + i] =
          row < end ? row - parent.first_column : parent.num_columns + width * static_cast<int>(from - in_parent);
    }
  }
  place_updates(pattern);
  return pattern;
}

}  // namespace perpend
