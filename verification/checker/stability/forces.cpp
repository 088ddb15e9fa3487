#include "verification/checker/stability/forces.hpp"

#include <algorithm>
#include <numeric>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/mechanism/independence.hpp"

namespace perpend::checker {

namespace {

/// mass M + damping D + stiffness K, with the numbers of the step, is not negative on the motions that J allows.
struct Condition {
  Rational mass, damping, stiffness;
  bool refutes = true;
  bool is_of_mechanism = false;  ///< K >= 0, which no method can mend
};

bool is_damped(const ForcesData& forces) {
  return std::any_of(forces.elements.begin(), forces.elements.end(),
                     [](const ForcesData::Element& element) { return element.damping.sign() != 0; });
}

/// For an eigenvalue z and its vector, with the forms m, d, k of M, D, K at the vector:
///     new_velocity   m z^2 - (2m - hd - h^2 k) z + (m - hd) = 0
///     mean_velocity  2m z^2 - (4m - 2hd - h^2 k) z + (2m - 2hd + h^2 k) = 0
///     leapfrog       (m + hd/2) z^2 - (2m - h^2 k) z + (m - hd/2) = 0
/// Jury's conditions for these; K >= 0 and D >= 0 give the ones that are not listed. midpoint: as leapfrog for forces
/// of joints alone; for springs alone |z|^2 = 1 + (h^2 k/m)^2/4.
std::vector<Condition> conditions_of(const ForcesData& forces, const Rational& h) {
  const Rational none(0), one(1), two(2), four(4);
  const Condition stiff{none, none, one, true, true}, leap{four, none, -(h * h)};
  const bool damped = is_damped(forces);
  if (forces.rule == "new_velocity") return {stiff, {four, -(two * h), -(h * h)}};
  if (forces.rule == "mean_velocity") return {stiff, {none, two, -h, !damped}, {two, -h, none}};
  if (forces.rule == "leapfrog") return {stiff, leap};
  if (forces.rule != "midpoint" || damped) return {};
  if (!forces.from_applied) return {stiff, leap};
  if (!forces.from_constraints) return {stiff, {none, none, Rational(-1)}};
  return {};
}

/// The columns of a row belong together.
void join(Groups& parts, const SparseRow& row) {
  int first = -1;
  for (const Entry& entry : row) {
    if (entry.value.is_zero()) continue;
    if (first >= 0) parts.join(first, entry.column);
    first = entry.column;
  }
}

/// Columns of the parts of the mechanism that some force acts on: K = D = 0 in the others.
std::vector<int> forced_columns(const Data& data) {
  Groups parts(data.num_columns);
  for (const SparseRow& row : data.rows) join(parts, row);
  for (int i = 0; i < data.num_columns; ++i)
    for (const Entry& entry : data.mass_rows[i]) parts.join(i, entry.column);
  std::vector<int> reached;
  for (const ForcesData::Element& element : data.forces->elements)
    for (const int column : element.columns) {
      parts.join(element.columns.front(), column);
      reached.push_back(column);
    }
  for (const ForcesData::Entry& entry : data.forces->rest) {
    parts.join(entry.row, entry.column);
    reached.push_back(entry.row);
  }
  std::vector<int> columns;
  for (int i = 0; i < data.num_columns; ++i)
    if (std::any_of(reached.begin(), reached.end(), [&](int j) { return parts.of(i) == parts.of(j); }))
      columns.push_back(i);
  return columns;
}

bool is_sum_of_squares(const Condition& condition, const ForcesData& forces) {
  if (condition.mass.sign() < 0 || condition.damping.sign() < 0) return false;
  if (condition.stiffness.is_zero() || (!forces.from_applied && !forces.from_constraints)) return true;
  return condition.stiffness.sign() > 0 && forces.rest.empty();
}

/// The form of a condition, the worst of K, with the weighted squares of the rows, on some columns.
Matrix pushed_form(const Data& data, const Condition& condition, const std::vector<Rational>& weights,
                   const std::vector<int>& columns) {
  const ForcesData& forces = *data.forces;
  std::vector<int> place(static_cast<std::size_t>(data.num_columns), -1);
  for (std::size_t i = 0; i < columns.size(); ++i) place[columns[i]] = static_cast<int>(i);
  Matrix form(static_cast<long>(columns.size()), static_cast<long>(columns.size()));
  const auto add = [&](int row, int column, const Rational& value) {
    if (place[row] >= 0 && place[column] >= 0) form.add(place[row], place[column], value);
  };
  for (const int i : columns)
    for (const Entry& entry : data.mass_rows[i]) add(i, entry.column, condition.mass * entry.value);
  for (const ForcesData::Element& element : forces.elements) {
    const Rational factor = condition.damping * element.damping + condition.stiffness * element.stiffness;
    for (std::size_t a = 0; a < element.columns.size(); ++a)
      for (std::size_t b = 0; b < element.columns.size(); ++b)
        add(element.columns[a], element.columns[b], factor * element.gradient[a] * element.gradient[b]);
  }
  for (const ForcesData::Entry& entry : forces.rest) {
    add(entry.row, entry.column, condition.stiffness * entry.value);
    if (entry.row != entry.column) add(entry.column, entry.row, condition.stiffness * entry.value);
  }
  for (std::size_t i = 0; i < forces.margin.size(); ++i)
    add(static_cast<int>(i), static_cast<int>(i), -(condition.stiffness.abs() * forces.margin[i]));
  for (int r = 0; r < data.num_rows; ++r)
    for (const Entry& a : data.rows[r])
      for (const Entry& b : data.rows[r]) add(a.column, b.column, weights[r] * a.value * b.value);
  return form;
}

/// Rows that were not left out and that have a number in these columns.
std::vector<int> rows_on(const Data& data, const std::vector<int>& columns) {
  std::vector<int> rows;
  for (const int row : kept_equations(data))
    if (std::any_of(data.rows[row].begin(), data.rows[row].end(), [&](const Entry& entry) {
          return !entry.value.is_zero() && std::binary_search(columns.begin(), columns.end(), entry.column);
        }))
      rows.push_back(row);
  return rows;
}

/// The motion that J allows nearest to x; nothing where the rows are dependent.
std::optional<std::vector<Rational>> allowed_motion(const Data& data, const std::vector<int>& rows,
                                                    std::vector<Rational> x) {
  if (rows.empty()) return x;
  const auto count = static_cast<long>(rows.size());
  const Matrix j = dense_rows(data, rows);
  Matrix gram(count, count), rates(count, 1);
  for (long a = 0; a < count; ++a)
    for (const Entry& entry : data.rows[rows[a]]) {
      rates.add_product(a, 0, entry.value, x[entry.column]);
      for (long b = 0; b < count; ++b)
        if (!j.is_zero_at(b, entry.column)) gram.add_product(a, b, entry.value, j.at(b, entry.column));
    }
  const auto y = solve(gram, rates);
  if (!y) return std::nullopt;
  for (long a = 0; a < count; ++a)
    for (const Entry& entry : data.rows[rows[a]]) x[entry.column].subtract_product(entry.value, y->at(a, 0));
  return x;
}

/// m, d, k at one motion, and how far k may be off.
struct Forms {
  Rational mass, damping, stiffness, error;

