#include "verification/contacts/contact_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend {

namespace {

constexpr const char* negative = "a multiplier or a slack of a contact is negative";
constexpr const char* both_positive = "a multiplier of a contact and its slack are both positive";

/// Columns and numbers of every block lie within their bounds.
bool blocks_fit(const ContactRows& rows, int num_columns) {
  for (const ContactBlock& block : rows.blocks)
    for (int side = 0; side < 2; ++side) {
      const int count = block.num_columns[side];
      if (count == 0) continue;
      const std::size_t numbers = static_cast<std::size_t>(count) * rows.rows_per_contact;
      if (count < 0 || block.first_column[side] < 0 || block.first_column[side] + count > num_columns) return false;
      if (block.first_value[side] < 0 || block.first_value[side] + numbers > rows.values.size()) return false;
    }
  return true;
}

const char* judge_pair(double multiplier, double slack) {
  if (!(multiplier >= 0.0 && slack >= 0.0)) return negative;
  return multiplier == 0.0 || slack == 0.0 ? nullptr : both_positive;
}

/// beta and sigma of a contact that has none must be 0; their slacks mean nothing.
const char* judge_absent(const ContactProblem& problem, const ContactSolution& solution, int contact) {
  const int k = problem.num_directions;
  const bool is_absent = solution.tangential.size() == 0 ||
                         (solution.tangential.segment(contact * k, k).isZero(0.0) && solution.slip[contact] == 0.0);
  return is_absent ? nullptr : "a contact without a friction cone has a friction impulse or a slip";
}

const char* judge_cone(const ContactProblem& problem, const ContactSolution& solution, int contact) {
  const int k = problem.num_directions;
  for (int i = contact * k; i < (contact + 1) * k; ++i)
    if (const char* reason = judge_pair(solution.tangential[i], solution.tangential_slack[i])) return reason;
  return judge_pair(solution.slip[contact], solution.slip_slack[contact]);
}

/// What of w the bounds do not allow: w itself between them, its negative part at the lower one.
Interval wrong_part(Interval w, double multiplier, double lower, double upper) {
  if (multiplier > lower && multiplier < upper) return w;
  if (multiplier <= lower && multiplier >= upper) return 0.0;
  const Interval nothing = 0.0;
  return multiplier <= lower ? min(w, nothing) : max(w, nothing);
}

/// How far a multiplier is from one of its bounds, and the size of both. What is granted to an impulse comes on top: it
/// is the difference of momenta and of other impulses, and rounding of these is no size of its own.
struct Distance {
  double amount = 0.0;
  double size = 0.0;
  [[nodiscard]] double ratio(double granted) const { return amount == 0.0 ? 0.0 : amount / (size + granted); }
};

Distance distance(double multiplier, double bound) {
  if (multiplier == bound) return {};
  if (!(std::abs(bound) < infinity)) return {infinity, 1.0};
  return {std::abs(multiplier - bound), std::max(std::abs(multiplier), std::abs(bound))};
}

/// Rows with bounds: the change of the bound that w asks for is accepted in place of a change of w where it is smaller.
void judge_bounded(const RowSum& w, double granted, double multiplier, double lower, double upper, RowGroup& group) {
  if (!(lower <= upper)) return group.judge_moved(std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0);
  const Distance outside = multiplier < lower   ? distance(multiplier, lower)
                           : multiplier > upper ? distance(multiplier, upper)
                                                : Distance();
  group.judge_moved(outside.amount, outside.size, granted);
  const Interval wrong = wrong_part(w.value, multiplier, lower, upper);
  const bool may_move = outside.amount == 0.0 && (w.value.lo > 0.0 || w.value.hi < 0.0);
  const Distance moved = may_move ? distance(multiplier, w.value.lo > 0.0 ? lower : upper) : Distance{infinity, 1.0};
  const bool is_met = group.is_within(wrong, w.size) || group.is_within(moved.amount, moved.size);
  if (may_move && moved.ratio(granted) < abs(wrong).lo / (w.size + w.granted))
    group.judge_moved(moved.amount, moved.size, granted, is_met);
  else
    group.judge(wrong, w.size, w.granted, is_met);
}

}  // namespace

