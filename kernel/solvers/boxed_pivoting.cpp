#include "kernel/solvers/boxed_pivoting.hpp"

#include <cmath>
#include <limits>

namespace perpend {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

void BoxedProblem::allocate(int capacity) {
  matrix = MatrixX::Zero(capacity, capacity);
  right = lower = upper = right_magnitude = right_scale = diagonal_magnitude = VectorX::Zero(capacity);
}

bool BoxedProblem::is_bounded(int row) const {
  return lower[row] > -infinity || upper[row] < infinity;
}

BoxedPivoting::BoxedPivoting(int capacity)
    : factor_(capacity),
      place_(capacity, Place::free),
      is_settled_(capacity, 0),
      right_(VectorX::Zero(capacity)),
      shift_(VectorX::Zero(capacity)),
      centre_(VectorX::Zero(capacity)),
      direction_(VectorX::Zero(capacity)) {
  equations_.reserve(capacity);
  wrong_.reserve(capacity);
  surplus_.reserve(capacity);
}

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

/// z of a row that is not free.
double BoxedPivoting::bound(const BoxedProblem& problem, int row) const {
  return place_[row] == Place::at_lower   ? problem.lower[row]
         : place_[row] == Place::at_upper ? problem.upper[row]
                                          : 0.0;
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

/// Whether the row is independent of the free ones.
bool BoxedPivoting::is_independent(const BoxedProblem& problem, int row) {
  const int size = static_cast<int>(factor_.rows().size());
  const bool independent = factor_.append(problem.matrix, problem.diagonal_magnitude, row);
  factor_.shrink(size);
  return independent;
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

}  // namespace perpend
