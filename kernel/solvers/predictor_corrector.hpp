// Steps of a primal-dual interior point, by Mehrotra's predictor and corrector, for a positive semidefinite A.
// [Mehrotra92] From z > 0, w > 0 and mu = z.w / n, a step (dz, dw) solves
//     A dz - dw = -(A z + b - w),    w dz + z dw = target - z w,
// that is  (A + diag(w / z)) dz = -(A z + b) + target / z:  target = 0 predicts how far mu can fall, and the step is
// taken with  target = sigma mu - dz dw (predicted),  sigma = (mu predicted / mu)^4. Pairs whose smaller side has come
// down to rounding have their own target and no part in mu: on the way to a pair that is 0 on both sides, mu falls far
// below what the product of an impulse near 1 and a rate can have. Such a pair shows by what the prediction leaves of
// it, half of either side: it gets a target that takes both further.
// Both z and w go the same length, because A z + b - w must vanish along with mu. [Wright97] 8
// The step is then corrected, with the same factors, for as long as that makes it longer. [Gondzio96]
// Where A is known over bodies its systems are solved in their velocities, see body_factor and contact_factor, and
// where it is known as a matrix of contacts alone, in impulses along normals and tangents, see coupling_factor.
#pragma once

#include <vector>

#include "kernel/solvers/factors/body_factor.hpp"
#include "kernel/solvers/factors/contact_factor.hpp"
#include "kernel/solvers/factors/coupling_factor.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"
#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

/// How boldly steps are taken.
struct Pace {
  double boundary_part;      ///< part of the way to the boundary that a step goes
  int squarings;             ///< the part that a prediction leaves of mu is aimed at to the power 2^squarings
  double part_of_vanishing;  ///< of the way to 0 on both sides that is asked of a pair that shows itself as going there
};
struct PrimalDualPoint {
  GrowingVector z, w;     ///< > 0
  GrowingVector product;  ///< A z
};

class PredictorCorrector {
 public:
  /// Chooses the systems of this A.
  void prepare(const Lcp& lcp);
  /// Takes those of all its entries, whose pivots are free to move.
  void prepare_by_entries(const Lcp& lcp);
  /// Null: the systems are those of all entries.
  [[nodiscard]] ShiftedSystem* structured() const { return structured_; }
  [[nodiscard]] bool is_on_couplings() const { return structured_ == &coupling_factor_; }
  [[nodiscard]] bool is_on_pyramids() const;
  /// The largest entry of A.
  [[nodiscard]] double largest() const { return largest_; }

  /// To be set before the first step.
  [[nodiscard]] PrimalDualPoint& point() { return at_; }
  void set_pace(const Pace& pace) { pace_ = pace; }
  /// Moves z and w; A z stays that of before. Pre: prepare.
  [[nodiscard]] LcpFailure step(const Lcp& lcp);

 private:
  [[nodiscard]] ShiftedSystem* structured_system(const Lcp& lcp);
  [[nodiscard]] bool factorize(const Lcp& lcp);
  [[nodiscard]] bool refine(const Lcp& lcp);
  [[nodiscard]] bool solve_step(const Lcp& lcp);
  [[nodiscard]] double step_length() const;
  [[nodiscard]] double aim(double predicted) const;
  void set_targets();
  [[nodiscard]] double correct(const Lcp& lcp, double length);

  BodyFactor body_factor_;
  ContactFactor contact_factor_;
  CouplingFactor coupling_factor_;
  ShiftedSystem* structured_ = nullptr;  // one of these three; null: by the entries of A
  SparseFactor factor_;
  SparseRows system_;
  std::vector<int> diagonal_at_;  // in system_.value
  GrowingVector diagonal_;        // of A, shifted
  Pace pace_;
  double largest_ = 0.0;
  PrimalDualPoint at_;
  GrowingVector target_, right_, dz_, dw_;
  GrowingVector left_, correction_;                // of a refinement
  GrowingVector pair_;                             // products of z and w to step to
  GrowingVector kept_target_, kept_dz_, kept_dw_;  // before a correction
};

}  // namespace perpend
