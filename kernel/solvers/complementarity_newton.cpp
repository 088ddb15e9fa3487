#include "kernel/solvers/complementarity_newton.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace {

/// z + w - hypot(z, w) without cancellation where both are positive.
double phi(double z, double w, double radius) {
  return z > 0.0 && w > 0.0 ? 2.0 * z * w / (z + w + radius) : z + w - radius;
}

/// Part of the predicted decrease that a step must bring. [DeLucaFacchineiKanzow96]
constexpr double sufficient_decrease = 1e-4;
/// A full step on the active set counts when it takes this part of the merit away.
constexpr double active_set_decrease = 0.5;
/// A Newton direction must point down at least this much, against |gradient| |d|.
constexpr double least_descent = 1e-12;
/// Merits that a step is compared with: their largest. [GrippoLamparielloLucidi86]
constexpr std::size_t memory = 5;
constexpr double shortest_step = 0x1p-40;
constexpr int finishing_steps = 3;

void slack_at(const Lcp& lcp, const GrowingVector& z, GrowingVector& w) {
  lcp.matrix->multiply(z, w);
  w += lcp.b;
}

constexpr FieldSpec fischer_burmeister_options[] = {newton_tolerance_field, newton_iterations_field};

Made<std::unique_ptr<LcpSolver>> make_fischer_burmeister(const Properties& options) {
  return std::make_unique<GlobalizedNewton>(newton_limits_of(options), NewtonStep::fischer_burmeister);
}

}  // namespace

void ActiveSetStep::choose(const GrowingVector& z, const GrowingVector& w) {
  active_.resize(z.size());
  place_.resize(z.size());
  block_.num_rows = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    active_[i] = w[i] < z[i] ? 1 : 0;
    place_[i] = active_[i] != 0 ? block_.num_rows++ : -1;
  }
  block_.num_columns = block_.num_rows;
}

/// shifted_ = A_alpha,alpha + shift,  right_ = -w_alpha + A_alpha,beta z_beta.
void ActiveSetStep::extract(const SparseRows& a, const GrowingVector& z, const GrowingVector& w) {
  block_.first.assign(1, 0);
  block_.column.clear();
  block_.value.clear();
  right_.resize(block_.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    if (place_[i] < 0) continue;
    double right = -w[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      if (place_[j] < 0) {
        right += a.value[k] * z[j];
        continue;
      }
      block_.column.push_back(place_[j]);
      block_.value.push_back(a.value[k]);
    }
    block_.first.push_back(static_cast<int>(block_.column.size()));
    right_[place_[i]] = right;
  }
  add_diagonal_entries(block_, shifted_, diagonal_at_);
  const double shifted = shift * largest_entry(a);
  for (int i = 0; i < a.num_rows; ++i)
    if (place_[i] >= 0) shifted_.value[diagonal_at_[place_[i]]] += shifted + (added_ != nullptr ? (*added_)[i] : 0.0);
}

/// inverse_ = 1 / (P + shift) in alpha, 0 elsewhere;  right_ = -w + A_.,beta z_beta. Refined once, or what the small
/// shift leaves of the digits would choose the next active set.
bool ActiveSetStep::compute_by_structure(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w,
                                         GrowingVector& d) {
  const double shifted = shift * largest_diagonal(*lcp.matrix);
  inverse_.resize(z.size());
  d = z;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    inverse_[i] = active_[i] != 0 ? 1.0 / (shifted + (added_ != nullptr ? (*added_)[i] : 0.0)) : 0.0;
    if (active_[i] != 0) d[i] = 0.0;
  }
  lcp.matrix->multiply(d, right_);
  right_ -= w;
  if (!structured_->factorize(inverse_) || !structured_->solve(right_, solved_)) return false;
  lcp.matrix->multiply(solved_, left_);
  if (added_ != nullptr) left_ += added_->cwiseProduct(solved_);
  right_ -= left_;
  if (!structured_->solve(right_, left_)) return false;
  for (Eigen::Index i = 0; i < z.size(); ++i) d[i] = active_[i] != 0 ? solved_[i] + left_[i] : -z[i];
  return true;
}

