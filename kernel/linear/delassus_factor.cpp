#include "kernel/linear/delassus_factor.hpp"

#include <algorithm>
#include <utility>

#include "kernel/linear/known_sizes.hpp"

namespace perpend {

namespace {

/// The columns of one body.
struct Run {
  int width = 0;
  std::vector<int> blocks{};  // that touch it
  bool is_compact = true;     // each of them has only points here
};

using Runs = std::vector<Run>;  // by first column; width 0: none

bool is_compact(const RowBlock& block, int side) {
  return block.num_point_rows > 0 && side < 2;
}

/// Widths as the loops are compiled for. Inertias are the last three of six columns.
bool fits(const Runs& runs, const MassMatrix& mass, int num_columns) {
  std::vector<char> is_taken(num_columns, 0);
  for (int first = 0; first < num_columns; ++first) {
    const int width = runs[first].width;
    if (width != 0 && width != 2 && width != 3 && width != 6) return false;
    if (first + width > num_columns) return false;
    for (int j = first; j < first + width; ++j)
      if (std::exchange(is_taken[j], 1)) return false;
  }
  for (const InertiaBlock& block : mass.blocks) {
    const bool is_free = !is_taken[block.first] && !is_taken[block.first + 1] && !is_taken[block.first + 2];
    if (!is_free && (block.first < 3 || runs[block.first - 3].width != 6)) return false;
  }
  return mass.size() == num_columns;
}

/// Nothing where two sides of a block are one body, or a body has different columns in two blocks.
std::optional<Runs> runs_of(const ConstraintRows& layout, const std::vector<int>& blocks) {
  Runs runs(layout.num_columns);
  for (const int k : blocks) {
    const RowBlock& block = layout.blocks[k];
    if (block.num_rows > BlockLdlt::largest_size) return std::nullopt;
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      Run& run = runs[block.first_column[side]];
      if (run.width != 0 && run.width != block.num_columns[side]) return std::nullopt;
      if (!run.blocks.empty() && run.blocks.back() == k) return std::nullopt;
      run.width = block.num_columns[side];
      run.blocks.push_back(k);
      run.is_compact = run.is_compact && is_compact(block, side);
    }
  }
  return runs;
}

/// Which of `blocks` share a body; nothing where these pairs alone are more than `most_pairs`.
std::optional<std::vector<std::vector<int>>> neighbours_of(const Runs& runs, const std::vector<int>& blocks,
                                                           int num_blocks, double most_pairs) {
  double pairs = 0.0;
  for (const Run& run : runs) pairs += static_cast<double>(run.blocks.size()) * static_cast<double>(run.blocks.size());
  if (pairs > most_pairs) return std::nullopt;
  std::vector<int> place(num_blocks, -1);
  for (std::size_t i = 0; i < blocks.size(); ++i) place[blocks[i]] = static_cast<int>(i);
  std::vector<std::vector<int>> neighbours(blocks.size());
  for (const Run& run : runs)
    for (const int a : run.blocks)
      for (const int b : run.blocks)
        if (a != b) neighbours[place[a]].push_back(place[b]);
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

/// The turning columns of one side, which the form of its node may tell.
template <RowForm form, class Act>
void for_turns(int width, Act act) {
  if constexpr (form == RowForm::any)
    for_width(width, act);
  else
    act.template operator()<turns(form)>();
}

/// act(i) for each row of a point, which the form of the node may tell.
template <RowForm form, class Act>
void for_point_rows(int count, Act act) {
  if constexpr (form == RowForm::any)
    for (int i = 0; i < count; ++i) act(i);
  else
    repeat<point_rows(form)>([&]<int i>() { act(i); });
}

}  // namespace

std::optional<DelassusFactor> DelassusFactor::make(const ConstraintRows& layout, std::span<const char> is_primary,
                                                   const MassMatrix& mass, double most_work) {
  std::vector<int> blocks;
  for (std::size_t k = 0; k < layout.blocks.size(); ++k)
    if (layout.blocks[k].num_rows > 0 && (is_primary.empty() || is_primary[k])) blocks.push_back(static_cast<int>(k));
  const std::optional<Runs> runs = runs_of(layout, blocks);
  if (!runs || !fits(*runs, mass, layout.num_columns)) return std::nullopt;
  auto neighbours = neighbours_of(*runs, blocks, static_cast<int>(layout.blocks.size()), most_work);
  if (!neighbours) return std::nullopt;
  std::vector<int> sizes;
  for (const int k : blocks) sizes.push_back(layout.blocks[k].num_rows);
  std::optional<BlockPattern> pattern = block_pattern(sizes, std::move(*neighbours), most_work);
  if (!pattern) return std::nullopt;

  DelassusFactor factor;
  factor.num_columns_ = layout.num_columns;
  factor.num_rows_ = layout.num_rows;
  factor.num_primary_rows_ = pattern->num_unknowns;
  factor.mass_ = MassFactor(mass);
  factor.last_.assign(BlockLdlt::largest_size * BlockLdlt::largest_size, 0.0);
  factor.right_.assign(pattern->num_unknowns, 0.0);
  factor.ldlt_ = BlockLdlt(std::move(*pattern));
  std::vector<char> compact(layout.num_columns, 0);
  for (int column = 0; column < layout.num_columns; ++column) compact[column] = (*runs)[column].is_compact ? 1 : 0;
  factor.add_sides(layout, mass, blocks, compact);
  factor.add_products();
  return factor;
}

void DelassusFactor::add_sides(const ConstraintRows& layout, const MassMatrix& mass, const std::vector<int>& blocks,
                               const std::vector<char>& is_compact) {
  std::vector<int> inertia_at(layout.num_columns, -1);
  for (std::size_t k = 0; k < mass.blocks.size(); ++k) inertia_at[mass.blocks[k].first] = static_cast<int>(k);
  int num_values = 0;
  for (const BlockPattern::Node& column : ldlt_.pattern().nodes) {
    const RowBlock& block = layout.blocks[blocks[column.block]];
    Node& node = nodes_.emplace_back();
    node.first_row = block.first_row;
    node.num_point_rows = block.num_point_rows;
    node.first_side = static_cast<int>(sides_.size());
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      const int first = block.first_column[side];
      const int skipped = is_compact[first] ? block.num_point_rows : 0;
      Side& made = sides_.emplace_back();
      made.body = first;
      made.column = first + skipped;
      made.width = block.num_columns[side] - skipped;
      made.values = num_values;
      made.source = block.first_value[side] + skipped;
      made.stride = block.num_columns[side];
      if (block.num_columns[side] == 6) made.inertia = inertia_at[first + 3];
      if (skipped > 0) made.point_column = first;
      made.sign = side == 0 ? -1.0 : 1.0;
      num_values += 2 * made.width * block.num_rows;
      ++node.num_sides;
    }
    const auto all_have = [&](RowForm form, int dimension) {
      return std::all_of(sides_.begin() + node.first_side, sides_.end(), [&](const Side& side) {
        return side.point_column >= 0 && side.width == turns(form) && block.num_point_rows == dimension;
      });
    };
    if (all_have(RowForm::planar_point, 2)) node.form = RowForm::planar_point;
    if (all_have(RowForm::spatial_point, 3)) node.form = RowForm::spatial_point;
  }
  v_.assign(num_values, 0.0);
}

