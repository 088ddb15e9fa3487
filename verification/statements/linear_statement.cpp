// An answer x to A x = b. Backward error, for any A: the smallest share of |A| and |b| by which the numbers must change
// for x to be exact [OettliPrager64], from an enclosed residual. Distance to the solution, where A is shown to be
// regular: doubles with an approximate inverse, then balls.
#include <arb_mat.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "verification/dense_enclosure.hpp"
#include "verification/lcp.hpp"
#include "verification/lcp_rows.hpp"
#include "verification/statements/plain_solve.hpp"
#include "verification/statements/statements.hpp"
#include "verification/wide_rows.hpp"

namespace perpend {

namespace {

/// Of one row: its residual, and the share of what it sums.
struct RowError {
  Interval residual, share;
};

/// Without any rounding where doubles have no bound of it.
RowError error_of_row(const SparseRows& a, const VectorX& x, const VectorX& minus_b, int i) {
  const RowEnclosure row = measure_row(a, minus_b, x, i);
  const Interval size = abs(row.value);
  if (std::isnan(row.size) || !(size.hi < infinity)) {
    const WideRow wide = wide_row(a, minus_b, x, i);
    return {enclose(rational_of(-wide.value)), enclose_share(abs(wide.value), wide.size)};
  }
  if (size.hi == 0.0) return {0.0, 0.0};
  const double rounding = 1.0 + gamma_bound(2.0 * (a.first[i + 1] - a.first[i]) + 8.0);
  return {-row.value, {size.lo / row.size / rounding, multiply_up(divide_up(size.hi, row.size), rounding)}};
}

Verdict by_residual(const SparseRows& a, const VectorX& x, const VectorX& b, std::vector<Interval>& residual,
                    Statement& statement) {
  double error = 0.0;
  double least = 0.0;
  int worst = 0;
  const VectorX minus_b = -b;
  for (int i = 0; i < a.num_rows; ++i) {
    const RowError row = error_of_row(a, x, minus_b, i);
    residual[i] = row.residual;
    least = std::max(least, row.share.lo);
    if (row.share.hi <= error) continue;
    error = row.share.hi;
    worst = i;
  }
  statement.bounds = {{"backward error at most", error}};
  if (error > 0.0) statement.bounds.emplace_back("row of it", worst + 1.0);
  statement.theorem = "componentwise backward error [OettliPrager64], residual enclosed with outward rounding";
  if (error <= lcp_error_limit) return Verdict::proved;
  const bool is_refuted = least > lcp_error_limit;
  statement.reason =
      is_refuted ? fmt::format("row {} is missed by {:.1e} of what it sums: more than half of the digits are lost",
                               worst + 1, error)
                 : fmt::format(
                       "row {} is missed by about the limit {:.3g} of what it sums, on neither side "
                       "for certain",
                       worst + 1, lcp_error_limit);
  return is_refuted ? Verdict::refuted : Verdict::undecided;
}

/// Largest |x - A^-1 b|; NaN when balls of this size do not show A to be regular.
double distance_by_balls(const MatrixX& a, const VectorX& x, const VectorX& b, int bits) {
  const Eigen::Index n = a.rows();
  arb_mat_t matrix;
  arb_mat_t right;
  arb_mat_t solution;
  arb_mat_init(matrix, n, n);
  arb_mat_init(right, n, 1);
  arb_mat_init(solution, n, 1);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) arb_set_d(arb_mat_entry(matrix, i, j), a(i, j));
    arb_set_d(arb_mat_entry(right, i, 0), b[i]);
  }
  double distance = std::numeric_limits<double>::quiet_NaN();
  if (arb_mat_solve(solution, matrix, right, bits) != 0) {
    distance = 0.0;
    arb_t error;
    arf_t upper;
    arb_init(error);
    arf_init(upper);
    for (Eigen::Index i = 0; i < n; ++i) {
      arb_set_d(error, x[i]);
      arb_sub(error, error, arb_mat_entry(solution, i, 0), bits);
      arb_get_abs_ubound_arf(upper, error, 64);
      const double bound = arf_get_d(upper, ARF_RND_CEIL);
      if (!(bound <= distance)) distance = bound;
    }
    arf_clear(upper);
    arb_clear(error);
  }
  arb_mat_clear(matrix);
  arb_mat_clear(right);
  arb_mat_clear(solution);
  return distance;
}

void add_distance(const SparseRows& a, const VectorX& x, const VectorX& b, const std::vector<Interval>& residual,
                  const Effort& effort, Statement& statement) {
  const double n = a.num_rows;
  if (5e-9 * n * n * n > effort.seconds || n > 4000) {
    statement.facts.emplace_back("distance to the solution",
                                 fmt::format("not tried: about {:.0f} s", 5e-9 * n * n * n));
    return;
  }
  const MatrixX whole = dense(a);
  double distance = 0.0;
  if (a.num_rows > 0) {
    const VectorX error = VerifiedFactors(whole).bound(residual);
    distance = error.size() == 0 ? std::numeric_limits<double>::quiet_NaN() : error.maxCoeff();
  }
  std::string level = "binary64";
  for (const int bits : {128, 256, 512})
    if (std::isnan(distance) && effort.highest >= Level::ball && 2e-7 * n * n * n <= effort.seconds) {
      distance = distance_by_balls(whole, x, b, bits);
      level = fmt::format("ball ({} bits)", bits);
    }
  if (!std::isfinite(distance)) {
    statement.facts.emplace_back("distance to the solution", std::isnan(distance)
                                                                 ? "not known: A was not shown to be regular"
                                                                 : "not known: beyond the largest double");
    return;
  }
  statement.bounds.emplace_back("distance of an entry of x to the only solution at most", distance);
  statement.facts.emplace_back("solution", "exactly one, shown in " + level);
}

}  // namespace

Statement state_linear(const SparseRows& a, const VectorX& x, const VectorX& b, const Effort& effort) {
  Statement statement = claim_of("linear", "x solves A x = b within the printed bounds");
  if (const char* reason = why_unfit(a, b, &x)) return unfit(std::move(statement), reason);
  std::vector<Interval> residual(static_cast<std::size_t>(a.num_rows));
  escalate(statement, Level::binary64, 53, [&] { return by_residual(a, x, b, residual, statement); });
  if (effort.with_plain && 2e-9 * std::pow(a.num_rows, 3.0) <= effort.seconds && a.num_rows <= 4000)
    statement.plain_seconds = seconds_of_plain_solve(dense(a), b);
  if (!effort.with_distance) return statement;
  const auto start = std::chrono::steady_clock::now();
  add_distance(a, x, b, residual, effort, statement);
  statement.trials.back().seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return statement;
}

}  // namespace perpend