  Forms(const Data& data, const std::vector<Rational>& x) {
    for (int i = 0; i < data.num_columns; ++i)
      for (const Entry& entry : data.mass_rows[i]) mass.add_product(entry.value, x[i] * x[entry.column]);
    for (const ForcesData::Element& element : data.forces->elements) {
      Rational rate;
      for (std::size_t a = 0; a < element.columns.size(); ++a)
        rate.add_product(element.gradient[a], x[element.columns[a]]);
      damping.add_product(element.damping, rate * rate);
      stiffness.add_product(element.stiffness, rate * rate);
    }
    for (const ForcesData::Entry& entry : data.forces->rest)
      stiffness.add_product(Rational(entry.row == entry.column ? 1 : 2) * entry.value, x[entry.row] * x[entry.column]);
    for (std::size_t i = 0; i < data.forces->margin.size(); ++i) error.add_product(data.forces->margin[i], x[i] * x[i]);
  }

  /// The most that a m + b d + c k can be.
  [[nodiscard]] Rational most(const Rational& a, const Rational& b, const Rational& c) const {
    return a * mass + b * damping + c * stiffness + c.abs() * error;
  }
};

/// Whether the polynomial of the rule is negative at z: its matrix is positive definite for large |z|, so that an
/// eigenvalue lies beyond.
bool is_negative_at(const ForcesData& forces, const Forms& at, const Rational& h, const Rational& z) {
  const Rational one(1), two(2), four(4), half = one / two, square = z * z;
  if (forces.rule == "mean_velocity")
    return at.most(two * square - four * z + two, two * h * (z - one), h * h * (z + one)).sign() < 0;
  if (forces.rule == "new_velocity") return at.most(square - two * z + one, h * (z - one), h * h * z).sign() < 0;
  return at.most(square - two * z + one, half * h * (square - one), h * h * z).sign() < 0;
}

/// The matrices are dense, and their numbers exact.
void expect_few_columns(const Data& data) {
  constexpr int most_columns = 500;
  if (data.num_columns > most_columns) throw TooLarge("forces act on too many velocities");
}

}  // namespace

std::string why_not_bounded(const Data& data) {
  const ForcesData& forces = *data.forces;
  expect_few_columns(data);
  if (!forces.rest.empty() && data.num_left_out() > 0) return "redundant rows share the forces of joints";
  const std::vector<Condition> conditions = conditions_of(forces, data.update->step);
  if (conditions.empty()) return "nothing is known of forces under the rule " + forces.rule;
  if (forces.weights.size() != conditions.size()) return "the conditions of the forces are others";
  const std::vector<int> columns = forced_columns(data);
  const bool is_held = rows_on(data, columns).size() == columns.size();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (is_held || is_sum_of_squares(conditions[i], forces)) continue;
    if (forces.weights[i].empty()) return "a condition of the forces has no weights";
    const auto sign = is_positive(sparse(pushed_form(data, conditions[i], forces.weights[i], columns)));
    if (!sign) throw TooLarge("the sign of a condition of the forces is not found");
    if (!*sign) return "the forces are not shown to leave the step stable";
  }
  return "";
}

