#include "kernel/solvers/boxed_pivoting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Coefficients of a direction, each as large as its row is, are known to fewer bits than rank is judged by.
constexpr double coefficient_tolerance = 0x1p-30;

/// s of the steps: the first makes sides easy to find, the others bring them nearer to those of a solution.
constexpr double shares[] = {0x1p-12, 0x1p-20, 0x1p-28};

}  // namespace

void BoxedPivoting::factorize_equations(const BoxedProblem& problem) {
  equations_.clear();
  for (int i = 0; i < problem.size; ++i)
    if (!problem.is_bounded(i)) equations_.push_back(i);
  factor_.factorize(problem.matrix, problem.diagonal_magnitude, equations_);
  num_equations_ = static_cast<int>(factor_.rows().size());
}

/// The place of a row whose w does not depend on any z. Status singular: it asks for a bound that is infinite.
Status BoxedPivoting::settle(const BoxedProblem& problem, int row, const VectorX& z) {
  const double lower = problem.lower[row], upper = problem.upper[row];
  const Slack w = slack(problem, row, z);
  // What rank is judged by also bounds what a row that depends on the others can be known to ask for.
  const double tolerance = PivotedCholesky::rank_tolerance * (w.magnitude + w.scale);
  is_settled_[row] = 1;
  if (std::abs(w.value) <= tolerance)
    place_[row] = lower >= 0.0 ? Place::at_lower : upper <= 0.0 ? Place::at_upper : Place::left_out;
  else
    place_[row] = w.value > 0.0 ? Place::at_lower : Place::at_upper;
  if (std::isfinite(bound(problem, row))) return Status::converged;
  conflicting_row_ = row;
  return Status::singular;
}

/// Bounded rows that follow from the equations, and those whose bounds leave no choice.
Status BoxedPivoting::settle_dependent_rows(const BoxedProblem& problem, VectorX& z) {
  factor_.shrink(num_equations_);
  std::fill_n(is_settled_.begin(), problem.size, 0);
  shift_.head(problem.size).setZero();
  z.head(problem.size).setZero();
  solve_rows(problem, z);
  for (int i = 0; i < problem.size; ++i) {
    if (!problem.is_bounded(i)) continue;
    if (problem.lower[i] == problem.upper[i]) {
      is_settled_[i] = 1;
      place_[i] = Place::at_lower;
    } else if (!is_independent(problem, i)) {
      if (const Status status = settle(problem, i, z); status != Status::converged) return status;
    }
  }
  return Status::converged;
}

/// Equations are free. A bounded row starts free where 0 is strictly `inside` its bounds, else at the bound nearest 0.
void BoxedPivoting::start(const BoxedProblem& problem, VectorX& z) {
  for (int i = 0; i < problem.size; ++i) {
    const double lower = problem.lower[i], upper = problem.upper[i];
    if (!problem.is_bounded(i) || (is_open(problem, i) && lower < 0.0 && upper > 0.0))
      place_[i] = Place::free;
    else if (is_open(problem, i))
      place_[i] = std::abs(lower) <= std::abs(upper) ? Place::at_lower : Place::at_upper;
    z[i] = place_[i] == Place::free ? 0.0 : bound(problem, i);
  }
  for (const int row : dependent_equations()) place_[row] = Place::left_out;
}

/// The factorization of the free rows: equations first, then bounded rows by index.
bool BoxedPivoting::collect_free(const BoxedProblem& problem) {
  factor_.shrink(num_equations_);
  for (int i = 0; i < problem.size; ++i)
    if (place_[i] == Place::free && problem.is_bounded(i) &&
        !factor_.append(problem.matrix, problem.diagonal_magnitude, i, shift_[i]))
      return false;
  return true;
}

/// z of the free rows from that of the others.
void BoxedPivoting::solve_rows(const BoxedProblem& problem, VectorX& z) {
  for (const int i : free_rows()) right_[i] = problem.right[i] + shift_[i] * centre_[i];
  for (int j = 0; j < problem.size; ++j) {
    if (place_[j] == Place::free || z[j] == 0.0) continue;
    for (const int i : free_rows()) right_[i] -= problem.matrix(i, j) * z[j];
  }
  factor_.solve(right_, z);
}

