// x solves A x = b: the backward error of each row as a rational [OettliPrager64], and the distance to A^-1 b.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/matrices/distance.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

struct RowError {
  Rational residual, share;  ///< b - A x; its size over that of what the row sums
};

RowError row_error(const SparseRow& row, const std::vector<Rational>& x, const Rational& b) {
  Rational residual = b, size = b.abs();
  for (const Entry& entry : row) {
    const Rational term = entry.value * x[entry.column];
    residual -= term;
    size += term.abs();
  }
  return {residual, residual.is_zero() ? Rational(0) : residual.abs() / size};
}

/// "exactly one, shown in ball (128 bits)".
bool says_one(const std::string& words) {
  const std::string beginning = "exactly one, shown in ";
  if (!words.starts_with(beginning)) return false;
  const std::string arithmetic = words.substr(beginning.size());
  return arithmetic == "binary64" || arithmetic == "exact" ||
         (arithmetic.starts_with("ball (") && arithmetic.ends_with(" bits)"));
}

/// A solution x* has |A x - b|_i <= sum_j |a_ij| |x - x*|_j, regular or not.
Rational least_by_rows(const SparseMatrix& a, const std::vector<Rational>& residual) {
  Rational least;
  for (int i = 0; i < a.num_rows; ++i) {
    Rational size;
    for (const Entry& entry : a.rows[i]) size += entry.value.abs();
    if (!size.is_zero()) least = std::max(least, residual[i].abs() / size);
  }
  return least;
}

/// "none: row 3 of A is 0, and b is not", of the first such row; empty: there is none.
std::string words_of_no_solution(const SparseMatrix& a, const std::vector<Rational>& b) {
  for (int i = 0; i < a.num_rows; ++i) {
    const bool is_zero =
        std::all_of(a.rows[i].begin(), a.rows[i].end(), [](const Entry& entry) { return entry.value.is_zero(); });
    if (is_zero && !b[i].is_zero()) return fmt::format("none: row {} of A is 0, and b is not", i + 1);
  }
  return "";
}

struct Distances {
  std::optional<Rational> most, least;
};

/// Checks the distance of an x that is a solution itself.
void check_own_distance(Judgement& judgement, const std::vector<Rational>& residual, const Rational& claimed) {
  const bool is_solution = std::all_of(residual.begin(), residual.end(), [](const Rational& r) { return r.is_zero(); });
  judgement.require(claimed.sign() >= 0, "a distance is negative");
  judgement.require(is_solution || !claimed.is_zero(), "x is no solution itself");
  judgement.show(is_solution, "x is a solution itself");
}

Distances check_distances(Judgement& judgement, const SparseMatrix& a, const std::vector<Rational>& residual) {
  const auto bound = judgement.bound("distance of an entry of x to the only solution at most");
  const auto exact = judgement.bound("distance of an entry of x to a solution at most");
  const auto least = judgement.bound("distance of x to any solution at least");
  const auto words = judgement.fact("distance to the solution");
  const auto count = judgement.fact("solution");
  judgement.require(!words || !bound, "a distance is both known and not");
  judgement.show(!words || words->starts_with("not known: ") || words->starts_with("not tried: "), "what is not known");
  judgement.show(!count || says_one(*count), "the number of solutions");
  if (judgement.is_wrong()) return {};
  if (count && !bound) judgement.settle(is_regular(a), "A is regular");
  judgement.show(!bound || count, "that the solution is the only one is said");
  if (bound)
    judgement.settle(is_solution_within(a, residual, *bound),
                     fmt::format("A is regular and its solution within {} of x", print(*bound)));
  if (exact) check_own_distance(judgement, residual, *exact);
  if (least && *least > least_by_rows(a, residual))
    judgement.settle(is_solution_beyond(a, residual, *least),
                     fmt::format("every solution is at least {} from x", print(*least)));
  return {bound ? bound : exact, least};
}

void check_asked(Judgement& judgement, const Rational& asked, const SparseMatrix& a, const std::vector<Rational>& b,
                 const std::vector<Rational>& residual) {
  const std::string none = words_of_no_solution(a, b);
  if (judgement.is_refuted() && !none.empty()) {
    judgement.show(judgement.fact("solution") == none, "the row without solution is named");
    return;
  }
  const Distances found = check_distances(judgement, a, residual);
  if (!judgement.is_wrong()) check_nearness(judgement, asked, found.most, found.least);
}

Finding check_linear(const Claim& claim) {
  Judgement judgement(claim);
  const auto asked = asked_distance(judgement.data());
  judgement.expect_sentence(asked ? fmt::format("x is within {} of a solution of A x = b", asked->rounded())
                                  : "x solves A x = b within the printed bounds");
  const SparseMatrix a = read_square(judgement.data(), "A");
  const std::vector<Rational> x = read_vector(judgement.data(), "x", a.num_rows),
                              b = read_vector(judgement.data(), "b", a.num_rows);
  std::vector<Rational> residual(a.num_rows), share(a.num_rows);
  Rational worst;
  for (int i = 0; i < a.num_rows; ++i) {
    const RowError error = row_error(a.rows[i], x, b[i]);
    residual[i] = error.residual;
    share[i] = error.share;
    worst = std::max(worst, error.share);
  }
  check_backward_error(judgement, share, worst, !asked);
  if (asked) {
    check_asked(judgement, *asked, a, b, residual);
    return judgement.finding(
        fmt::format("{} solution of A x = b is within {} of x", judgement.is_proved() ? "a" : "no", print(*asked)));
  }
  check_distances(judgement, a, residual);
  if (judgement.is_refuted()) return judgement.finding(fmt::format("x is off: backward error {}", print(worst)));
  return judgement.finding(fmt::format("x solves A x = b, backward error {}", print(worst)));
}

}  // namespace

constinit const Kind statement_kinds::linear{.name = "linear", .check = check_linear};

}  // namespace perpend::checker
