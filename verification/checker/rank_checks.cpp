// J M^-1 J^T + E of a positive definite M and a diagonal E >= 0 is positive definite exactly when [J E] has independent
// rows: y^T (...) y = |M^-1/2 J^T y|^2 + y^T E y.
#include "verification/checker/rank_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/combinations.hpp"
#include "verification/checker/statements/definite.hpp"

namespace perpend::checker {

namespace {

/// Rows whose multiplier is not at a bound; those with bounds and a multiplier of 0 are idle.
std::vector<int> active_rows(const Data& data) {
  std::vector<int> rows;
  for (int i = 0; i < data.num_rows; ++i) {
    bool is_active = data.is_left_out[i] == 0;
    if (!data.lower.empty()) {
      const Rational& multiplier = data.multiplier[i];
      const bool is_at_bound = compare(multiplier, data.lower[i]) <= 0 || compare(multiplier, data.upper[i]) >= 0;
      is_active = is_active && !is_at_bound && !(data.is_bounded(i) && multiplier.is_zero());
    }
    if (is_active) rows.push_back(i);
  }
  return rows;
}

/// [J E] of the rows.
Matrix rows_with_compliance(const Data& data, const std::vector<int>& rows, bool with_compliance) {
  if (!with_compliance) return dense_rows(data, rows);
  Matrix result(static_cast<long>(rows.size()), data.num_columns + static_cast<long>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const long i = static_cast<long>(k);
    for (const Entry& entry : data.rows[rows[k]]) result.add(i, entry.column, entry.value);
    result.set(i, data.num_columns + i, data.compliance[rows[k]]);
  }
  return result;
}

Matrix shifted(const Matrix& w, const Rational& shift) {
  Matrix result = w;
  for (long i = 0; i < w.rows(); ++i) result.add(i, i, -shift * w.at(i, i));
  return result;
}

/// Entries of a row that are not 0, at most: no eigenvalue of a positive definite matrix scaled to diagonal 1 is
/// larger.
long widest_row(const Matrix& w) {
  long widest = 0;
  for (long i = 0; i < w.rows(); ++i) {
    long count = 0;
    for (long j = 0; j < w.rows(); ++j) count += w.is_zero_at(i, j) ? 0 : 1;
    widest = std::max(widest, count);
  }
  return widest;
}

/// No eigenvalue of W scaled by its diagonal D is below `least`: W - least D is semidefinite.
std::optional<bool> has_eigenvalue(Checks& checks, const Matrix& w, const Rational& least) {
  checks.require(least.sign() > 0 && least <= Rational(1), "the smallest eigenvalue claimed is not in (0, 1]");
  // Of one row it is 1, and W - D is 0.
  if (w.rows() == 1 || checks.is_wrong()) return true;
  const auto decided = is_nonnegative(sparse(shifted(w, least)));
  checks.require(decided != false, fmt::format("some eigenvalue is below the {} claimed", print(least)));
  return decided;
}

/// most D - W is semidefinite.
std::optional<bool> has_no_eigenvalue_above(const Matrix& w, const Rational& most) {
  if (Rational(widest_row(w)) <= most) return true;
  Matrix below = shifted(w, most);
  for (long i = 0; i < w.rows(); ++i)
    for (long j = 0; j < w.rows(); ++j) below.set(i, j, -below.at(i, j));
  return is_nonnegative(sparse(below));
}

Finding check_bounds(Checks& checks, const Matrix& w) {
  const std::string independent = fmt::format("{} rows are independent", w.rows());
  if (!checks.bound(0)) {  // found by elimination, which bounds no eigenvalue
    for (const int i : {1, 2}) checks.require(!checks.bound(i), "a number is claimed without an eigenvalue");
    return checks.finding(independent);
  }
  const auto least = has_eigenvalue(checks, w, *checks.bound(0));
  if (checks.is_wrong()) return checks.finding("");
  if (!checks.bound(1) || !checks.bound(2)) return {Result::open, "a bound is missing"};
  checks.show(checks.bound(2)->sign() >= 0 && *checks.bound(2) + *checks.bound(0) <= Rational(1),
              "what was charged to rounding");
  // A smallest eigenvalue above its bound may leave the condition number below its own all the same.
  checks.show(has_no_eigenvalue_above(w, *checks.bound(1) * *checks.bound(0)) == true, "the condition number");
  if (checks.is_wrong()) return checks.finding("");
  if (!least) return {Result::open, independent + ", the bounds of eigenvalues are not decided"};
  return checks.finding(independent + fmt::format(", smallest eigenvalue at least {}", print(*checks.bound(0))));
}

}  // namespace

const char* why_no_mechanism(const Data& data) {
  if (!has_positive_definite_mass(data)) return "the mass matrix is not positive definite";
  for (const Rational& e : data.compliance)
    if (e.sign() < 0) return "a compliance is negative";
  return nullptr;
}

Finding check_spd_delassus(const Claim& claim, const Data& data) {
  Checks checks(claim);
  const char* unfit = why_no_mechanism(data);
  checks.require(unfit == nullptr, unfit == nullptr ? "" : unfit);
  if (checks.is_wrong()) return checks.finding("");
  const std::vector<int> rows = active_rows(data);
  if (static_cast<int>(rows.size()) > most_rank_rows) return {Result::open, "too many rows"};
  const bool are_independent = has_independent_rows(rows_with_compliance(data, rows, true));
  if (claim.verdict == Verdict::refuted) {
    checks.require(!are_independent, "claims that rows are dependent, they are independent");
    return checks.finding("the rows are dependent");
  }
  checks.require(are_independent, "claims that the rows are independent, they are not");
  if (checks.is_wrong()) return checks.finding("");
  if (static_cast<int>(rows.size()) > most_eigenvalue_rows)
    return {Result::open, fmt::format("{} rows are independent; too many to bound an eigenvalue", rows.size())};
  return check_bounds(checks, delassus(data, rows, true));
}

Finding check_rank(const Claim& claim, const Data& data) {
  Checks checks(claim);
  const char* unfit = why_no_mechanism(data);
  checks.require(unfit == nullptr, unfit == nullptr ? "" : unfit);
  checks.require(claim.verdict == Verdict::proved, "a rank is proved or undecided");
  if (checks.is_wrong()) return checks.finding("");
  const std::vector<int> kept = kept_equations(data);
  const int num_kept = static_cast<int>(kept.size());
  if (num_kept > most_rank_rows) return {Result::open, "too many rows"};
  checks.equals(0, Rational(num_kept), "the rank");
  checks.equals(3, Rational(data.num_left_out()), "the number of dependent rows");
  checks.require(has_independent_rows(dense_rows(data, kept)), "the rows named as independent are not");
  if (checks.is_wrong()) return checks.finding("");
  if (!claim.bounds[1] || (!claim.bounds[2] && num_kept > 0)) return {Result::open, "a bound is missing"};
  bool is_open = false;
  if (num_kept <= most_eigenvalue_rows && num_kept > 0)
    is_open = !has_eigenvalue(checks, delassus(data, kept, false), *claim.bounds[2]);
  if (claim.bounds[1]->is_zero() && data.num_left_out() > 0) {
    std::vector<int> all(data.num_rows);
    for (int i = 0; i < data.num_rows; ++i) all[i] = i;
    checks.require(rank(dense_rows(data, all)) == num_kept, "claims that the rank is exact, it is larger");
  } else if (data.num_left_out() > 0) {
    const auto distances = squared_distances(data, kept);
    Rational sum;
    if (distances)
      for (const Rational& distance : *distances) sum += distance;
    // By a combination that was found; another one may be nearer.
    checks.show(sum <= *claim.bounds[1] * *claim.bounds[1], "the distance to that rank");
    is_open = is_open || !distances;
  }
  if (checks.is_wrong() || !is_open) return checks.finding(fmt::format("rank {}", num_kept));
  return {Result::open, "the bounds are not decided"};
}

}  // namespace perpend::checker
