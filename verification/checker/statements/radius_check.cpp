// No eigenvalue of X lies outside the circle of radius R, which is shown of X/R and the unit circle: a matrix of Stein,
// a power whose norm is below 1 or whose trace exceeds n, in balls, or the roots of the exact characteristic
// polynomial.
#include <arb_mat.h>
#include <fmt/format.h>

#include "verification/checker/claim.hpp"
#include "verification/checker/read_json.hpp"
#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/circle.hpp"
#include "verification/checker/statements/stein_check.hpp"

namespace perpend::checker {

namespace {

/// Elimination of larger ones takes minutes.
constexpr int most_polynomial_rows = 80;
constexpr int most_power_rows = 500;

/// X^(2^k) in balls.
class Power {
 public:
  Power(const Matrix& x, int squarings, long precision) : precision_(precision) {
    arb_mat_init(value_, x.rows(), x.columns());
    arb_mat_set_fmpq_mat(value_, x.raw(), precision);
    spend_on_balls(static_cast<double>(x.rows()), static_cast<double>(precision) * 3.0 * (squarings + 1));
    for (int k = 0; k < squarings; ++k) arb_mat_sqr(value_, value_, precision);
    arb_init(number_);
  }
  Power(const Power&) = delete;
  Power& operator=(const Power&) = delete;
  ~Power() {
    arb_mat_clear(value_);
    arb_clear(number_);
  }

  /// Row sum norm <= most, as far as the balls tell; `most` < 1.
  std::optional<bool> has_norm_at_most(const Rational& most) {
    std::optional<bool> all = true;
    for (long i = 0; i < arb_mat_nrows(value_) && all != false; ++i) {
      add_up_row(i);
      const auto holds = compare(most, false);
      if (holds != true) all = holds;
    }
    return all;
  }
  std::optional<bool> has_trace_at_least(const Rational& least) {
    arb_mat_trace(number_, value_, precision_);
    arb_abs(number_, number_);
    return compare(least, true);
  }

 private:
  void add_up_row(long i) {
    arb_t size;
    arb_init(size);
    arb_zero(number_);
    for (long j = 0; j < arb_mat_ncols(value_); ++j) {
      arb_abs(size, arb_mat_entry(value_, i, j));
      arb_add(number_, number_, size, precision_);
    }
    arb_clear(size);
  }
  std::optional<bool> compare(const Rational& limit, bool is_least) {
    arb_t other;
    arb_init(other);
    arb_set_fmpq(other, limit.raw(), precision_);
    if (is_least) arb_swap(number_, other);
    const bool holds = arb_le(number_, other) != 0, fails = arb_gt(number_, other) != 0;
    arb_clear(other);
    return holds ? std::optional(true) : fails ? std::optional(false) : std::nullopt;
  }

  long precision_;
  arb_mat_t value_;
  arb_t number_;
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
void check_circle_facts(Judgement& judgement, const Matrix& x, const Polynomial& characteristic,
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

}  // namespace

Finding check_radius_of_matrix(const StatementClaim& claim) {
  Judgement judgement(claim);
  SparseMatrix given = read_square(claim.data, "A");
  const bool is_unit = !claim.data.contains("radius");
  const Rational radius = is_unit ? Rational(1) : read_vector(claim.data, "radius", 1).front();
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
  const Polynomial characteristic = characteristic_polynomial(x);
  const auto truth = count_on_circle(characteristic);
  if (!truth) return {Result::open, "the roots of the characteristic polynomial are not isolated at 4096 bits"};
  judgement.require(truth->has_outside == judgement.is_refuted(),
                    truth->has_outside ? "an eigenvalue lies outside the circle" : "no eigenvalue lies outside");
  if (judgement.is_wrong() || judgement.is_refuted()) return judgement.finding("an eigenvalue lies outside the circle");
  check_circle_facts(judgement, x, characteristic, *truth, is_unit);
  return judgement.finding(fmt::format("no eigenvalue lies outside the circle, {} on it", truth->num_on));
}

}  // namespace perpend::checker
