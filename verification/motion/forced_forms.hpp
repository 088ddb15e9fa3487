// The forms of M, D and K on the motions that constraints allow: definite with weighted squares of the rows, or
// negative on one motion.
#pragma once

#include <span>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/linear_forces.hpp"
#include "kernel/model/mass_matrix.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

/// M q'' + D q' + K q = J^T lambda with J q = 0. Everything is taken as the doubles that it is.
struct ForcedMechanism {
  const MassMatrix& mass;
  const ConstraintRows& rows;
  std::span<const int> left_out;  ///< rows that others imply
  const LinearForces& forces;
  /// Proved lower bound of the smallest eigenvalue of J M^-1 J^T of the other rows, its diagonal scaled to 1.
  double independence = 0.0;
};

/// mass M + damping h^p D + stiffness h^r K is nonnegative on the null space of J.
struct ForceCondition {
  int mass = 0;
  int damping = 0;
  int damping_power = 0;
  int stiffness = 0;
  int stiffness_power = 0;
  bool refutes = true;  ///< a motion on which it is negative shows an eigenvalue outside the unit circle
};

/// One condition with the numbers of a step, enclosed and to nearest.
struct ForceTerms {
  Interval mass, damping, stiffness;

  /// h: the decimal number that a scene gives.
  ForceTerms(const ForceCondition& condition, double h);
  /// Squares with factors >= 0 alone.
  [[nodiscard]] bool is_sum_of_squares(const LinearForces& forces) const {
    return mass.lo >= 0.0 && damping.lo >= 0.0 &&
           (stiffness.lo >= 0.0 ? forces.rest.empty() || stiffness.hi == 0.0
                                : !forces.from_applied && !forces.from_constraints);
  }
};

/// The forms over the columns that forces reach, each column scaled by a power of two so that M is near the identity.
class ForcedForms {
 public:
  explicit ForcedForms(const ForcedMechanism& mechanism);

  [[nodiscard]] int size() const { return static_cast<int>(columns_.size()); }
  /// The smallest eigenvalue on the null space of J, in floating point, and its vector.
  [[nodiscard]] double lowest(const ForceTerms& terms, VectorX* vector = nullptr) const;
  /// Nothing where no weights were found.
  [[nodiscard]] VectorX prove(const ForceTerms& terms) const;
  /// m, d, k of some motion that J allows, near the scaled x; the error of K included.
  struct Values {
    Interval mass, damping, stiffness;
  };
  [[nodiscard]] Values at(const VectorX& x) const;
  /// x over all velocities, unscaled.
  [[nodiscard]] VectorX spread(const VectorX& x) const;
  [[nodiscard]] int dimension() const { return static_cast<int>(basis_.cols()); }

 private:
  /// The form and, entry by entry, the sum of the absolute terms; margins are against it.
  [[nodiscard]] MatrixX sum(const ForceTerms& terms, MatrixX& sizes) const;
  [[nodiscard]] double distance_to_null_space(const VectorX& x) const;

  const ForcedMechanism& mechanism_;
  std::vector<int> columns_;
  std::vector<int> kept_;  ///< rows of J, without those left out
  VectorX scale_;
  MatrixX mass_, damping_, stiffness_, damping_size_, stiffness_size_;  ///< scaled
  VectorX margin_;                                                      ///< scaled
  MatrixX rows_;                                                        ///< J, scaled; all rows
  VectorX inverse_mass_;  ///< upper bounds of the diagonal of M^-1, unscaled
  MatrixX basis_;         ///< of the null space, orthonormal
};

}  // namespace perpend
