#include "verification/checker/mechanism/formulas.hpp"

#include <fmt/format.h>

#include <string_view>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr int deepest = 100;
/// Doubles, of 53 bits, are exact in it.
constexpr long number_precision = 64;

void set_maybe(arb_t out) {
  arb_unit_interval(out);
}

void negate(arb_t out, const arb_t a, slong /*precision*/) {
  arb_neg(out, a);
}

void absolute(arb_t out, const arb_t a, slong /*precision*/) {
  arb_abs(out, a);
}

void truth(arb_t out, const arb_t a, slong /*precision*/) {
  if (arb_is_finite(a) == 0)
    arb_indeterminate(out);
  else if (arb_contains_zero(a) == 0)
    arb_one(out);
  else if (arb_is_zero(a) != 0)
    arb_zero(out);
  else
    set_maybe(out);
}

void logical_not(arb_t out, const arb_t a, slong precision) {
  truth(out, a, precision);
  arb_sub_si(out, out, 1, precision);
  arb_neg(out, out);
}

void less(arb_t out, const arb_t a, const arb_t b, slong /*precision*/) {
  if (arb_is_finite(a) == 0 || arb_is_finite(b) == 0)
    arb_indeterminate(out);
  else if (arb_lt(a, b) != 0)
    arb_one(out);
  else if (arb_ge(a, b) != 0)
    arb_zero(out);
  else
    set_maybe(out);
}

void less_equal(arb_t out, const arb_t a, const arb_t b, slong precision) {
  less(out, b, a, precision);
  logical_not(out, out, precision);
}

void equal(arb_t out, const arb_t a, const arb_t b, slong /*precision*/) {
  if (arb_is_finite(a) == 0 || arb_is_finite(b) == 0)
    arb_indeterminate(out);
  else if (arb_overlaps(a, b) == 0)
    arb_zero(out);
  else if (arb_is_exact(a) != 0 && arb_is_exact(b) != 0)
    arb_one(out);
  else
    set_maybe(out);
}

void logical_and(arb_t out, const arb_t a, const arb_t b, slong precision) {
  Ball x, y;
  truth(x.raw(), a, precision);
  truth(y.raw(), b, precision);
  arb_min(out, x.raw(), y.raw(), precision);
}

void logical_or(arb_t out, const arb_t a, const arb_t b, slong precision) {
  Ball x, y;
  truth(x.raw(), a, precision);
  truth(y.raw(), b, precision);
  arb_max(out, x.raw(), y.raw(), precision);
}

/// `angle` plus the whole turns that bring it nearest to `near`; nothing where two numbers of turns may be meant.
void nearest_turn(arb_t out, const arb_t angle, const arb_t near, slong precision) {
  Ball turn, turns;
  arb_const_pi(turn.raw(), precision);
  arb_mul_2exp_si(turn.raw(), turn.raw(), 1);
  arb_sub(turns.raw(), near, angle, precision);
  arb_div(turns.raw(), turns.raw(), turn.raw(), precision);
  Ball half;
  arb_set_d(half.raw(), 0.5);
  arb_add(turns.raw(), turns.raw(), half.raw(), precision);
  arb_floor(turns.raw(), turns.raw(), precision);
  if (arb_is_exact(turns.raw()) == 0) return arb_indeterminate(out);
  arb_mul(turns.raw(), turns.raw(), turn.raw(), precision);
  arb_add(out, angle, turns.raw(), precision);
}

using OfOne = void (*)(arb_t, const arb_t, slong);
using OfTwo = void (*)(arb_t, const arb_t, const arb_t, slong);

struct NamedOne {
  std::string_view name;
  OfOne function;
};

constexpr NamedOne of_one[] = {{"negate", negate}, {"sqrt", arb_sqrt}, {"abs", absolute}, {"floor", arb_floor},
                               {"sin", arb_sin},   {"cos", arb_cos},   {"tan", arb_tan},  {"asin", arb_asin},
                               {"acos", arb_acos}, {"exp", arb_exp},   {"log", arb_log},  {"not", logical_not}};

struct NamedTwo {
  std::string_view name;
  OfTwo function;
};

constexpr NamedTwo of_two[] = {{"add", arb_add},   {"sub", arb_sub},
                               {"mul", arb_mul},   {"div", arb_div},
                               {"power", arb_pow}, {"min", arb_min},
                               {"max", arb_max},   {"atan2", arb_atan2},
                               {"less", less},     {"less_equal", less_equal},
                               {"equal", equal},   {"and", logical_and},
                               {"or", logical_or}, {"nearest_turn", nearest_turn}};

/// Null where there is none of this name. Truth is 1 or 0, and all between where a ball does not decide.
OfOne function_of_one(std::string_view name) {
  for (const NamedOne& row : of_one)
    if (row.name == name) return row.function;
  return nullptr;
}

OfTwo function_of_two(std::string_view name) {
  for (const NamedTwo& row : of_two)
    if (row.name == name) return row.function;
  return nullptr;
}

/// The hull of both where the condition is not decided.
void select(arb_t out, const arb_t condition, const arb_t then, const arb_t otherwise, slong precision) {
  if (arb_is_finite(condition) == 0) return arb_indeterminate(out);
  if (arb_contains_zero(condition) == 0) return arb_set(out, then);
  if (arb_is_zero(condition) != 0) return arb_set(out, otherwise);
  arb_union(out, then, otherwise, precision);
}

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
  const auto index = static_cast<std::size_t>(whole_number(entry(formula, 1), "index"));
  const bool is_position = name == "position", is_value = name == "value";
  const std::size_t count = is_position ? num_positions_ : is_value ? definitions_.size() : num_coordinates_;
  if (index >= count) throw DataError(fmt::format("a formula asks for {} {} of {}", name, index, count));
  if (is_value) return definitions_[index];
  return append({.what = is_position ? What::position : What::coordinate, .index = static_cast<int>(index)});
}

int Formulas::compile_function(const std::string& name, const json& formula, int depth) {
  Node node{.what = What::select, .one = function_of_one(name), .two = function_of_two(name)};
  const std::size_t operands = node.one != nullptr ? 1 : node.two != nullptr ? 2 : name == "select" ? 3 : 0;
  if (operands == 0 || size(formula) != operands + 1)
    throw DataError("a formula has no function '" + name + "' of that many numbers");
  if (operands < 3) node.what = operands == 1 ? What::one : What::two;
  for (std::size_t i = 0; i < operands; ++i) node.of[i] = compile(entry(formula, i + 1), depth + 1);
  return append(node);
}

int Formulas::compile(const json& formula, int depth) {
  if (const std::string* written = as_text(formula)) {
    const auto number = read_hexadecimal(*written);
    if (!number) throw DataError("a formula holds something that is not a hexadecimal number");
    return append({.what = What::number}, Ball(*number, number_precision));
  }
  const bool is_call = depth <= deepest && is_list(formula) && size(formula) > 0;
  const std::string* name = is_call ? as_text(entry(formula, 0)) : nullptr;
  if (name == nullptr) throw DataError("an equation is not a formula");
  if (*name == "time" && size(formula) == 1) return append({.what = What::time});
  const bool is_entry = *name == "position" || *name == "coordinate" || *name == "value";
  return is_entry && size(formula) == 2 ? compile_entry(*name, formula) : compile_function(*name, formula, depth);
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
