#include "kernel/linear/route_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/linear/route.hpp"

namespace perpend {

RouteSolver::RouteSolver(const ConstraintRows& layout, const MassMatrix& mass, const LinearAlgebra& linear_algebra,
                         DependentRows policy)
    : num_columns_(layout.num_columns),
      num_rows_(layout.num_rows),
      policy_(policy),
      access_(layout),
      primary_(layout, policy, mass, primary_blocks(layout, linear_algebra.route)),
      judge_(layout) {
  const std::vector<char> primary = primary_blocks(layout, linear_algebra.route);
  for (std::size_t k = 0; k < primary.size(); ++k)
    for (int i = 0; !primary[k] && i < layout.blocks[k].num_rows; ++i)
      auxiliary_.push_back(layout.blocks[k].first_row + i);
  std::sort(auxiliary_.begin(), auxiliary_.end());
  const int capacity = num_auxiliary_rows();
  candidates_.reserve(capacity);
  dependent_rows_.reserve(num_rows_);
  implying_rows_.reserve(num_rows_);
  boxed_.allocate(capacity);
  pivoting_ = BoxedPivoting(capacity);
  z_ = right_ = VectorX::Zero(capacity);
  column_ = VectorX::Zero(num_columns_);
  fixed_ = zero_target_ = VectorX::Zero(num_rows_);
}

void RouteSolver::expect(const RedundantRows& redundant) {
  judge_.expect(redundant);
  primary_.expect(redundant);
}

void RouteSolver::solve(const Problem& problem, Solution& solution) {
  implying_rows_.clear();
  if (auxiliary_.empty()) return primary_.solve(problem, solution);
  solution.status = solve_bounded(problem, solution);
}

void RouteSolver::solve_again(const Problem& problem, Solution& solution) {
  if (auxiliary_.empty()) return primary_.solve_again(problem, solution);
  solve_with_active_set(problem, solution);
  solution.dependent_rows = dependent_rows_;
  const bool finite = solution.x.allFinite() && solution.multiplier.allFinite();
  solution.status = finite ? Status::converged : Status::not_finite;
}

Status RouteSolver::solve_bounded(const Problem& problem, Solution& solution) {
  judge_.start();
  do {
    const Status factorized = factorize(problem, solution);
    if (factorized != Status::converged) return factorized;
  } while (!find_null_space(problem));
  if (judge_.is_contradictory()) return Status::contradictory;
  const Status status = pivoting_.solve(boxed_, z_);
  if (pivoting_.conflicting_row() >= 0) {
    const int row = candidates_[pivoting_.conflicting_row()];
    find_implying_rows(*problem.rows, row);
    solution.dependent_rows.assign(1, row);
  }
  if (status != Status::converged) return status;
  solve_again(problem, solution);
  return solution.status;
}

Status RouteSolver::factorize(const Problem& problem, Solution& solution) {
  dependent_rows_.clear();
  solution.dependent_rows.clear();
  if (!primary_.factorize(problem, judge_.left_out())) return Status::not_finite;
  choose_candidates(problem);
  assemble(problem);
  const int size = boxed_.size;
  if (!boxed_.matrix.topLeftCorner(size, size).allFinite() || !boxed_.right.head(size).allFinite())
    return Status::not_finite;
  pivoting_.factorize_equations(boxed_);
  collect_dependent_rows(solution);
  return dependent_rows_.empty() || policy_ == DependentRows::leave_out ? Status::converged : Status::singular;
}

/// The rows of the dense system: those whose multiplier the bounds leave any choice.
void RouteSolver::choose_candidates(const Problem& problem) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool has_bounds = problem.lower.size() > 0;
  candidates_.clear();
  for (const int row : auxiliary_) {
    const int i = static_cast<int>(candidates_.size());
    boxed_.lower[i] = has_bounds ? problem.lower[row] : -infinity;
    boxed_.upper[i] = has_bounds ? problem.upper[row] : infinity;
    if (boxed_.lower[i] != boxed_.upper[i] && !judge_.is_left_out(row)) candidates_.push_back(row);
  }
  boxed_.size = static_cast<int>(candidates_.size());
}

/// |J_i dx| <= sqrt(J_i M^-1 J_i^T) |dx|, where |x|^2 = x^T M x: what the rounding of x0 makes of a row, from the norms
/// of x0 and of the motion without constraints that it is a projection of.
double RouteSolver::kinetic_size(const MassMatrix& mass, const VectorX& motion, const VectorX& x) {
  multiply(mass, x, column_);
  const double constrained = x.dot(column_);
  divide(mass, motion, column_);
  return std::sqrt(constrained) + std::sqrt(motion.dot(column_));
}

/// W, one substitution a column, and the right-hand side.
void RouteSolver::assemble(const Problem& problem) {
  const ConstraintRows& rows = *problem.rows;
  loaded_motion_ = problem.motion;
  for (const int row : auxiliary_)
    if (problem.lower.size() > 0 && problem.lower[row] == problem.upper[row] && problem.lower[row] != 0.0)
      access_.add_transposed(rows, row, problem.lower[row], loaded_motion_);
  primary_.substitute(loaded_motion_, problem.target, base_);
  const double size = kinetic_size(*problem.mass, loaded_motion_, base_.x);
  for (int j = 0; j < boxed_.size; ++j) {
    const int row = candidates_[j];
    boxed_.right[j] = problem.target[row] - access_.dot(rows, row, base_.x);
    column_.setZero();
    access_.add_transposed(rows, row, 1.0, column_);
    divide(*problem.mass, column_, loaded_motion_);
    const double square = access_.dot(rows, row, loaded_motion_);
    boxed_.right_magnitude[j] = std::abs(problem.target[row]) + access_.dot_magnitude(rows, row, base_.x);
    boxed_.right_scale[j] = std::sqrt(square) * size;
    boxed_.diagonal_magnitude[j] = square + problem.compliance[row];
    primary_.substitute(column_, zero_target_, combination_);
    for (int i = j; i < boxed_.size; ++i)
      boxed_.matrix(i, j) = boxed_.matrix(j, i) = access_.dot(rows, candidates_[i], combination_.x);
    boxed_.matrix(j, j) += problem.compliance[row];
  }
}

