// No eigenvalue of X lies outside the circle of radius R, which is shown of X/R and the unit circle: a matrix of Stein,
// a power whose norm is below 1 or whose trace exceeds n, in balls, or the roots of the exact characteristic
// polynomial.
#include <fmt/format.h>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/stability/circle.hpp"

namespace perpend::checker {

namespace {

/// Elimination of larger ones takes minutes.
constexpr int most_polynomial_rows = 80;
constexpr int most_power_rows = 500;

/// X^(2^k) in balls.
class Power {
 public:
  Power(const Matrix& x, int squarings, long precision) : precision_(precision), value_(x, precision) {
    spend_on_balls(static_cast<double>(x.rows()), static_cast<double>(precision) * 3.0 * (squarings + 1));
    for (int k = 0; k < squarings; ++k) arb_mat_sqr(value_.raw(), value_.raw(), precision);
  }

  /// Row sum norm <= most, as far as the balls tell; `most` < 1.
  std::optional<bool> has_norm_at_most(const Rational& most) {
    std::optional<bool> all = true;
    for (long i = 0; i < value_.rows() && all != false; ++i) {
      const auto holds = is_at_most(row_sum(i), Ball(most, precision_));
      if (holds != true) all = holds;
    }
    return all;
  }
  std::optional<bool> has_trace_at_least(const Rational& least) {
    Ball trace;
    arb_mat_trace(trace.raw(), value_.raw(), precision_);
    return is_at_most(Ball(least, precision_), trace.abs());
  }

 private:
  [[nodiscard]] Ball row_sum(long i) const {
    Ball sum, size;
    for (long j = 0; j < value_.columns(); ++j) {
      arb_abs(size.raw(), value_.at(i, j));
      arb_add(sum.raw(), sum.raw(), size.raw(), precision_);
    }
    return sum;
  }
  static std::optional<bool> is_at_most(const Ball& a, const Ball& b) {
    if (arb_le(a.raw(), b.raw()) != 0) return true;
    return arb_gt(a.raw(), b.raw()) != 0 ? std::optional(false) : std::nullopt;
  }

