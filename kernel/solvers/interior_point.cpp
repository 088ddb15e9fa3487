// Primal-dual interior point with Mehrotra's predictor and corrector, for a positive semidefinite A. [Mehrotra92]
// From z > 0, w > 0 and mu = z.w / n, a step (dz, dw) solves
//     A dz - dw = -(A z + b - w),    w dz + z dw = target - z w,
// that is  (A + diag(w / z)) dz = -(A z + b) + target / z:  target = 0 predicts how far mu can fall, and the step is
// taken with  target = sigma mu - dz dw (predicted),  sigma = (mu predicted / mu)^4. Pairs whose smaller side has come
// down to rounding have their own target and no part in mu: on the way to a pair that is 0 on both sides, mu falls far
// below what the product of an impulse near 1 and a rate can have. Such a pair shows by what the prediction leaves of
// it, half of either side: it gets a target that takes both further.
// Both z and w go the same length, because A z + b - w must vanish along with mu. [Wright97] 8
// The step is then corrected, with the same factors, for as long as that makes it longer. [Gondzio96]
// Near a pair that is 0 on both sides z and w fall like sqrt(mu), so the answer is finished on its active set.
// Where A is known over bodies its systems are solved in their velocities, see body_factor and contact_factor, and
// where it is known as a matrix of contacts alone, in impulses along normals and tangents, see coupling_factor. A start
// is tried as an active set first; if that is not the true one, the way begins near it, where all pairs have one size.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/factors/body_factor.hpp"
#include "kernel/solvers/factors/contact_factor.hpp"
#include "kernel/solvers/factors/coupling_factor.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace interior_point {
namespace {

/// How boldly steps are taken.
struct Pace {
  double boundary_part;      ///< part of the way to the boundary that a step goes
  int squarings;             ///< the part that a prediction leaves of mu is aimed at to the power 2^squarings
  double part_of_vanishing;  ///< of the way to 0 on both sides that is asked of a pair that shows itself as going there
};
constexpr Pace bold{0.9999, 2, 0.5};
/// Where a bold way turned back or saw a ray: 41 of 48 piles of balls with friction are then answered in ten steps
/// each, 39 without.
constexpr Pace careful{0.95, 1, 0.0};
/// Added to the diagonal, against the largest entry: pivots of a singular A then stay above their rounding.
constexpr double shift = 0x1p-46;
/// z and w are at most near 1, and A z + b has the rounding of such sums. A side of this size is rounding and does not
/// shorten a step; no pair is sent below the product of the second and its larger side, where steps would be noise.
constexpr double rounding_of_side = 0x1p-46;
constexpr double least_side = 0x1p-50;
/// More than the rounding of a product and a quotient.
constexpr double beyond = 1.0 + 0x1p-40;
/// Steps shorter than this no longer move.
constexpr double shortest_step = 0x1p-20;
/// Over bodies its inverse must not drown their masses in the rounding of a sum.
constexpr double shift_over_bodies = 0x1p-40;
/// The same for L U, whose rounding is larger.
constexpr double shift_over_contacts = 0x1p-32;
constexpr int most_refinements = 3;
/// Corrections of one step toward pairs of one size, while they make it longer: an aim, and by how much of the whole
/// way a step must grow to be worth one more solution. Pairs within this factor of the mean are left alone. [Gondzio96]
constexpr int most_corrections = 3;
constexpr double aim_factor = 2.0, aim_more = 0.05;
constexpr double least_gain = 0.01;
constexpr double largest_spread = 10.0;
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
/// A pair is like one that vanishes on both sides by the eighth power of 4 f (1 - f), f the part of z that a prediction
/// takes away. Below this that power is next to nothing.
constexpr double least_likeness = 0.5;
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
  [[nodiscard]] ShiftedSystem* structured_system(const Lcp& lcp);
  [[nodiscard]] bool is_on_pyramids() const;
  void prepare_system(const Lcp& lcp);
  void prepare_by_entries(const Lcp& lcp);
  [[nodiscard]] bool factorize(const Lcp& lcp);
  [[nodiscard]] bool refine(const Lcp& lcp);
  [[nodiscard]] bool solve_step(const Lcp& lcp);
  [[nodiscard]] double step_length() const;
  [[nodiscard]] double aim(double predicted) const;
  void set_targets();
  [[nodiscard]] double correct(const Lcp& lcp, double length);
  [[nodiscard]] LcpFailure step(const Lcp& lcp);
  [[nodiscard]] LcpFailure follow(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] Eigen::Index num_unsure() const;

