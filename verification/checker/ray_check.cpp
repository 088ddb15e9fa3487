#include "verification/checker/ray_check.hpp"

#include <algorithm>
#include <numeric>

namespace perpend::checker {

namespace {

/// sign 1: value >= 0 in every solution, -1: <= 0, 0: = 0.
struct WeighedRow {
  SparseRow motion;
  Rational offset;
  int sign = 1;
  Rational guess;
};

/// Exact elimination of more takes too long.
constexpr std::size_t most_rows = 600;

WeighedRow normal_of(const ContactData& contact, const Rational& guess) {
  return {contact.rows[0], contact.rate_t[0] + contact.bias, 1, guess};
}

/// N + mu D_i, which takes the slip out of the convex law.
WeighedRow edge_of(const ContactsData& all, int index, int direction, const Rational& guess) {
  const ContactData& contact = all.contacts[index];
  WeighedRow row = normal_of(contact, guess);
  for (int tangent = 0; tangent < all.num_tangents; ++tangent) {
    const Rational factor = contact.friction * all.directions[direction][tangent];
    row.offset.add_product(factor, contact.rate_t[tangent + 1]);
    for (const Entry& entry : contact.rows[tangent + 1]) row.motion.push_back({entry.column, factor * entry.value});
  }
  return row;
}

void add_contacts(const Data& data, std::vector<WeighedRow>& rows) {
  const ContactsData& all = *data.contacts;
  for (int c = 0; c < all.size(); ++c) {
    const ContactData& contact = all.contacts[c];
    if (contact.compliance.sign() != 0 || contact.friction.sign() < 0) continue;
    Rational rest = all.ray->normal[c];
    for (int i = 0; all.law == Law::convex && all.has_cone(c) && i < all.num_directions; ++i) {
      const Rational weight = all.ray->tangential[c * all.num_directions + i] / contact.friction;
      rest -= weight;
      rows.push_back(edge_of(all, c, i, weight));
    }
    rows.push_back(normal_of(contact, rest));
  }
}

void add_joints(const Data& data, std::vector<WeighedRow>& rows) {
  for (int i = 0; i < data.num_rows; ++i) {
    const bool has_lower = !data.lower.empty() && data.lower[i].is_finite();
    const bool has_upper = !data.upper.empty() && data.upper[i].is_finite();
    if ((has_lower && has_upper) || data.compliance[i].sign() != 0) continue;
    const int sign = has_lower ? 1 : has_upper ? -1 : 0;
    rows.push_back({data.rows[i], -data.target[i], sign, sign == 0 ? Rational(0) : data.contacts->ray->joints[i]});
  }
}

/// Equations first, then the largest guesses: those are solved for.
void order(std::vector<WeighedRow>& rows, const Rational& share) {
  Rational largest;
  for (const WeighedRow& row : rows) largest = std::max(largest, row.guess.abs());
  const Rational least = share * largest;
  std::erase_if(rows, [&](const WeighedRow& row) { return row.sign != 0 && row.guess.abs() <= least; });
  std::stable_sort(rows.begin(), rows.end(), [](const WeighedRow& a, const WeighedRow& b) {
    if ((a.sign == 0) != (b.sign == 0)) return a.sign == 0;
    return a.guess.abs() > b.guess.abs();
  });
}

/// Weights under which no motion is left.
std::vector<Rational> weights_of(const Data& data, const std::vector<WeighedRow>& rows) {
  const long n = static_cast<long>(rows.size());
  Matrix motion(data.num_columns, n);
  for (long j = 0; j < n; ++j)
    for (const Entry& entry : rows[static_cast<std::size_t>(j)].motion) motion.add(entry.column, j, entry.value);
  const double equations = static_cast<double>(std::min<long>(data.num_columns, n));
  spend_on_solution(equations, entry_bits(motion), std::max(1.0, static_cast<double>(n) - equations));
  const long rank = fmpq_mat_rref(motion.raw(), motion.raw());
  std::vector<Rational> weights;
  for (const WeighedRow& row : rows) weights.push_back(row.guess);
  for (long i = 0, pivot = 0; i < rank; ++i, ++pivot) {
    while (motion.is_zero_at(i, pivot)) ++pivot;
    Rational value;
    for (long j = pivot + 1; j < n; ++j)
      if (!motion.is_zero_at(i, j)) value.subtract_product(motion.at(i, j), weights[static_cast<std::size_t>(j)]);
    weights[static_cast<std::size_t>(pivot)] = value;
  }
  return weights;
}

bool is_contradiction(const std::vector<WeighedRow>& rows, const std::vector<Rational>& weights) {
  Rational sum;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].sign * weights[i].sign() < 0) return false;
    sum.add_product(weights[i], rows[i].offset);
  }
  return sum.sign() < 0;
}

}  // namespace

bool ray_contradicts(const Data& data) {
  if (!data.contacts || !data.contacts->ray) return false;
  std::vector<WeighedRow> all;
  add_contacts(data, all);
  add_joints(data, all);
  for (const long bits : {40L, 20L}) {
    std::vector<WeighedRow> rows = all;
    order(rows, power_of_two(-bits));
    if (rows.size() <= most_rows && is_contradiction(rows, weights_of(data, rows))) return true;
  }
  return false;
}

}  // namespace perpend::checker
