// Contacts in the plane by paths between neighbouring problems. A guess solves the problem with some b + e in place of
// b; the path of the solutions for b + theta e leads from theta = 1 to theta = 0. [CottlePangStone92] 4.5
// Redundant supports make the pieces of such a path singular, and friction lets it turn back for thousands of pivots.
// So it is cut into the problems of a proximal sequence,
//     W x + b + shift (x - x before),    [Rockafellar76]
// whose solutions lie near the x before them if `shift` is large, and near a solution of the LCP if it is small: after
// a path that arrives the shift is halved, or less is left of it where no contact has changed its state; after one that
// takes too many pivots it grows, and is not as small again for some paths. No theorem says that this ends for Coulomb
// friction; where it ends the terms of the shift are below the tolerance.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/contact_path.hpp"
#include "kernel/solvers/planar_sweeps.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace parametric {
namespace {

/// Shifts against the largest entry of W. The least one leaves half of the digits in directions that W does not see.
constexpr double first_shift = 0x1p-7;
constexpr double least_shift = 0x1p-24;
constexpr double largest_shift = 4.0;
constexpr double shrink = 0.5;
constexpr double shrink_without_pivots = 0.125;
constexpr double grow = 4.0;
/// As many paths arrive before the shift comes again to one that did not.
constexpr int patience = 4;
/// A residual that no longer halves at the least shift: forces drift in directions that W does not see, or rounding
/// took a side below 0. The drift is made at once, and the states are chosen anew.
constexpr double least_fall = 0.5;
/// Pivots of one path, about as many as one factorization is worth; more of them when the sequence starts over.
constexpr long pivots_of_a_path = 40;
constexpr long pivots_of_a_long_path = 200;
/// Sweeps that make the guess: with fewer the paths are longer, more cost more than they save. They go further than
/// what solves a contact: impulses pass through a pile in half as many. [Cryer71]
constexpr long most_sweeps = 400;
constexpr double relaxation = 1.6;
/// Between two looks at the residual: a pile at rest needs no more, without relaxation, to follow what rounding changes
/// from step to step. What is left of a linear convergence is more than its last change: where impulses still change by
/// more than this part, they meet no tolerance of a tenth of it, and solves ask for less.
constexpr long sweeps_at_once = 10;
constexpr double worth_a_look = 1e-6;
/// Problems of `fixed_point` that make the second guess: its slips are near by then, or will not be.
constexpr double convex_problems = 8.0;
/// By how much inactive sides are kept from 0 at the start, against the largest rate: ties are the rule without it.
constexpr double relative_margin = 0x1p-12;

/// Failure of the path with the largest shift, which makes the matrix definite: a ray there is lost digits.
LcpFailure failure_of(ContactPathEnd end) {
  return end == ContactPathEnd::limit ? LcpFailure::limit : LcpFailure::singular_basis;
}

class Parametric final : public LcpSolver {
 public:
  Parametric(NewtonLimits limits, std::unique_ptr<LcpSolver> convex) : limits_(limits), convex_(std::move(convex)) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] LcpFailure solve_from_sweeps(const Lcp& lcp, long most_pivots, LcpSolution& solution);
  [[nodiscard]] LcpFailure solve_from_convex(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure follow_sequence(const Lcp& lcp, long most_pivots, LcpSolution& solution);
  [[nodiscard]] double assess(const Lcp& lcp, const GrowingVector& x, LcpSolution& solution);
  void set_margins();

  NewtonLimits limits_;
  std::unique_ptr<LcpSolver> convex_;
  LcpSolution guess_;
  PlanarContacts contacts_;
  PlanarSweeps sweeps_;
  ContactPath path_;
  GrowingVector x_, u_, margin_;
};

/// Margins that differ by the golden ratio's multiples modulo 1: no two sides meet 0 together by symmetry.
void Parametric::set_margins() {
  const double size = relative_margin * contacts_.b().lpNorm<Eigen::Infinity>();
  margin_.resize(contacts_.b().size());
  for (Eigen::Index i = 0; i < margin_.size(); ++i) {
    const double golden = 0.6180339887498949 * static_cast<double>(i + 1);
    margin_[i] = size * (0.5 + golden - std::floor(golden));
  }
}

/// Residual of x, whose (z, w) is left in the solution.
double Parametric::assess(const Lcp& lcp, const GrowingVector& x, LcpSolution& solution) {
  const SparseRows& w = contacts_.matrix();
  u_ = contacts_.b();
  for (int i = 0; i < w.num_rows; ++i)
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) u_[i] += w.value[k] * x[w.column[k]];
  contacts_.expand(x, u_, solution.z);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
  return solution.history.back();
}