void DelassusFactor::add_products() {
  const BlockPattern& pattern = ldlt_.pattern();
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    for (int p = pattern.nodes[k].first_panel; p < pattern.nodes[k].first_panel + pattern.nodes[k].num_panels; ++p) {
      const Node& node = nodes_[k];
      const Node& later = nodes_[pattern.panels[p].node];
      first_product_.push_back(static_cast<int>(products_.size()));
      for (int a = later.first_side; a < later.first_side + later.num_sides; ++a)
        for (int b = node.first_side; b < node.first_side + node.num_sides; ++b)
          if (sides_[a].body == sides_[b].body) products_.push_back({.later = a, .side = b});
    }
  first_product_.push_back(static_cast<int>(products_.size()));
}

/// Rows of V from rows of J, J = V L^T column by column, and behind them those of V D^-1.
template <int width>
void DelassusFactor::load_side(const Side& side, int num_rows, const double* source) {
  double inverse[width];
  repeat<width>([&]<int j>() { inverse[j] = mass_.inverse_pivots()[side.column + j]; });
  double* __restrict to = v_.data() + side.values;
  double* __restrict scaled = to + width * num_rows;
  const double* __restrict from = source;
  double l21 = 0.0, l31 = 0.0, l32 = 0.0;
  if (side.inertia >= 0) {
    l21 = mass_.lower(side.inertia)[0];
    l31 = mass_.lower(side.inertia)[1];
    l32 = mass_.lower(side.inertia)[2];
  }
  for (int i = 0; i < num_rows; ++i, from += side.stride, to += width, scaled += width) {
    double v[width];
    repeat<width>([&]<int j>() { v[j] = from[j]; });
    if constexpr (width >= 3) {
      if (side.inertia >= 0) {
        v[width - 2] -= l21 * v[width - 3];
        v[width - 1] -= l31 * v[width - 3] + l32 * v[width - 2];
      }
    }
    repeat<width>([&]<int j>() {
      to[j] = v[j];
      scaled[j] = v[j] * inverse[j];
    });
  }
}

