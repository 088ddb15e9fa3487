#include "kernel/linear/tree/tree_layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"

namespace perpend {

namespace {

constexpr int num_velocities = 6;
constexpr int num_point_rows = 3;

/// A joint seen from one of its bodies.
struct Link {
  int other = -1;  // first column of the other body; -1: the ground
  int block = 0;
  int side = 0;  // of the body itself
};

/// Which joints each body has, by its first column.
using LinksOfBodies = std::vector<std::vector<Link>>;

bool holds_point(const RowBlock& block) {
  const auto is_body = [&](int side) { return block.num_columns[side] == num_velocities; };
  const auto is_ground = [&](int side) { return block.num_columns[side] == 0; };
  return block.num_point_rows == num_point_rows && block.num_rows <= num_point_rows + 3 && is_ground(2) &&
         ((is_body(0) && is_body(1)) || (is_body(0) && is_ground(1)) || (is_ground(0) && is_body(1)));
}

/// Nothing where joints close a loop, by bodies or by the ground, or where one has another form.
std::optional<LinksOfBodies> links_of_bodies(const ConstraintRows& rows, std::span<const char> is_primary) {
  LinksOfBodies links(rows.num_columns);
  std::vector<int> part(rows.num_columns + 1);  // the ground is 0, a body 1 + its first column
  std::iota(part.begin(), part.end(), 0);
  bool is_any = false;
  for (std::size_t k = 0; k < rows.blocks.size(); ++k) {
    const RowBlock& block = rows.blocks[k];
    if (block.num_rows == 0 || (!is_primary.empty() && !is_primary[k])) continue;
    if (!holds_point(block)) return std::nullopt;
    const auto column = [&](int side) { return block.num_columns[side] == 0 ? -1 : block.first_column[side]; };
    const int a = column(0), b = column(1);
    if (least_of_set(part, 1 + a) == least_of_set(part, 1 + b)) return std::nullopt;
    unite_sets(part, 1 + a, 1 + b);
    if (a >= 0) links[a].push_back({.other = b, .block = static_cast<int>(k), .side = 0});
    if (b >= 0) links[b].push_back({.other = a, .block = static_cast<int>(k), .side = 1});
    is_any = true;
  }
  if (!is_any) return std::nullopt;
  return links;
}

/// The block of M of each body, by its first column; -1: no body. Nothing where columns of bodies overlap, or one has
/// no inertia.
std::optional<std::vector<int>> inertias_of_bodies(const LinksOfBodies& links, const MassMatrix& mass) {
  const int num_columns = static_cast<int>(links.size());
  std::vector<int> inertia(num_columns, -1);
  int end = 0;
  for (std::size_t k = 0; k < mass.blocks.size(); ++k) {
    const int first = mass.blocks[k].first - 3;
    if (first < end) return std::nullopt;
    end = first + num_velocities;
    if (end > num_columns) return std::nullopt;
    inertia[first] = static_cast<int>(k);
  }
  for (int column = 0; column < num_columns; ++column)
    if (!links[column].empty() && inertia[column] < 0) return std::nullopt;
  return inertia;
}

/// Each body after the one that carries it: what a walk from the ground and from bodies that nothing carries meets.
class Walk {
 public:
  Walk(const ConstraintRows& rows, const LinksOfBodies& links) : rows_(rows), links_(links), place_(links.size(), -1) {}

  void add_from_ground() {
    for (std::size_t column = 0; column < links_.size(); ++column)
      for (const Link& link : links_[column])
        if (link.other < 0) add_from(carried(static_cast<int>(column), -1, link));
  }

  void add_floating(int column) {
    if (place_[column] < 0) add_from({.column = column, .parent = -1, .num_turning = -1});
  }

  [[nodiscard]] std::vector<TreeLayout::Body>& bodies() { return bodies_; }