void RouteSolver::collect_dependent_rows(Solution& solution) {
  dependent_rows_.assign(primary_.dependent_rows().begin(), primary_.dependent_rows().end());
  for (const int i : pivoting_.dependent_equations()) dependent_rows_.push_back(candidates_[i]);
  for (const int row : auxiliary_)
    if (judge_.is_left_out(row)) dependent_rows_.push_back(row);
  std::sort(dependent_rows_.begin(), dependent_rows_.end());
  solution.dependent_rows = dependent_rows_;
}

/// combination_.multiplier = y with J^T y = 0 and y = 1 in a row that follows from the free rows: the system with
/// right-hand side (row)^T, 0 has x = 0 and J^T multiplier = -(row)^T.
void RouteSolver::find_combination(const ConstraintRows& rows, int row) {
  column_.setZero();
  access_.add_transposed(rows, row, 1.0, column_);
  solve_free(rows, column_, zero_target_, combination_);
  combination_.multiplier[row] += 1.0;
}

/// Before the pivoting, while equations alone are free: bounded rows take no part in least-norm multipliers, since
/// their signs are given. False when a row was left out that does not follow any more.
bool RouteSolver::find_null_space(const Problem& problem) {
  null_space_.clear();
  if (judge_.needs_closing_motion()) {
    column_.setZero();
    solve_free(*problem.rows, column_, problem.rows->phi, combination_);
    judge_.set_closing_motion(combination_.x);
  }
  for (const int row : dependent_rows_) {
    find_combination(*problem.rows, row);
    if (judge_.judge(problem, row, combination_.multiplier, combination_.x)) null_space_.add(combination_.multiplier);
  }
  return judge_.finish();
}

void RouteSolver::find_implying_rows(const ConstraintRows& rows, int row) {
  find_combination(rows, row);
  // Coefficients are known to about the square root of what rank is judged by.
  const double smallest = 0x1p-20 * combination_.multiplier.cwiseAbs().maxCoeff();
  for (int i = 0; i < num_rows_; ++i)
    if (i != row && std::abs(combination_.multiplier[i]) > smallest) implying_rows_.push_back(i);
}

/// Multipliers that are not free are 0.
void RouteSolver::solve_free(const ConstraintRows& rows, const VectorX& motion, const VectorX& target,
                             Solution& solution) {
  primary_.substitute(motion, target, base_);
  for (const int i : pivoting_.free_rows())
    right_[i] = target[candidates_[i]] - access_.dot(rows, candidates_[i], base_.x);
  pivoting_.solve_free(right_, z_);
  loaded_motion_ = motion;
  for (const int i : pivoting_.free_rows()) access_.add_transposed(rows, candidates_[i], z_[i], loaded_motion_);
  primary_.substitute(loaded_motion_, target, solution);
  for (const int i : pivoting_.free_rows()) solution.multiplier[candidates_[i]] = z_[i];
}

void RouteSolver::solve_with_active_set(const Problem& problem, Solution& solution) {
  const ConstraintRows& rows = *problem.rows;
  fixed_.setZero();
  if (problem.lower.size() > 0) {
    for (const int row : auxiliary_)
      if (problem.lower[row] == problem.upper[row]) fixed_[row] = problem.lower[row];
    for (int i = 0; i < boxed_.size; ++i) {
      const auto place = pivoting_.place(i);
      if (place == BoxedPivoting::Place::at_lower) fixed_[candidates_[i]] = problem.lower[candidates_[i]];
      if (place == BoxedPivoting::Place::at_upper) fixed_[candidates_[i]] = problem.upper[candidates_[i]];
    }
  }
  motion_residual_ = problem.motion;
  for (const int row : auxiliary_)
    if (fixed_[row] != 0.0) access_.add_transposed(rows, row, fixed_[row], motion_residual_);
  solve_free(rows, motion_residual_, problem.target, solution);
  solution.multiplier += fixed_;
  refine(problem, solution);
  keep_within_bounds(problem, solution.multiplier);
  null_space_.project_out(solution.multiplier);
}

void RouteSolver::refine(const Problem& problem, Solution& solution) {
  multiply(*problem.mass, solution.x, motion_residual_);
  motion_residual_ = problem.motion - motion_residual_;
  add_jacobian_transposed(*problem.rows, solution.multiplier, motion_residual_);
  apply_jacobian(*problem.rows, solution.x, target_residual_);
  target_residual_ = problem.target - target_residual_ - problem.compliance.cwiseProduct(solution.multiplier);
  solve_free(*problem.rows, motion_residual_, target_residual_, correction_);
  solution.x += correction_.x;
  solution.multiplier += correction_.multiplier;
}

/// Free multipliers may lie outside by their rounding.
void RouteSolver::keep_within_bounds(const Problem& problem, VectorX& multiplier) const {
  if (problem.lower.size() == 0) return;
  for (const int row : auxiliary_)
    multiplier[row] = std::clamp(multiplier[row], problem.lower[row], problem.upper[row]);
}

}  // namespace perpend