  NewtonLimits limits_;
  ActiveSetStep active_set_;
  BodyFactor body_factor_;
  ContactFactor contact_factor_;
  CouplingFactor coupling_factor_;
  ShiftedSystem* structured_ = nullptr;  // one of these three; null: by the entries of A
  SparseFactor factor_;
  SparseRows system_;
  std::vector<int> diagonal_at_;  // in system_.value
  GrowingVector diagonal_;        // of A, shifted
  GrowingVector z_, w_, product_, slack_, target_, right_, dz_, dw_;
  GrowingVector left_, correction_;                // of a refinement
  GrowingVector pair_;                             // products of z and w to step to
  GrowingVector kept_target_, kept_dz_, kept_dw_;  // before a correction
  Pace pace_ = bold;
  double largest_ = 0.0;  // entry of A
  double scale_ = 0.0;    // size of z to expect
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
  scale_ = largest_ > 0.0 ? size / largest_ : size;
  z_.setConstant(lcp.b.size(), part * scale_);
  w_.setConstant(lcp.b.size(), part * size);
}

/// From z and its w to the pairs with the same z - w and one product, in units of the sizes to expect.
void InteriorPoint::start_near(const Lcp& lcp, const GrowingVector& z) {
  start_inside(lcp, 1.0);
  lcp.matrix->multiply(z, product_);
  product_ += lcp.b;
  const double of_z = scale_, of_w = lcp.b.cwiseAbs().maxCoeff();
  if (!(of_w > 0.0)) return;
  const double missed = (z / of_z).cwiseMin(product_ / of_w).lpNorm<Eigen::Infinity>();
  const double part = std::clamp(start_part * missed, least_start, largest_start);
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double difference = z[i] / of_z - product_[i] / of_w;
    const double larger = 0.5 * (std::abs(difference) + std::hypot(difference, 2.0 * part));
    const double smaller = part * part / larger;
    z_[i] = of_z * (difference > 0.0 ? larger : smaller);
    w_[i] = of_w * (difference > 0.0 ? smaller : larger);
  }
}

ShiftedSystem* InteriorPoint::structured_system(const Lcp& lcp) {
  if (contact_factor_.set(lcp)) return &contact_factor_;
  if (coupling_factor_.set(lcp)) return &coupling_factor_;
  const LcpBodies* bodies = lcp.structure == LcpClass::symmetric ? lcp.matrix->bodies() : nullptr;
  return bodies != nullptr && body_factor_.set(*bodies) ? &body_factor_ : nullptr;
}

/// Friction makes the systems unsymmetric.
bool InteriorPoint::is_on_pyramids() const {
  return structured_ == &contact_factor_ || structured_ == &coupling_factor_;
}

void InteriorPoint::prepare_system(const Lcp& lcp) {
  structured_ = structured_system(lcp);
  if (structured_ == nullptr) return prepare_by_entries(lcp);
  active_set_.work_over(structured_);
  largest_ = largest_diagonal(*lcp.matrix);
}

void InteriorPoint::prepare_by_entries(const Lcp& lcp) {
  structured_ = nullptr;
  active_set_.work_over(nullptr);
  const SparseRows& a = lcp.matrix->sparse();
  largest_ = largest_entry(a);
  add_diagonal_entries(a, system_, diagonal_at_);
  diagonal_.setConstant(a.num_rows, shift * largest_);
  for (int i = 0; i < a.num_rows; ++i) diagonal_[i] += system_.value[diagonal_at_[i]];
}

bool InteriorPoint::factorize(const Lcp& lcp) {
  if (structured_ != nullptr) {
    const double least = (is_on_pyramids() ? shift_over_contacts : shift_over_bodies) * largest_;
    diagonal_ = (w_.cwiseQuotient(z_).array() + least).inverse().matrix();
    return structured_->factorize(diagonal_);
  }
  for (int i = 0; i < system_.num_rows; ++i) system_.value[diagonal_at_[i]] = diagonal_[i] + w_[i] / z_[i];
  return factor_.factorize(system_, factor_kind(lcp));
}