std::string why_not_unstable(const Data& data, const Rational& radius) {
  const ForcesData& forces = *data.forces;
  expect_few_columns(data);
  if (!forces.rest.empty() && data.num_left_out() > 0) return "redundant rows share the forces of joints";
  const Rational& h = data.update->step;
  const std::vector<Condition> conditions = conditions_of(forces, h);
  if (forces.condition < 0 || forces.condition >= static_cast<int>(conditions.size()) || forces.witness.empty())
    return "no motion is given that the forces make grow";
  const Condition& broken = conditions[forces.condition];
  if (!broken.refutes || (broken.is_of_mechanism && !forces.is_balanced))
    return "that condition being broken shows nothing";
  std::vector<int> all(static_cast<std::size_t>(data.num_columns));
  std::iota(all.begin(), all.end(), 0);
  const auto motion = allowed_motion(data, rows_on(data, all), forces.witness);
  if (!motion) return "the rows are dependent";
  const Forms at(data, *motion);
  if (at.most(broken.mass, broken.damping, broken.stiffness).sign() >= 0)
    return "the motion given does not break the condition";
  if (radius <= Rational(1)) return "";
  const bool has_polynomial = forces.rule != "midpoint" || !forces.from_applied;
  if (has_polynomial && (is_negative_at(forces, at, h, radius) || is_negative_at(forces, at, h, -radius))) return "";
  return "the motion given does not show so large a radius";
}

}  // namespace perpend::checker
