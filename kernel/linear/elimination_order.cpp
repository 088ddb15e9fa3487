#include "kernel/linear/elimination_order.hpp"

#include <algorithm>
#include <queue>

namespace perpend {

namespace {

constexpr int ground = -1;

/// Bodies as nodes (one for each run of columns that a block names), joints as edges.
struct Graph {
  std::vector<int> first_column;            // by node
  std::vector<int> num_columns;             // by node
  std::vector<std::array<int, 2>> ends;     // by joint: nodes or ground; of a carried joint its wheels
  std::vector<int> carrier;                 // by joint: node or ground
  std::vector<std::vector<int>> joints_of;  // by node
};

struct Forest {
  std::vector<int> parent;        // by node: node or ground
  std::vector<int> parent_joint;  // by node: joint or -1 for a floating root
  std::vector<int> depth;
  std::vector<bool> is_tree_joint;
  std::vector<int> roots;
};

/// Rows on velocities alone between two bodies: their force on one body says nothing of that on the other, which may be
/// none at all.
bool is_free_combination(const ConstraintRows& layout, const RowBlock& block) {
  return block.num_rows > 0 && layout.kinds[block.first_row] == RowKind::nonholonomic && block.num_columns[0] > 0 &&
         block.num_columns[1] > 0;
}

/// Rows of a gear with a carrier that moves: three bodies make no edge, and with the ratio -1 the carrier has no part.
bool is_carried(const RowBlock& block) {
  return block.num_columns[2] > 0;
}

/// A block that is not primary, or a free combination, is no edge: it has an entry in `ends`, but no body knows it. Nor
/// does one know a carried block, which has its ends all the same, for its place in the order.
Graph build_graph(const ConstraintRows& layout, std::span<const char> is_primary) {
  Graph graph;
  std::vector<int> node_at(layout.num_columns, -1);
  for (const RowBlock& block : layout.blocks)
    for (int side = 0; side < num_sides; ++side)
      if (block.num_columns[side] > 0) node_at[block.first_column[side]] = block.num_columns[side];
  // Columns that no joint touches are nodes of one column each.
  for (int column = 0; column < layout.num_columns;) {
    const int width = std::max(1, node_at[column]);
    node_at[column] = static_cast<int>(graph.first_column.size());
    graph.first_column.push_back(column);
    graph.num_columns.push_back(width);
    column += width;
  }
  graph.joints_of.resize(graph.first_column.size());
  for (std::size_t j = 0; j < layout.blocks.size(); ++j) {
    std::array<int, 2> ends{ground, ground};
    const bool carried = is_carried(layout.blocks[j]);
    graph.carrier.push_back(carried ? node_at[layout.blocks[j].first_column[2]] : ground);
    for (int side = 0; side < 2 && !is_free_combination(layout, layout.blocks[j]); ++side) {
      if (layout.blocks[j].num_columns[side] == 0) continue;
      if (!is_primary.empty() && !is_primary[j]) continue;
      ends[side] = node_at[layout.blocks[j].first_column[side]];
      if (!carried) graph.joints_of[ends[side]].push_back(static_cast<int>(j));
    }
    graph.ends.push_back(ends);
  }
  return graph;
}

/// Breadth first from `seeds` already in the queue.
void grow(const Graph& graph, std::queue<int>& queue, Forest& forest) {
  while (!queue.empty()) {
    const int node = queue.front();
    queue.pop();
    for (int joint : graph.joints_of[node]) {
      const int other = graph.ends[joint][0] == node ? graph.ends[joint][1] : graph.ends[joint][0];
      if (other == ground || other == node || forest.depth[other] >= 0) continue;
      forest.parent[other] = node;
      forest.parent_joint[other] = joint;
      forest.depth[other] = forest.depth[node] + 1;
      forest.is_tree_joint[joint] = true;
      queue.push(other);
    }
  }
}

Forest build_forest(const Graph& graph) {
  const int num_nodes = static_cast<int>(graph.first_column.size());
  Forest forest{.parent = std::vector<int>(num_nodes, ground),
                .parent_joint = std::vector<int>(num_nodes, -1),
                .depth = std::vector<int>(num_nodes, -1),
                .is_tree_joint = std::vector<bool>(graph.ends.size(), false),
                .roots = {}};
  std::queue<int> queue;
  for (std::size_t j = 0; j < graph.ends.size(); ++j) {
    const auto [a, b] = graph.ends[j];
    if (graph.carrier[j] != ground) continue;
    if ((a == ground) == (b == ground)) continue;
    const int node = a == ground ? b : a;
    if (forest.depth[node] >= 0) continue;
    forest.depth[node] = 1;
    forest.parent_joint[node] = static_cast<int>(j);
    forest.is_tree_joint[j] = true;
    forest.roots.push_back(node);
    queue.push(node);
  }
  grow(graph, queue, forest);
  for (int node = 0; node < num_nodes; ++node) {
    if (forest.depth[node] >= 0) continue;
    forest.depth[node] = 0;
    forest.roots.push_back(node);
    queue.push(node);
    grow(graph, queue, forest);
  }
  return forest;
}

/// Nodes in post-order of the forest, without recursion: a chain may be 100,000 deep.
std::vector<int> post_order(const Forest& forest) {
  const std::size_t num_nodes = forest.parent.size();
  std::vector<std::vector<int>> children(num_nodes);
  for (std::size_t node = 0; node < num_nodes; ++node)
    if (forest.parent[node] != ground) children[forest.parent[node]].push_back(static_cast<int>(node));
  std::vector<int> order;
  std::vector<int> stack;
  for (std::size_t r = forest.roots.size(); r-- > 0;) {
    stack.push_back(forest.roots[r]);
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      order.push_back(node);
      for (int child : children[node]) stack.push_back(child);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// The node of a loop that is eliminated last: the last on the two paths up to where they meet, or to the ground.
int last_node_of_loop(const Forest& forest, const std::vector<int>& position, std::array<int, 2> ends) {
  int last = -1;
  auto [a, b] = ends;
  const auto visit = [&](int node) {
    if (last == -1 || position[node] > position[last]) last = node;
  };
  while (a != b) {
    int& lower = (b == ground || (a != ground && forest.depth[a] >= forest.depth[b])) ? a : b;
    visit(lower);
    lower = forest.parent[lower];
  }
  if (a != ground) visit(a);
  return last;
}

/// The same of all bodies that a block touches.
int last_node(const Graph& graph, const Forest& forest, const std::vector<int>& position, std::size_t joint) {
  const auto [a, b] = graph.ends[joint];
  const int carrier = graph.carrier[joint];
  if (carrier == ground) return last_node_of_loop(forest, position, {a, b});
  int last = carrier;
  for (const int wheel : {a, b}) {
    if (wheel == ground) continue;
    const int behind = last_node_of_loop(forest, position, {wheel, carrier});
    if (position[behind] > position[last]) last = behind;
  }
  return last;
}

}  // namespace

std::vector<int> elimination_order(const ConstraintRows& layout, std::span<const char> is_primary) {
  const Graph graph = build_graph(layout, is_primary);
  const Forest forest = build_forest(graph);
  const std::vector<int> nodes = post_order(forest);
  std::vector<int> position(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) position[nodes[i]] = static_cast<int>(i);

  std::vector<std::vector<int>> closing_after(nodes.size());
  std::vector<int> unattached;
  for (std::size_t j = 0; j < graph.ends.size(); ++j) {
    if (forest.is_tree_joint[j] || (!is_primary.empty() && !is_primary[j])) continue;
    const int last = last_node(graph, forest, position, j);
    (last == -1 ? unattached : closing_after[last]).push_back(static_cast<int>(j));
  }

  std::vector<int> order;
  const auto append_joint = [&](int joint) {
    const RowBlock& block = layout.blocks[joint];
    for (int i = 0; i < block.num_rows; ++i) order.push_back(layout.num_columns + block.first_row + i);
  };
  for (int node : nodes) {
    for (int j = 0; j < graph.num_columns[node]; ++j) order.push_back(graph.first_column[node] + j);
    const bool grounded = forest.parent[node] == ground && forest.parent_joint[node] >= 0;
    // Loops through the ground need the joint that grounds them; loops inside come before the joint to the parent.
    if (grounded) append_joint(forest.parent_joint[node]);
    for (int joint : closing_after[node]) append_joint(joint);
    if (!grounded && forest.parent_joint[node] >= 0) append_joint(forest.parent_joint[node]);
  }
  for (int joint : unattached) append_joint(joint);
  return order;
}

}  // namespace perpend
