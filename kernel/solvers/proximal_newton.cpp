// Contacts with Coulomb's law by a proximal sequence,
//     0 <= z  perp  A z + b + P (z - z before) >= 0,    P = shift on impulses, 0 on slips,    [Rockafellar76]
// whose solutions lie near the z before them if the shift is large, and near a solution of the LCP if it is small. Each
// is solved by Newton's method on min(z, w) = 0, which needs a few factorizations from the z before, in the velocities
// of bodies where they are known, else in impulses along normals and tangents. After one that is solved the shift is
// halved; where Newton's steps go round in a circle, sweeps over contacts take the problem to another active set, and
// if that does not help the shift grows. Every solution is tried as the active set of one of the LCP itself, which ends
// the sequence long before its terms vanish. For a positive semidefinite A the sequence converges. No theorem says that
// it does with Coulomb's law.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/factors/contact_factor.hpp"
#include "kernel/solvers/factors/coupling_factor.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace proximal_newton {
namespace {

/// Shifts against the largest diagonal entry of A. Below the least one its terms are those of the active set's step.
constexpr double first_shift = 0x1p-5;
constexpr double least_shift = 0x1p-30;
constexpr double largest_shift = 64.0;
constexpr double shrink = 0.5;
constexpr double grow = 4.0;
/// Newton's steps on one problem, and the part of its first residual that they must come down to, or what rounding
/// leaves of sums of some hundred terms near 1, times the condition of a pile.
constexpr int most_steps = 15;
constexpr double least_part = 1e-3;
constexpr double rounding = 1e-11;
/// Sweeps over contacts that make the guess, and those that lead Newton's steps out of a circle; with fewer the
/// sequence is longer.
constexpr double sweeps_of_guess = 200.0;
constexpr double sweeps_of_problem = 30.0;
/// The active set is tried from this residual on: above it Newton's step from it misses, as interior_point measured.
constexpr double finishing_residual = 1e-4;
constexpr int finishing_steps = 6;

/// A + P for solvers that sweep.
class ProximalMatrix final : public LcpMatrix {
 public:
  void set(LcpMatrix& matrix, const GrowingVector& proximal) {
    matrix_ = &matrix;
    proximal_ = &proximal;
  }
  [[nodiscard]] int size() const override { return matrix_->size(); }
  void multiply(const GrowingVector& z, GrowingVector& out) override {
    matrix_->multiply(z, out);
    out += proximal_->cwiseProduct(z);
  }
  [[nodiscard]] double diagonal(int i) const override { return matrix_->diagonal(i) + (*proximal_)[i]; }
  [[nodiscard]] const GrowingVector& term_sizes(const GrowingVector& z) override {
    sizes_ = matrix_->term_sizes(z) + proximal_->cwiseProduct(z.cwiseAbs());
    return sizes_;
  }
  void start_sweeps(const GrowingVector& z) override {
    z_ = z;
    matrix_->start_sweeps(z);
  }
  [[nodiscard]] double product(int i) const override { return matrix_->product(i) + (*proximal_)[i] * z_[i]; }
  void change(int j, double amount) override {
    z_[j] += amount;
    matrix_->change(j, amount);
  }
  [[nodiscard]] const SparseRows& sparse() override {
    add_diagonal_entries(matrix_->sparse(), sparse_, diagonal_at_);
    for (std::size_t i = 0; i < diagonal_at_.size(); ++i)
      sparse_.value[diagonal_at_[i]] += (*proximal_)[static_cast<Eigen::Index>(i)];
    return sparse_;
  }