/// Brings back the digits of dz_ that L U of what is not symmetric loses.
bool InteriorPoint::refine(const Lcp& lcp) {
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_refinements; ++round) {
    lcp.matrix->multiply(dz_, left_);
    left_ = right_ - left_ - dz_.cwiseQuotient(diagonal_);
    const double worst = left_.lpNorm<Eigen::Infinity>();
    if (worst <= rounding_of_side * right_.lpNorm<Eigen::Infinity>() || !(worst < 0.5 * before)) return true;
    before = worst;
    if (!structured_->solve(left_, correction_)) return false;
    dz_ += correction_;
  }
  return true;
}

/// dz_, dw_ for target_.
bool InteriorPoint::solve_step(const Lcp& lcp) {
  right_ = target_.cwiseQuotient(z_) - product_ - lcp.b;
  if (!(structured_ != nullptr ? structured_->solve(right_, dz_) : factor_.solve(right_, dz_))) return false;
  if (is_on_pyramids() && !refine(lcp)) return false;
  dw_ = (target_ - w_.cwiseProduct(dz_)).cwiseQuotient(z_) - w_;
  return dw_.allFinite();
}

/// Largest length in [0, 1] that keeps z and w >= 0, but for sides that are rounding. A product, which costs less than
/// a quotient, passes by those that do not shorten it.
double InteriorPoint::step_length() const {
  double length = 1.0 / pace_.boundary_part, limit = beyond * length;
  const auto shorten = [&](double side, double change) {
    if (!(-change * limit > side) || !(side > rounding_of_side)) return;
    length = std::min(length, -side / change);
    limit = beyond * length;
  };
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    shorten(z_[i], dz_[i]);
    shorten(w_[i], dw_[i]);
  }
  return pace_.boundary_part * length;
}

/// Size of the pairs to step to: a power of the part that the predicted step leaves of their mean, of those
/// that are not at their least.
double InteriorPoint::aim(double predicted) const {
  double now = 0.0, after = 0.0;
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    if (std::min(z_[i], w_[i]) <= 8.0 * least_side) continue;
    ++count;
    now += z_[i] * w_[i];
    after += (z_[i] + predicted * dz_[i]) * (w_[i] + predicted * dw_[i]);
  }
  if (count == 0) return 0.0;
  double left = after / now;
  for (int k = 0; k < pace_.squarings; ++k) left *= left;
  return now / static_cast<double>(count) * left;
}

/// target_ for pair_, from the predicted step. z + dz and w + dw, against z and w, are 0 and 1 where one side vanishes,
/// both 1/2 where both do, since the product of the two has a double root there. [ElBakryTapiaZhang94] To bring z and w
/// in one step to pair_, they would have to shorten to (pair_ / z w)^(1/2), which is another target than that of
/// second order.
void InteriorPoint::set_targets() {
  target_ = pair_ - dz_.cwiseProduct(dw_);
  if (pace_.part_of_vanishing == 0.0) return;
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const double fall = -dz_[i] / z_[i];
    double likeness = 4.0 * fall * (1.0 - fall);
    if (!(likeness > least_likeness)) continue;
    for (int k = 0; k < 3; ++k) likeness *= likeness;
    const double now = z_[i] * w_[i];
    const double vanishing = 2.0 * std::sqrt(pair_[i] * now) - now;
    target_[i] += pace_.part_of_vanishing * likeness * std::min(0.0, vanishing - target_[i]);
  }
}

/// From the step of `length` toward pairs of one size: a longer one where pairs that would be far from that are drawn
/// back. Returns the length.
double InteriorPoint::correct(const Lcp& lcp, double length) {
  for (int round = 0; round < most_corrections && length < 1.0 - aim_more; ++round) {
    const double aim = std::min(1.0, aim_factor * length + aim_more);
    kept_target_ = target_;
    kept_dz_ = dz_;
    kept_dw_ = dw_;
    for (Eigen::Index i = 0; i < z_.size(); ++i) {
      const double pair = (z_[i] + aim * dz_[i]) * (w_[i] + aim * dw_[i]);
      const double nearest = std::clamp(pair, pair_[i] / largest_spread, pair_[i] * largest_spread);
      target_[i] += std::max(nearest - pair, -pair_[i] * largest_spread);
    }
    const double before = length;
    if (solve_step(lcp)) length = step_length();
    if (length >= before + least_gain) continue;
    target_.swap(kept_target_);
    dz_.swap(kept_dz_);
    dw_.swap(kept_dw_);
    return before;
  }
  return length;
}

