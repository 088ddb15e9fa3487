// Claims about the solve of one system of joints.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/mechanism/independence.hpp"
#include "verification/checker/mechanism/row_errors.hpp"

namespace perpend::checker {

namespace {

struct SolveResiduals {
  RowErrors motion, constraints;
  [[nodiscard]] Rational worst() const { return std::max(motion.worst(), constraints.worst()); }
  [[nodiscard]] int num_granted() const { return motion.num_granted() + constraints.num_granted(); }
};

Sum motion_row(const Data& data, const std::vector<SparseRow>& columns, int i) {
  Sum sum;
  sum.add(-data.motion[i]);
  sum.add(data.mass_rows[i], data.x);
  sum.add(columns[i], data.multiplier, -1);
  return sum;
}

/// The largest |x|, or what the terms of a motion row would make of x each alone, row after row.
void raise(Rational& largest, const Sum& sum, const Rational& mass) {
  if (sum.size > largest * mass) largest = sum.size / mass;
}

/// All rows without bounds but those left out.
SolveResiduals residuals_of(const Data& data, bool with_left_out) {
  const int n = data.num_columns;
  SolveResiduals result{RowErrors(n + data.num_rows), RowErrors(n + data.num_rows)};
  Rational largest_x = largest_of(data.x);
  const Rational largest_multiplier = largest_of(data.multiplier);
  const std::vector<SparseRow> columns = transposed(data.rows, n);
  for (int i = 0; i < n; ++i) {
    const Sum sum = motion_row(data, columns, i);
    raise(largest_x, sum, data.mass_rows[i].front().value);
    result.motion.judge(sum, sum.value.abs(), i, [&] {
      return data.motion[i].abs() + size_of(data.mass_rows[i]) * largest_x + size_of(columns[i]) * largest_multiplier;
    });
  }
  for (int i = 0; i < data.num_rows; ++i) {
    if (data.is_bounded(i) || (!with_left_out && data.is_left_out[i] != 0)) continue;
    const Sum sum = joint_row(data, i);
    result.constraints.judge(sum, sum.value.abs(), n + i, [&] {
      return data.target[i].abs() + data.compliance[i].abs() * largest_multiplier + size_of(data.rows[i]) * largest_x;
    });
  }
  return result;
}

bool has_positive_diagonal(const Data& data) {
  return std::all_of(data.mass_rows.begin(), data.mass_rows.end(),
                     [](const SparseRow& row) { return row.front().value.sign() > 0; });
}

/// A refutation says that the limit is exceeded.
Finding check_refuted(Judgement& judgement, const Rational& worst) {
  judgement.require(worst > backward_error_limit(),
                    fmt::format("claims that the solve is refuted, its backward error is {}", print(worst)));
  return judgement.finding("the backward error is above the limit");
}

void check_backward_error(Judgement& judgement, const char* name, const Rational& worst) {
  judgement.at_most(name, worst, "the backward error");
  if (const auto claimed = judgement.number(name))
    judgement.require(*claimed <= backward_error_limit(), "the bound proved is above the limit");
}

/// What is missing of the sign that a multiplier at a bound asks for.
Rational wrong_sign(const Rational& w, int sign) {
  return std::max(Rational(0), Rational(-sign) * w);
}

constexpr BoundRule kkt_residual_bounds[] = {{"backward error at most", Shape::size, Most::backward_error},
                                             {"motion residual at most", Shape::size, Most::nothing},
                                             {"constraint residual at most", Shape::size, Most::nothing},
                                             {"worst row", Shape::whole, Most::nothing},
                                             {granted_rows_name, Shape::whole, Most::nothing}};
constexpr BoundRule kept_rows_bounds[] = {
    {"backward error of the rows kept at most", Shape::size, Most::backward_error},
    {"share of a row left out beyond the rows kept at most", Shape::size, Most::share},
    {"row left out missed by at most", Shape::size, Most::nothing},
    {"rows left out", Shape::whole, Most::nothing},
    {granted_rows_name, Shape::whole, Most::nothing}};
constexpr BoundRule complementarity_bounds[] = {
    {"backward error between the bounds at most", Shape::size, Most::backward_error},
    {"backward error of the sign at a bound at most", Shape::size, Most::backward_error},
    {"a bound exceeded by at most", Shape::size, Most::zero},
    {"worst row", Shape::whole, Most::nothing},
    {granted_rows_name, Shape::whole, Most::nothing}};

Finding check_kkt_residual(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.is_solve(), "the data is that of no solve");
  judgement.require(has_positive_diagonal(data), "a mass is not positive");
  if (judgement.is_wrong()) return judgement.finding("");
  const SolveResiduals residuals = residuals_of(data, true);
  if (claim.verdict == Verdict::refuted) return check_refuted(judgement, residuals.worst());
  check_backward_error(judgement, "backward error at most", residuals.worst());
  judgement.at_most("motion residual at most", residuals.motion.largest(), "the residual of a motion row");
  judgement.at_most("constraint residual at most", residuals.constraints.largest(), "the residual of a constraint row");
  check_granted(judgement, residuals.num_granted());
  const Rational row = judgement.number("worst row").value_or(Rational(-1));
  judgement.require(row < Rational(data.num_columns + data.num_rows), "the worst row does not exist");
  const RowErrors& of = row < Rational(data.num_columns) ? residuals.motion : residuals.constraints;
  judgement.require(
      of.is_worst(row) && of.worst() + power_of_two(-80) >= residuals.worst() * (Rational(1) - power_of_two(-20)),
      fmt::format("row {} is not the worst", print(row)));
  return judgement.finding(
      fmt::format("backward error {}{}", print(residuals.worst()), granted_text(residuals.num_granted())));
}

Finding check_kept_rows(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.is_solve(), "the data is that of no solve");
  judgement.require(has_positive_diagonal(data), "a mass is not positive");
  if (judgement.is_wrong()) return judgement.finding("");
  const SolveResiduals residuals = residuals_of(data, false);
  if (claim.verdict == Verdict::refuted) return check_refuted(judgement, residuals.worst());
  check_backward_error(judgement, "backward error of the rows kept at most", residuals.worst());
  check_granted(judgement, residuals.num_granted());
  return check_left_out(judgement, data, nullptr);
}

