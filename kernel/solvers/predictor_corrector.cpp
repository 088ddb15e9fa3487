#include "kernel/solvers/predictor_corrector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/solvers/complementarity_newton.hpp"

namespace perpend {

namespace {

/// Added to the diagonal, against the largest entry: pivots of a singular A then stay above their rounding.
constexpr double shift_of_entries = 0x1p-46;
/// z and w are at most near 1, and A z + b has the rounding of such sums. A side of this size is rounding and does not
/// shorten a step; no pair is sent below the product of the second and its larger side, where steps would be noise.
constexpr double rounding_of_side = 0x1p-46;
constexpr double least_side = 0x1p-50;
/// More than the rounding of a product and a quotient.
constexpr double beyond_rounding = 1.0 + 0x1p-40;
/// Steps shorter than this no longer move.
constexpr double shortest_length = 0x1p-20;
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
/// A pair is like one that vanishes on both sides by the eighth power of 4 f (1 - f), f the part of z that a prediction
/// takes away. Below this that power is next to nothing.
constexpr double least_likeness = 0.5;

}  // namespace

ShiftedSystem* PredictorCorrector::structured_system(const Lcp& lcp) {
  if (contact_factor_.set(lcp)) return &contact_factor_;
  if (coupling_factor_.set(lcp)) return &coupling_factor_;
  const LcpBodies* bodies = lcp.structure == LcpClass::symmetric ? lcp.matrix->bodies() : nullptr;
  return bodies != nullptr && body_factor_.set(*bodies) ? &body_factor_ : nullptr;
}

/// Friction makes the systems unsymmetric.
bool PredictorCorrector::is_on_pyramids() const {
  return structured_ == &contact_factor_ || structured_ == &coupling_factor_;
}

void PredictorCorrector::prepare(const Lcp& lcp) {
  structured_ = structured_system(lcp);
  if (structured_ == nullptr) return prepare_by_entries(lcp);
  largest_ = largest_diagonal(*lcp.matrix);
}

void PredictorCorrector::prepare_by_entries(const Lcp& lcp) {
  structured_ = nullptr;
  const SparseRows& a = lcp.matrix->sparse();
  largest_ = largest_entry(a);
  add_diagonal_entries(a, system_, diagonal_at_);
  diagonal_.setConstant(a.num_rows, shift_of_entries * largest_);
  for (int i = 0; i < a.num_rows; ++i) diagonal_[i] += system_.value[diagonal_at_[i]];
}

bool PredictorCorrector::factorize(const Lcp& lcp) {
  if (structured_ != nullptr) {
    const double least = (is_on_pyramids() ? shift_over_contacts : shift_over_bodies) * largest_;
    diagonal_ = (at_.w.cwiseQuotient(at_.z).array() + least).inverse().matrix();
    return structured_->factorize(diagonal_);
  }
  for (int i = 0; i < system_.num_rows; ++i) system_.value[diagonal_at_[i]] = diagonal_[i] + at_.w[i] / at_.z[i];
  return factor_.factorize(system_, factor_kind(lcp));
}

/// Brings back the digits of dz_ that L U of what is not symmetric loses.
bool PredictorCorrector::refine(const Lcp& lcp) {
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
bool PredictorCorrector::solve_step(const Lcp& lcp) {
  right_ = target_.cwiseQuotient(at_.z) - at_.product - lcp.b;
  if (!(structured_ != nullptr ? structured_->solve(right_, dz_) : factor_.solve(right_, dz_))) return false;
  if (is_on_pyramids() && !refine(lcp)) return false;
  dw_ = (target_ - at_.w.cwiseProduct(dz_)).cwiseQuotient(at_.z) - at_.w;
  return dw_.allFinite();
}

/// Largest length in [0, 1] that keeps z and w >= 0, but for sides that are rounding. A product, which costs less than
/// a quotient, passes by those that do not shorten it.
double PredictorCorrector::step_length() const {
  double length = 1.0 / pace_.boundary_part, limit = beyond_rounding * length;
  const auto shorten = [&](double side, double change) {
    if (!(-change * limit > side) || !(side > rounding_of_side)) return;
    length = std::min(length, -side / change);
    limit = beyond_rounding * length;
  };
  for (Eigen::Index i = 0; i < at_.z.size(); ++i) {
    shorten(at_.z[i], dz_[i]);
    shorten(at_.w[i], dw_[i]);
  }
  return pace_.boundary_part * length;
}

/// Size of the pairs to step to: a power of the part that the predicted step leaves of their mean, of those
/// that are not at their least.
double PredictorCorrector::aim(double predicted) const {
  double now = 0.0, after = 0.0;
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < at_.z.size(); ++i) {
    if (std::min(at_.z[i], at_.w[i]) <= 8.0 * least_side) continue;
    ++count;
    now += at_.z[i] * at_.w[i];
    after += (at_.z[i] + predicted * dz_[i]) * (at_.w[i] + predicted * dw_[i]);
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
void PredictorCorrector::set_targets() {
  target_ = pair_ - dz_.cwiseProduct(dw_);
  if (pace_.part_of_vanishing == 0.0) return;
  for (Eigen::Index i = 0; i < at_.z.size(); ++i) {
    const double fall = -dz_[i] / at_.z[i];
    double likeness = 4.0 * fall * (1.0 - fall);
    if (!(likeness > least_likeness)) continue;
    for (int k = 0; k < 3; ++k) likeness *= likeness;
    const double now = at_.z[i] * at_.w[i];
    const double vanishing = 2.0 * std::sqrt(pair_[i] * now) - now;
    target_[i] += pace_.part_of_vanishing * likeness * std::min(0.0, vanishing - target_[i]);
  }
}

/// From the step of `length` toward pairs of one size: a longer one where pairs that would be far from that are drawn
/// back. Returns the length.
double PredictorCorrector::correct(const Lcp& lcp, double length) {
  for (int round = 0; round < most_corrections && length < 1.0 - aim_more; ++round) {
    const double aim = std::min(1.0, aim_factor * length + aim_more);
    kept_target_ = target_;
    kept_dz_ = dz_;
    kept_dw_ = dw_;
    for (Eigen::Index i = 0; i < at_.z.size(); ++i) {
      const double pair = (at_.z[i] + aim * dz_[i]) * (at_.w[i] + aim * dw_[i]);
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

LcpFailure PredictorCorrector::step(const Lcp& lcp) {
  if (!factorize(lcp)) return LcpFailure::singular_basis;
  target_.setZero(at_.z.size());
  if (!solve_step(lcp)) return LcpFailure::singular_basis;
  pair_ = (least_side * at_.z.cwiseMax(at_.w)).cwiseMax(aim(std::min(1.0, step_length())));
  set_targets();
  if (!solve_step(lcp)) return LcpFailure::singular_basis;
  const double length = correct(lcp, step_length());
  if (length < shortest_length) return LcpFailure::stagnation;
  at_.z = (at_.z + length * dz_).cwiseMax((1.0 - pace_.boundary_part) * at_.z);
  at_.w = (at_.w + length * dw_).cwiseMax((1.0 - pace_.boundary_part) * at_.w);
  const bool is_inside = at_.z.allFinite() && at_.w.allFinite() && at_.z.minCoeff() > 0.0 && at_.w.minCoeff() > 0.0;
  return is_inside ? LcpFailure::none : LcpFailure::stagnation;
}

}  // namespace perpend
