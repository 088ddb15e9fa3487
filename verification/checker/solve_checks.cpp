#include "verification/checker/solve_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/combinations.hpp"
#include "verification/checker/row_errors.hpp"

namespace perpend::checker {

namespace {

struct Residuals {
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

Sum joint_row(const Data& data, int i) {
  Sum sum;
  sum.add(-data.target[i]);
  sum.add(data.compliance[i], data.multiplier[i]);
  sum.add(data.rows[i], data.x);
  return sum;
}

/// The largest |x|, or what the terms of a motion row would make of x each alone, row after row.
void raise(Rational& largest, const Sum& sum, const Rational& mass) {
  if (sum.size > largest * mass) largest = sum.size / mass;
}

/// All rows without bounds but those left out.
Residuals residuals_of(const Data& data, bool with_left_out) {
  const int n = data.num_columns;
  Residuals result{RowErrors(n + data.num_rows), RowErrors(n + data.num_rows)};
  Rational largest_x = largest_of(data.x);
  const Rational largest_multiplier = largest_of(data.multiplier);
  const std::vector<SparseRow> columns = transpose(data.rows, n);
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
Finding check_refuted(Checks& checks, const Rational& worst) {
  checks.require(worst > backward_error_limit(),
                 fmt::format("claims that the solve is refuted, its backward error is {}", print(worst)));
  return checks.finding("the backward error is above the limit");
}

void check_backward_error(Checks& checks, const Rational& worst, int bound) {
  checks.at_most(bound, worst, "the backward error");
  if (checks.bound(bound))
    checks.require(*checks.bound(bound) <= backward_error_limit(), "the bound proved is above the limit");
}

}  // namespace

Finding check_kkt_residual(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.is_solve(), "the data is that of no solve");
  checks.require(has_positive_diagonal(data), "a mass is not positive");
  if (checks.is_wrong()) return checks.finding("");
  const Residuals residuals = residuals_of(data, true);
  if (claim.verdict == Verdict::refuted) return check_refuted(checks, residuals.worst());
  check_backward_error(checks, residuals.worst(), 0);
  checks.at_most(1, residuals.motion.largest(), "the residual of a motion row");
  checks.at_most(2, residuals.constraints.largest(), "the residual of a constraint row");
  check_granted(checks, residuals.num_granted(), 4);
  const Rational row = claim.bounds[3].value_or(Rational(-1));
  checks.require(row < Rational(data.num_columns + data.num_rows), "the worst row does not exist");
  const RowErrors& of = row < Rational(data.num_columns) ? residuals.motion : residuals.constraints;
  checks.require(
      of.is_worst(row) && of.worst() + power_of_two(-80) >= residuals.worst() * (Rational(1) - power_of_two(-20)),
      fmt::format("row {} is not the worst", print(row)));
  return checks.finding(
      fmt::format("backward error {}{}", print(residuals.worst()), granted_text(residuals.num_granted())));
}

Finding check_kept_rows(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.is_solve(), "the data is that of no solve");
  checks.require(has_positive_diagonal(data), "a mass is not positive");
  if (checks.is_wrong()) return checks.finding("");
  const Residuals residuals = residuals_of(data, false);
  if (claim.verdict == Verdict::refuted) return check_refuted(checks, residuals.worst());
  check_backward_error(checks, residuals.worst(), 0);
  check_granted(checks, residuals.num_granted(), 4);
  checks.equals(3, Rational(data.num_left_out()), "the number of rows left out");
  checks.require(data.num_left_out() > 0, "no row was left out");
  Rational miss;
  for (int i = 0; i < data.num_rows; ++i)
    if (data.is_left_out[i] != 0) miss = std::max(miss, joint_row(data, i).value.abs());
  checks.at_most(2, miss, "what a row left out is missed by");
  if (checks.bound(1)) {
    checks.require(*checks.bound(1) <= power_of_two(-6), "the share of a row left out is above 1/64");
    if (!checks.is_wrong()) return check_share(checks, data, *checks.bound(1));
  }
  return checks.finding("");
}

namespace {

/// What is missing of the sign that a multiplier at a bound asks for.
Rational wrong_sign(const Rational& w, int sign) {
  return std::max(Rational(0), Rational(-sign) * w);
}

}  // namespace

Finding check_complementarity(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.is_solve() && !data.lower.empty(), "the data is that of no solve with bounds");
  checks.require(has_positive_diagonal(data), "a mass is not positive");
  if (checks.is_wrong()) return checks.finding("");
  const std::vector<SparseRow> columns = transpose(data.rows, data.num_columns);
  Rational largest_x;
  for (int i = 0; i < data.num_columns; ++i)
    raise(largest_x, motion_row(data, columns, i), data.mass_rows[i].front().value);
  const Rational largest_multiplier = largest_of(data.multiplier);
  RowErrors between(data.num_columns + data.num_rows), at_bound = between;
  Rational violation, violated_row;
  for (int i = 0; i < data.num_rows; ++i) {
    if (!data.is_bounded(i)) continue;
    const Limit &lower = data.lower[i], &upper = data.upper[i];
    checks.require(!(lower.infinite > 0 || upper.infinite < 0 ||
                     (lower.is_finite() && upper.is_finite() && lower.value > upper.value)),
                   fmt::format("the bounds of multiplier {} leave no room", i));
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
    checks.require(violation.sign() > 0 || worst > backward_error_limit(),
                   "claims that bounds or signs are violated, they are not");
    return checks.finding("a bound or a sign is violated");
  }
  checks.require(violation.is_zero(), fmt::format("multiplier {} lies outside of its bounds", print(violated_row)));
  check_backward_error(checks, between.worst(), 0);
  check_backward_error(checks, at_bound.worst(), 1);
  checks.equals(2, violation, "how far a bound is exceeded");
  const int granted = between.num_granted() + at_bound.num_granted();
  check_granted(checks, granted, 4);
  const Rational row = claim.bounds[3].value_or(Rational(-1));
  checks.require(row < Rational(data.num_rows), "the worst row does not exist");
  checks.require(between.is_worst(row) || at_bound.is_worst(row), fmt::format("row {} is not the worst", print(row)));
  return checks.finding(fmt::format("backward errors {} and {}{}", print(between.worst()), print(at_bound.worst()),
                                    granted_text(granted)));
}

}  // namespace perpend::checker
