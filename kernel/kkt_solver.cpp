#include "kernel/kkt_solver.hpp"

#include <algorithm>

#include "kernel/elimination_order.hpp"

namespace perpend {

namespace {

PatternEntry lower_entry(int a, int b) {
  return {std::max(a, b), std::min(a, b)};
}

/// Values follow this order: diagonal of M, J block by block as stored, -E, off-diagonals of M.
std::vector<PatternEntry> kkt_pattern(const ConstraintRows& layout, const MassMatrix& mass,
                                      const std::vector<int>& position) {
  std::vector<PatternEntry> entries;
  for (int j = 0; j < layout.num_columns; ++j) entries.push_back({position[j], position[j]});
  entries.resize(layout.num_columns + layout.values.size());
  for (const RowBlock& block : layout.blocks)
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < block.num_columns[side]; ++j)
          entries[layout.num_columns + block.first_value[side] + i * block.num_columns[side] + j] =
              lower_entry(position[layout.num_columns + block.first_row + i], position[block.first_column[side] + j]);
  for (int i = 0; i < layout.num_rows; ++i) {
    const int place = position[layout.num_columns + i];
    entries.push_back({place, place});
  }
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    entries.push_back(lower_entry(position[i], position[i + 1]));
    entries.push_back(lower_entry(position[i], position[i + 2]));
    entries.push_back(lower_entry(position[i + 1], position[i + 2]));
  }
  return entries;
}

/// row_transposed = the row of J as a column vector.
void copy_row(const ConstraintRows& rows, int row, VectorX& out) {
  out.setZero(rows.num_columns);
  for (const RowBlock& block : rows.blocks) {
    const int i = row - block.first_row;
    if (i < 0 || i >= block.num_rows) continue;
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < block.num_columns[side]; ++j)
        out[block.first_column[side] + j] += rows.values[block.first_value[side] + i * block.num_columns[side] + j];
  }
}

}  // namespace

KktSolver::KktSolver(const ConstraintRows& layout, DependentRows policy, const MassMatrix& mass)
    : num_columns_(layout.num_columns), num_rows_(layout.num_rows), policy_(policy) {
  const std::vector<int> order = elimination_order(layout);
  position_.resize(order.size());
  may_vanish_.assign(order.size(), 0);
  for (std::size_t place = 0; place < order.size(); ++place) {
    position_[order[place]] = static_cast<int>(place);
    may_vanish_[place] = order[place] >= num_columns_;
  }
  ldlt_ = SparseLdlt(static_cast<int>(order.size()), kkt_pattern(layout, mass, position_));
  values_.assign(num_columns_ + layout.values.size() + num_rows_ + 3 * mass.blocks.size(), 0.0);
  permuted_ = VectorX::Zero(static_cast<Eigen::Index>(order.size()));
  zero_target_ = VectorX::Zero(num_rows_);
  row_transposed_ = VectorX::Zero(num_columns_);
}

void KktSolver::load_values(const Problem& problem) {
  double* out = std::copy(problem.mass->diagonal.begin(), problem.mass->diagonal.end(), values_.data());
  out = std::copy(problem.rows->values.begin(), problem.rows->values.end(), out);
  for (int i = 0; i < num_rows_; ++i) *out++ = -problem.compliance[i];
  for (const InertiaBlock& block : problem.mass->blocks)
    for (const double entry : {block.xy, block.xz, block.yz}) *out++ = entry;
}

void KktSolver::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  for (int j = 0; j < num_columns_; ++j) permuted_[position_[j]] = motion[j];
  for (int i = 0; i < num_rows_; ++i) permuted_[position_[num_columns_ + i]] = target[i];
  ldlt_.solve(permuted_);
  solution.x.resize(num_columns_);
  solution.multiplier.resize(num_rows_);
  for (int j = 0; j < num_columns_; ++j) solution.x[j] = permuted_[position_[j]];
  for (int i = 0; i < num_rows_; ++i) solution.multiplier[i] = -permuted_[position_[num_columns_ + i]];
}

void KktSolver::refine(const Problem& problem, Solution& solution) {
  multiply(*problem.mass, solution.x, motion_residual_);
  motion_residual_ = problem.motion - motion_residual_;
  add_jacobian_transposed(*problem.rows, solution.multiplier, motion_residual_);
  apply_jacobian(*problem.rows, solution.x, target_residual_);
  target_residual_ = problem.target - target_residual_ - problem.compliance.cwiseProduct(solution.multiplier);
  substitute(motion_residual_, target_residual_, correction_);
  solution.x += correction_.x;
  solution.multiplier += correction_.multiplier;
}

void KktSolver::solve(const Problem& problem, Solution& solution) {
  load_values(problem);
  ++num_factorizations_;
  solution.status = Status::singular;
  const bool factorized = ldlt_.factorize(values_, may_vanish_);
  dependent_rows_.clear();
  for (int i = 0; i < num_rows_ && !ldlt_.left_out().empty(); ++i) {
    const auto& left_out = ldlt_.left_out();
    if (std::find(left_out.begin(), left_out.end(), position_[num_columns_ + i]) != left_out.end())
      dependent_rows_.push_back(i);
  }
  solution.dependent_rows = dependent_rows_;
  if (!factorized) {
    solution.status = Status::not_finite;
    return;
  }
  if (!dependent_rows_.empty() && policy_ == DependentRows::stop) return;
  find_dependencies(problem);
  solve_again(problem, solution);
}

void KktSolver::solve_again(const Problem& problem, Solution& solution) {
  substitute(problem.motion, problem.target, solution);
  refine(problem, solution);
  take_least_norm(solution.multiplier);
  solution.dependent_rows = dependent_rows_;
  const bool finite = solution.x.allFinite() && solution.multiplier.allFinite();
  solution.status = finite ? Status::converged : Status::not_finite;
}

/// For a dependent row j the system with right-hand side (row j)^T, 0 has x = 0 and J^T multiplier = -(row j)^T:
/// e_j + multiplier is a left null vector. Orthonormalized by modified Gram-Schmidt, twice for full orthogonality.
void KktSolver::find_dependencies(const Problem& problem) {
  if (null_vectors_.size() < dependent_rows_.size()) null_vectors_.resize(dependent_rows_.size());
  for (std::size_t k = 0; k < dependent_rows_.size(); ++k) {
    copy_row(*problem.rows, dependent_rows_[k], row_transposed_);
    substitute(row_transposed_, zero_target_, null_solution_);
    VectorX& y = null_vectors_[k];
    y = null_solution_.multiplier;
    y[dependent_rows_[k]] += 1.0;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t l = 0; l < k; ++l) y -= null_vectors_[l].dot(y) * null_vectors_[l];
    y /= y.norm();
  }
}

void KktSolver::take_least_norm(VectorX& multiplier) const {
  for (std::size_t k = 0; k < dependent_rows_.size(); ++k)
    multiplier -= null_vectors_[k].dot(multiplier) * null_vectors_[k];
}

}  // namespace perpend
