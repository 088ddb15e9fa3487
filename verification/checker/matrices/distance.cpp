#include "verification/checker/matrices/distance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

class SolvedBalls {
 public:
  SolvedBalls(const Matrix& a, const std::vector<Rational>& b, long precision) : x_(a.columns(), 1) {
    spend_on_balls(static_cast<double>(a.rows()), static_cast<double>(precision));
    const BallMatrix left(a, precision), right(column(b), precision);
    is_regular_ = arb_mat_solve(x_.raw(), left.raw(), right.raw(), precision) != 0;
  }

  [[nodiscard]] bool is_regular() const { return is_regular_; }
  /// Pre: regular.
  [[nodiscard]] Enclosed enclosed() const {
    Enclosed result;
    for (long i = 0; i < x_.rows(); ++i) {
      Ball entry;
      arb_set(entry.raw(), x_.at(i, 0));
      result.lower.push_back(entry.lower());
      result.upper.push_back(entry.upper());
    }
    return result;
  }

  /// |x_i| <= bound for all i, as far as the balls tell.
  [[nodiscard]] std::optional<bool> is_within(const Rational& bound) const { return are_all(arb_le, arb_gt, bound); }
  /// |x_i| >= bound for some i, as far as the balls tell.
  [[nodiscard]] std::optional<bool> is_beyond(const Rational& bound) const {
    const std::optional<bool> is_below = are_all(arb_lt, arb_ge, bound);
    return is_below ? std::optional(!*is_below) : std::nullopt;
  }

 private:
  /// Whether |x_i| is `below` the bound for all i: not when one is `not_below` it, else open.
  [[nodiscard]] std::optional<bool> are_all(int (*below)(const arb_t, const arb_t),
                                            int (*not_below)(const arb_t, const arb_t), const Rational& bound) const {
    const Ball limit(bound, 2048);
    Ball size;
    std::optional<bool> result = true;
    for (long i = 0; i < x_.rows() && result != false; ++i) {
      arb_abs(size.raw(), x_.at(i, 0));
      if (not_below(size.raw(), limit.raw()))
        result = false;
      else if (!below(size.raw(), limit.raw()))
        result = std::nullopt;
    }
    return result;
  }

  BallMatrix x_;
  bool is_regular_ = false;
};

/// Judges the solution by balls of growing precision, then over the rationals; `of_singular` where there is not one.
template <class OfBalls, class OfNumbers>
std::optional<bool> judge_solution(const SparseMatrix& a, const std::vector<Rational>& b, const OfBalls& of_balls,
                                   const OfNumbers& of_numbers, std::optional<bool> of_singular) {
  if (a.num_rows > most_dense_rows) return std::nullopt;
  const Matrix whole = dense(a);
  for (const long precision : {128L, 512L, 2048L}) {
    const SolvedBalls solved(whole, b, precision);
    if (!solved.is_regular()) continue;
    if (const auto decided = of_balls(solved)) return decided;
  }
  if (a.num_rows > most_exact_rows) return std::nullopt;
  const auto x = solve(whole, column(b));
  if (!x) return of_singular;
  return of_numbers(largest_of(entries_of(*x)));
}

}  // namespace

std::optional<bool> is_solution_within(const SparseMatrix& a, const std::vector<Rational>& residual,
                                       const Rational& bound) {
  return judge_solution(
      a, residual, [&](const SolvedBalls& x) { return x.is_within(bound); },
      [&](const Rational& largest) { return largest <= bound; }, false);
}

std::optional<bool> is_solution_beyond(const SparseMatrix& a, const std::vector<Rational>& residual,
                                       const Rational& bound) {
  return judge_solution(
      a, residual, [&](const SolvedBalls& x) { return x.is_beyond(bound); },
      [&](const Rational& largest) { return largest >= bound && a.num_rows > 0; }, std::nullopt);
}

std::optional<bool> is_regular(const SparseMatrix& a) {
  return judge_solution(
      a, std::vector<Rational>(a.num_rows), [](const SolvedBalls&) { return std::optional(true); },
      [](const Rational&) { return true; }, false);
}

std::optional<Rational> asked_distance(const nlohmann::json& data) {
  if (!has(data, "within")) return std::nullopt;
  const Rational asked = read_vector(data, "within", 1).front();
  if (asked.sign() < 0) throw DataError("the distance asked for is negative");
  return asked;
}

void check_nearness(Judgement& judgement, const Rational& asked, const std::optional<Rational>& most,
                    const std::optional<Rational>& least) {
  const bool is_near = most && *most <= asked, is_far = least && *least > asked;
  judgement.require(!(judgement.is_proved() && is_far), "its bounds say that every solution is further away");
  judgement.require(!(judgement.is_refuted() && is_near), "its bounds say that a solution is so near");
  judgement.show(judgement.is_proved() ? is_near : is_far, "the verdict follows from the bounds of the distance");
}

std::optional<Enclosed> enclosed_solution(const Matrix& a, const std::vector<Rational>& b) {
  if (a.rows() > most_dense_rows) return std::nullopt;
  const SolvedBalls solved(a, b, 256);
  if (!solved.is_regular()) return std::nullopt;
  return solved.enclosed();
}

void check_backward_error(Judgement& judgement, const std::vector<Rational>& shares, const Rational& worst,
                          bool decides) {
  const Rational claimed = judgement.needed_bound("backward error at most");
  const auto row = judgement.bound("row of it");
  judgement.require(!row || claimed.sign() > 0, "names the row of an error that is 0");
  judgement.show(row || claimed.is_zero(), "which row has the error");
  judgement.require(worst <= claimed,
                    fmt::format("claims the backward error at most {}, it is {}", print(claimed), print(worst)));
  if (decides && judgement.is_proved())
    judgement.require(claimed <= backward_error_limit(), "the backward error proved is above the limit");
  if (decides && judgement.is_refuted())
    judgement.require(worst > backward_error_limit(),
                      fmt::format("claims that the answer is refuted, its backward error is {}", print(worst)));
  if (judgement.is_wrong() || !row) return;
  const auto place = place_named(*row, static_cast<long>(shares.size()));
  judgement.require(place.has_value(), "the worst row does not exist");
  if (!place) return;
  const Rational& share = shares[*place];
  // Rows that differ by rounding alone are as bad as each other: doubles enclose what a row sums to 8 units of it.
  judgement.require(share >= worst * (Rational(1) - power_of_two(-20)) - power_of_two(-50),
                    fmt::format("row {} is not the worst", print(*row)));
}

}  // namespace perpend::checker