/// A sum of n terms is known to n roundings of their sizes; the factor 8 covers that z was rounded as well.
BoxedPivoting::Slack BoxedPivoting::slack(const BoxedProblem& problem, int row, const VectorX& z) const {
  double value = -problem.right[row];
  double magnitude = problem.right_magnitude[row];
  double moved = 0.0;
  const double* column = problem.matrix.col(row).data();
  for (int j = 0; j < problem.size; ++j) {
    const double term = column[j] * z[j];
    value += term;
    magnitude += std::abs(term);
    if (z[j] != 0.0) moved += std::sqrt(problem.diagonal_magnitude[j]) * std::abs(z[j]);
  }
  const double pull = shift_[row] * (z[row] - centre_[row]);
  value += pull;
  magnitude += std::abs(pull);
  const double scale = problem.right_scale[row] + std::sqrt(problem.diagonal_magnitude[row]) * moved;
  return {value, 8.0 * (problem.size + 2) * 0x1p-53 * magnitude, magnitude, scale};
}

bool BoxedPivoting::is_wrong(const BoxedProblem& problem, int row, const VectorX& z, double tolerance) const {
  const Slack w = slack(problem, row, z);
  const double allowed = std::max(w.rounding, tolerance * (w.magnitude + w.scale));
  switch (place_[row]) {
    case Place::at_lower:
      return w.value < -allowed;
    case Place::at_upper:
      return w.value > allowed;
    case Place::free: {
      const double outside = std::max(problem.lower[row] - z[row], z[row] - problem.upper[row]);
      return outside > 0.0 && outside * problem.matrix(row, row) > allowed;
    }
    case Place::left_out:
      return std::abs(w.value) > allowed;
  }
  return false;
}

void BoxedPivoting::change_side(const BoxedProblem& problem, int row, VectorX& z) {
  ++num_pivots_;
  if (place_[row] != Place::free) {
    place_[row] = Place::free;
    return;
  }
  const bool below = z[row] < problem.lower[row];
  place_[row] = below ? Place::at_lower : Place::at_upper;
  z[row] = below ? problem.lower[row] : problem.upper[row];
}

/// From the places that are.
Status BoxedPivoting::pivot_in_blocks(const BoxedProblem& problem, VectorX& z) {
  const int last_pivot = num_pivots_ + pivot_limit(problem.size);
  int fewest = problem.size + 1;
  int patience = 10;
  while (num_pivots_ <= last_pivot) {
    if (!collect_free(problem)) return Status::singular;
    solve_rows(problem, z);
    wrong_.clear();
    for (int i = 0; i < problem.size; ++i)
      if (is_open(problem, i) && is_wrong(problem, i, z)) wrong_.push_back(i);
    if (wrong_.empty()) return Status::converged;
    const int num_wrong = static_cast<int>(wrong_.size());
    if (num_wrong < fewest) {
      fewest = num_wrong;
      patience = 10;
    } else if (patience > 0) {
      --patience;
    }
    if (patience == 0) wrong_.resize(1);
    for (const int row : wrong_) change_side(problem, row, z);
  }
  return Status::iteration_limit;
}

Status BoxedPivoting::solve(const BoxedProblem& problem, VectorX& z) {
  num_pivots_ = 0;
  conflicting_row_ = -1;
  Status status = settle_dependent_rows(problem, z);
  if (status != Status::converged) return status;
  start(problem, z);
  status = pivot_in_blocks(problem, z);
  if (status != Status::converged) status = solve_regularized(problem, z);
  if (status != Status::converged) return status;
  for (int i = 0; i < problem.size; ++i)
    if (!std::isfinite(z[i])) return Status::not_finite;
  return Status::converged;
}

// The part of BoxedPivoting for semidefinite W: z minimizes z'W z / 2 - right'z within its bounds. A proximal step
// [Rockafellar76], with D the sizes of the diagonal,
//     z solves the problem of  W + s D  and  right + s D centre,
// is definite, so block pivoting finds its sides, which are nearly those of a solution. From there z descends within
// its bounds to the minimum over its free rows, and a row with a wrong w is set free: [NocedalWright06] 16.5.
//
// The free rows stay independent. When a row that depends on them is to become free, z moves along the direction d with
// W d = 0, where no w changes, until one of the rows in it stands at a bound. When none does, there is no solution:
// d'(W z - right) = -d'right is not 0, whatever z is.

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
