#include "verification/checker/force_data.hpp"

#include "verification/checker/read_json.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

bool truth(const json& from, const char* name) {
  const json& value = member(from, name);
  if (!value.is_boolean()) throw DataError(std::string(name) + " is neither true nor false");
  return value.get<bool>();
}

int column_of(const json& value, int num_columns) {
  const int column = whole_number(value, "a column");
  if (column >= num_columns) throw DataError("a force acts on a column that does not exist");
  return column;
}

ForcesData::Element read_element(const json& from, int num_columns) {
  ForcesData::Element element;
  for (const json& column : list(from, "columns")) element.columns.push_back(column_of(column, num_columns));
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

}  // namespace

ForcesData read_forces(const json& from, int num_columns, int num_rows) {
  ForcesData forces;
  forces.rule = text(from, "rule");
  forces.from_applied = truth(from, "from_applied");
  forces.from_constraints = truth(from, "from_constraints");
  forces.is_balanced = truth(from, "is_balanced");
  for (const json& element : list(from, "elements")) forces.elements.push_back(read_element(element, num_columns));
  for (const json& entry : list(from, "rest")) forces.rest.push_back(read_entry(entry, num_columns));
  forces.margin = numbers(from, "margin");
  expect_size_if_given(forces.margin, num_columns, "the margin of the stiffness");
  expect_no_sign(forces.margin, "the margin of the stiffness");
  for (const json& weights : list(from, "weights")) {
    forces.weights.push_back(numbers_of(weights, "weights"));
    expect_size_if_given(forces.weights.back(), num_rows, "the weights of the rows");
    expect_no_sign(forces.weights.back(), "a weight of a row");
  }
  if (from.contains("condition")) forces.condition = whole_number(from, "condition");
  if (from.contains("witness")) forces.witness = numbers(from, "witness");
  expect_size_if_given(forces.witness, num_columns, "the witness");
  for (const ForcesData::Element& element : forces.elements)
    if (element.stiffness.sign() > 0 && !forces.from_applied)
      throw DataError("a spring is said to have no part in the stiffness");
  if (!forces.rest.empty() && !forces.from_applied && !forces.from_constraints)
    throw DataError("the stiffness comes from nothing");
  return forces;
}

}  // namespace perpend::checker
