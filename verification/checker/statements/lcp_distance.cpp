// How far an answer of an LCP is from a solution, by each of the theorems that say so.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/definite.hpp"
#include "verification/checker/statements/distance.hpp"
#include "verification/checker/statements/marked_solution.hpp"

namespace perpend::checker {

namespace {

/// The rational next above sqrt(x), to 128 bits.
Rational root_above(const Rational& x) {
  Rational result;
  fmpz_t product;
  fmpz_init(product);
  fmpz_mul(product, fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  fmpz_mul_2exp(product, product, 256);
  fmpz_sqrt(product, product);
  fmpz_add_ui(product, product, 1);
  fmpq_set_fmpz_frac(result.raw(), product, fmpq_denref(x.raw()));
  fmpz_clear(product);
  return result * power_of_two(-128);
}

std::vector<int> active_rows(const std::vector<Rational>& y) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (y[i].sign() > 0) rows.push_back(static_cast<int>(i));
  return rows;
}

/// Signs of the solution of the active equations, and of the slack of all other rows.
bool are_signs_strict(const LcpData& lcp, const std::vector<int>& active, const Enclosed& z) {
  std::vector<int> place(lcp.size(), -1);
  for (std::size_t k = 0; k < active.size(); ++k) {
    if (z.lower[k].sign() <= 0) return false;
    place[active[k]] = static_cast<int>(k);
  }
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

/// The solution that is positive where `marks` is, and how far z is from it.
std::optional<bool> is_strict_within(const LcpData& lcp, const std::vector<Rational>& z,
                                     const std::vector<Rational>& marks, const Rational& bound) {
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
std::optional<bool> is_degenerate_within(const LcpData& lcp, const std::vector<Rational>& z,
                                         const std::vector<Rational>& marks, const Rational& bound) {
  const auto solution = marked_solution(lcp, marks);
  if (!solution) return std::nullopt;
  for (int i = 0; i < lcp.size(); ++i)
    if ((z[i] - (*solution)[i]).abs() > bound) return std::nullopt;  // there may be another one
  return true;
}

std::optional<bool> is_marked_within(const LcpData& lcp, const std::vector<Rational>& z,
                                     const std::vector<Rational>& marks, const Rational& bound) {
  const bool is_strict =
      std::all_of(marks.begin(), marks.end(), [](const Rational& m) { return m.is_zero() || m == Rational(1); });
  return is_strict ? is_strict_within(lcp, z, marks, bound) : is_degenerate_within(lcp, z, marks, bound);
}

std::optional<bool> is_definite_within(const LcpData& lcp, const Neighbour& beside, const Rational& bound) {
  const Rational radius = bound - beside.largest_step;
  Rational squares;
  for (const Rational& e : beside.error) squares.add_product(e, e);
  if (radius.sign() < 0 || (radius.is_zero() && !squares.is_zero())) return std::nullopt;
  const SparseMatrix twice = twice_symmetric_part(lcp.a);
  if (squares.is_zero()) return is_positive(twice);
  const Rational lambda = root_above(squares / (radius * radius));
  const auto holds = is_nonnegative(with_diagonal(twice, 1, std::vector<Rational>(lcp.size(), Rational(-2) * lambda)));
  return holds == true ? holds : std::nullopt;  // another theorem may still give that distance
}

std::optional<bool> is_dominant_within(Judgement& judgement, const LcpData& lcp, const std::vector<Rational>& z,
                                       const Neighbour& beside, const Rational& bound) {
  const std::vector<Rational>& v = judgement.witness("v", lcp.size());
  const auto t = dominance(lcp.a, v);
  if (!t) return std::nullopt;
  Rational factor;
  for (int i = 0; i < lcp.size(); ++i) factor = std::max(factor, beside.error[i].abs() / (*t)[i]);
  for (int i = 0; i < lcp.size(); ++i)
    if (factor * v[i] + (z[i] - beside.y[i]).abs() > bound) return std::nullopt;
  return true;
}

}  // namespace

Existence check_distances(Judgement& judgement, const LcpData& lcp, const std::vector<Rational>& z,
                          const Neighbour& beside) {
  const std::string beginning = "distance of an entry of z to a solution at most (";
  Existence found;
  for (const std::string& name : judgement.bounds_named(beginning)) {
    const std::string theorem = name.substr(beginning.size());
    const Rational bound = judgement.bound(name).value_or(Rational(-1));
    if (judgement.is_wrong()) return found;
    std::optional<bool> holds;
    if (theorem.starts_with("strict complementarity"))
      holds = is_strict_within(lcp, z, beside.y, bound);
    else if (theorem.starts_with("Newton") && judgement.has_witness("active"))
      holds = is_marked_within(lcp, z, judgement.witness("active", lcp.size()), bound);
    else if (theorem.starts_with("positive definite"))
      holds = is_definite_within(lcp, beside, bound);
    else if (theorem.starts_with("H-matrix"))
      holds = is_dominant_within(judgement, lcp, z, beside, bound);
    judgement.settle(holds, fmt::format("a solution is within {} of z", print(bound)));
    found.is_solvable = found.is_solvable || holds == true;
    found.is_unique =
        found.is_unique || (holds == true && !theorem.starts_with("strict") && !theorem.starts_with("Newton"));
  }
  // Shown with the distances; of no more use where another theorem gave them.
  if (judgement.has_witness("v"))
    judgement.require(dominance(lcp.a, judgement.witness("v", lcp.size())).has_value(), "v shows no H-matrix");
  return found;
}

}  // namespace perpend::checker
