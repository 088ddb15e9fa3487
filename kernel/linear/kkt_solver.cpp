#include "kernel/linear/kkt_solver.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "kernel/model/numbers/finite.hpp"

namespace perpend {

namespace {

/// A lower bound of what the factorization of the whole matrix costs a tree, in multiplications of BlockPattern::work:
/// of a row of L with c entries c^2/2 in the factorization and 4 c in its solutions, and each of them about four times
/// one in a block, since it comes with an index.
double least_sparse_work(const ConstraintRows& layout) {
  double work = 0.0;
  for (const RowBlock& block : layout.blocks) {
    const double n = block.num_rows;
    for (const int width : block.num_columns) work += 4.0 * width * (0.5 * n * n + 4.0 * n);
  }
  return work;
}

/// The same of a factor that is there.
double sparse_work(const SparseLdlt& factor) {
  return 4.0 * factor.work();
}

/// Whether each row of motion is met as RowCheck asks of a row of a joint: its residual is small compared with the sum
/// of the moduli of its terms, which goes to `magnitude`.
bool are_motions_met(const Problem& problem, const Solution& solution, VectorX& residual, VectorX& magnitude) {
  multiply(*problem.mass, solution.x, residual);
  magnitude = residual.cwiseAbs() + problem.motion.cwiseAbs();
  residual -= problem.motion;
  for (const RowBlock& block : problem.rows->blocks)
    for (int side = 0; side < num_sides; ++side) {
      const double* value = problem.rows->values.data() + block.first_value[side];
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < block.num_columns[side]; ++j) {
          const double term = *value++ * solution.multiplier[block.first_row + i];
          residual[block.first_column[side] + j] -= term;
          magnitude[block.first_column[side] + j] += std::abs(term);
        }
    }
  return (residual.cwiseAbs().array() <= refined_share * magnitude.array()).all();
}

/// M without its numbers.
MassMatrix layout_of(const std::vector<InertiaBlock>& blocks, int num_columns) {
  return {.diagonal = VectorX::Ones(num_columns), .blocks = blocks};
}

}  // namespace

/// Modified Gram-Schmidt, twice for full orthogonality.
void LeftNullSpace::add(const VectorX& null_vector) {
  if (basis_.size() <= size_) basis_.resize(size_ + 1);
  VectorX& y = basis_[size_];
  y = null_vector;
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t l = 0; l < size_; ++l) y -= basis_[l].dot(y) * basis_[l];
  y /= y.norm();
  ++size_;
}

void LeftNullSpace::project_out(VectorX& multiplier) const {
  for (std::size_t k = 0; k < size_; ++k) multiplier -= basis_[k].dot(multiplier) * basis_[k];
}

KktSolver::KktSolver(const ConstraintRows& layout, DependentRows policy, const MassMatrix& mass,
                     std::span<const char> is_primary)
    : policy_(policy),
      is_primary_(is_primary.begin(), is_primary.end()),
      mass_blocks_(mass.blocks),
      access_(layout),
      row_check_(layout),
      judge_(layout) {
  // Multipliers with bounds are judged by columns of this system, whose rounding along a tree has not been looked into.
  bool are_all_primary = true;
  for (std::size_t k = 0; k < is_primary.size(); ++k)
    are_all_primary = are_all_primary && (is_primary[k] != 0 || layout.blocks[k].num_rows == 0);
  if (are_all_primary) tree_ = TreeFactor::make(layout, {}, layout_of(mass_blocks_, layout.num_columns));
  if (!tree_) make_delassus(layout);
  is_primary_row_.assign(static_cast<std::size_t>(layout.num_rows), 0);
  for (std::size_t k = 0; k < layout.blocks.size(); ++k)
    if (is_primary.empty() || is_primary[k])
      std::fill_n(is_primary_row_.begin() + layout.blocks[k].first_row, layout.blocks[k].num_rows, 1);
  zero_target_ = VectorX::Zero(layout.num_rows);
  row_transposed_ = VectorX::Zero(layout.num_columns);
  // The first refinement may come in any step.
  motion_residual_ = row_transposed_;
  target_residual_ = zero_target_;
  correction_.x = row_transposed_;
  correction_.multiplier = zero_target_;
}

void KktSolver::make_sparse(const ConstraintRows& layout) {
  sparse_.emplace(layout, mass_blocks_, is_primary_);
}

void KktSolver::make_delassus(const ConstraintRows& layout) {
  is_delassus_tried_ = true;
  const MassMatrix mass = layout_of(mass_blocks_, layout.num_columns);
  delassus_ = DelassusFactor::make(layout, is_primary_, mass, least_sparse_work(layout));
  if (delassus_) return;
  if (!sparse_) make_sparse(layout);
  delassus_ = DelassusFactor::make(layout, is_primary_, mass, sparse_work(sparse_->factor()));
}

std::size_t KktSolver::num_factor_entries() const {
  if (tree_) return tree_->num_entries();
  return delassus_ ? delassus_->num_entries() : sparse_->factor().num_factor_entries();
}

void KktSolver::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  switch (factor_) {
    case Factor::tree:
      return tree_->substitute(motion, target, solution);
    case Factor::joints:
      return delassus_->substitute(motion, target, solution);
    case Factor::whole:
      return sparse_->substitute(motion, target, solution);
  }
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

