#include "boxed_form.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

/// A slip row: its diagonal is 0, one entry is positive (mu, at the normal), two are negative and alike (-e).
std::optional<FrictionPair> pair_of(const Lcp& lcp, int slip) {
  FrictionPair pair;
  pair.slip = slip;
  for (int j = 0; j < lcp.size; ++j) {
    const double value = lcp.entry(slip, j);
    if (value == 0.0) continue;
    int& place = value > 0.0 ? pair.normal : pair.forward < 0 ? pair.forward : pair.backward;
    if (place >= 0) return std::nullopt;
    place = j;
  }
  if (pair.forward < 0 || pair.backward < 0) return std::nullopt;
  pair.closing = -lcp.entry(slip, pair.forward);
  if (lcp.entry(slip, pair.backward) != -pair.closing) return std::nullopt;
  // Without friction the row has no normal; any bound times 0 is 0.
  pair.friction = pair.normal < 0 ? 0.0 : lcp.entry(slip, pair.normal) / pair.closing;
  return pair;
}

/// Rows and columns of the two directions are opposite, and the slip closes both alike.
bool is_opposite(const Lcp& lcp, const FrictionPair& pair) {
  const int f = pair.forward, g = pair.backward;
  for (int j = 0; j < lcp.size; ++j) {
    const bool is_own_slip = j == pair.slip;
    if (is_own_slip && (lcp.entry(f, j) != pair.closing || lcp.entry(g, j) != pair.closing)) return false;
    if (is_own_slip) continue;
    if (lcp.entry(f, j) != -lcp.entry(g, j) || lcp.entry(j, f) != -lcp.entry(j, g)) return false;
  }
  return lcp.b[f] == -lcp.b[g] && lcp.b[pair.slip] == 0.0;
}

/// The unknowns that stay: normals, then forward directions.
BoxedLcp keep_rows(const Lcp& lcp, const std::vector<int>& kept) {
  BoxedLcp boxed;
  boxed.lcp.size = static_cast<int>(kept.size());
  for (const int i : kept) {
    for (const int j : kept) boxed.lcp.a.push_back(lcp.entry(i, j));
    boxed.lcp.b.push_back(lcp.b[i]);
  }
  boxed.lower.assign(kept.size(), 0.0);
  boxed.upper.assign(kept.size(), unbounded);
  boxed.bounded_by.assign(kept.size(), -1);
  return boxed;
}

void set_bounds(BoxedForm& form) {
  for (std::size_t p = 0; p < form.pairs.size(); ++p) {
    const FrictionPair& pair = form.pairs[p];
    const std::size_t row = form.normals.size() + p;
    form.boxed.lower[row] = -pair.friction;
    form.boxed.upper[row] = pair.friction;
    const auto normal = std::find(form.normals.begin(), form.normals.end(), pair.normal);
    // A bound of 0 is 0 whatever normal it is multiplied by; ODE asks for one.
    if (!form.normals.empty())
      form.boxed.bounded_by[row] = pair.normal < 0 ? 0 : static_cast<int>(normal - form.normals.begin());
  }
}

bool is_slip_row(const Lcp& lcp, int row) {
  if (lcp.entry(row, row) != 0.0) return false;
  for (int j = 0; j < lcp.size; ++j)
    if (lcp.entry(row, j) < 0.0 && lcp.entry(j, row) == -lcp.entry(row, j)) return true;
  return false;
}

}  // namespace

std::optional<BoxedForm> find_boxed_form(const Lcp& lcp) {
  BoxedForm form;
  std::vector<bool> is_friction(lcp.size, false);
  for (int row = 0; row < lcp.size; ++row) {
    if (!is_slip_row(lcp, row)) continue;
    const auto pair = pair_of(lcp, row);
    if (!pair || !is_opposite(lcp, *pair)) return std::nullopt;
    for (const int i : {pair->forward, pair->backward, pair->slip}) {
      if (is_friction[i]) return std::nullopt;
      is_friction[i] = true;
    }
    form.pairs.push_back(*pair);
  }
  for (int row = 0; row < lcp.size; ++row)
    if (!is_friction[row]) form.normals.push_back(row);
  std::vector<int> kept = form.normals;
  for (const FrictionPair& pair : form.pairs) {
    if (pair.normal >= 0 && is_friction[pair.normal]) return std::nullopt;
    kept.push_back(pair.forward);
  }
  form.boxed = keep_rows(lcp, kept);
  set_bounds(form);
  return form;
}

std::vector<double> unbox(const BoxedForm& form, const std::vector<double>& x) {
  const Lcp& lcp = form.boxed.lcp;
  std::vector<double> z(form.normals.size() + 3 * form.pairs.size(), 0.0);
  for (std::size_t i = 0; i < form.normals.size(); ++i) z[form.normals[i]] = x[i];
  for (std::size_t p = 0; p < form.pairs.size(); ++p) {
    const FrictionPair& pair = form.pairs[p];
    const int row = static_cast<int>(form.normals.size() + p);
    double rate = lcp.b[row];
    for (int j = 0; j < lcp.size; ++j) rate += lcp.entry(row, j) * x[j];
    z[pair.forward] = std::max(x[row], 0.0);
    z[pair.backward] = std::max(-x[row], 0.0);
    // At rest the rate is rounding; a slip made of it would not be complementary to the room that the box leaves.
    const double room = pair.friction * (pair.normal < 0 ? 0.0 : z[pair.normal]) - std::fabs(x[row]);
    z[pair.slip] = std::fabs(rate) > room ? std::fabs(rate) / pair.closing : 0.0;
  }
  return z;
}

double boxed_residual(const BoxedLcp& boxed, const std::vector<double>& x) {
  const Lcp& lcp = boxed.lcp;
  double largest = 0.0, scale = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    double w = lcp.b[i];
    for (int j = 0; j < lcp.size; ++j) w += lcp.entry(i, j) * x[j];
    const double factor = boxed.bounded_by[i] < 0 ? 1.0 : std::fabs(x[boxed.bounded_by[i]]);
    const double nearest = std::clamp(x[i] - w, factor * boxed.lower[i], factor * boxed.upper[i]);
    const double one = std::fabs(x[i] - nearest);
    if (!(one <= largest)) largest = one;  // a NaN too
    scale = std::max(scale, std::fabs(lcp.b[i]));
  }
  return largest / (1.0 + scale);
}

Answer solve_boxed(const Lcp& lcp, const std::function<Answer(const BoxedLcp&)>& solve, bool must_be_symmetric) {
  Answer answer;
  answer.status = "unsuited";
  const auto form = find_boxed_form(lcp);
  if (!form) {
    answer.note = "friction that is no box";
    return answer;
  }
  if (must_be_symmetric && !is_symmetric(form->boxed.lcp)) {
    answer.note = "A is not symmetric";
    return answer;
  }
  answer = solve(form->boxed);
  if (answer.status == "solved") answer.z = unbox(*form, answer.z);
  return answer;
}

}  // namespace referee
