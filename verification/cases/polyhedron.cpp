#include "verification/cases/polyhedron.hpp"

#include <algorithm>

namespace perpend {

namespace {

using Row = std::vector<Rational>;

void add_multiple(Row& row, const Rational& factor, const Row& other) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] += factor * other[k];
}

/// Solves one equation for an unknown other than `kept` and puts it into all others. False: none has such an unknown.
bool substitute(std::vector<Row>& equations, std::vector<Row>& rows, std::size_t kept) {
  for (std::size_t e = 0; e < equations.size(); ++e)
    for (std::size_t k = 0; k + 1 < equations[e].size(); ++k) {
      if (k == kept || equations[e][k] == 0) continue;
      const Row equation = equations[e];
      equations.erase(equations.begin() + static_cast<long>(e));
      for (std::vector<Row>* all : {&equations, &rows})
        for (Row& row : *all)
          if (row[k] != 0) add_multiple(row, -row[k] / equation[k], equation);
      return true;
    }
  return false;
}

/// Each lower bound of the unknown with each upper one.
void project(std::vector<Row>& rows, std::size_t unknown) {
  std::vector<Row> result;
  for (const Row& lower : rows) {
    if (lower[unknown] == 0) result.push_back(lower);
    if (lower[unknown] <= 0) continue;
    for (const Row& upper : rows) {
      if (upper[unknown] >= 0) continue;
      Row sum = upper;
      add_multiple(sum, -upper[unknown] / lower[unknown], lower);
      result.push_back(std::move(sum));
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  rows = std::move(result);
}

}  // namespace

void Polyhedron::add_zero(std::vector<Rational> row, const Rational& constant) {
  row.push_back(constant);
  equations_.push_back(std::move(row));
}

void Polyhedron::add_at_least_zero(std::vector<Rational> row, const Rational& constant) {
  row.push_back(constant);
  rows_.push_back(std::move(row));
}

/// Of the unknown over the whole set; -1: of no unknown, whether the set is empty.
Polyhedron::Range Polyhedron::range_of(int unknown) const {
  std::vector<Row> rows = rows_;
  std::vector<Row> equations = equations_;
  const auto kept = static_cast<std::size_t>(unknown);
  while (substitute(equations, rows, kept)) {
  }
  for (const Row& equation : equations) {  // of the unknown alone
    rows.push_back(equation);
    Row negative = equation;
    for (Rational& x : negative) x = -x;
    rows.push_back(std::move(negative));
  }
  for (int k = 0; k < num_unknowns_; ++k)
    if (k != unknown) project(rows, static_cast<std::size_t>(k));
  bool has_low = false, has_high = false;
  Rational low = 0, high = 0;
  for (const Row& row : rows) {
    const Rational slope = unknown < 0 ? Rational(0) : row[kept];
    if (slope == 0 && row.back() < 0) return {.is_empty = true};
    if (slope == 0) continue;
    const Rational bound = -row.back() / slope;
    if (slope > 0 && (!has_low || bound > low)) low = bound;
    if (slope < 0 && (!has_high || bound < high)) high = bound;
    (slope > 0 ? has_low : has_high) = true;
  }
  if (has_low && has_high && low > high) return {.is_empty = true};
  return {.is_empty = false, .is_point = has_low && has_high && low == high, .value = low};
}

Extent Polyhedron::measure(std::vector<Rational>& x) const {
  x.clear();
  if (range_of(-1).is_empty) return Extent::empty;
  for (int k = 0; k < num_unknowns_; ++k) {
    const Range range = range_of(k);
    if (!range.is_point) return Extent::more;
    x.push_back(range.value);
  }
  return Extent::point;
}

}  // namespace perpend
