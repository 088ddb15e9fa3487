// Primal-dual interior point with Mehrotra's predictor and corrector, for a positive semidefinite A. [Mehrotra92]
// Its steps are in predictor_corrector.
// Near a pair that is 0 on both sides z and w fall like sqrt(mu), so the answer is finished on its active set.
// A start is tried as an active set first; if that is not the true one, the way begins near it, where all pairs have
// one size.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/predictor_corrector.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace interior_point {
namespace {

constexpr Pace bold{0.9999, 2, 0.5};
/// Where a bold way turned back or saw a ray: 41 of 48 piles of balls with friction are then answered in ten steps
/// each, 39 without.
constexpr Pace careful{0.95, 1, 0.0};
/// A start that misses by more has another active set than the answer where there are more unknowns.
constexpr double near_start = 1e-3;
constexpr Eigen::Index few_unknowns = 100;
/// From a start pairs have the square of this part of what it misses most, against the size to expect, between two
/// bounds: near enough to be a start, far enough from the boundary for the way to be open.
constexpr double start_part = 0.3;
constexpr double least_start = 0.01, largest_start = 1.0;
/// Sizes of further starts, against the one to expect, where the way from the first one turned back. Without friction
/// the first of them is enough.
constexpr double other_starts[] = {1.0, 0.1, 10.0};
/// The active set may be known when the residual is below the first of these and few pairs are left whose sides are
/// within a factor of each other; tried again when half of those are left. A try costs two to four steps, and mostly
/// fails before.
constexpr double finishing_residual = 1e-5;
constexpr double unsure_factor = 1e3;
constexpr Eigen::Index fewest_unsure = 8;
constexpr int finishing_steps = 6;
/// Infeasible: z grows without end along a ray. A z that large against b / A has no digits left.
constexpr double ray_growth = 1e11;

class InteriorPoint final : public LcpSolver {
 public:
  explicit InteriorPoint(NewtonLimits limits) : limits_(limits) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] bool is_finished(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w, LcpSolution& solution);
  void start_inside(const Lcp& lcp, double part);
  void start_near(const Lcp& lcp, const GrowingVector& z);
  void prepare(const Lcp& lcp);
  [[nodiscard]] LcpFailure follow(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] Eigen::Index num_unsure() const;

  NewtonLimits limits_;
  ActiveSetStep active_set_;
  PredictorCorrector steps_;
  PrimalDualPoint& at_ = steps_.point();
  GrowingVector slack_;
  double scale_ = 0.0;  // size of z to expect
};

/// The active set of (z, w) is the true one.
bool InteriorPoint::is_finished(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w, LcpSolution& solution) {
  solution.z = z;
  solution.w = w;
  return finish_on_active_set(active_set_, lcp, finishing_steps, solution.z, solution.w) <= limits_.tolerance;
}

/// At `part` of the size to expect.
void InteriorPoint::start_inside(const Lcp& lcp, double part) {
  const double size = lcp.b.cwiseAbs().maxCoeff();
  scale_ = steps_.largest() > 0.0 ? size / steps_.largest() : size;
  at_.z.setConstant(lcp.b.size(), part * scale_);
  at_.w.setConstant(lcp.b.size(), part * size);
}

/// From z and its w to the pairs with the same z - w and one product, in units of the sizes to expect.
void InteriorPoint::start_near(const Lcp& lcp, const GrowingVector& z) {
  start_inside(lcp, 1.0);
  lcp.matrix->multiply(z, at_.product);
  at_.product += lcp.b;
  const double of_z = scale_, of_w = lcp.b.cwiseAbs().maxCoeff();
  if (!(of_w > 0.0)) return;
  const double missed = (z / of_z).cwiseMin(at_.product / of_w).lpNorm<Eigen::Infinity>();
  const double part = std::clamp(start_part * missed, least_start, largest_start);
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double difference = z[i] / of_z - at_.product[i] / of_w;
    const double larger = 0.5 * (std::abs(difference) + std::hypot(difference, 2.0 * part));
    const double smaller = part * part / larger;
    at_.z[i] = of_z * (difference > 0.0 ? larger : smaller);
    at_.w[i] = of_w * (difference > 0.0 ? smaller : larger);
  }
}

void InteriorPoint::prepare(const Lcp& lcp) {
  steps_.prepare(lcp);
  active_set_.work_over(steps_.structured());
}

