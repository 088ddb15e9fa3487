#include "kernel/linear/redundant_rows.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// A remainder below this share of the combination is rounding: 17 bits above the unit, for what an unpivoted
/// factorization loses. A multiplier moved along y then leaves 2^-36 of itself in the motion, 10 bits below what the
/// certificates of solves allow, for masses and arms that differ.
constexpr double sharp_share = 0x1p-36;

}  // namespace

bool are_contradictory(const VectorX& y, const VectorX& phi_t, double turn) {
  // 64: by how much a mechanism may make a motion larger than another one that it comes from.
  constexpr double largest_ratio = 64.0;
  constexpr double share = 0x1p-20;
  const double largest = y.cwiseAbs().maxCoeff();
  double sum = 0.0;
  double rates = 0.0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    if (std::abs(y[i]) <= share * largest) continue;
    sum += y[i] * phi_t[i];
    rates += std::abs(phi_t[i]);
  }
  return std::abs(sum) > (share + largest_ratio * turn) * largest * rates;
}

RedundantRows redundant_rows(const Model& model, const std::vector<int>& rows) {
  RedundantRows result{.rows = rows, .turn_per_unit = VectorX::Ones(model.num_velocities)};
  const int num_linear = model.space == Space::planar ? 2 : 3;
  const double length = characteristic_length(model);
  for (const Body& body : model.bodies)
    for (int j = 0; j < std::min(body.dof, num_linear); ++j) result.turn_per_unit[body.offset + j] = 1.0 / length;
  return result;
}

RedundancyJudge::RedundancyJudge(const ConstraintRows& layout)
    : num_rows_(layout.num_rows),
      access_(layout),
      row_(VectorX::Zero(layout.num_columns)),
      weighted_(VectorX::Zero(layout.num_columns)) {}

void RedundancyJudge::expect(const RedundantRows& redundant) {
  redundant_ = redundant;
  left_out_.assign(redundant.rows.empty() ? 0 : num_rows_, 0);
}

void RedundancyJudge::start() {
  for (const int row : redundant_.rows) left_out_[row] = 1;
  is_within_error_ = must_repeat_ = has_taken_back_ = is_contradictory_ = false;
}

void RedundancyJudge::set_closing_motion(const VectorX& dq) {
  turn_ = 0.0;
  for (Eigen::Index j = 0; j < dq.size(); ++j) turn_ = std::max(turn_, std::abs(redundant_.turn_per_unit[j] * dq[j]));
}

/// W_ii
double RedundancyJudge::row_square(const MassMatrix& mass, const ConstraintRows& rows, int row) {
  row_.setZero();
  access_.add_transposed(rows, row, 1.0, row_);
  divide(mass, row_, weighted_);
  return row_.dot(weighted_);
}

double RedundancyJudge::combination_square(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& y) {
  double sum = 0.0;
  for (int i = 0; i < rows.num_rows; ++i)
    if (y[i] != 0.0) sum += y[i] * y[i] * row_square(mass, rows, i);
  return sum;
}

bool RedundancyJudge::judge(const Problem& problem, int row, const VectorX& y, const VectorX& x) {
  const MassMatrix& mass = *problem.mass;
  multiply(mass, x, weighted_);
  const double remainder = x.dot(weighted_);
  const double sharp = sharp_share * sharp_share;
  const double own = row_square(mass, *problem.rows, row);
  // The combination is larger than the row that it makes, so that one look is enough for exact copies.
  const double whole = remainder <= sharp * own ? own : combination_square(mass, *problem.rows, y);
  const bool is_sharp = remainder <= sharp * whole;
  if (is_sharp && are_contradictory(y, problem.rows->phi_t, turn_)) is_contradictory_ = true;
  if (!is_left_out(row)) return is_sharp;
  // With compliance in its rows a combination is no dependence: W + E is not singular.
  const bool is_rigid = y.cwiseAbs2().dot(problem.compliance) <= sharp * whole;
  if (is_rigid && is_sharp) return true;
  if (is_rigid && remainder <= turn_ * turn_ * whole) {
    is_within_error_ = true;
    return false;
  }
  left_out_[row] = 0;
  must_repeat_ = true;
  return false;
}

bool RedundancyJudge::finish() {
  if (must_repeat_) {
    has_taken_back_ = true;
    must_repeat_ = is_within_error_ = false;
    return false;
  }
  if (is_within_error_) ++counts_.within_error;
  if (has_taken_back_) ++counts_.taken_back;
  return true;
}

}  // namespace perpend
