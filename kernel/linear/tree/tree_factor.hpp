// The saddle-point system of a tree of bodies in space that joints hold at points, without compliance, in one pass
// from the tips to the roots and one back [Featherstone83].
//
// A body with the motion x = (v, w), carried by one with x_p; r and r_p lead from their centres to the joint:
//     x = X x_p + g + S y,    X x_p = (v_p + w_p x (r_p - r), w_p),    S y = (r x s y, s y),
// where s are the directions about which the joint leaves it free, n . s = 0 for the rows n that turn, and g is what
// the targets ask:
//     g = (t - w_g x r, w_g),  w_g = sum n+ t_n,  with the sign of v in the rows of the point before t.
// The motion row of the body, with A and p in place of M and of its right-hand side once the bodies that it carries are
// out, is A x - J^T multiplier = p, and S^T J^T = 0. Hence, one free direction i after the other, with h = p - A g,
//     U_i = A s_i - sum_{j<i} U_j (U_j . s_i) / D_j,  D_i = s_i . U_i,
//     b_i = s_i . h_i,  h_{i+1} = h_i - U_i b_i / D_i,
// what is left acts on the carrier,
//     A_p += X^T A X - sum V_i V_i^T / D_i,  p_p += X^T h - sum V_i b_i / D_i,  V_i = X^T U_i,
// and on the way back, from the last to the first,
//     y_i = (b_i - V_i . x_p - sum_{j>i} (U_i . s_j) y_j) / D_i.
//
// This is done beyond a motion u: x = u + x', where x' has the motion rows M x' - J^T multiplier = f - M u and the
// targets t - J u. With u = M^-1 f, the motion without joints, multipliers that are small compared with M x keep their
// digits; in a chain that falls they are small of every order. With u = 0 an x that is small compared with M^-1 f does.
// The rounding of M^-1 f, by L D L^T of each inertia, is far below what is judged.
//
// Rows of joints are met by how x is made. The multipliers come from M x and the loads further out, so that motion rows
// are met as well but along s, where the rounding of y remains. Both are looked at.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "kernel/linear/known_rows.hpp"
#include "kernel/linear/tree/tree_joint.hpp"
#include "kernel/linear/tree/tree_layout.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

class TreeFactor {
 public:
  /// See TreeLayout::make.
  [[nodiscard]] static std::optional<TreeFactor> make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                      const MassMatrix& mass,
                                                      TreeLayout::Choice choice = TreeLayout::Choice::where_cheaper);

  /// Does nothing where M and J are what they were, unless they changed each time before. False where a row
  /// is compliant, rows that turn are nearly dependent, or M is not positive definite.
  [[nodiscard]] bool factorize(const Problem& problem);

  /// x and the multipliers of primary rows; the others become 0.
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);
  /// The same from u = 0: where x is small compared with u, it keeps its digits.
  void substitute_from_rest(const VectorX& motion, const VectorX& target, Solution& solution);
  /// Whether the last of these met the motion rows to rounding, and surely the rows of joints.
  [[nodiscard]] bool are_motions_met() const { return are_motions_met_; }
  [[nodiscard]] bool are_joints_met() const { return are_joints_met_; }

  [[nodiscard]] std::size_t num_entries() const;

 private:
  struct InertialForce {
    SpatialVector force;
    SpatialVector magnitude;
  };
  /// What reaches a body from those that it carries.
  struct Load {
    SpatialVector force;
    ThreeLanes rest;  ///< what their motion rows miss
  };

  TreeFactor(const ConstraintRows& rows, TreeLayout layout);
  [[nodiscard]] bool is_known(const Problem& problem);
  [[nodiscard]] bool load_plain(const MassMatrix& mass);
  [[nodiscard]] bool load(int k, const MassMatrix& mass);
  template <int num_turning>
  [[nodiscard]] bool eliminate(const TreeLayout::Run& run, const Problem& problem);
  [[nodiscard]] bool eliminate_floating(const TreeLayout::Run& run, const Problem& problem);
  void move_freely(const VectorX& motion, Solution& solution) const;
  void move_plain(const VectorX& motion, Solution& solution) const;
  void substitute_beyond(const double* motion, const VectorX& target, Solution& solution);
  template <int num_turning>
  void collect(const TreeLayout::Run& run, const double* motion, const VectorX& target, Solution& solution);
  void move_floating(const TreeLayout::Run& run, const double* motion, Solution& solution);
  template <int num_turning>
  void move(const TreeLayout::Run& run, const VectorX& target, Solution& solution);
  template <int num_turning>
  void react(const TreeLayout::Run& run, const double* motion, Solution& solution);
  void look_at_floating(const TreeLayout::Run& run, const double* motion);
  template <int num_turning>
  [[nodiscard]] SpatialVector asked_force(int k, const TreeJoint<num_turning>& joint, const double* t) const;
  [[nodiscard]] InertialForce inertial_force(int k, const double* motion) const;
  void add_to_parent(const TreeLayout::Body& body, const SpatialVector& force, ThreeLanes rest);

  int num_rows_ = 0;
  double vanishing_share_ = 0.0;
  TreeLayout layout_;
  KnownRows known_rows_;
  VectorX known_diagonal_;
  std::vector<InertiaBlock> known_blocks_;
  bool are_all_rows_primary_ = true;
  bool is_factorized_ = false;
  bool are_motions_met_ = true;
  bool are_joints_met_ = true;
  // By body.
  std::vector<BodyInertia> inertias_;
  std::vector<ArticulatedInertia> articulated_;  // of what it carries alone until its turn
  std::vector<Load> loads_;
  std::vector<SpatialVector> velocities_;  // x'
  std::vector<FloatingFactor> floating_;
  std::tuple<std::vector<TreeJoint<0>>, std::vector<TreeJoint<1>>, std::vector<TreeJoint<2>>, std::vector<TreeJoint<3>>>
      joints_;
  std::vector<double> plain_inverse_;  // of the columns of the layout
};

}  // namespace perpend
