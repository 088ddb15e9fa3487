#include "verification/checker/mechanism/data.hpp"

#include <algorithm>
#include <string>

namespace perpend::checker {

namespace {

using nlohmann::json;

/// Adds a block of numbers, row by row, to rows `first_row` and on.
void add_block(std::vector<SparseRow>& rows, int first_row, int num_rows, const json& block, int num_columns) {
  const int first = whole_number(block, "column");
  const int count = whole_number(block, "num_columns");
  const std::vector<Rational> values = numbers(block, "values");
  if (first_row + num_rows > static_cast<int>(rows.size()) || first + count > num_columns)
    throw DataError("a block lies outside of its matrix");
  if (values.size() != static_cast<std::size_t>(num_rows) * count) throw DataError("a block has another size");
  for (int i = 0; i < num_rows; ++i)
    for (int j = 0; j < count; ++j)
      rows[first_row + i].push_back({first + j, values[static_cast<std::size_t>(i) * count + j]});
}

void read_mass(const json& from, Data& data) {
  const std::vector<Rational> diagonal = numbers(from, "mass");
  data.num_columns = static_cast<int>(diagonal.size());
  for (int i = 0; i < data.num_columns; ++i) data.mass_rows.push_back({{i, diagonal[i]}});
  if (!has(from, "inertia")) return;
  int end = 0;
  for (const json& block : entries(from, "inertia")) {
    const int first = whole_number(block, "first");
    const std::vector<Rational> values = numbers(block, "values");
    if (first < end || first + 3 > data.num_columns || values.size() != 3)
      throw DataError("an inertia does not fit the mass matrix");
    end = first + 3;
    data.inertias.push_back(first);
    constexpr int place[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < 3; ++k) {
      data.mass_rows[first + place[k][0]].push_back({first + place[k][1], values[k]});
      data.mass_rows[first + place[k][1]].push_back({first + place[k][0], values[k]});
    }
  }
}

void expect_size(const std::vector<Rational>& values, int size, const char* name) {
  if (static_cast<int>(values.size()) != size) throw DataError(std::string(name) + " has another size");
}

/// A problem that no multiplier can obey has every property and none: nothing is shown of it.
void expect_room(const std::vector<Limit>& lower, const std::vector<Limit>& upper) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool is_crossed = lower[i].is_finite() && upper[i].is_finite() && lower[i].value > upper[i].value;
    if (lower[i].infinite > 0 || upper[i].infinite < 0 || is_crossed)
      throw DataError("the bounds of multiplier " + std::to_string(i) + " leave no room");
  }
}

void read_solve(const json& from, Data& data) {
  data.motion = numbers(from, "motion");
  data.target = numbers(from, "target");
  data.x = numbers(from, "x");
  data.multiplier = numbers(from, "multiplier");
  expect_size(data.motion, data.num_columns, "motion");
  // A solve without an answer still has a matrix that something can be said of.
  if (data.x.empty() && data.multiplier.empty() && !has(from, "lower")) return;
  expect_size(data.x, data.num_columns, "x");
  expect_size(data.target, data.num_rows, "target");
  expect_size(data.multiplier, data.num_rows, "multiplier");
  if (has(from, "lower") != has(from, "upper")) throw DataError("only one side has bounds");
  if (!has(from, "lower")) return;
  data.lower = limits(from, "lower");
  data.upper = limits(from, "upper");
  if (static_cast<int>(data.lower.size()) != data.num_rows || static_cast<int>(data.upper.size()) != data.num_rows)
    throw DataError("the bounds have another size");
  expect_room(data.lower, data.upper);
}

void read_left_out(const json& from, Data& data) {
  data.is_left_out.assign(data.num_rows, 0);
  if (!has(from, "left_out")) return;
  for (const json& row : entries(from, "left_out")) {
    const int i = whole_number(row, "a row left out");
    if (i >= data.num_rows || data.is_left_out[i] != 0) throw DataError("a row left out does not exist, or twice");
    data.is_left_out[i] = 1;
  }
}

Law law_of(const std::string& name) {
  if (name == "pyramid") return Law::pyramid;
  if (name == "convex") return Law::convex;
  if (name == "sliding") return Law::sliding;
  throw DataError("there is no friction law '" + name + "'");
}