LcpFailure InteriorPoint::step(const Lcp& lcp) {
  if (!factorize(lcp)) return LcpFailure::singular_basis;
  target_.setZero(z_.size());
  if (!solve_step(lcp)) return LcpFailure::singular_basis;
  pair_ = (least_side * z_.cwiseMax(w_)).cwiseMax(aim(std::min(1.0, step_length())));
  set_targets();
  if (!solve_step(lcp)) return LcpFailure::singular_basis;
  const double length = correct(lcp, step_length());
  if (length < shortest_step) return LcpFailure::stagnation;
  z_ = (z_ + length * dz_).cwiseMax((1.0 - pace_.boundary_part) * z_);
  w_ = (w_ + length * dw_).cwiseMax((1.0 - pace_.boundary_part) * w_);
  const bool is_inside = z_.allFinite() && w_.allFinite() && z_.minCoeff() > 0.0 && w_.minCoeff() > 0.0;
  return is_inside ? LcpFailure::none : LcpFailure::stagnation;
}

/// Pairs of which neither side is known to be 0.
Eigen::Index InteriorPoint::num_unsure() const {
  return (z_.array() < unsure_factor * w_.array() && w_.array() < unsure_factor * z_.array()).count();
}

LcpFailure InteriorPoint::iterate(const Lcp& lcp, LcpSolution& solution) {
  Eigen::Index try_unsure = std::max(fewest_unsure, z_.size() / 256);
  double try_below = limits_.tolerance;
  lcp.matrix->multiply(z_, product_);
  const long last = solution.iterations + limits_.iterations;
  while (solution.iterations < last && !must_stop()) {
    ++solution.iterations;
    if (const LcpFailure failure = step(lcp); failure != LcpFailure::none) return failure;
    lcp.matrix->multiply(z_, product_);
    slack_ = product_ + lcp.b;
    const double residual = natural_residual(lcp, z_, slack_);
    solution.history.push_back(residual);
    if (z_.maxCoeff() > ray_growth * scale_) {
      solution.z = z_;
      solution.ray = z_ / z_.maxCoeff();
      return LcpFailure::ray;
    }
    const Eigen::Index unsure = num_unsure();
    if (residual > try_below && (residual > finishing_residual || unsure > try_unsure)) continue;
    if (is_finished(lcp, z_, w_, solution)) return LcpFailure::none;
    try_below = std::min(try_below, 0.1 * residual);
    try_unsure = std::min(try_unsure, unsure / 2);
  }
  return LcpFailure::limit;
}

/// iterate(), and the active set of where it ends.
LcpFailure InteriorPoint::follow(const Lcp& lcp, LcpSolution& solution) {
  const LcpFailure failure = iterate(lcp, solution);
  const bool may_be_near = failure != LcpFailure::none && failure != LcpFailure::ray;
  return may_be_near && is_finished(lcp, z_, w_, solution) ? LcpFailure::none : failure;
}

void InteriorPoint::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  pace_ = bold;
  LcpFailure failure = LcpFailure::none;
  const bool has_start = start != nullptr && start->size() == lcp.b.size() && start->allFinite();
  if (lcp.b.allFinite() && lcp.b.size() > 0) prepare_system(lcp);
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
    if (failure == LcpFailure::singular_basis && structured_ == &coupling_factor_ && !must_stop()) {
      prepare_by_entries(lcp);  // whose pivots are free to move
      failure = follow_from_start();
    }
    bool was_careful = false;
    for (const double size : other_starts) {
      // A bold way may take a pair that is all but undecided for a ray.
      const bool is_over = failure == LcpFailure::none || must_stop() || (failure == LcpFailure::ray && was_careful);
      const bool is_asked = is_on_pyramids() ? size != 1.0 || has_start || failure == LcpFailure::ray : size == 1.0;
      if (is_over || !is_asked) continue;
      start_inside(lcp, size);
      pace_ = careful;
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