 private:
  [[nodiscard]] TreeLayout::Body carried(int column, int parent, const Link& link) const {
    const RowBlock& block = rows_.blocks[link.block];
    return {.column = column,
            .parent = parent,
            .num_turning = block.num_rows - num_point_rows,
            .first_row = block.first_row,
            .values = block.first_value[link.side],
            .parent_values = parent < 0 ? -1 : block.first_value[1 - link.side],
            .sign = link.side == 0 ? -1.0 : 1.0};
  }

  void add_from(const TreeLayout::Body& root) {
    waiting_.assign(1, root);
    while (!waiting_.empty()) {
      const TreeLayout::Body body = waiting_.back();
      waiting_.pop_back();
      const int place = place_[body.column] = static_cast<int>(bodies_.size());
      bodies_.push_back(body);
      for (const Link& link : links_[body.column]) {
        if (link.other < 0 || place_[link.other] >= 0) continue;
        const Link back{.other = body.column, .block = link.block, .side = 1 - link.side};
        waiting_.push_back(carried(link.other, place, back));
      }
    }
  }

  const ConstraintRows& rows_;
  const LinksOfBodies& links_;
  std::vector<int> place_;  // by first column
  std::vector<TreeLayout::Body> bodies_;
  std::vector<TreeLayout::Body> waiting_;
};

/// Joints that leave one axis or none free cost less along a tree than in blocks of their rows; balls do not.
bool are_mostly_hinges(const std::vector<TreeLayout::Body>& bodies) {
  const auto count = [&](int least, int most) {
    return std::count_if(bodies.begin(), bodies.end(), [&](const TreeLayout::Body& body) {
      return least <= body.num_turning && body.num_turning <= most;
    });
  };
  return count(2, 3) > count(0, 1);
}

void reverse(std::vector<TreeLayout::Body>& bodies) {
  std::reverse(bodies.begin(), bodies.end());
  const int last = static_cast<int>(bodies.size()) - 1;
  for (TreeLayout::Body& body : bodies)
    if (body.parent >= 0) body.parent = last - body.parent;
}

void name_children_and_joints(std::vector<TreeLayout::Body>& bodies) {
  std::array<int, 5> count{};
  for (TreeLayout::Body& body : bodies) {
    body.joint = count[1 + body.num_turning]++;
    if (body.parent < 0) continue;
    TreeLayout::Body& parent = bodies[body.parent];
    body.is_first_child = !parent.has_children;
    parent.has_children = true;
  }
}

}  // namespace

std::optional<TreeLayout> TreeLayout::make(const ConstraintRows& rows, std::span<const char> is_primary,
                                           const MassMatrix& mass, Choice choice) {
  if (mass.size() != rows.num_columns) return std::nullopt;
  const std::optional<LinksOfBodies> links = links_of_bodies(rows, is_primary);
  if (!links) return std::nullopt;
  const std::optional<std::vector<int>> inertias = inertias_of_bodies(*links, mass);
  if (!inertias) return std::nullopt;
  Walk walk(rows, *links);
  walk.add_from_ground();
  std::vector<char> is_plain(rows.num_columns, 1);
  for (int column = 0; column < rows.num_columns; ++column) {
    if ((*inertias)[column] < 0) continue;
    walk.add_floating(column);
    std::fill_n(is_plain.begin() + column, num_velocities, 0);
  }
  if (choice == Choice::where_cheaper && !are_mostly_hinges(walk.bodies())) return std::nullopt;
  TreeLayout layout{.bodies = std::move(walk.bodies()), .runs = {}, .plain_columns = {}};
  reverse(layout.bodies);
  name_children_and_joints(layout.bodies);
  for (int k = 0; k < static_cast<int>(layout.bodies.size()); ++k) {
    Body& body = layout.bodies[k];
    body.inertia = (*inertias)[body.column];
    if (layout.runs.empty() || layout.runs.back().num_turning != body.num_turning)
      layout.runs.push_back({.first = k, .end = k, .num_turning = body.num_turning});
    layout.runs.back().end = k + 1;
  }
  for (int column = 0; column < rows.num_columns; ++column)
    if (is_plain[column]) layout.plain_columns.push_back(column);
  return layout;
}

}  // namespace perpend