/// Pairs of which neither side is known to be 0.
Eigen::Index InteriorPoint::num_unsure() const {
  return (at_.z.array() < unsure_factor * at_.w.array() && at_.w.array() < unsure_factor * at_.z.array()).count();
}

LcpFailure InteriorPoint::iterate(const Lcp& lcp, LcpSolution& solution) {
  Eigen::Index try_unsure = std::max(fewest_unsure, at_.z.size() / 256);
  double try_below = limits_.tolerance;
  lcp.matrix->multiply(at_.z, at_.product);
  const long last = solution.iterations + limits_.iterations;
  while (solution.iterations < last && !must_stop()) {
    ++solution.iterations;
    if (const LcpFailure failure = steps_.step(lcp); failure != LcpFailure::none) return failure;
    lcp.matrix->multiply(at_.z, at_.product);
    slack_ = at_.product + lcp.b;
    const double residual = natural_residual(lcp, at_.z, slack_);
    solution.history.push_back(residual);
    if (at_.z.maxCoeff() > ray_growth * scale_) {
      solution.z = at_.z;
      solution.ray = at_.z / at_.z.maxCoeff();
      return LcpFailure::ray;
    }
    const Eigen::Index unsure = num_unsure();
    if (residual > try_below && (residual > finishing_residual || unsure > try_unsure)) continue;
    if (is_finished(lcp, at_.z, at_.w, solution)) return LcpFailure::none;
    try_below = std::min(try_below, 0.1 * residual);
    try_unsure = std::min(try_unsure, unsure / 2);
  }
  return LcpFailure::limit;
}

/// iterate(), and the active set of where it ends.
LcpFailure InteriorPoint::follow(const Lcp& lcp, LcpSolution& solution) {
  const LcpFailure failure = iterate(lcp, solution);
  const bool may_be_near = failure != LcpFailure::none && failure != LcpFailure::ray;
  return may_be_near && is_finished(lcp, at_.z, at_.w, solution) ? LcpFailure::none : failure;
}

void InteriorPoint::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  steps_.set_pace(bold);
  LcpFailure failure = LcpFailure::none;
  const bool has_start = start != nullptr && start->size() == lcp.b.size() && start->allFinite();
  if (lcp.b.allFinite() && lcp.b.size() > 0) prepare(lcp);
  const bool may_hold =
      has_start && (lcp.b.size() <= few_unknowns || natural_residual(lcp, solution.z, solution.w) <= near_start);
  if (may_hold && is_finished(lcp, solution.z, solution.w, solution)) {
    solution.note = "the active set of the start, mended by Newton steps";
  } else if (lcp.b.allFinite() && lcp.b.size() > 0) {
    const auto follow_from_start = [&] {
      if (has_start)
        start_near(lcp, *start);
      else
        start_inside(lcp, 1.0);
      return follow(lcp, solution);
    };
    failure = follow_from_start();
    if (failure == LcpFailure::singular_basis && steps_.is_on_couplings() && !must_stop()) {
      steps_.prepare_by_entries(lcp);
      active_set_.work_over(nullptr);
      failure = follow_from_start();
    }
    bool was_careful = false;
    for (const double size : other_starts) {
      // A bold way may take a pair that is all but undecided for a ray.
      const bool is_over = failure == LcpFailure::none || must_stop() || (failure == LcpFailure::ray && was_careful);
      const bool is_asked =
          steps_.is_on_pyramids() ? size != 1.0 || has_start || failure == LcpFailure::ray : size == 1.0;
      if (is_over || !is_asked) continue;
      start_inside(lcp, size);
      steps_.set_pace(careful);
      was_careful = true;
      failure = follow(lcp, solution);
    }
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "iterations",
                                  .type = FieldType::integer,
                                  .doc = "most steps from one start",
                                  .default_text = "100",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  if (!options.has("iterations")) limits.iterations = 100;
  return std::make_unique<InteriorPoint>(limits);
}

}  // namespace
}  // namespace interior_point

const LcpSolverType interior_point_solver{
    .spec = {.name = "interior_point",
             .summary = "Mehrotra's predictor and corrector, with Gondzio's corrections, finished on the active set",
             .arguments = interior_point::options,
             .properties = {},
             .citation = "Mehrotra92, Gondzio96, Wright97"},
    .variants = "interior_point | interior_point(tolerance, iterations)",
    .solves = LcpClass::semidefinite,
    .make = interior_point::make};

}  // namespace perpend
