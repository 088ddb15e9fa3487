#include "verification/checker/lcp/neighbour.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/matrices/classes.hpp"
#include "verification/checker/matrices/distance.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

/// Where the marks are above 0.
std::vector<int> active_rows(const std::vector<Rational>& marks) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i].sign() > 0) rows.push_back(static_cast<int>(i));
  return rows;
}

/// Signs of the solution of the active equations, and of the slack of all other rows.
bool are_signs_strict(const Lcp& lcp, const std::vector<int>& active, const Enclosed& z) {
  const std::vector<int> place = places(active, lcp.size());
  for (std::size_t k = 0; k < active.size(); ++k)
    if (z.lower[k].sign() <= 0) return false;
  for (int i = 0; i < lcp.size(); ++i) {
    if (place[i] >= 0) continue;
    Rational least = lcp.b[i];
    for (const Entry& entry : lcp.a.rows[i])
      if (const int k = place[entry.column]; k >= 0)
        least.add_product(entry.value, (entry.value.sign() > 0 ? z.lower : z.upper)[k]);
    if (least.sign() <= 0) return false;
  }
  return true;
}

/// The solution that is positive where `marks` is, and how far z is from it. False: it is farther.
std::optional<bool> is_strict_within(const Lcp& lcp, const std::vector<Rational>& z, const std::vector<Rational>& marks,
                                     const Rational& bound) {
  const std::vector<int> active = active_rows(marks);
  const SparseMatrix block = principal_block(lcp.a, active);
  std::vector<Rational> right, known;
  for (const int i : active) {
    right.push_back(-lcp.b[i]);
    known.push_back(z[i]);
  }
  const auto solution = enclosed_solution(dense(block), right);
  if (!solution || !are_signs_strict(lcp, active, *solution)) return std::nullopt;
  const std::vector<Rational> image = product(block, known);
  for (std::size_t k = 0; k < active.size(); ++k) right[k] -= image[k];
  for (int i = 0; i < lcp.size(); ++i)
    if (marks[i].sign() <= 0 && z[i].abs() > bound) return false;
  return is_solution_within(block, right, bound);
}

/// The same where some pairs are marked as perhaps both 0: one solution is made, whole, over the rationals.
std::optional<bool> is_degenerate_within(const Lcp& lcp, const std::vector<Rational>& z,
                                         const std::vector<Rational>& marks, const Rational& bound) {
  const auto solution = marked_solution(lcp, marks);
  if (!solution) return std::nullopt;
  for (int i = 0; i < lcp.size(); ++i)
    if ((z[i] - (*solution)[i]).abs() > bound) return std::nullopt;  // there may be another one
  return true;
}

std::optional<bool> is_marked_within(const Lcp& lcp, const std::vector<Rational>& z, const std::vector<Rational>& marks,
                                     const Rational& bound) {
  const bool is_strict =
      std::all_of(marks.begin(), marks.end(), [](const Rational& m) { return m.is_zero() || m == Rational(1); });
  return is_strict ? is_strict_within(lcp, z, marks, bound) : is_degenerate_within(lcp, z, marks, bound);
}

std::optional<bool> is_definite_within(const Lcp& lcp, const Neighbour& neighbour, const Rational& bound) {
  const Rational radius = bound - neighbour.largest_step;
  Rational squares;
  for (const Rational& e : neighbour.error) squares.add_product(e, e);
  if (radius.sign() < 0 || (radius.is_zero() && !squares.is_zero())) return std::nullopt;
  const SparseMatrix twice = twice_symmetric_part(lcp.a);
  if (squares.is_zero()) return is_positive(twice) == true ? std::optional(true) : std::nullopt;
  const Rational lambda = root_above(squares / (radius * radius));
  const auto holds = is_nonnegative(with_diagonal(twice, 1, std::vector<Rational>(lcp.size(), Rational(-2) * lambda)));
  return holds == true ? holds : std::nullopt;  // another theorem may still give that distance
}

std::optional<bool> is_dominant_within(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z,
                                       const Neighbour& neighbour, const Rational& bound) {
  const std::vector<Rational>& v = judgement.witness("v", lcp.size());
  const auto t = dominance(lcp.a, v);
  if (!t) return std::nullopt;
  Rational factor;
  for (int i = 0; i < lcp.size(); ++i) factor = std::max(factor, neighbour.error[i].abs() / (*t)[i]);
  for (int i = 0; i < lcp.size(); ++i)
    if (factor * v[i] + (z[i] - neighbour.y[i]).abs() > bound) return std::nullopt;
  return true;
}

std::optional<bool> is_strict_or_degenerate_within(const Lcp& lcp, const std::vector<Rational>& z,
                                                   const std::vector<Rational>& marks, const Rational& bound) {
  const auto strict = is_strict_within(lcp, z, marks, bound);
  return strict ? strict : is_degenerate_within(lcp, z, marks, bound);
}

/// 1 in the rows named from 1, 0 elsewhere. Throws DataError.
std::vector<Rational> marks_of(const std::vector<Rational>& rows, int n) {
  std::vector<Rational> marks(n);
  for (const Rational& row : rows) {
    const auto place = place_named(row, n);
    if (!place) throw DataError("an active row does not exist");
    marks[*place] = Rational(1);
  }
  return marks;
}

Rational least_distance_by_rows(const Lcp& lcp, const std::vector<Rational>& z) {
  Rational least;
  const std::vector<Rational> w = slack_of(lcp, z);
  for (int i = 0; i < lcp.size(); ++i) {
    const Rational size = size_of(lcp.a.rows[i]);
    if (size.is_zero())
      least = std::max(least, w[i].sign() > 0 ? z[i].abs() : -z[i]);
    else
      least = std::max(least, std::min(z[i], w[i] / size).abs());
  }
  return least;
}