bool ActiveSetStep::compute(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w, GrowingVector& d) {
  choose(z, w);
  if (structured_ != nullptr) return compute_by_structure(lcp, z, w, d);
  extract(lcp.matrix->sparse(), z, w);
  d = -z;
  if (block_.num_rows == 0) return true;
  if (!factor_.factorize(shifted_, factor_kind(lcp)) || !factor_.solve(right_, solved_)) return false;
  for (Eigen::Index i = 0; i < d.size(); ++i)
    if (place_[i] >= 0) d[i] = solved_[place_[i]];
  return true;
}

double largest_diagonal(const LcpMatrix& matrix) {
  double largest = 0.0;
  for (int i = 0; i < matrix.size(); ++i) largest = std::max(largest, matrix.diagonal(i));
  return largest;
}

SparseFactor::Kind factor_kind(const Lcp& lcp) {
  return lcp.structure == LcpClass::symmetric ? SparseFactor::Kind::symmetric : SparseFactor::Kind::general;
}

double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w) {
  auto& [moving, slack, d, best, best_slack] = step.way_;
  const auto clip = [&](GrowingVector& at, GrowingVector& its_slack) {
    at = at.cwiseMax(0.0);
    lcp.matrix->multiply(at, its_slack);
    its_slack += lcp.b;
    return natural_residual(lcp, at, its_slack);
  };
  moving = z;
  slack = w;
  double least = clip(z, w);
  for (int i = 0; i < most && least > 0.0 && !must_stop(); ++i) {
    if (!step.compute(lcp, moving, slack, d)) break;
    moving += d;
    lcp.matrix->multiply(moving, slack);
    slack += lcp.b;
    best = moving;
    const double residual = clip(best, best_slack);
    if (!(residual < 0.5 * least) && i > 0) break;
    if (!(residual < least)) continue;
    least = residual;
    z = best;
    w = best_slack;
  }
  return least;
}

void FischerBurmeister::evaluate(const GrowingVector& z, const GrowingVector& w) {
  phi_.resize(z.size());
  by_z_.resize(z.size());
  by_w_.resize(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double radius = std::hypot(z[i], w[i]);
    phi_[i] = phi(z[i], w[i], radius);
    // At (0, 0) any element of the generalized gradient serves: that of z = w > 0.
    by_z_[i] = radius > 0.0 ? 1.0 - z[i] / radius : 1.0 - std::sqrt(0.5);
    by_w_[i] = radius > 0.0 ? 1.0 - w[i] / radius : 1.0 - std::sqrt(0.5);
  }
}

