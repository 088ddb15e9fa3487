#include "verification/checker/formulas.hpp"

#include <fmt/format.h>

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr int deepest = 100;
/// Doubles, of 53 bits, are exact in it.
constexpr long number_precision = 64;

}  // namespace

Formulas::Formulas(std::size_t num_positions, std::size_t num_coordinates)
    : num_positions_(num_positions), num_coordinates_(num_coordinates) {}

int Formulas::append(const Node& node, Ball value) {
  nodes_.push_back(node);
  values_.push_back(std::move(value));
  return static_cast<int>(nodes_.size()) - 1;
}

void Formulas::define(const json& formula) {
  definitions_.push_back(compile(formula, 0));
}

int Formulas::compile_entry(const std::string& name, const json& formula) {
  const auto index = static_cast<std::size_t>(whole_number(formula[1], "index"));
  const bool is_position = name == "position", is_value = name == "value";
  const std::size_t count = is_position ? num_positions_ : is_value ? definitions_.size() : num_coordinates_;
  if (index >= count) throw DataError(fmt::format("a formula asks for {} {} of {}", name, index, count));
  if (is_value) return definitions_[index];
  return append({.what = is_position ? What::position : What::coordinate, .index = static_cast<int>(index)});
}

int Formulas::compile_function(const std::string& name, const json& formula, int depth) {
  Node node{.what = What::select, .one = function_of_one(name), .two = function_of_two(name)};
  const std::size_t operands = node.one != nullptr ? 1 : node.two != nullptr ? 2 : name == "select" ? 3 : 0;
  if (operands == 0 || formula.size() != operands + 1)
    throw DataError("a formula has no function '" + name + "' of that many numbers");
  if (operands < 3) node.what = operands == 1 ? What::one : What::two;
  for (std::size_t i = 0; i < operands; ++i) node.of[i] = compile(formula[i + 1], depth + 1);
  return append(node);
}

int Formulas::compile(const json& formula, int depth) {
  if (formula.is_string()) {
    const auto number = read_hexadecimal(formula.get_ref<const std::string&>());
    if (!number) throw DataError("a formula holds something that is not a hexadecimal number");
    return append({.what = What::number}, Ball(*number, number_precision));
  }
  if (depth > deepest || !formula.is_array() || formula.empty() || !formula[0].is_string())
    throw DataError("an equation is not a formula");
  const auto& name = formula[0].get_ref<const std::string&>();
  if (name == "time" && formula.size() == 1) return append({.what = What::time});
  const bool is_entry = name == "position" || name == "coordinate" || name == "value";
  return is_entry && formula.size() == 2 ? compile_entry(name, formula) : compile_function(name, formula, depth);
}

void Formulas::evaluate(const FormulaState& state, long precision) {
  spend(500.0 * static_cast<double>(nodes_.size()) * static_cast<double>(precision) / 64.0);
  const auto set = [](Ball& out, const Rational& x) { arb_set_fmpq(out.raw(), x.raw(), number_precision); };
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    Ball& out = values_[i];
    const auto of = [&](int k) { return values_[node.of[k]].raw(); };
    switch (node.what) {
      case What::number:
        break;
      case What::time:
        set(out, state.time);
        break;
      case What::position:
        set(out, state.positions[node.index]);
        break;
      case What::coordinate:
        set(out, state.coordinates[node.index]);
        break;
      case What::one:
        node.one(out.raw(), of(0), precision);
        break;
      case What::two:
        node.two(out.raw(), of(0), of(1), precision);
        break;
      case What::select:
        select(out.raw(), of(0), of(1), of(2), precision);
        break;
    }
  }
}

}  // namespace perpend::checker
