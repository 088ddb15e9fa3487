// Rows that follow from others where a run begins, and when that has come to an end.
//
// Some rows follow from others only where all constraints hold (a loop such as Bricard's). With y_k = 1 and y_i for the
// rows i that are kept, delta = J^T y vanishes there. A method that drifts is elsewhere: by the motion dq that would
// close what is open, dq = -M^-1 J^T W^-1 phi over the rows kept. Let `turn` be the largest angle in dq, where a shift
// counts as the angle under which a characteristic length sees it. Rows are made of vectors fixed in two bodies, so
// each changes by about turn sqrt(W_ii) in the metric of M^-1, W = J M^-1 J^T, and
//     sqrt(delta^T M^-1 delta) <= turn sqrt(sum y_i^2 W_ii)                                                        (*)
// is what drift alone can make of a row that still follows. It stays left out while (*) holds: taken in, it would ask
// for delta^T v = 0, a direction that comes from the error alone and in which the mechanism may be moving. What the
// rows kept leave of it is of the size of the error too: phi_k = -sum y_i phi_i + O(dq^2).
//
// Where a redundancy truly ends (a parallelogram that leaves the flat position) delta grows with the way theta from
// there, and what the row would be missed by with theta^2. So it is taken back before its error is more than turn^2,
// times a constant of the mechanism: less than the error that is there.
//
// A delta that is rounding compared with the combination is not a drift: y then combines the rows as they are given,
// and multipliers may be moved along it.
//
// Rows that depend on each other like that must ask for rates that do: J v = -phi_t has a solution where y^T phi_t = 0
// alone. Two drives of one joint with different rates have none, and whichever row is left out is missed. y is known to
// about 2^-20 of its largest entry, the root of what rank is judged by: smaller entries count as 0, and y^T phi_t does
// below that share of the rates that are left; where constraints are open by `turn`, y is that of a place nearby, off
// by a multiple of `turn`.
#pragma once

#include <vector>

#include "kernel/linear/row_access.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

/// The rows that a run leaves out: decided where it begins, an argument of its solves.
struct RedundantRows {
  std::vector<int> rows{};  ///< increasing; empty: none
  VectorX turn_per_unit{};  ///< one a velocity: 1 for an angular one, 1 over a length for others [1, 1/m]
};

/// A length is the characteristic one of the model.
[[nodiscard]] RedundantRows redundant_rows(const Model& model, const std::vector<int>& rows);

/// Over the solves of a run.
struct RedundancyCounts {
  long within_error = 0;  ///< solves in which a row was left out that follows within the constraint error only
  long taken_back = 0;    ///< solves in which a row was taken in that does not follow any more
};

/// Whether rows with the left null vector y ask for rates that exclude each other, where the constraints are open by
/// `turn`: y^T phi_t is not 0.
[[nodiscard]] bool are_contradictory(const VectorX& y, const VectorX& phi_t, double turn);

/// Judges the rows that one solve leaves out. Allocates nothing after `expect`.
class RedundancyJudge {
 public:
  RedundancyJudge() = default;
  explicit RedundancyJudge(const ConstraintRows& layout);

  void expect(const RedundantRows& redundant);

  /// Before a solve: every redundant row is to be left out.
  void start();
  /// One flag a row, or empty.
  [[nodiscard]] const std::vector<char>& left_out() const { return left_out_; }
  [[nodiscard]] bool is_left_out(int row) const { return !left_out_.empty() && left_out_[row] != 0; }

  /// After each factorization of the rows kept: dq, its sign does not count.
  [[nodiscard]] bool needs_closing_motion() const { return !left_out_.empty(); }
  void set_closing_motion(const VectorX& dq);

  /// Row k that was left out, y, and x = M^-1 J^T y. True when y is a combination of the rows as they are given. A row
  /// that does not follow any more is no longer among those to leave out.
  [[nodiscard]] bool judge(const Problem& problem, int row, const VectorX& y, const VectorX& x);

  /// False when a row was taken back since the last factorization, so that another one is needed.
  [[nodiscard]] bool finish();
  /// Whether a row judged since `start` asks for another rate than those that it follows from.
  [[nodiscard]] bool is_contradictory() const { return is_contradictory_; }

  [[nodiscard]] const RedundancyCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] double row_square(const MassMatrix& mass, const ConstraintRows& rows, int row);
  [[nodiscard]] double combination_square(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& y);

  int num_rows_ = 0;
  RowAccess access_;
  RedundantRows redundant_;
  std::vector<char> left_out_;
  double turn_ = 0.0;
  bool is_within_error_ = false;
  bool must_repeat_ = false;  // a row was taken back since the last factorization
  bool has_taken_back_ = false;
  bool is_contradictory_ = false;
  RedundancyCounts counts_;
  VectorX row_;
  VectorX weighted_;
};

}  // namespace perpend
