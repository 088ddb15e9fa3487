// The part of BoxedPivoting for semidefinite W: z minimizes z'W z / 2 - right'z within its bounds. A proximal step
// [Rockafellar76], with D the sizes of the diagonal,
//     z solves the problem of  W + s D  and  right + s D centre,
// is definite, so block pivoting finds its sides, which are nearly those of a solution. From there z descends within
// its bounds to the minimum over its free rows, and a row with a wrong w is set free: [NocedalWright06] 16.5.
//
// The free rows stay independent. When a row that depends on them is to become free, z moves along the direction d with
// W d = 0, where no w changes, until one of the rows in it stands at a bound. When none does, there is no solution:
// d'(W z - right) = -d'right is not 0, whatever z is.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/solvers/boxed_pivoting.hpp"

namespace perpend {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Coefficients of a direction, each as large as its row is, are known to fewer bits than rank is judged by.
constexpr double coefficient_tolerance = 0x1p-30;

/// s of the steps: the first makes sides easy to find, the others bring them nearer to those of a solution.
constexpr double shares[] = {0x1p-12, 0x1p-20, 0x1p-28};

}  // namespace

Status BoxedPivoting::solve_regularized(const BoxedProblem& problem, VectorX& z) {
  start(problem, z);
  centre_.head(problem.size).setZero();
  for (const double share : shares) {
    regularize(problem, share);
    // Where rounding keeps it from ending, the descent starts from further away.
    static_cast<void>(pivot_in_blocks(problem, z));
    shift_.head(problem.size).setZero();
    for (int i = 0; i < problem.size; ++i) z[i] = std::clamp(z[i], problem.lower[i], problem.upper[i]);
    centre_.head(problem.size) = z.head(problem.size);
    const Status status = descend(problem, z);
    if (status != Status::iteration_limit) return status;
  }
  return Status::iteration_limit;
}

void BoxedPivoting::regularize(const BoxedProblem& problem, double share) {
  for (int i = 0; i < problem.size; ++i) shift_[i] = is_open(problem, i) ? share * problem.diagonal_magnitude[i] : 0.0;
}

/// From z within its bounds. Ten changes a row are many: this starts near a solution.
Status BoxedPivoting::descend(const BoxedProblem& problem, VectorX& z) {
  const int first = num_pivots_, most = 10 * (problem.size + 1);
  while (num_pivots_ - first <= most) {
    collect_independent(problem);
    if (!surplus_.empty()) {
      take_out(problem, surplus_.front(), z);
    } else if (reach_minimum(problem, z)) {
      const int row = wrong_row(problem, num_pivots_ - first > most / 2, z);
      if (row < 0) return Status::converged;
      if (const Status status = release(problem, row, z); status != Status::converged) return status;
    }
  }
  return Status::iteration_limit;
}

/// The free rows in factor_ as far as they are independent, those with the largest pivots; the others are surplus.
void BoxedPivoting::collect_independent(const BoxedProblem& problem) {
  factor_.shrink(num_equations_);
  wrong_.clear();
  for (int i = 0; i < problem.size; ++i)
    if (place_[i] == Place::free && problem.is_bounded(i)) wrong_.push_back(i);
  factor_.extend(problem.matrix, problem.diagonal_magnitude, wrong_, surplus_);
}

/// direction_ of all z for a step of `sign` in the row with w = 0 kept on the free rows.
void BoxedPivoting::find_direction(const BoxedProblem& problem, int row, double sign) {
  direction_.head(problem.size).setZero();
  for (const int i : free_rows()) right_[i] = -sign * problem.matrix(i, row);
  factor_.solve(right_, direction_);
  direction_[row] = sign;
}

/// Along direction_, which the row leads. Step infinite: no bound in its way. The least index among equals.
BoxedPivoting::Block BoxedPivoting::first_block(const BoxedProblem& problem, int row, const VectorX& z) const {
  Block block{.step = infinity, .row = row};
  const double smallest = coefficient_tolerance * std::sqrt(problem.diagonal_magnitude[row]);
  const auto offer = [&](int i) {
    const double bound = direction_[i] < 0.0 ? problem.lower[i] : problem.upper[i];
    const double step = std::max((bound - z[i]) / direction_[i], 0.0);
    if (step < block.step || (step == block.step && i < block.row)) block = {step, i};
  };
  offer(row);
  for (const int i : free_rows())
    if (problem.is_bounded(i) && std::sqrt(problem.diagonal_magnitude[i]) * std::abs(direction_[i]) > smallest)
      offer(i);
  return block;
}

