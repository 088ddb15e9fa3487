#include "verification/checker/statements/lcp_beyond.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/marked_solution.hpp"

namespace perpend::checker {

namespace {

Rational least_by_rows(const LcpData& lcp, const std::vector<Rational>& z) {
  Rational least;
  std::vector<Rational> w = product(lcp.a, z);
  for (int i = 0; i < lcp.size(); ++i) {
    w[i] += lcp.b[i];
    Rational size;
    for (const Entry& entry : lcp.a.rows[i]) size += entry.value.abs();
    if (size.is_zero())
      least = std::max(least, w[i].sign() > 0 ? z[i].abs() : -z[i]);
    else
      least = std::max(least, std::min(z[i], w[i] / size).abs());
  }
  return least;
}

/// The solution marked so, within these ends.
std::optional<Enclosed> enclosed_marked(const LcpData& lcp, const std::vector<Rational>& marks) {
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
std::optional<bool> is_beyond(const LcpData& lcp, const std::vector<Rational>& z, const std::vector<Rational>& marks,
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

}  // namespace

std::vector<int> active_rows(const std::vector<Rational>& y) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (y[i].sign() > 0) rows.push_back(static_cast<int>(i));
  return rows;
}

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

void check_least(Judgement& judgement, const LcpData& lcp, const std::vector<Rational>& z,
                 const std::vector<Rational>& marks, Existence& found) {
  found.least = judgement.bound("distance of z to any solution at least");
  if (!found.least || judgement.is_wrong() || *found.least <= least_by_rows(lcp, z)) return;
  const std::string words = fmt::format("every solution is at least {} from z", print(*found.least));
  judgement.settle(found.is_unique ? is_beyond(lcp, z, marks, *found.least) : std::nullopt, words);
}

}  // namespace perpend::checker
