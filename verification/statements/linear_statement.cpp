// An answer x to A x = b. Backward error, for any A: the smallest share of |A| and |b| by which the numbers must change
// for x to be exact [OettliPrager64], from an enclosed residual. Distance to the solution, where A is shown to be
// regular: doubles with an approximate inverse, then balls. No solution is nearer than the residual says, for any A.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/nearness.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

/// The residual of one row, and its share of what the row sums.
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
  statement.bounds = {{BoundKind::backward_error, error}};
  if (error > 0.0) statement.add(BoundKind::worst_row, worst + 1.0);
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

double seconds_of_doubles(double n) {
  return 5e-9 * n * n * n;
}
double seconds_of_balls(double n) {
  return 2e-7 * n * n * n;
}

/// From 1; 0: there is none.
int row_without_solution(const SparseRows& a, const std::vector<Interval>& residual) {
  for (int i = 0; i < a.num_rows; ++i) {
    const bool is_zero = std::all_of(a.value.begin() + a.first[i], a.value.begin() + a.first[i + 1],
                                     [](double entry) { return entry == 0.0; });
    if (is_zero && abs(residual[i]).lo > 0.0) return i + 1;
  }
  return 0;
}

bool is_exact(const std::vector<Interval>& residual) {
  return std::all_of(residual.begin(), residual.end(), [](const Interval& r) { return r.lo == 0.0 && r.hi == 0.0; });
}

/// Balls are worth their time where doubles did not show A to be regular, or left the claim open.
void find_nearness(const SparseRows& a, const VectorX& x, const VectorX& b, const std::vector<Interval>& residual,
                   const Effort& effort, std::optional<double> within, Nearness& found, Statement& statement) {
  const auto try_one = [&](Level level, int bits, const auto& attempt) {
    if (found.is_regular && (!within || statement.verdict != Verdict::undecided)) return;
    const auto improve = [&] {
      const Nearness more = attempt();
      if (more.is_regular) {
        statement.facts = {{FactKind::solution, "exactly one, shown in " + describe({.level = level, .bits = bits})}};
        found = {std::max(found.least, more.least), more.most, true};
      }
      return within ? found.judge(*within) : statement.verdict;
    };
    if (within) return escalate(statement, level, bits, improve);
    const auto start = std::chrono::steady_clock::now();
    improve();
    statement.trials.back().seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const MatrixX whole = dense(a);
  try_one(Level::binary64, 53, [&] { return nearness_in_doubles(whole, residual); });
  for (const int bits : {128, 256, 512})
    if (effort.highest >= Level::ball && seconds_of_balls(a.num_rows) <= effort.seconds)
      try_one(Level::ball, bits, [&] { return nearness_in_balls(whole, x, b, bits); });
}

void add_distance(const SparseRows& a, const VectorX& x, const VectorX& b, const std::vector<Interval>& residual,
                  const Effort& effort, std::optional<double> within, Statement& statement) {
  Nearness found{.least = least_distance(a, residual)};
  if (within && is_exact(residual)) found.most = 0.0;
  if (within) escalate(statement, Level::binary64, 53, [&] { return found.judge(*within); });
  constexpr int most_rows = 4000;  // of a full matrix
  const bool fits = seconds_of_doubles(a.num_rows) <= effort.seconds && a.num_rows <= most_rows;
  if (fits) find_nearness(a, x, b, residual, effort, within, found, statement);
  if (found.least > 0.0) statement.add(BoundKind::x_least_distance, found.least);
  if (found.most < infinity)
    statement.add(found.is_regular ? BoundKind::x_only_distance : BoundKind::x_distance, found.most);
  if (found.most < infinity || (within && statement.verdict == Verdict::refuted)) return;
  if (fits)
    statement.add(FactKind::distance,
                  found.is_regular ? "not known: no double bounds it" : "not known: A was not shown to be regular");
  else
    statement.add(FactKind::distance,
                  fmt::format("not tried: about {}", about_seconds(seconds_of_doubles(a.num_rows))));
}

/// The verdict is that of the distance alone.
void decide_within(const SparseRows& a, const VectorX& x, const VectorX& b, const std::vector<Interval>& residual,
                   const Effort& effort, double within, Statement& statement) {
  statement.verdict = Verdict::undecided;
  statement.trials.clear();
  if (const int row = row_without_solution(a, residual); row > 0) {
    statement.facts = {{FactKind::solution, fmt::format("none: row {} of A is 0, and b is not", row)}};
    statement.reason = "there is no solution";
    statement.theorem = "0 x = b";
    escalate(statement, Level::binary64, 53, [] { return Verdict::refuted; });
    return;
  }
  add_distance(a, x, b, residual, effort, within, statement);
  const double least = statement.bound(BoundKind::x_least_distance);
  statement.theorem = statement.verdict == Verdict::undecided ? "" : "A (x - x*) = A x - b, bounded both ways";
  statement.reason = "";
  if (statement.verdict == Verdict::refuted)
    statement.reason = fmt::format("every solution is at least {:.3g} away in some entry", least);
  if (statement.verdict == Verdict::undecided)
    statement.reason = fmt::format("the distance was not found to be below or above {}", within);
}

}  // namespace

Statement state_linear(const SparseRows& a, const VectorX& x, const VectorX& b, const Effort& effort,
                       std::optional<double> within) {
  Statement statement =
      claim_of(StatementKind::linear, within ? fmt::format("x is within {} of a solution of A x = b", *within)
                                             : "x solves A x = b within the printed bounds");
  if (const std::string reason = why_unfit_in_words(a, b, &x); !reason.empty())
    return unfit(std::move(statement), reason);
  if (const char* reason = within ? why_no_distance(*within) : nullptr) return unfit(std::move(statement), reason);
  std::vector<Interval> residual(static_cast<std::size_t>(a.num_rows));
  escalate(statement, Level::binary64, 53, [&] { return by_residual(a, x, b, residual, statement); });
  if (effort.with_plain && 2e-9 * std::pow(a.num_rows, 3.0) <= effort.seconds && a.num_rows <= 4000)
    statement.plain_seconds = seconds_of_plain_solve(dense(a), b);
  if (within)
    decide_within(a, x, b, residual, effort, *within, statement);
  else if (effort.with_distance)
    add_distance(a, x, b, residual, effort, within, statement);
  return statement;
}

}  // namespace perpend