bool fits(const ContactProblem& problem, int num_columns) {
  const ContactRows& rows = problem.rows;
  const std::size_t size = rows.contacts.size();
  const int k = problem.num_directions;
  if (rows.num_columns != num_columns || (rows.rows_per_contact != 2 && rows.rows_per_contact != 3)) return false;
  if (k < 2 || k % 2 != 0 || (rows.rows_per_contact == 2 && k != 2)) return false;
  if (rows.blocks.size() != size || rows.rate_t.size() != size * rows.rows_per_contact) return false;
  if (problem.law == FrictionLaw::sliding && problem.slide.size() != size) return false;
  const auto count = static_cast<Eigen::Index>(size);
  if (problem.given_normal.size() != 0 && problem.given_normal.size() != count) return false;
  if (!(problem.given_normal.array() >= 0.0).all()) return false;
  return problem.bias.size() == count && problem.compliance.size() == count && blocks_fit(rows, num_columns);
}

bool fits(const ContactProblem& problem, const ContactSolution& solution) {
  const Eigen::Index size = problem.rows.size();
  const Eigen::Index tangents = size * problem.num_directions;
  if (solution.normal.size() != size || solution.normal_slack.size() != size) return false;
  const bool is_sliding = problem.law == FrictionLaw::sliding;
  if (is_sliding && solution.tangential.size() == 0 && solution.slip.size() == 0) return true;
  if (solution.tangential.size() != tangents || solution.slip.size() != size) return false;
  return is_sliding || (solution.tangential_slack.size() == tangents && solution.slip_slack.size() == size);
}

const char* why_unfit(const ContactProblem& problem) {
  const Problem& joints = problem.joints;
  if (joints.mass == nullptr || joints.rows == nullptr) return "the problem is not complete";
  const ConstraintRows& rows = *joints.rows;
  if (joints.mass->size() != rows.num_columns || joints.motion.size() != rows.num_columns ||
      joints.target.size() != rows.num_rows || joints.compliance.size() != rows.num_rows ||
      joints.lower.size() != joints.upper.size() || !fits(problem, rows.num_columns))
    return "the sizes of the problem do not match";
  const auto all_finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  const bool is_finite = joints.mass->diagonal.allFinite() && joints.motion.allFinite() && joints.target.allFinite() &&
                         joints.compliance.allFinite() && problem.bias.allFinite() && problem.compliance.allFinite() &&
                         problem.given_normal.allFinite() && all_finite(rows.values) &&
                         all_finite(problem.rows.values) && all_finite(problem.rows.rate_t);
  return is_finite ? nullptr : "the problem is not finite";
}

bool is_finite(const ContactSolution& solution) {
  return solution.normal.allFinite() && solution.normal_slack.allFinite() && solution.tangential.allFinite() &&
         solution.slip.allFinite() && solution.tangential_slack.allFinite() && solution.slip_slack.allFinite();
}

const char* why_not_complementary(const ContactProblem& problem, const ContactSolution& solution) {
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    if (const char* reason = judge_pair(solution.normal[contact], solution.normal_slack[contact])) return reason;
    const char* reason =
        has_cone(problem, contact) ? judge_cone(problem, solution, contact) : judge_absent(problem, solution, contact);
    if (reason != nullptr) return reason;
  }
  return nullptr;
}

void judge_joint_rows(const Problem& problem, const Solution& solution, const RowPattern& pattern,
                      const RowScales& scales, std::span<const int> without, RowGroup& group) {
  for (int i = 0; i < pattern.num_rows(); ++i) {
    if (std::find(without.begin(), without.end(), i) != without.end()) continue;
    RowSum w;
    w.add(-problem.target[i]);
    w.add(problem.compliance[i], solution.multiplier[i]);
    double size = w.size;
    w.granted = scales.share * problem.compliance[i] * scales.largest_impulse;
    for (const auto [value, column] : pattern.row(i)) {
      const double number = problem.rows->values[value];
      w.add(number, solution.x[column]);
      size += std::abs(number) * scales.summed[column];
      w.granted += std::abs(number) * scales.share * scales.largest_summed;
    }
    w.size = size;
    if (problem.lower.size() == 0)
      group.judge(w.value, w.size, w.granted);
    else
      judge_bounded(w, scales.share * scales.largest_impulse, solution.multiplier[i], problem.lower[i],
                    problem.upper[i], group);
  }
}

}  // namespace perpend
