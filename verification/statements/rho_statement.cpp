// rho(X) <= R, of X/R. Doubles: powers X^k by squaring with outward rounding; ||X^k|| < 1 shows rho < 1, and |trace
// X^k| > n shows rho > 1, for the trace is the sum of n eigenvalues' powers; for larger X two factorizations
// (stein.hpp). All leave an X with eigenvalues on the circle open: its characteristic polynomial is then taken in
// integers.
#include <fmt/format.h>

#include <cmath>

#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/arithmetic/integer_polynomial.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statements.hpp"
#include "verification/statements/stein.hpp"

namespace perpend {

namespace {

using IntervalRows = std::vector<std::vector<Interval>>;

IntervalRows quotients(const MatrixX& x, double radius) {
  IntervalRows rows(static_cast<std::size_t>(x.rows()));
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    rows[i].assign(x.row(i).begin(), x.row(i).end());
    if (radius == 1.0) continue;
    for (Interval& entry : rows[i]) entry = entry / Interval(radius);
  }
  return rows;
}

IntervalRows square(const IntervalRows& a) {
  const std::size_t n = a.size();
  IntervalRows result(n, std::vector<Interval>(n, Interval(0.0)));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) {
      if (a[i][k].lo == 0.0 && a[i][k].hi == 0.0) continue;
      for (std::size_t j = 0; j < n; ++j) result[i][j] = result[i][j] + a[i][k] * a[k][j];
    }
  return result;
}

double norm_upper(const IntervalRows& a) {
  double largest = 0.0;
  for (const std::vector<Interval>& row : a) {
    double sum = 0.0;
    for (const Interval& entry : row) sum = add_up(sum, abs(entry).hi);
    if (!(sum <= largest)) largest = sum;
  }
  return largest;
}

Interval trace(const IntervalRows& a) {
  Interval sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i][i];
  return sum;
}

/// Powers up to 2^most_squarings.
constexpr int most_squarings = 40;

Verdict by_powers(const MatrixX& x, double radius, Statement& statement) {
  IntervalRows power = quotients(x, radius);
  for (int k = 0; k <= most_squarings; ++k) {
    const double norm = norm_upper(power);
    const Interval sum = abs(trace(power));
    if (!std::isfinite(norm)) return Verdict::undecided;
    const std::string base = radius == 1.0 ? "X" : "(X/R)",
                      exponent = k == 0 ? base : fmt::format("{}^{}", base, 1L << k);
    if (norm < 1.0 || sum.lo > static_cast<double>(x.rows())) statement.facts = {{FactKind::power, 1L << k}};
    if (norm < 1.0) {
      statement.theorem = fmt::format("the norm of {} is below 1, with outward rounding", exponent);
      statement.bounds = {{BoundKind::power_norm, norm}};
      statement.add(FactKind::strict);
      return Verdict::proved;
    }
    if (sum.lo > static_cast<double>(x.rows())) {
      statement.theorem = fmt::format("the trace of {} exceeds n, with outward rounding", exponent);
      statement.bounds = {{BoundKind::power_trace, sum.lo}};
      statement.reason = "an eigenvalue lies outside the circle";
      return Verdict::refuted;
    }
    power = square(power);
  }
  return Verdict::undecided;
}