void BoxedPivoting::move(const BoxedProblem& problem, const Block& block, int row, VectorX& z) {
  ++num_pivots_;
  for (const int i : free_rows()) z[i] += block.step * direction_[i];
  z[row] += block.step * direction_[row];
  place_[block.row] = direction_[block.row] < 0.0 ? Place::at_lower : Place::at_upper;
  z[block.row] = bound(problem, block.row);
}

/// Moves z of a surplus row to the value nearest 0, unless another row meets its bound on the way.
void BoxedPivoting::take_out(const BoxedProblem& problem, int row, VectorX& z) {
  const double end = std::clamp(0.0, problem.lower[row], problem.upper[row]);
  find_direction(problem, row, z[row] > end ? -1.0 : 1.0);
  const Block block = first_block(problem, row, z);
  const double length = std::abs(z[row] - end);
  if (block.step < length) return move(problem, block, row, z);
  move(problem, {length, row}, row, z);
  place_[row] = end == problem.lower[row]   ? Place::at_lower
                : end == problem.upper[row] ? Place::at_upper
                                            : Place::left_out;
  z[row] = end;
}

/// The minimum over the free rows. False: a row in the way is at its bound now.
bool BoxedPivoting::reach_minimum(const BoxedProblem& problem, VectorX& z) {
  for (const int i : free_rows()) direction_[i] = z[i];
  solve_rows(problem, z);
  Block block{.step = 1.0, .row = -1};
  for (const int i : free_rows()) {
    if (!problem.is_bounded(i) || !is_wrong(problem, i, z, PivotedCholesky::rank_tolerance)) continue;
    const double bound = z[i] < problem.lower[i] ? problem.lower[i] : problem.upper[i];
    const double step = std::clamp((bound - direction_[i]) / (z[i] - direction_[i]), 0.0, 1.0);
    if (block.row < 0 || step < block.step || (step == block.step && i < block.row)) block = {step, i};
  }
  if (block.row < 0) return true;
  for (const int i : free_rows()) std::swap(z[i], direction_[i]);
  for (const int i : free_rows()) direction_[i] -= z[i];
  move(problem, block, block.row, z);
  return false;
}

/// The one that is wrong by most, or the first `by_index`, which does not repeat itself. -1: none.
int BoxedPivoting::wrong_row(const BoxedProblem& problem, bool by_index, const VectorX& z) const {
  int worst = -1;
  double largest = 0.0;
  for (int i = 0; i < problem.size; ++i) {
    if (!is_open(problem, i) || place_[i] == Place::free) continue;
    if (!is_wrong(problem, i, z, PivotedCholesky::rank_tolerance)) continue;
    if (by_index) return i;
    const double size = std::abs(slack(problem, i, z).value) / std::sqrt(problem.diagonal_magnitude[i]);
    if (worst >= 0 && !(size > largest)) continue;
    worst = i;
    largest = size;
  }
  return worst;
}

/// Lets go of a row with a wrong w: it becomes free, or goes to its other bound.
Status BoxedPivoting::release(const BoxedProblem& problem, int row, VectorX& z) {
  const double sign = slack(problem, row, z).value < 0.0 ? 1.0 : -1.0;
  const Place from = place_[row];
  ++num_pivots_;
  place_[row] = Place::free;
  for (collect_independent(problem); !surplus_.empty(); collect_independent(problem)) {
    const int leading = surplus_.front();
    find_direction(problem, leading, 1.0);
    if (direction_[row] * sign < 0.0) direction_ *= -1.0;
    const Block block = first_block(problem, leading, z);
    if (block.step == infinity) {
      place_[row] = from;
      collect_independent(problem);
      conflicting_row_ = row;
      return Status::singular;
    }
    move(problem, block, leading, z);
    if (block.row == row) return Status::converged;
  }
  return Status::converged;
}

}  // namespace perpend
