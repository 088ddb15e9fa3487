#include "kernel/linear/delassus_layout.hpp"

#include <algorithm>
#include <utility>

#include "kernel/linear/block_ldlt.hpp"

namespace perpend {

namespace {

/// The columns of one body.
struct BodyColumns {
  int width = 0;
  std::vector<int> blocks{};  // that touch it
  bool is_compact = true;     // each of them has only points here
};

using ColumnsOfBodies = std::vector<BodyColumns>;  // by first column; width 0: none

bool is_compact(const RowBlock& block, int side) {
  return block.num_point_rows > 0 && side < 2;
}

/// Widths as the loops are compiled for. Inertias are the last three of six columns.
bool fits(const ColumnsOfBodies& bodies, const MassMatrix& mass, int num_columns) {
  std::vector<char> is_taken(num_columns, 0);
  for (int first = 0; first < num_columns; ++first) {
    const int width = bodies[first].width;
    if (width != 0 && width != 2 && width != 3 && width != 6) return false;
    if (first + width > num_columns) return false;
    for (int j = first; j < first + width; ++j)
      if (std::exchange(is_taken[j], 1)) return false;
  }
  for (const InertiaBlock& block : mass.blocks) {
    const bool is_free = !is_taken[block.first] && !is_taken[block.first + 1] && !is_taken[block.first + 2];
    if (!is_free && (block.first < 3 || bodies[block.first - 3].width != 6)) return false;
  }
  return mass.size() == num_columns;
}

/// Nothing where two sides of a block are one body, or a body has different columns in two blocks.
std::optional<ColumnsOfBodies> columns_of_bodies(const ConstraintRows& layout, const std::vector<int>& blocks) {
  ColumnsOfBodies bodies(layout.num_columns);
  for (const int k : blocks) {
    const RowBlock& block = layout.blocks[k];
    if (block.num_rows > BlockLdlt::largest_size) return std::nullopt;
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      BodyColumns& body = bodies[block.first_column[side]];
      if (body.width != 0 && body.width != block.num_columns[side]) return std::nullopt;
      if (!body.blocks.empty() && body.blocks.back() == k) return std::nullopt;
      body.width = block.num_columns[side];
      body.blocks.push_back(k);
      body.is_compact = body.is_compact && is_compact(block, side);
    }
  }
  return bodies;
}

/// Which of `blocks` share a body; nothing where these pairs alone are more than `most_pairs`.
std::optional<std::vector<std::vector<int>>> neighbours_of(const ColumnsOfBodies& bodies,
                                                           const std::vector<int>& blocks, int num_blocks,
                                                           double most_pairs) {
  double pairs = 0.0;
  for (const BodyColumns& body : bodies)
    pairs += static_cast<double>(body.blocks.size()) * static_cast<double>(body.blocks.size());
  if (pairs > most_pairs) return std::nullopt;
  std::vector<int> place(num_blocks, -1);
  for (std::size_t i = 0; i < blocks.size(); ++i) place[blocks[i]] = static_cast<int>(i);
  std::vector<std::vector<int>> neighbours(blocks.size());
  for (const BodyColumns& body : bodies)
    for (const int a : body.blocks)
      for (const int b : body.blocks)
        if (a != b) neighbours[place[a]].push_back(place[b]);
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

/// The columns of V that each node keeps.
void add_sides(const ConstraintRows& rows, const MassMatrix& mass, const std::vector<int>& blocks,
               const ColumnsOfBodies& bodies, DelassusLayout& layout) {
  std::vector<int> inertia_at(rows.num_columns, -1);
  for (std::size_t k = 0; k < mass.blocks.size(); ++k) inertia_at[mass.blocks[k].first] = static_cast<int>(k);
  for (const BlockPattern::Node& column : layout.pattern.nodes) {
    const RowBlock& block = rows.blocks[blocks[column.block]];
    DelassusLayout::Node& node = layout.nodes.emplace_back();
    node.first_row = block.first_row;
    node.num_point_rows = block.num_point_rows;
    node.first_side = static_cast<int>(layout.sides.size());
    node.values = layout.num_values;
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      const int first = block.first_column[side];
      const int skipped = bodies[first].is_compact ? block.num_point_rows : 0;
      DelassusLayout::Side& made = layout.sides.emplace_back();
      made.body = first;
      made.column = first + skipped;
      made.width = block.num_columns[side] - skipped;
      made.values = layout.num_values;
      made.source = block.first_value[side] + skipped;
      made.stride = block.num_columns[side];
      if (block.num_columns[side] == 6) made.inertia = inertia_at[first + 3];
      if (skipped > 0) made.point_column = first;
      made.sign = side == 0 ? -1.0 : 1.0;
      layout.num_values += made.width * block.num_rows;
      ++node.num_sides;
    }
    const auto all_have = [&](RowForm form) {
      return std::all_of(layout.sides.begin() + node.first_side, layout.sides.end(), [&](const auto& side) {
        return side.point_column >= 0 && side.width == turns(form) && block.num_point_rows == point_rows(form);
      });
    };
    const RowForm form = all_have(RowForm::planar_point)    ? RowForm::planar_point
                         : all_have(RowForm::spatial_point) ? RowForm::spatial_point
                                                            : RowForm::any;
    add_to_runs(static_cast<int>(layout.nodes.size()) - 1, column.size, form, layout.runs);
  }
}

void add_products(DelassusLayout& layout) {
  const auto end_of = [](const DelassusLayout::Node& node) { return node.first_side + node.num_sides; };
  for (std::size_t k = 0; k < layout.nodes.size(); ++k) {
    const BlockPattern::Node& column = layout.pattern.nodes[k];
    for (int p = column.first_panel; p < column.first_panel + column.num_panels; ++p) {
      const DelassusLayout::Node& node = layout.nodes[k];
      const DelassusLayout::Node& later = layout.nodes[layout.pattern.panels[p].node];
      layout.first_product.push_back(static_cast<int>(layout.products.size()));
      for (int a = later.first_side; a < end_of(later); ++a)
        for (int b = node.first_side; b < end_of(node); ++b)
          if (layout.sides[a].body == layout.sides[b].body) layout.products.push_back({.later = a, .side = b});
    }
  }
  layout.first_product.push_back(static_cast<int>(layout.products.size()));
}

}  // namespace

