#include "kernel/linear/sparse_kkt.hpp"

#include <algorithm>

#include "kernel/linear/elimination_order.hpp"

namespace perpend {

namespace {

PatternEntry lower_entry(int a, int b) {
  return {std::max(a, b), std::min(a, b)};
}

/// Values follow this order: diagonal of M, J block by block, -E, off-diagonals of M; blocks and rows that are primary.
std::vector<PatternEntry> kkt_pattern(int num_columns, std::span<const RowBlock> blocks, std::span<const int> rows,
                                      std::span<const InertiaBlock> mass, const std::vector<int>& position) {
  std::vector<PatternEntry> entries;
  for (int j = 0; j < num_columns; ++j) entries.push_back({position[j], position[j]});
  for (const RowBlock& block : blocks)
    for (int side = 0; side < num_sides; ++side)
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < block.num_columns[side]; ++j)
          entries.push_back(
              lower_entry(position[num_columns + block.first_row + i], position[block.first_column[side] + j]));
  for (const int row : rows) entries.push_back({position[num_columns + row], position[num_columns + row]});
  for (const InertiaBlock& block : mass) {
    const int i = block.first;
    entries.push_back(lower_entry(position[i], position[i + 1]));
    entries.push_back(lower_entry(position[i], position[i + 2]));
    entries.push_back(lower_entry(position[i + 1], position[i + 2]));
  }
  return entries;
}

}  // namespace

SparseKkt::SparseKkt(const ConstraintRows& layout, std::span<const InertiaBlock> mass, std::span<const char> is_primary)
    : num_columns_(layout.num_columns), num_rows_(layout.num_rows) {
  for (std::size_t k = 0; k < layout.blocks.size(); ++k) {
    if (!is_primary.empty() && !is_primary[k]) continue;
    const RowBlock& block = blocks_.emplace_back(layout.blocks[k]);
    for (int i = 0; i < block.num_rows; ++i) rows_.push_back(block.first_row + i);
  }
  std::sort(rows_.begin(), rows_.end());
  const std::vector<int> order = elimination_order(layout, is_primary);
  position_.assign(num_columns_ + num_rows_, -1);
  pivots_.assign(order.size(), SparseLdlt::kept);
  for (std::size_t place = 0; place < order.size(); ++place) {
    position_[order[place]] = static_cast<int>(place);
    if (order[place] >= num_columns_) pivots_[place] = SparseLdlt::may_vanish;
  }
  const std::vector<PatternEntry> pattern = kkt_pattern(num_columns_, blocks_, rows_, mass, position_);
  ldlt_ = SparseLdlt(static_cast<int>(order.size()), pattern);
  values_.assign(pattern.size(), 0.0);
  permuted_ = VectorX::Zero(static_cast<Eigen::Index>(order.size()));
}

void SparseKkt::load_values(const Problem& problem) {
  double* out = std::copy(problem.mass->diagonal.begin(), problem.mass->diagonal.end(), values_.data());
  for (const RowBlock& block : blocks_)
    for (int side = 0; side < num_sides; ++side)
      out = std::copy_n(problem.rows->values.data() + block.first_value[side], block.num_rows * block.num_columns[side],
                        out);
  for (const int row : rows_) *out++ = -problem.compliance[row];
  for (const InertiaBlock& block : problem.mass->blocks)
    for (const double entry : {block.xy, block.xz, block.yz}) *out++ = entry;
}

bool SparseKkt::factorize(const Problem& problem, std::span<const char> left_out) {
  load_values(problem);
  for (const int row : rows_)
    pivots_[position_[num_columns_ + row]] =
        !left_out.empty() && left_out[row] ? SparseLdlt::out : SparseLdlt::may_vanish;
  const bool factorized = ldlt_.factorize(values_, pivots_);
  dependent_rows_.clear();
  const std::vector<int>& places = ldlt_.left_out();
  for (std::size_t k = 0; k < rows_.size() && !places.empty(); ++k)
    if (std::find(places.begin(), places.end(), position_[num_columns_ + rows_[k]]) != places.end())
      dependent_rows_.push_back(rows_[k]);
  return factorized;
}

void SparseKkt::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  for (int j = 0; j < num_columns_; ++j) permuted_[position_[j]] = motion[j];
  for (const int row : rows_) permuted_[position_[num_columns_ + row]] = target[row];
  ldlt_.solve(permuted_);
  solution.x.resize(num_columns_);
  solution.multiplier.resize(num_rows_);
  if (static_cast<int>(rows_.size()) < num_rows_) solution.multiplier.setZero();
  for (int j = 0; j < num_columns_; ++j) solution.x[j] = permuted_[position_[j]];
  for (const int row : rows_) solution.multiplier[row] = -permuted_[position_[num_columns_ + row]];
}

}  // namespace perpend