  long precision_;
  BallMatrix value_;
};

/// k with text = 2^k; -1 for another one.
int exponent_of(const std::string& text) {
  for (int k = 0; k <= 62; ++k)
    if (text == std::to_string(1L << k)) return k;
  return -1;
}

Finding check_power(Judgement& judgement, const Matrix& x, const std::string& power) {
  const int squarings = exponent_of(power);
  judgement.show(squarings >= 0, "the exponent is a power of 2");
  const bool is_proved = judgement.is_proved();
  const Rational bound =
      judgement.needed_bound(is_proved ? "row sum norm of that power at most" : "trace of that power at least");
  judgement.show(is_proved ? bound < Rational(1) : bound > Rational(x.rows()), "that number decides");
  const auto strict = judgement.fact("strict");
  judgement.require(!strict || is_proved, "an eigenvalue lies outside, and every one inside");
  judgement.show(strict.has_value() == is_proved, "no eigenvalue lies on the circle");
  judgement.show(!strict || *strict == "every eigenvalue lies inside the circle", "strict");
  if (judgement.is_wrong() || squarings < 0) return judgement.finding("");
  std::optional<bool> holds;
  for (const long precision : {128L, 512L, 2048L}) {
    if (holds || x.rows() > most_power_rows) break;
    Power raised(x, squarings, precision);
    holds = is_proved ? raised.has_norm_at_most(bound) : raised.has_trace_at_least(bound);
  }
  judgement.settle(holds, fmt::format("the {} of X^{} is {} {}", is_proved ? "norm" : "trace", power,
                                      is_proved ? "at most" : "at least", print(bound)));
  return judgement.finding(is_proved ? fmt::format("X^{} has norm below 1: every eigenvalue lies inside", power)
                                     : fmt::format("X^{} has a trace above n: an eigenvalue lies outside", power));
}

/// `with_powers`: of X itself.
void check_circle_facts(Judgement& judgement, const Matrix& x, const WholePolynomial& characteristic,
                        const CircleCount& truth, bool with_powers) {
  const auto strict = judgement.fact("strict"), powers = judgement.fact("powers");
  judgement.require(whole_fact(judgement.needed_fact("distinct eigenvalues on the circle")) == truth.num_on,
                    fmt::format("{} distinct eigenvalues lie on the circle", truth.num_on));
  judgement.require(!strict || truth.num_on == 0, "an eigenvalue lies on the circle");
  judgement.show(strict.has_value() == (truth.num_on == 0) && powers.has_value() == (truth.num_on > 0 && with_powers),
                 "what is said of the circle");
  judgement.show(!strict || *strict == "every eigenvalue lies inside the circle", "strict");
  if (judgement.is_wrong() || !powers || truth.num_on == 0) return;
  const bool are_bounded = are_powers_bounded(x, characteristic, truth.on);
  judgement.require(
      *powers == (are_bounded ? "stay bounded" : "grow without bound: an eigenvalue on the circle is defective"),
      fmt::format("powers {}", are_bounded ? "stay bounded" : "grow"));
}

/// The product of more takes minutes.
constexpr int most_stein_rows = 1000;

/// From its lower triangle, row by row.
SparseMatrix symmetric(const std::vector<Rational>& triangle, int n) {
  SparseMatrix h{n, n, std::vector<SparseRow>(n)};
  const auto entry = [&](int i, int j) { return triangle[static_cast<std::size_t>(i) * (i + 1) / 2 + j]; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) h.rows[i].push_back({j, i < j ? entry(j, i) : entry(i, j)});
  return h;
}

/// H - X^T H X.
SparseMatrix change(const SparseMatrix& h, const SparseMatrix& x) {
  const int n = x.num_rows;
  const Matrix from = dense(x), to = dense(transposed(x));
  const Matrix moved = product(to, product(dense(h), from));
  SparseMatrix result = h;
  for (int i = 0; i < n; ++i)
    for (Entry& entry : result.rows[i]) entry.value -= moved.at(i, entry.column);
  return result;
}

/// Which side of the unit circle the eigenvalues of X lie on, from a matrix that is given. With H - X^T H X positive
/// definite no eigenvalue lies on the circle, for of an eigenvector (1 - |lambda|^2) v* H v > 0; all lie inside exactly
/// when H is positive definite (Stein) [HornJohnson13]. Refuted: x with x^T H x < 0.
Finding check_stein(Judgement& judgement, const SparseMatrix& x) {
  const int n = x.num_rows;
  if (n > most_stein_rows) return {Result::open, "a product of so many rows takes too long"};
  const SparseMatrix h = symmetric(judgement.witness("H", n * (n + 1) / 2), n);
  const auto strict = judgement.fact("strict");
  judgement.show(
      strict.has_value() == judgement.is_proved() && (!strict || *strict == "every eigenvalue lies inside the circle"),
      "what is said of the circle");
  if (judgement.is_proved()) {
    judgement.show(is_positive(h) == true, "H is positive definite");
  } else {
    const std::vector<Rational>& direction = judgement.witness("x", n);
    judgement.show(form(direction, h, direction).sign() < 0, "x^T H x is negative");
  }
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.show(is_positive(change(h, x)) == true, "H - X^T H X is positive definite");
  return judgement.finding(judgement.is_proved() ? "H and H - X^T H X are positive definite: every eigenvalue inside"
                                                 : "H - X^T H X is positive definite and H is not: one lies outside");
}

Finding check_radius_of_matrix(const Claim& claim) {
  Judgement judgement(claim);
  SparseMatrix given = read_square(judgement.data(), "A");
  const bool is_unit = !has(judgement.data(), "radius");
  const Rational radius = is_unit ? Rational(1) : read_vector(judgement.data(), "radius", 1).front();
  if (radius.sign() <= 0) throw DataError("the radius is not positive");
  judgement.expect_sentence(
      is_unit ? "no eigenvalue of X lies outside the unit circle"
              : fmt::format("no eigenvalue of X lies outside the circle of radius {}", radius.rounded()));
  for (SparseRow& row : given.rows)
    for (Entry& entry : row) entry.value /= radius;
  if (judgement.has_witness("H")) return check_stein(judgement, given);
  const Matrix x = dense(given);
  if (const auto power = judgement.fact("power")) return check_power(judgement, x, *power);
  if (x.rows() > most_polynomial_rows)
    return {Result::open, fmt::format("a characteristic polynomial of {} rows takes too long", x.rows())};
  const WholePolynomial characteristic = characteristic_polynomial(x);
  const auto truth = count_on_circle(characteristic);
  if (!truth) return {Result::open, "the roots of the characteristic polynomial are not isolated at 4096 bits"};
  judgement.require(truth->has_outside == judgement.is_refuted(),
                    truth->has_outside ? "an eigenvalue lies outside the circle" : "no eigenvalue lies outside");
  if (judgement.is_wrong() || judgement.is_refuted()) return judgement.finding("an eigenvalue lies outside the circle");
  check_circle_facts(judgement, x, characteristic, *truth, is_unit);
  return judgement.finding(fmt::format("no eigenvalue lies outside the circle, {} on it", truth->num_on));
}

}  // namespace

constinit const Kind statement_kinds::rho{.name = "rho", .check = check_radius_of_matrix};

}  // namespace perpend::checker