/// Row by row, up to the diagonal.
std::vector<std::string> lower_triangle(const MatrixX& h) {
  std::vector<double> entries;
  for (Eigen::Index i = 0; i < h.rows(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) entries.push_back(h(i, j));
  return hexadecimal(entries);
}

Verdict by_stein(const MatrixX& x, double radius, Statement& statement) {
  const std::string change = radius == 1.0 ? "H - X^T H X" : "R^2 H - X^T H X";
  if (const SteinProof inside = prove_inside(x, radius); inside.verdict == Verdict::proved) {
    statement.theorem =
        "H and " + change + " are positive definite (Stein) [HornJohnson13], with proved rounding bounds";
    statement.add(FactKind::strict);
    statement.witness = {{"H", lower_triangle(inside.h)}};
    return Verdict::proved;
  }
  const SteinProof outside = prove_outside(x, radius);
  if (outside.verdict != Verdict::refuted) return Verdict::undecided;
  statement.theorem =
      change + " is positive definite and H is not (Stein) [HornJohnson13], with proved rounding bounds";
  statement.reason = "an eigenvalue lies outside the circle";
  statement.witness = {{"H", lower_triangle(outside.h)},
                       {"x", hexadecimal({outside.direction.begin(), outside.direction.end()})}};
  return Verdict::refuted;
}

/// The polynomial of X = N 2^-shift from that of N, with integer coefficients: coefficient i gets 2^(shift i).
IntegerPolynomial unscaled(const IntegerPolynomial& p, long shift) {
  IntegerPolynomial result = p;
  const long n = p.degree();
  for (long i = 0; i <= n; ++i) {
    fmpz* coefficient = fmpz_poly_get_coeff_ptr(result.get(), i);
    if (coefficient != nullptr)
      fmpz_mul_2exp(coefficient, coefficient, static_cast<unsigned long>(shift >= 0 ? shift * i : -shift * (n - i)));
  }
  return result;
}

/// The polynomial of X/R from that of X, R = m 2^e: coefficient i gets m^i 2^(e i).
IntegerPolynomial divided_roots(const IntegerPolynomial& p, double radius) {
  constexpr int digits = 53;
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(radius, &exponent), digits);
  fmpz_t factor, power;
  fmpz_init(factor);
  fmpz_init(power);
  fmpz_set_d(factor, mantissa);
  IntegerPolynomial result = p;
  for (long i = 0; i <= p.degree(); ++i) {
    fmpz_pow_ui(power, factor, static_cast<unsigned long>(i));
    fmpz* coefficient = fmpz_poly_get_coeff_ptr(result.get(), i);
    if (coefficient != nullptr) fmpz_mul(coefficient, coefficient, power);
  }
  fmpz_clear(factor);
  fmpz_clear(power);
  return unscaled(result, exponent - digits);
}

Verdict by_integers(const MatrixX& x, double radius, Statement& statement) {
  const ScaledIntegers scaled = scale_to_integers(x);
  IntegerPolynomial characteristic;
  fmpz_mat_charpoly(characteristic.get(), scaled.matrix.get());
  const IntegerPolynomial of_x = unscaled(characteristic, scaled.shift);
  const CircleRoots roots = locate_roots(radius == 1.0 ? of_x : divided_roots(of_x, radius));
  statement.theorem = "exact characteristic polynomial; Schur-Cohn, and Sturm for its reciprocal part [Jury64]";
  if (roots.has_outside) {
    statement.reason = "an eigenvalue lies outside the circle";
    return Verdict::refuted;
  }
  statement.add(FactKind::on_circle, roots.num_on);
  if (roots.num_on == 0) {
    statement.add(FactKind::strict);
    return Verdict::proved;
  }
  if (radius != 1.0) return Verdict::proved;  // of powers of X nothing follows
  IntegerPolynomial minimal;
  fmpz_mat_minpoly(minimal.get(), scaled.matrix.get());
  statement.add(FactKind::powers_grow, has_multiple_on_circle(unscaled(minimal, scaled.shift)));
  return Verdict::proved;
}

}  // namespace

Statement state_rho(const SparseRows& x, const Effort& effort, double radius) {
  Statement statement =
      claim_of(StatementKind::rho, radius == 1.0 ? "no eigenvalue of X lies outside the unit circle"
                                                 : fmt::format("no eigenvalue of X lies outside the circle of "
                                                               "radius {}",
                                                               radius));
  if (const char* reason = why_unfit(x)) return unfit(std::move(statement), reason);
  if (!(radius > 0.0 && std::isfinite(radius))) return unfit(std::move(statement), "the radius is not positive");
  const double n = x.num_rows;
  const double by_powers_seconds = 4e-8 * n * n * n * most_squarings;
  constexpr int most_cheap_rows = 50;  // where all powers cost less than a wait
  if (x.num_rows > most_cheap_rows && seconds_of_stein(n) <= effort.seconds)
    escalate(statement, Level::binary64, 53, [&] { return by_stein(dense(x), radius, statement); });
  if (by_powers_seconds <= effort.seconds)
    escalate(statement, Level::binary64, 53, [&] { return by_powers(dense(x), radius, statement); });
  const double exact_seconds = 4e-11 * std::pow(n, 6.0);
  if (effort.highest >= Level::exact && exact_seconds <= effort.seconds)
    escalate(statement, Level::exact, 0, [&] { return by_integers(dense(x), radius, statement); });
  if (statement.verdict == Verdict::undecided)
    statement.reason = effort.highest < Level::exact ? why_stopped(effort)
                                                     : fmt::format(
                                                           "neither powers nor a matrix of Stein decide, and the exact "
                                                           "characteristic polynomial of {} rows takes about "
                                                           "{}; a circle a little larger may be decided (--radius)",
                                                           x.num_rows, about_seconds(exact_seconds));
  return statement;
}

}  // namespace perpend