LcpFailure Parametric::follow_sequence(const Lcp& lcp, long most_pivots, LcpSolution& solution) {
  const double largest = largest_entry(contacts_.matrix());
  const double unit = largest > 0.0 ? largest : 1.0;
  double shift = first_shift;
  double failed = 0.0;  // the last shift whose path did not arrive
  int waits = 0;
  double before = std::numeric_limits<double>::infinity();
  for (long i = 0; i < limits_.iterations && !must_stop(); ++i) {
    const long pivots_before = path_.num_pivots();
    const ContactPathEnd end = path_.advance(shift * unit, most_pivots);
    if (end == ContactPathEnd::solved) {
      const double residual = assess(lcp, path_.x(), solution);
      if (residual <= limits_.tolerance) return LcpFailure::none;
      const bool is_stuck = shift == least_shift && residual > least_fall * before;
      before = is_stuck ? std::numeric_limits<double>::infinity() : residual;
      const double part = path_.num_pivots() == pivots_before ? shrink_without_pivots : shrink;
      shift = std::max(waits > 0 ? 2.0 * failed : least_shift, part * shift);
      waits = std::max(0, waits - 1);
      if (!is_stuck) continue;
      path_.extend();
      x_ = path_.x();
      path_.begin(contacts_, x_, margin_);
    } else {
      if (shift >= largest_shift) return failure_of(end);
      failed = shift;
      waits = patience;
      shift = std::min(largest_shift, grow * shift);
    }
  }
  return LcpFailure::limit;
}

/// From x_.
LcpFailure Parametric::solve_from_sweeps(const Lcp& lcp, long most_pivots, LcpSolution& solution) {
  double change = std::numeric_limits<double>::infinity();
  for (long sweep = 0; change > 0.0 && sweep < most_sweeps; sweep += sweeps_at_once) {
    change = sweeps_.run(sweeps_at_once, sweep == 0 ? 1.0 : relaxation, x_);
    if (change <= worth_a_look && assess(lcp, x_, solution) <= limits_.tolerance) return LcpFailure::none;
  }
  path_.begin(contacts_, x_, margin_);
  return follow_sequence(lcp, most_pivots, solution);
}

LcpFailure Parametric::solve_from_convex(const Lcp& lcp, LcpSolution& solution) {
  convex_->solve(lcp, nullptr, guess_);
  if (guess_.status == Status::converged) {
    solution.z = guess_.z;
    solution.history = guess_.history;
    return LcpFailure::none;
  }
  contacts_.contract(guess_.z, x_);
  path_.begin(contacts_, x_, margin_);
  return follow_sequence(lcp, pivots_of_a_path, solution);
}

void Parametric::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (natural_residual(lcp, solution.z, solution.w) <= limits_.tolerance && solution.z.size() > 0 &&
      solution.z.minCoeff() >= 0.0)
    return conclude(lcp, limits_.tolerance, failure, solution);
  if (const char* lack = contacts_.prepare(lcp); lack != nullptr) {
    failure = LcpFailure::unsuited;
    solution.note = lack;
  } else if (lcp.b.size() > 0 && lcp.b.allFinite()) {
    set_margins();
    sweeps_.prepare(contacts_);
    const long before = path_.num_pivots();
    contacts_.contract(solution.z, x_);
    failure = solve_from_sweeps(lcp, pivots_of_a_path, solution);
    if (failure != LcpFailure::none) {
      solution.note = "the paths from the first guess led nowhere: started over from convex problems";
      failure = solve_from_convex(lcp, solution);
    }
    if (failure != LcpFailure::none) {
      x_.setZero();
      failure = solve_from_sweeps(lcp, pivots_of_a_long_path, solution);
    }
    solution.iterations = path_.num_pivots() - before;
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "problems",
                                  .type = FieldType::integer,
                                  .doc = "most problems of the proximal sequence",
                                  .default_text = "1000",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("problems", 1000.0));
  Properties of_convex;
  of_convex.set("problems", convex_problems);
  of_convex.set("tolerance", limits.tolerance);
  auto convex = fixed_point_solver.make(of_convex);
  if (auto* error = std::get_if<FactoryError>(&convex)) return std::move(*error);
  return std::make_unique<Parametric>(limits, std::get<std::unique_ptr<LcpSolver>>(std::move(convex)));
}

}  // namespace
}  // namespace parametric

const LcpSolverType parametric_solver{
    .spec =
        {.name = "parametric",
         .summary =
             "contacts in the plane: paths of pivots through a proximal sequence, from a guess by sweeps over contacts",
         .arguments = parametric::options,
         .properties = {},
         .citation = "CottlePangStone92, Rockafellar76"},
    .variants = "parametric | parametric(tolerance, problems)",
    .solves = LcpClass::semidefinite,
    .make = parametric::make};

}  // namespace perpend
