// Claims that constraint rows are independent, and about the rank of all of them.
// J M^-1 J^T + E of a positive definite M and a diagonal E >= 0 is positive definite exactly when [J E] has independent
// rows: y^T (...) y = |M^-1/2 J^T y|^2 + y^T E y.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/mechanism/independence.hpp"

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
std::optional<bool> has_eigenvalue(Judgement& judgement, const Matrix& w, const Rational& least) {
  judgement.require(least.sign() > 0 && least <= Rational(1), "the smallest eigenvalue claimed is not in (0, 1]");
  // With one row it is 1, and W - D is 0.
  if (w.rows() == 1 || judgement.is_wrong()) return true;
  const auto decided = is_nonnegative(sparse(shifted(w, least)));
  judgement.require(decided != false, fmt::format("some eigenvalue is below the {} claimed", print(least)));
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

constexpr BoundRule spd_delassus_bounds[] = {
    {"smallest eigenvalue (diagonal scaled to 1) at least", Shape::size, Most::one},
    {"condition number (diagonal scaled to 1) at most", Shape::size, Most::nothing},
    {"charged to rounding", Shape::size, Most::one}};
constexpr BoundRule rank_bounds[] = {
    {"rank", Shape::whole, Most::nothing},
    {"distance to that rank at most", Shape::size, Most::nothing},
    {"smallest scaled eigenvalue of the independent rows at least", Shape::size, Most::one},
    {"dependent rows", Shape::whole, Most::nothing}};

Finding check_bounds(Judgement& judgement, const Matrix& w) {
  const std::string independent = fmt::format("{} rows are independent", w.rows());
  const auto claimed = judgement.number("smallest eigenvalue (diagonal scaled to 1) at least"),
             condition = judgement.number("condition number (diagonal scaled to 1) at most"),
             charged = judgement.number("charged to rounding");
  if (!claimed) {  // found by elimination, which bounds no eigenvalue
    judgement.require(!condition && !charged, "a number is claimed without an eigenvalue");
    return judgement.finding(independent);
  }
  const auto least = has_eigenvalue(judgement, w, *claimed);
  if (judgement.is_wrong()) return judgement.finding("");
  if (!condition || !charged) return {Result::open, "a bound is missing"};
  judgement.show(charged->sign() >= 0 && *charged + *claimed <= Rational(1), "what was charged to rounding");
  // A smallest eigenvalue above its bound may leave the condition number below its own all the same.
  judgement.show(has_no_eigenvalue_above(w, *condition * *claimed) == true, "the condition number");
  if (judgement.is_wrong()) return judgement.finding("");
  if (!least) return {Result::open, independent + ", the bounds of eigenvalues are not decided"};
  return judgement.finding(independent + fmt::format(", smallest eigenvalue at least {}", print(*claimed)));
}

Finding check_spd_delassus(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  const char* unfit = why_no_mechanism(data);
  judgement.require_none(unfit);
  if (judgement.is_wrong()) return judgement.finding("");
  const std::vector<int> rows = active_rows(data);
  if (static_cast<int>(rows.size()) > most_rank_rows) return {Result::open, "too many rows"};
  const bool are_independent = has_independent_rows(rows_with_compliance(data, rows, true));
  if (claim.verdict == Verdict::refuted) {
    judgement.require(!are_independent, "claims that rows are dependent, they are independent");
    return judgement.finding("the rows are dependent");
  }
  judgement.require(are_independent, "claims that the rows are independent, they are not");
  if (judgement.is_wrong()) return judgement.finding("");
  if (static_cast<int>(rows.size()) > most_eigenvalue_rows)
    return {Result::open, fmt::format("{} rows are independent; too many to bound an eigenvalue", rows.size())};
  return check_bounds(judgement, delassus(data, rows, true));
}

Finding check_rank(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  const char* unfit = why_no_mechanism(data);
  judgement.require_none(unfit);
  judgement.require(claim.verdict == Verdict::proved, "a rank is proved or undecided");
  if (judgement.is_wrong()) return judgement.finding("");
  const std::vector<int> kept = kept_equations(data);
  const int num_kept = static_cast<int>(kept.size());
  if (num_kept > most_rank_rows) return {Result::open, "too many rows"};
  judgement.equals("rank", Rational(num_kept), "the rank");
  judgement.equals("dependent rows", Rational(data.num_left_out()), "the number of dependent rows");
  judgement.require(has_independent_rows(dense_rows(data, kept)), "the rows named as independent are not");
  if (judgement.is_wrong()) return judgement.finding("");
  const auto distance = judgement.number("distance to that rank at most"),
             eigenvalue = judgement.number("smallest scaled eigenvalue of the independent rows at least");
  if (!distance || (!eigenvalue && num_kept > 0)) return {Result::open, "a bound is missing"};
  bool is_open = false;
  if (num_kept <= most_eigenvalue_rows && num_kept > 0)
    is_open = !has_eigenvalue(judgement, delassus(data, kept, false), *eigenvalue);
  if (distance->is_zero() && data.num_left_out() > 0) {
    std::vector<int> all(data.num_rows);
    for (int i = 0; i < data.num_rows; ++i) all[i] = i;
    judgement.require(rank(dense_rows(data, all)) == num_kept, "claims that the rank is exact, it is larger");
  } else if (data.num_left_out() > 0) {
    const auto distances = squared_distances(data, kept);
    Rational sum;
    if (distances)
      for (const Rational& distance : *distances) sum += distance;
    // By a combination that was found; another one may be nearer.
    judgement.show(sum <= *distance * *distance, "the distance to that rank");
    is_open = is_open || !distances;
  }
  if (judgement.is_wrong() || !is_open) return judgement.finding(fmt::format("rank {}", num_kept));
  return {Result::open, "the bounds are not decided"};
}

}  // namespace

constinit const Kind run_kinds::spd_delassus{
    .name = "spd_delassus", .check = check_spd_delassus, .bounds = spd_delassus_bounds, .may_lack_numbers = true};
constinit const Kind run_kinds::rank{
    .name = "rank", .check = check_rank, .bounds = rank_bounds, .place = Place::initial_state};

}  // namespace perpend::checker