 private:
  LcpMatrix* matrix_ = nullptr;
  const GrowingVector* proximal_ = nullptr;
  GrowingVector z_, sizes_;
  SparseRows sparse_;
  std::vector<int> diagonal_at_;
};

class ProximalNewton final : public LcpSolver {
 public:
  ProximalNewton(NewtonLimits limits, std::unique_ptr<LcpSolver> guess_sweeps,
                 std::unique_ptr<LcpSolver> problem_sweeps)
      : limits_(limits), guess_sweeps_(std::move(guess_sweeps)), problem_sweeps_(std::move(problem_sweeps)) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  void prepare(const Lcp& lcp);
  void set_shift(double shift);
  [[nodiscard]] bool solve_problem(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool take_steps(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool is_finished(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure follow_sequence(const Lcp& lcp, LcpSolution& solution);

  NewtonLimits limits_;
  std::unique_ptr<LcpSolver> guess_sweeps_, problem_sweeps_;
  ContactFactor bodies_;
  CouplingFactor couplings_;
  ActiveSetStep step_, finish_;
  LcpSolution guess_;
  GrowingVector is_impulse_;  // 1, 0 for slips
  GrowingVector proximal_;    // P
  GrowingVector z_, w_, slack_, d_, before_;
  ProximalMatrix matrix_;
  Lcp problem_;  // with the present shift
  double unit_ = 1.0;
};

void ProximalNewton::prepare(const Lcp& lcp) {
  ShiftedSystem* structured = nullptr;
  if (bodies_.set(lcp))
    structured = &bodies_;
  else if (couplings_.set(lcp))
    structured = &couplings_;
  step_.work_over(structured);
  step_.add_diagonal(&proximal_);
  finish_.work_over(structured);
  const double largest = largest_diagonal(*lcp.matrix);
  unit_ = largest > 0.0 ? largest : 1.0;
  is_impulse_.setConstant(lcp.b.size(), 1.0);
  for (const LcpContact& contact : lcp.contacts)
    if (contact.slip >= 0) is_impulse_[contact.slip] = 0.0;
}

void ProximalNewton::set_shift(double shift) {
  proximal_ = shift * unit_ * is_impulse_;
}

/// Moves before_ to the solution for the present shift. False, and before_ stays: not found.
bool ProximalNewton::solve_problem(const Lcp& lcp, LcpSolution& solution) {
  z_ = before_;
  if (take_steps(lcp, solution)) return true;
  matrix_.set(*lcp.matrix, proximal_);
  problem_.matrix = &matrix_;
  problem_.b = lcp.b - proximal_.cwiseProduct(before_);
  problem_.magnitude = lcp.magnitude;
  problem_.contacts = lcp.contacts;
  problem_sweeps_->solve(problem_, &before_, guess_);
  z_ = guess_.z;
  return take_steps(lcp, solution);
}

/// Newton's steps from z_.
bool ProximalNewton::take_steps(const Lcp& lcp, LcpSolution& solution) {
  double first = 0.0;
  for (int i = 0; i <= most_steps && !must_stop(); ++i) {
    lcp.matrix->multiply(z_, w_);
    w_ += lcp.b + proximal_.cwiseProduct(z_ - before_);
    const double residual = z_.cwiseMin(w_).lpNorm<Eigen::Infinity>();
    if (i == 0) first = residual;
    if (residual <= std::max(rounding, least_part * first)) {
      before_ = z_.cwiseMax(0.0);
      return true;
    }
    if (!std::isfinite(residual) || !step_.compute(lcp, z_, w_, d_)) return false;
    ++solution.iterations;
    z_ += d_;
  }
  return false;
}

bool ProximalNewton::is_finished(const Lcp& lcp, LcpSolution& solution) {
  lcp.matrix->multiply(before_, slack_);
  slack_ += lcp.b;
  solution.z = before_;
  solution.w = slack_;
  solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
  if (solution.history.back() > finishing_residual) return false;
  return finish_on_active_set(finish_, lcp, finishing_steps, solution.z, solution.w) <= limits_.tolerance;
}

LcpFailure ProximalNewton::follow_sequence(const Lcp& lcp, LcpSolution& solution) {
  double shift = first_shift;
  for (long i = 0; i < limits_.iterations && !must_stop(); ++i) {
    set_shift(shift);
    if (solve_problem(lcp, solution)) {
      if (is_finished(lcp, solution)) return LcpFailure::none;
      shift = std::max(least_shift, shrink * shift);
    } else {
      shift *= grow;
      if (shift > largest_shift) return LcpFailure::stagnation;
    }
  }
  return LcpFailure::limit;
}

void ProximalNewton::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (lcp.b.size() > 0 && lcp.b.allFinite()) {
    prepare(lcp);
    guess_sweeps_->solve(lcp, start, guess_);
    before_ = guess_.z;
    if (!is_finished(lcp, solution)) failure = follow_sequence(lcp, solution);
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "problems",
                                  .type = FieldType::integer,
                                  .doc = "most problems of the proximal sequence",
                                  .default_text = "200",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("problems", 200.0));
  const auto sweeps = [&](double count) {
    Properties of_sweeps;
    of_sweeps.set("sweeps", count);
    of_sweeps.set("tolerance", limits.tolerance);
    return std::get<std::unique_ptr<LcpSolver>>(nsgs_solver.make(of_sweeps));
  };
  return std::make_unique<ProximalNewton>(limits, sweeps(sweeps_of_guess), sweeps(sweeps_of_problem));
}

}  // namespace
}  // namespace proximal_newton

const LcpSolverType proximal_newton_solver{
    .spec = {.name = "proximal_newton",
             .summary = "contacts by Newton's method on min(z, w) along a proximal sequence, from a guess by sweeps",
             .arguments = proximal_newton::options,
             .properties = {},
             .citation = "Rockafellar76, DeLucaFacchineiKanzow00"},
    .variants = "proximal_newton | proximal_newton(tolerance, problems)",
    .solves = LcpClass::semidefinite,
    .make = proximal_newton::make};

}  // namespace perpend