/// The same by joints, where x comes from the multipliers, so that the motion rows are met to rounding. Pre:
/// target_residual_.
void KktSolver::refine_rows(Solution& solution) {
  delassus_->substitute(target_residual_, correction_);
  solution.x += correction_.x;
  solution.multiplier += correction_.multiplier;
}

void KktSolver::expect(const RedundantRows& redundant) {
  judge_.expect(redundant);
}

/// Each round gains the bits that the weakest pivot has left, at least 53 - 40.
bool KktSolver::refine_until_met(const Problem& problem, Solution& solution) {
  constexpr int most_rounds = 4;
  for (int round = 0; round < most_rounds; ++round) {
    refine_rows(solution);
    if (row_check_.are_met(problem, solution, target_residual_)) return true;
  }
  return false;
}

bool KktSolver::factorize(const Problem& problem, std::span<const char> left_out) {
  return factorize(problem, left_out, {.tree = true, .weak_joints = false});
}

bool KktSolver::factorize_by_joints(const Problem& problem, bool is_weak_allowed) {
  if (!is_delassus_tried_) make_delassus(*problem.rows);
  return delassus_ && delassus_->factorize(problem) && (is_weak_allowed || !delassus_->is_weak());
}

bool KktSolver::factorize(const Problem& problem, std::span<const char> left_out, Allowed allowed) {
  ++num_factorizations_;
  dependent_rows_.clear();
  bool is_one_left_out = false;
  for (std::size_t i = 0; i < left_out.size(); ++i)
    is_one_left_out = is_one_left_out || (left_out[i] != 0 && is_primary_row_[i] != 0);
  if (!is_one_left_out) {
    factor_ = Factor::tree;
    if (allowed.tree && tree_ && tree_->factorize(problem)) return true;
    factor_ = Factor::joints;
    if (factorize_by_joints(problem, allowed.weak_joints)) return true;
  }
  factor_ = Factor::whole;
  if (!sparse_) make_sparse(*problem.rows);
  const bool factorized = sparse_->factorize(problem, left_out);
  dependent_rows_ = sparse_->dependent_rows();
  return factorized;
}

void KktSolver::solve(const Problem& problem, Solution& solution) {
  if (solve(problem, {.tree = true, .weak_joints = true}, solution)) return;
  if (factor_ == Factor::tree && solve(problem, {.tree = false, .weak_joints = true}, solution)) return;
  std::ignore = solve(problem, {.tree = false, .weak_joints = false}, solution);
}

bool KktSolver::solve(const Problem& problem, Allowed allowed, Solution& solution) {
  judge_.start();
  do {
    const bool factorized = factorize(problem, judge_.left_out(), allowed);
    solution.dependent_rows = dependent_rows_;
    solution.status = factorized ? Status::singular : Status::not_finite;
    if (!factorized || (!dependent_rows_.empty() && policy_ == DependentRows::stop)) return true;
  } while (!find_dependencies(problem));
  if (judge_.is_contradictory()) {
    solution.status = Status::contradictory;
    return true;
  }
  solve_again(problem, solution);
  return are_rows_met_;
}

void KktSolver::solve_again(const Problem& problem, Solution& solution) {
  substitute(problem.motion, problem.target, solution);
  are_rows_met_ = true;
  const auto miss_rows = [&] { return !row_check_.are_met(problem, solution, target_residual_); };
  if (factor_ == Factor::whole) {
    refine(problem, solution);
  } else if (factor_ == Factor::tree) {
    const auto is_met = [&] { return tree_->are_motions_met() && (tree_->are_joints_met() || !miss_rows()); };
    if (!is_met()) {
      tree_->substitute_from_rest(problem.motion, problem.target, solution);
      if (!is_met()) {
        refine(problem, solution);
        are_rows_met_ = !miss_rows() && are_motions_met(problem, solution, motion_residual_, row_transposed_);
      }
    }
  } else if (miss_rows()) {
    if (delassus_->is_weak())
      are_rows_met_ = refine_until_met(problem, solution);
    else
      refine_rows(solution);
  }
  null_space_.project_out(solution.multiplier);
  solution.dependent_rows = dependent_rows_;
  const bool finite = is_finite(solution.x) && is_finite(solution.multiplier);
  solution.status = finite ? Status::converged : Status::not_finite;
}

/// For a dependent row j the system with right-hand side (row j)^T, 0 has x = 0 and J^T multiplier = -(row j)^T:
/// e_j + multiplier is a left null vector. False when a row was left out that does not follow any more.
bool KktSolver::find_dependencies(const Problem& problem) {
  null_space_.clear();
  if (judge_.needs_closing_motion()) {
    row_transposed_.setZero();
    substitute(row_transposed_, problem.rows->phi, null_solution_);
    judge_.set_closing_motion(null_solution_.x);
  }
  for (const int row : dependent_rows_) {
    row_transposed_.setZero();
    access_.add_transposed(*problem.rows, row, 1.0, row_transposed_);
    substitute(row_transposed_, zero_target_, null_solution_);
    null_vector_ = null_solution_.multiplier;
    null_vector_[row] += 1.0;
    if (judge_.judge(problem, row, null_vector_, null_solution_.x)) null_space_.add(null_vector_);
  }
  return judge_.finish();
}

}  // namespace perpend