bool DelassusLayout::are_alike(int k) const {
  if (nodes[k].num_sides != nodes[k + 1].num_sides) return false;
  for (int s = 0; s < nodes[k].num_sides; ++s)
    if ((side(k, s).inertia < 0) != (side(k + 1, s).inertia < 0)) return false;
  const auto count = [&](int node, int panel) {
    const int p = pattern.nodes[node].first_panel + panel;
    return first_product[p + 1] - first_product[p];
  };
  for (int panel = 0; panel < pattern.nodes[k].num_panels; ++panel)
    if (count(k, panel) != count(k + 1, panel)) return false;
  return true;
}

std::optional<DelassusLayout> DelassusLayout::make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                   const MassMatrix& mass, double most_work) {
  std::vector<int> blocks;
  for (std::size_t k = 0; k < rows.blocks.size(); ++k)
    if (rows.blocks[k].num_rows > 0 && (is_primary.empty() || is_primary[k])) blocks.push_back(static_cast<int>(k));
  const std::optional<ColumnsOfBodies> bodies = columns_of_bodies(rows, blocks);
  if (!bodies || !fits(*bodies, mass, rows.num_columns)) return std::nullopt;
  auto neighbours = neighbours_of(*bodies, blocks, static_cast<int>(rows.blocks.size()), most_work);
  if (!neighbours) return std::nullopt;
  std::vector<int> sizes;
  for (const int k : blocks) sizes.push_back(rows.blocks[k].num_rows);
  std::optional<BlockPattern> pattern = block_pattern(sizes, std::move(*neighbours), most_work);
  if (!pattern) return std::nullopt;
  DelassusLayout layout;
  layout.pattern = std::move(*pattern);
  add_sides(rows, mass, blocks, *bodies, layout);
  add_products(layout);
  return layout;
}

}  // namespace perpend