Finding check_complementarity(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.is_solve() && !data.lower.empty(), "the data is that of no solve with bounds");
  judgement.require(has_positive_diagonal(data), "a mass is not positive");
  if (judgement.is_wrong()) return judgement.finding("");
  const std::vector<SparseRow> columns = transposed(data.rows, data.num_columns);
  Rational largest_x;
  for (int i = 0; i < data.num_columns; ++i)
    raise(largest_x, motion_row(data, columns, i), data.mass_rows[i].front().value);
  const Rational largest_multiplier = largest_of(data.multiplier);
  RowErrors between(data.num_columns + data.num_rows), at_bound = between;
  Rational violation, violated_row;
  for (int i = 0; i < data.num_rows; ++i) {
    if (!data.is_bounded(i)) continue;
    const Limit &lower = data.lower[i], &upper = data.upper[i];
    const int above = compare(data.multiplier[i], lower), below = -compare(data.multiplier[i], upper);
    if (above < 0 || below < 0) {
      const Rational outside = (data.multiplier[i] - (above < 0 ? lower : upper).value).abs();
      if (outside > violation) violated_row = Rational(i);
      violation = std::max(violation, outside);
      continue;
    }
    if (above == 0 && below == 0) continue;
    const Sum w = joint_row(data, i);
    const auto coefficients = [&] {
      return data.target[i].abs() + data.compliance[i].abs() * largest_multiplier + size_of(data.rows[i]) * largest_x;
    };
    if (above == 0 || below == 0)
      at_bound.judge(w, wrong_sign(w.value, above == 0 ? 1 : -1), i, coefficients);
    else
      between.judge(w, w.value.abs(), i, coefficients);
  }
  const Rational worst = std::max(between.worst(), at_bound.worst());
  if (claim.verdict == Verdict::refuted) {
    judgement.require(violation.sign() > 0 || worst > backward_error_limit(),
                      "claims that bounds or signs are violated, they are not");
    return judgement.finding("a bound or a sign is violated");
  }
  judgement.require(violation.is_zero(), fmt::format("multiplier {} lies outside of its bounds", print(violated_row)));
  check_backward_error(judgement, "backward error between the bounds at most", between.worst());
  check_backward_error(judgement, "backward error of the sign at a bound at most", at_bound.worst());
  judgement.equals("a bound exceeded by at most", violation, "how far a bound is exceeded");
  const int granted = between.num_granted() + at_bound.num_granted();
  check_granted(judgement, granted);
  const Rational row = judgement.number("worst row").value_or(Rational(-1));
  judgement.require(row < Rational(data.num_rows), "the worst row does not exist");
  judgement.require(between.is_worst(row) || at_bound.is_worst(row),
                    fmt::format("row {} is not the worst", print(row)));
  return judgement.finding(fmt::format("backward errors {} and {}{}", print(between.worst()), print(at_bound.worst()),
                                       granted_text(granted)));
}

}  // namespace

constinit const Kind run_kinds::kkt_residual{
    .name = "kkt_residual", .check = check_kkt_residual, .bounds = kkt_residual_bounds};
constinit const Kind run_kinds::kept_rows{.name = "kept_rows", .check = check_kept_rows, .bounds = kept_rows_bounds};
constinit const Kind run_kinds::complementarity{
    .name = "complementarity", .check = check_complementarity, .bounds = complementarity_bounds};

}  // namespace perpend::checker
