// The mechanism in extended precision, index-reduced and dense: an independent route for the reference trajectory.
#pragma once

#include <array>
#include <vector>

#include "kernel/dynamics/closed_contact.hpp"
#include "kernel/dynamics/extended_mass.hpp"
#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/model/state.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// With A = J L^-T and the rank-revealing factorization A^T Pi = Q R. Joints, drives and non-holonomic constraints,
/// then contacts that stay closed and dry friction of ball joints; limits, other dry friction and compliance have no
/// place here. A contact that slides has another force than its row: then lambda solves A B^T lambda = target, B = (J -
/// mu D) L^-T. The rows that count are chosen at the first state that an object sees, and stay: rows that depend on
/// others only where all constraints hold (Bricard) become independent at the intermediate states of an integration,
/// which miss the constraints by a little, and would then ask for anything.
class ExtendedDynamics {
 public:
  explicit ExtendedDynamics(const Model& model, std::vector<ClosedContact> contacts = {},
                            std::vector<BallFriction> frictions = {});

  /// Angles in space come out nearest to these; empty: nearest to 0. See State::coordinates.
  void remember_coordinates(const VectorX& coordinates);

  /// q' = T(q) v: velocities themselves, and (0, omega) q / 2 for quaternions.
  void position_rate(const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& rate) const;

  /// a = M^-1 (f + J^T lambda) with J a = -Jdot_v (which holds phi_tt): the accelerations of the constrained mechanism.
  /// NaN where friction leaves the normal forces without an answer.
  void acceleration(Extended time, const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& a);

  /// v+ with M (v+ - v) = given + J^T lambda and J v+ = -phi_t + target: an impact, target has an entry a row.
  void velocity_after(Extended time, const ExtendedVector& q, const ExtendedVector& v, const ExtendedVector& given,
                      const ExtendedVector& target, ExtendedVector& after);

  /// lambda of what was computed last, of all rows [N, N m] or [N s, N m s]: those of least norm; with contacts that
  /// slide, 0 for rows that follow from others.
  void multipliers(ExtendedVector& lambda) const;

  /// What all lambda that change nothing are made of: orthonormal columns. Pre: a state was seen.
  void idle_multipliers(ExtendedMatrix& basis) const;

  [[nodiscard]] int num_rows() const { return num_rows_; }
  /// The independent ones among the first `count` rows. Pre: a state was seen.
  [[nodiscard]] int rank_of_first(int count) const;

  /// Newton in the metric of M on the holonomic phi(q, t) = 0 until it stops improving, quaternions of unit length;
  /// then v becomes the nearest velocity with J v = -phi_t. Returns the largest |phi| left,
  /// over all rows whether they count or not, or NaN.
  Extended project(Extended time, ExtendedVector& q, ExtendedVector& v);

  /// The largest |J v + phi_t| over the rows of joints, whether they count or not, at the last projection.
  [[nodiscard]] Extended largest_rate_missed() const { return rate_missed_; }

  /// Beyond this many coordinates the dense factorizations take minutes: such mechanisms have no reference.
  static constexpr int max_coordinates = 600;

 private:
  template <class In>
  void evaluate_in(Extended time, const ExtendedVector& q, const ExtendedVector& v);
  template <class In>
  void add_forces(Extended time, const ExtendedVector& v);
  template <class In>
  void add_coordinate_forces(const ExtendedVector& v);
  void add_gravity_and_spin();
  void evaluate(Extended time, const ExtendedVector& q, const ExtendedVector& v);
  template <class In>
  [[nodiscard]] auto& motions();
  template <class Entries>
  void add_row(ExtendedMatrix& rows, const std::array<int, num_sides>& body, int row, const Entries& jacobian);
  template <class In>
  void add_contacts();
  void add_ball_frictions();
  /// The change of velocities by the forces of the rows that count, with J change = target.
  void answer(const ExtendedVector& target, ExtendedVector& change);
  /// The smallest x (in the metric of M) with J x = target over the given rows (target: of all), as far as they agree.
  void smallest_solution(const std::vector<int>& rows, const ExtendedVector& target, ExtendedVector& x);

  /// The independent ones of `rows`, at the state evaluated last, in the order of `rows`.
  [[nodiscard]] std::vector<int> independent(const std::vector<int>& rows) const;
  void choose_rows();

  const Model& model_;
  std::vector<ClosedContact> contacts_;
  std::vector<BallFriction> frictions_;
  std::vector<Vector3<Extended>> axes_;  // of them, world
  int num_rows_ = 0;
  bool slides_ = false;  ///< any contact, with friction
  bool has_chosen_ = false;
  std::vector<int> rows_;                         ///< that count, of all
  std::vector<int> holonomic_;                    ///< that count, of those that phi belongs to
  std::vector<int> positions_;                    ///< all rows that phi belongs to
  std::vector<BodyMotion<Extended>> planar_;      ///< one a body, the world last
  std::vector<SpatialMotion<Extended>> spatial_;  ///< one a body, the world last
  ExtendedVector near_;
  ExtendedMassRoot root_;
  ExtendedMatrix scaled_rows_;    ///< (J L^-T)^T = L^-1 J^T, num_velocities x num_rows
  ExtendedMatrix scaled_forces_;  ///< the same of the forces, where contacts slide
  ExtendedVector lambda_;         ///< then
  ExtendedVector phi_;
  ExtendedVector phi_t_;
  ExtendedVector jdot_v_;
  ExtendedVector force_;
  ExtendedVector target_;
  ExtendedVector x_;
  Extended rate_missed_ = Extended(0);
};

}  // namespace perpend