/// The solution marked so, within these ends.
std::optional<Enclosed> enclosed_marked(const Lcp& lcp, const std::vector<Rational>& marks) {
  const std::vector<int> active = active_rows(marks);
  std::vector<Rational> right;
  for (const int i : active) right.push_back(-lcp.b[i]);
  const auto solution = enclosed_solution(dense(principal_block(lcp.a, active)), right);
  if (!solution || !are_signs_strict(lcp, active, *solution)) {
    const auto exact = marked_solution(lcp, marks);
    return exact ? std::optional(Enclosed{*exact, *exact}) : std::nullopt;
  }
  Enclosed whole{std::vector<Rational>(lcp.size()), std::vector<Rational>(lcp.size())};
  for (std::size_t k = 0; k < active.size(); ++k) {
    whole.lower[active[k]] = solution->lower[k];
    whole.upper[active[k]] = solution->upper[k];
  }
  return whole;
}

/// Nothing where its enclosure reaches to both sides of the bound. Pre: there is one solution.
std::optional<bool> is_beyond(const Lcp& lcp, const std::vector<Rational>& z, const std::vector<Rational>& marks,
                              const Rational& bound) {
  const auto solution = enclosed_marked(lcp, marks);
  if (!solution) return std::nullopt;
  std::optional<bool> result = false;
  for (int i = 0; i < lcp.size(); ++i) {
    const Rational above = z[i] - solution->upper[i], below = solution->lower[i] - z[i];
    if (above >= bound || below >= bound) return true;
    if (z[i] - solution->lower[i] >= bound || solution->upper[i] - z[i] >= bound) result = std::nullopt;
  }
  return result;
}

/// "distance of z to any solution at least", by rows or, where `found` has one solution alone, by that: it is 0 where
/// the marks are.
void check_least(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z,
                 const std::vector<Rational>& marks, Existence& found) {
  found.least = judgement.bound("distance of z to any solution at least");
  if (!found.least || judgement.is_wrong() || *found.least <= least_distance_by_rows(lcp, z)) return;
  const std::string words = fmt::format("every solution is at least {} from z", print(*found.least));
  judgement.settle(found.is_unique ? is_beyond(lcp, z, marks, *found.least) : std::nullopt, words);
}

}  // namespace

Neighbour read_neighbour(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z) {
  const int n = lcp.size();
  Neighbour neighbour{judgement.witness("y", n), judgement.witness("slack", n),
                      product(lcp.a, judgement.witness("y", n)), std::vector<Rational>(n), Rational(0)};
  for (int i = 0; i < n; ++i) {
    const Rational &y = neighbour.y[i], &slack = neighbour.slack[i];
    judgement.require(y.is_zero() || (y == z[i] && y.sign() > 0), fmt::format("y {} is neither z nor 0", i + 1));
    judgement.require(slack.sign() >= 0 && (y.is_zero() || slack.is_zero()),
                      fmt::format("pair {} of y and its slack is not complementary", i + 1));
    neighbour.error[i] = slack - neighbour.error[i] - lcp.b[i];
    neighbour.size[i] = lcp.b[i].abs() + slack;
    for (const Entry& entry : lcp.a.rows[i]) neighbour.size[i] += (entry.value * neighbour.y[entry.column]).abs();
    neighbour.largest_step = std::max(neighbour.largest_step, (z[i] - y).abs());
  }
  return neighbour;
}

Existence check_distances(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z,
                          const Neighbour& neighbour) {
  const std::string beginning = "distance of an entry of z to a solution at most (";
  Existence found;
  const bool has_rows = judgement.has_witness("active rows");
  const std::vector<Rational> marks =
      has_rows ? marks_of(judgement.any_witness("active rows"), lcp.size()) : neighbour.y;
  for (const std::string& name : judgement.bounds_named(beginning)) {
    const std::string theorem = name.substr(beginning.size());
    const Rational bound = judgement.bound(name).value_or(Rational(-1));
    if (judgement.is_wrong()) return found;
    std::optional<bool> holds;
    if (theorem.starts_with("strict complementarity"))
      holds = is_strict_within(lcp, z, neighbour.y, bound);
    else if (theorem.starts_with("Newton") && judgement.has_witness("active"))
      holds = is_marked_within(lcp, z, judgement.witness("active", lcp.size()), bound);
    else if (theorem.starts_with("positive definite"))
      holds = is_definite_within(lcp, neighbour, bound);
    else if (theorem.starts_with("H-matrix"))
      holds = is_dominant_within(judgement, lcp, z, neighbour, bound);
    else if (theorem.starts_with("z itself"))
      holds = bound.sign() >= 0 && is_solution(lcp, z) ? std::optional(true) : std::nullopt;
    else if (theorem.starts_with("active rows") && has_rows)
      holds = is_strict_or_degenerate_within(lcp, z, marks, bound);
    // Another solution may be nearer where there may be another one.
    if (holds == false && Classes(lcp.a).is_p() != true) holds = std::nullopt;
    judgement.settle(holds, fmt::format("a solution is within {} of z", print(bound)));
    found.is_solvable = found.is_solvable || holds == true;
    found.is_unique = found.is_unique ||
                      (holds == true && (theorem.starts_with("positive definite") || theorem.starts_with("H-matrix")));
    if (holds == true && (!found.most || bound < *found.most)) found.most = bound;
  }
  if (has_rows && !found.is_unique) found.is_unique = Classes(lcp.a).is_p() == true;
  check_least(judgement, lcp, z, marks, found);
  // Shown with the distances; of no more use where another theorem gave them.
  if (judgement.has_witness("v"))
    judgement.show(dominance(lcp.a, judgement.witness("v", lcp.size())).has_value(), "v shows an H-matrix");
  return found;
}

}  // namespace perpend::checker