ContactData read_contact(const json& from, const ContactsData& all, int num_columns) {
  ContactData contact;
  const std::vector<Rational> four = numbers(from, "friction_gap_bias_compliance");
  expect_size(four, 4, "friction_gap_bias_compliance");
  contact.friction = four[0];
  contact.bias = four[2];
  contact.compliance = four[3];
  if (has(from, "given_normal")) {
    const std::vector<Rational> given = numbers(from, "given_normal");
    expect_size(given, 1, "given_normal");
    contact.given_normal = given[0];
    if (contact.given_normal.sign() < 0) throw DataError("a normal impulse that is given is negative");
  }
  contact.rate_t = numbers(from, "rate_t");
  expect_size(contact.rate_t, all.num_tangents + 1, "rate_t");
  if (all.law == Law::sliding) {
    contact.slide = numbers(from, "slide");
    expect_size(contact.slide, 2, "slide");
  }
  contact.rows.resize(all.num_tangents + 1);
  for (const json& block : entries(from, "rows")) add_block(contact.rows, 0, all.num_tangents + 1, block, num_columns);
  return contact;
}

void read_directions(const json& from, ContactsData& contacts) {
  for (const json& pair : entries(from, "directions")) contacts.directions.push_back(numbers_of(pair, "directions"));
  if (static_cast<int>(contacts.directions.size()) != contacts.num_directions)
    throw DataError("directions has another size");
  for (int i = 0; i < contacts.num_directions; ++i) {
    expect_size(contacts.directions[i], 2, "a direction");
    if (!is_direction(contacts.directions[i], i, contacts.num_directions))
      throw DataError("a direction of friction is not one of the regular ones");
  }
}

RayData read_ray(const json& from, const ContactsData& contacts, int num_rows) {
  RayData ray{numbers(from, "normal"), numbers(from, "tangential"), numbers(from, "joints")};
  expect_size(ray.normal, contacts.size(), "the normals of the ray");
  expect_size(ray.tangential, contacts.size() * contacts.num_directions, "the tangents of the ray");
  expect_size(ray.joints, num_rows, "the joints of the ray");
  return ray;
}

ContactsData read_contacts(const json& from, int num_columns, int num_rows) {
  ContactsData result;
  result.law = law_of(text(from, "law"));
  result.num_directions = whole_number(from, "num_directions");
  result.num_tangents = whole_number(from, "rows_per_contact") - 1;
  result.lcp_size = whole_number(from, "lcp_size");
  if (result.num_tangents != 1 && result.num_tangents != 2) throw DataError("a contact has 2 or 3 rows");
  const int k = result.num_directions;
  if (k < 2 || k % 2 != 0 || k > 1024 || (result.num_tangents == 1 && k != 2))
    throw DataError("the number of friction directions is wrong");
  read_directions(from, result);
  for (const json& contact : entries(from, "contacts"))
    result.contacts.push_back(read_contact(contact, result, num_columns));
  result.normal = numbers(from, "normal");
  result.tangential = numbers(from, "tangential");
  result.slip = numbers(from, "slip");
  result.normal_slack = numbers(from, "normal_slack");
  result.tangential_slack = numbers(from, "tangential_slack");
  result.slip_slack = numbers(from, "slip_slack");
  if (has(from, "ray")) result.ray = read_ray(object(from, "ray"), result, num_rows);
  return result;
}

int column_of(const json& value, int num_columns) {
  const int column = whole_number(value, "a column");
  if (column >= num_columns) throw DataError("a force acts on a column that does not exist");
  return column;
}

ForcesData::Element read_element(const json& from, int num_columns) {
  ForcesData::Element element;
  for (const json& column : entries(from, "columns")) element.columns.push_back(column_of(column, num_columns));
  element.gradient = numbers(from, "gradient");
  const std::vector<Rational> two = numbers(from, "stiffness_damping");
  if (element.gradient.size() != element.columns.size() || two.size() != 2)
    throw DataError("a spring or damper has another size");
  element.stiffness = two[0];
  element.damping = two[1];
  if (element.stiffness.sign() < 0 || element.damping.sign() < 0)
    throw DataError("a spring or damper has a negative coefficient");
  return element;
}

ForcesData::Entry read_entry(const json& from, int num_columns) {
  const std::vector<Rational> value = numbers(from, "values");
  if (value.size() != 1) throw DataError("an entry of the stiffness is not one number");
  const int row = column_of(member(from, "row"), num_columns), column = column_of(member(from, "column"), num_columns);
  return {row, column, value[0]};
}

void expect_size_if_given(const std::vector<Rational>& values, int size, const char* name) {
  if (!values.empty() && static_cast<int>(values.size()) != size)
    throw DataError(std::string(name) + " has another size");
}

void expect_no_sign(const std::vector<Rational>& values, const char* name) {
  for (const Rational& value : values)
    if (value.sign() < 0) throw DataError(std::string(name) + " is negative");
}