/// The same, and whether V is what it was.
bool DelassusFactor::load_known_side(const Side& side, int num_rows, const double* source) {
  const int count = side.width * num_rows;
  double* v = v_.data() + side.values;
  std::copy_n(v, count, last_.data());
  for_width(side.width, [&]<int width>() { load_side<width>(side, num_rows, source); });
  return std::equal(v, v + count, last_.data());
}

/// V; true where nothing has changed. Looked for until something has: of a mechanism that moves, in its first side.
bool DelassusFactor::load(const ConstraintRows& rows, bool is_known) {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const int num_rows = ldlt_.pattern().nodes[k].size;
    for (int s = nodes_[k].first_side; s < nodes_[k].first_side + nodes_[k].num_sides; ++s) {
      const double* source = rows.values.data() + sides_[s].source;
      if (is_known)
        is_known = load_known_side(sides_[s], num_rows, source);
      else
        for_width(sides_[s].width, [&]<int width>() { load_side<width>(sides_[s], num_rows, source); });
    }
  }
  return is_known;
}

/// The lower triangle of out += V D^-1 V^T; `diagonal` gains that of it alone.
template <int size, RowForm form>
void DelassusFactor::add_gram(const Node& node, double* out, double* diagonal) const {
  double sum[size * size] = {};
  for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
    const Side& side = sides_[s];
    const double* __restrict v = v_.data() + side.values;
    for_turns<form>(side.width, [&]<int width>() {
      repeat<size>([&]<int i>() {
        repeat<i + 1>([&]<int j>() { sum[i * size + j] += dot<width>(v + (size + i) * width, v + j * width); });
      });
    });
    if (form == RowForm::any && side.point_column < 0) continue;
    const double* inverse = mass_.inverse_pivots() + side.point_column;
    for_point_rows<form>(node.num_point_rows, [&](int i) { sum[i * size + i] += inverse[i]; });
  }
  repeat<size>([&]<int i>() {
    diagonal[i] += sum[i * size + i];
    repeat<i + 1>([&]<int j>() { out[i * size + j] += sum[i * size + j]; });
  });
}

/// out += V_later D^-1 V^T of one body.
template <int size, RowForm form>
void DelassusFactor::add_product(const Product& product, const Node& node, int later_rows, double* out) const {
  const Side& later = sides_[product.later];
  const Side& side = sides_[product.side];
  const double* __restrict a = v_.data() + later.values;
  const double* __restrict b = v_.data() + side.values;
  double* __restrict to = out;
  for_turns<form>(side.width, [&]<int width>() {
    for (int i = 0; i < later_rows; ++i, a += width, to += size)
      repeat<size>([&]<int j>() { to[j] += dot<width>(a, b + (size + j) * width); });
  });
  if (form == RowForm::any && side.point_column < 0) return;
  const double* inverse = mass_.inverse_pivots() + side.point_column;
  const double sign = later.sign * side.sign;
  for_point_rows<form>(node.num_point_rows, [&](int i) { out[i * size + i] += sign * inverse[i]; });
}

bool DelassusFactor::eliminate_all(const Problem& problem) {
  const BlockPattern& pattern = ldlt_.pattern();
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const BlockPattern::Node& column = pattern.nodes[k];
    const Node& node = nodes_[k];
    double diagonal[BlockLdlt::largest_size];
    double* block = ldlt_.values(column.values);
    for_form(column.size, node.form, [&]<int size, RowForm form>() {
      repeat<size>([&]<int i>() {
        diagonal[i] = problem.compliance[node.first_row + i];
        block[i * size + i] += diagonal[i];
      });
      add_gram<size, form>(node, block, diagonal);
      for (int p = column.first_panel; p < column.first_panel + column.num_panels; ++p)
        for (int m = first_product_[p]; m < first_product_[p + 1]; ++m)
          add_product<size, form>(products_[m], node, pattern.panels[p].size, ldlt_.values(pattern.panels[p].values));
    });
    if (!ldlt_.eliminate(static_cast<int>(k), diagonal)) return false;
  }
  return true;
}

