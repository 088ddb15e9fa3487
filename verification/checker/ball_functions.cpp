#include "verification/checker/ball_functions.hpp"

#include "verification/checker/ball.hpp"

namespace perpend::checker {

namespace {

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

}  // namespace

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

void select(arb_t out, const arb_t condition, const arb_t then, const arb_t otherwise, slong precision) {
  if (arb_is_finite(condition) == 0) return arb_indeterminate(out);
  if (arb_contains_zero(condition) == 0) return arb_set(out, then);
  if (arb_is_zero(condition) != 0) return arb_set(out, otherwise);
  arb_union(out, then, otherwise, precision);
}

}  // namespace perpend::checker