ForcesData read_forces(const json& from, int num_columns, int num_rows) {
  ForcesData forces;
  forces.rule = text(from, "rule");
  forces.from_applied = truth(from, "from_applied");
  forces.from_constraints = truth(from, "from_constraints");
  forces.is_balanced = truth(from, "is_balanced");
  for (const json& element : entries(from, "elements")) forces.elements.push_back(read_element(element, num_columns));
  for (const json& entry : entries(from, "rest")) forces.rest.push_back(read_entry(entry, num_columns));
  forces.margin = numbers(from, "margin");
  expect_size_if_given(forces.margin, num_columns, "the margin of the stiffness");
  expect_no_sign(forces.margin, "the margin of the stiffness");
  for (const json& weights : entries(from, "weights")) {
    forces.weights.push_back(numbers_of(weights, "weights"));
    expect_size_if_given(forces.weights.back(), num_rows, "the weights of the rows");
    expect_no_sign(forces.weights.back(), "a weight of a row");
  }
  if (has(from, "condition")) forces.condition = whole_number(from, "condition");
  if (has(from, "witness")) forces.witness = numbers(from, "witness");
  expect_size_if_given(forces.witness, num_columns, "the witness");
  for (const ForcesData::Element& element : forces.elements)
    if (element.stiffness.sign() > 0 && !forces.from_applied)
      throw DataError("a spring is said to have no part in the stiffness");
  if (!forces.rest.empty() && !forces.from_applied && !forces.from_constraints)
    throw DataError("the stiffness comes from nothing");
  return forces;
}

Rational product(const json& from, const char* name, const Rational& step) {
  const json& one = object(from, name);
  Rational result = power(step, signed_number(one, "step_power"));
  constexpr std::size_t most_factors = 100;  // of a step and a few gains
  if (entries(one, "factors").size() > most_factors) throw DataError(std::string(name) + " has too many factors");
  for (const json& factor : entries(one, "factors")) result *= decimal_of(factor, "factors");
  return result;
}

}  // namespace

UpdateData read_update(const json& from) {
  const Rational step = decimal_of(member(from, "step"), "step");
  if (step.sign() <= 0) throw DataError("the step is not positive");
  UpdateData update;
  update.step = step;
  update.qq = product(from, "qq", step);
  update.qv = product(from, "qv", step);
  update.vq = product(from, "vq", step);
  update.vv = product(from, "vv", step);
  update.is_compliant = truth(from, "compliant");
  update.free_dimension = whole_number(from, "free_dimension");
  update.constrained_dimension = whole_number(from, "constrained_dimension");
  return update;
}

int compare(const Rational& x, const Limit& limit) {
  if (!limit.is_finite()) return -limit.infinite;
  return (x - limit.value).sign();
}

int Data::num_left_out() const {
  return static_cast<int>(std::count(is_left_out.begin(), is_left_out.end(), 1));
}

Data read_data(const json& from) {
  Data data;
  read_mass(from, data);
  data.compliance = numbers(from, "compliance");
  data.num_rows = static_cast<int>(data.compliance.size());
  data.rows.resize(data.num_rows);
  for (const json& block : entries(from, "jacobian"))
    add_block(data.rows, whole_number(block, "row"), whole_number(block, "num_rows"), block, data.num_columns);
  read_left_out(from, data);
  if (!has(from, "x") && (has(from, "lower") || has(from, "upper"))) throw DataError("there are bounds of no solve");
  if (has(from, "x")) read_solve(from, data);
  if (has(from, "contacts")) data.contacts = read_contacts(from, data.num_columns, data.num_rows);
  if (has(from, "update")) data.update = read_update(object(from, "update"));
  if (has(from, "forces")) data.forces = read_forces(object(from, "forces"), data.num_columns, data.num_rows);
  return data;
}

bool has_positive_definite_mass(const Data& data) {
  for (const SparseRow& row : data.mass_rows)
    if (row.front().value.sign() <= 0) return false;
  for (const int first : data.inertias) {
    const Rational &a = data.mass_rows[first][0].value, &b = data.mass_rows[first + 1][0].value,
                   &c = data.mass_rows[first + 2][0].value;
    const Rational &xy = data.mass_rows[first][1].value, &xz = data.mass_rows[first][2].value,
                   &yz = data.mass_rows[first + 1][2].value;
    const Rational second = a * b - xy * xy;
    const Rational third = c * second - a * yz * yz - b * xz * xz + Rational(2) * xy * xz * yz;
    if (second.sign() <= 0 || third.sign() <= 0) return false;
  }
  return true;
}

}  // namespace perpend::checker