bool DelassusFactor::factorize(const Problem& problem) {
  const bool was_factorized = std::exchange(is_factorized_, false);
  if (!mass_.factorize(*problem.mass)) return false;
  const bool is_same = load(*problem.rows, was_factorized && !mass_.has_changed());
  is_factorized_ = is_same && compliance_ == problem.compliance;
  if (is_factorized_) return true;
  compliance_ = problem.compliance;
  ldlt_.clear();
  is_factorized_ = eliminate_all(problem);
  return is_factorized_;
}

/// right -= V u for u = D^-1 L^-1 motion: what the rows would be without impulses.
template <int size, RowForm form>
void DelassusFactor::subtract_free_rates(const Node& node, double* right, const VectorX& u) const {
  double rate[size];
  repeat<size>([&]<int i>() { rate[i] = right[i]; });
  for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
    const Side& side = sides_[s];
    const double* __restrict v = v_.data() + side.values;
    const double* __restrict moved = u.data() + side.column;
    for_turns<form>(side.width,
                    [&]<int width>() { repeat<size>([&]<int i>() { rate[i] -= dot<width>(v + i * width, moved); }); });
    if (form == RowForm::any && side.point_column < 0) continue;
    const double* shifted = u.data() + side.point_column;
    for_point_rows<form>(node.num_point_rows, [&](int i) { rate[i] -= side.sign * shifted[i]; });
  }
  repeat<size>([&]<int i>() { right[i] = rate[i]; });
}

/// u += D^-1 V^T multiplier.
template <int size, RowForm form>
void DelassusFactor::add_impulses(const Node& node, const double* multiplier, VectorX& u) const {
  double impulse[size];
  repeat<size>([&]<int i>() { impulse[i] = multiplier[i]; });
  for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
    const Side& side = sides_[s];
    const double* __restrict scaled = v_.data() + side.values;
    double* __restrict out = u.data() + side.column;
    for_turns<form>(side.width, [&]<int width>() {
      double sum[width];
      repeat<width>([&]<int j>() { sum[j] = scaled[size * width + j] * impulse[0]; });
      repeat<size - 1>([&]<int i>() {
        repeat<width>([&]<int j>() { sum[j] += scaled[(size + i + 1) * width + j] * impulse[i + 1]; });
      });
      repeat<width>([&]<int j>() { out[j] += sum[j]; });
    });
    if (form == RowForm::any && side.point_column < 0) continue;
    const double* inverse = mass_.inverse_pivots() + side.point_column;
    double* shifted = u.data() + side.point_column;
    for_point_rows<form>(node.num_point_rows, [&](int i) { shifted[i] += side.sign * (inverse[i] * impulse[i]); });
  }
}

void DelassusFactor::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  const BlockPattern& pattern = ldlt_.pattern();
  VectorX& u = solution.x;
  mass_.divide_by_lower(motion, u);
  solution.multiplier.resize(num_rows_);
  if (num_primary_rows_ < num_rows_) solution.multiplier.setZero();
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const BlockPattern::Node& column = pattern.nodes[k];
    const Node& node = nodes_[k];
    double* right = right_.data() + column.right;
    for_form(column.size, node.form, [&]<int size, RowForm form>() {
      repeat<size>([&]<int i>() { right[i] += target[node.first_row + i]; });
      subtract_free_rates<size, form>(node, right, u);
    });
    ldlt_.substitute(static_cast<int>(k), right_.data());
  }
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    const BlockPattern::Node& column = pattern.nodes[k];
    const Node& node = nodes_[k];
    ldlt_.substitute_back(static_cast<int>(k), right_.data());
    const double* multiplier = right_.data() + column.right;
    for_form(column.size, node.form, [&]<int size, RowForm form>() {
      repeat<size>([&]<int i>() { solution.multiplier[node.first_row + i] = multiplier[i]; });
      add_impulses<size, form>(node, multiplier, u);
    });
  }
  mass_.divide_by_upper(u);
}

}  // namespace perpend