void FischerBurmeister::gradient(const SparseRows& a, GrowingVector& out) const {
  out = by_z_.cwiseProduct(phi_);
  for (int i = 0; i < a.num_rows; ++i) {
    const double amount = by_w_[i] * phi_[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out[a.column[k]] += a.value[k] * amount;
  }
}

/// A is shifted as in ActiveSetStep: J is singular where supports are redundant.
void FischerBurmeister::assemble(const SparseRows& a) {
  add_diagonal_entries(a, jacobian_, diagonal_at_);
  const double added = ActiveSetStep::shift * largest_entry(a);
  for (int i = 0; i < a.num_rows; ++i) {
    jacobian_.value[diagonal_at_[i]] += added;
    for (int k = jacobian_.first[i]; k < jacobian_.first[i + 1]; ++k) jacobian_.value[k] *= by_w_[i];
    jacobian_.value[diagonal_at_[i]] += by_z_[i];
  }
}

bool FischerBurmeister::newton_direction(const SparseRows& a, GrowingVector& d) {
  assemble(a);
  right_ = -phi_;
  return factor_.factorize(jacobian_, SparseFactor::Kind::general) && factor_.solve(right_, d);
}

NewtonLimits newton_limits_of(const Properties& options) {
  const NewtonLimits standard;
  return {options.number_or("tolerance", standard.tolerance),
          static_cast<long>(options.number_or("iterations", static_cast<double>(standard.iterations)))};
}

void start_newton(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  solution.iterations = 0;
  solution.history.clear();
  solution.note.clear();
  solution.ray.resize(0);
  const int size = lcp.matrix->size();
  if (start != nullptr && start->size() == size && start->allFinite()) {
    solution.z = *start;
    slack_at(lcp, solution.z, solution.w);
  } else {
    solution.z.setZero(size);
    solution.w = (lcp.b.array() + 0.0).matrix();  // as a product with 0 leaves it: no -0
  }
}

/// Natural residual of max(z, 0): z may be below 0 on the way.
double GlobalizedNewton::clipped_residual(const Lcp& lcp, const GrowingVector& z) {
  clipped_ = z.cwiseMax(0.0);
  slack_at(lcp, clipped_, clipped_slack_);
  return natural_residual(lcp, clipped_, clipped_slack_);
}

void GlobalizedNewton::move_to_trial(LcpSolution& solution) {
  solution.z.swap(trial_);
  solution.w.swap(trial_slack_);
}

bool GlobalizedNewton::step_on_active_set(const Lcp& lcp, LcpSolution& solution) {
  if (!active_set_.compute(lcp, solution.z, solution.w, direction_)) return false;
  trial_ = solution.z + direction_;
  slack_at(lcp, trial_, trial_slack_);
  const double before = function_.merit();
  function_.evaluate(trial_, trial_slack_);
  if (function_.merit() <= active_set_decrease * before) {
    move_to_trial(solution);
    return true;
  }
  function_.evaluate(solution.z, solution.w);
  return false;
}

/// Newton's direction where it points down, else the steepest one.
bool GlobalizedNewton::search_along_line(const Lcp& lcp, LcpSolution& solution) {
  const SparseRows& a = lcp.matrix->sparse();
  function_.gradient(a, gradient_);
  const bool has_newton = function_.newton_direction(a, direction_);
  if (!has_newton || !(gradient_.dot(direction_) <= -least_descent * gradient_.norm() * direction_.norm()))
    direction_ = -gradient_;
  const double slope = gradient_.dot(direction_);
  const double reference = *std::max_element(merits_.begin(), merits_.end());
  for (double length = 1.0; length >= shortest_step; length *= 0.5) {
    trial_ = solution.z + length * direction_;
    slack_at(lcp, trial_, trial_slack_);
    function_.evaluate(trial_, trial_slack_);
    if (!(function_.merit() <= reference + sufficient_decrease * length * slope)) continue;
    move_to_trial(solution);
    return true;
  }
  return false;
}

LcpFailure GlobalizedNewton::iterate(const Lcp& lcp, LcpSolution& solution) {
  merits_.clear();
  function_.evaluate(solution.z, solution.w);
  double residual = clipped_residual(lcp, solution.z);
  while (solution.iterations < limits_.iterations && residual > limits_.tolerance && !must_stop()) {
    ++solution.iterations;
    if (merits_.size() == memory) merits_.erase(merits_.begin());
    merits_.push_back(function_.merit());
    const bool has_moved =
        (first_ == NewtonStep::active_set && step_on_active_set(lcp, solution)) || search_along_line(lcp, solution);
    residual = clipped_residual(lcp, solution.z);
    solution.history.push_back(residual);
    if (has_moved) continue;
    solution.note = "no step makes the merit smaller: a local minimum of it, not a solution";
    return LcpFailure::stagnation;
  }
  return residual > limits_.tolerance ? LcpFailure::limit : LcpFailure::none;
}

void GlobalizedNewton::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  const LcpFailure failure = iterate(lcp, solution);
  finish_on_active_set(active_set_, lcp, finishing_steps, solution.z, solution.w);
  conclude(lcp, limits_.tolerance, failure, solution);
}

const LcpSolverType fischer_burmeister_solver{
    .spec = {.name = "fischer_burmeister",
             .summary = "Newton's method on z + w - sqrt(z^2 + w^2) with a line search on its square",
             .arguments = fischer_burmeister_options,
             .properties = {},
             .citation = "Fischer92, DeLucaFacchineiKanzow96"},
    .variants = "fischer_burmeister | fischer_burmeister(tolerance, iterations)",
    .solves = LcpClass::semidefinite,
    .make = make_fischer_burmeister};

}  // namespace perpend
