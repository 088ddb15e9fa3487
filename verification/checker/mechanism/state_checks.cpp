// The claim about the constraint error of a trajectory: the largest |row| of all equations, evaluated in balls from
// their formulas. In no state that is given is it above the upper bound. With all states of the run the lower bound is
// reached in one, and that of the worst step is the largest but for what the bounds are apart. With the worst state
// alone the claim stays open.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/mechanism/formulas.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

/// Enough where bounds are a rounding of doubles apart; what it leaves open, such as a bound that is met exactly, is
/// decided with the second, in which doubles and a few products of them are exact.
constexpr long precisions[] = {128, 512};

struct GivenState {
  int step = 0;
  FormulaState numbers;
};

GivenState read_state(const json& from) {
  GivenState state{whole_number(from, "step"), {}};
  const auto time = read_hexadecimal(text(from, "time"));
  if (!time) throw DataError("'time' holds something that is not a hexadecimal number");
  state.numbers = {*time, numbers(from, "positions"), numbers(from, "coordinates")};
  return state;
}

std::vector<GivenState> read_states(const json& data) {
  std::vector<GivenState> states;
  for (const json& one : entries(data, "states")) states.push_back(read_state(one));
  if (states.empty()) throw DataError("there is no state");
  const FormulaState& first = states.front().numbers;
  for (const GivenState& state : states)
    if (state.numbers.positions.size() != first.positions.size() ||
        state.numbers.coordinates.size() != first.coordinates.size())
      throw DataError("states have different sizes");
  return states;
}

/// The equations of all joints, by state.
class Equations {
 public:
  Equations(const json& data, const FormulaState& state) : formulas_(state.positions.size(), state.coordinates.size()) {
    for (const json& value : entries(data, "values")) formulas_.define(value);
    for (const json& equation : entries(data, "equations")) {
      if (text(equation, "joint").empty()) throw DataError("a joint has no name");
      for (const json& row : entries(equation, "rows")) rows_.push_back(formulas_.add(row));
    }
  }

  Ball largest(const FormulaState& state, long precision) {
    formulas_.evaluate(state, precision);
    Ball largest;
    for (const int row : rows_) {
      Ball size = formulas_.value(row);
      arb_abs(size.raw(), size.raw());
      arb_max(largest.raw(), largest.raw(), size.raw(), precision);
    }
    return largest;
  }

 private:
  Formulas formulas_;
  std::vector<int> rows_;
};

struct Bounds {
  Ball lower, upper;

  [[nodiscard]] bool is_decided(const Ball& error) const {
    const bool is_above = arb_gt(error.raw(), upper.raw()) != 0, is_below = arb_lt(error.raw(), lower.raw()) != 0;
    return (is_above || arb_le(error.raw(), upper.raw()) != 0) && (is_below || arb_ge(error.raw(), lower.raw()) != 0);
  }
};

/// What the states showed.
struct Shown {
  Ball worst, largest;
  bool is_lower_reached = false;
  bool may_reach_lower = false;
  bool is_known = true;
  std::string wrong;

  void take(const Ball& error, const Bounds& bounds, int step) {
    if (arb_gt(error.raw(), bounds.upper.raw()) != 0 && wrong.empty())
      wrong = fmt::format("the error at step {} is {}, above the bound", step, error.middle());
    is_known = is_known && arb_le(error.raw(), bounds.upper.raw()) != 0;
    is_lower_reached = is_lower_reached || arb_ge(error.raw(), bounds.lower.raw()) != 0;
    may_reach_lower = may_reach_lower || arb_lt(error.raw(), bounds.lower.raw()) == 0;
    arb_max(largest.raw(), largest.raw(), error.raw(), precisions[1]);
  }

  /// No error is larger than that of the worst step by more than the bounds are apart.
  [[nodiscard]] bool is_worst(const Bounds& bounds) const {
    Ball least;
    arb_sub(least.raw(), bounds.upper.raw(), bounds.lower.raw(), precisions[1]);
    arb_sub(least.raw(), largest.raw(), least.raw(), precisions[1]);
    return arb_ge(worst.raw(), least.raw()) != 0;
  }
};

Shown evaluate(const json& data, const std::vector<GivenState>& states, const Bounds& bounds, int worst_step) {
  Equations equations(data, states.front().numbers);
  Shown shown;
  for (const GivenState& state : states) {
    Ball error = equations.largest(state.numbers, precisions[0]);
    if (!bounds.is_decided(error)) error = equations.largest(state.numbers, precisions[1]);
    shown.take(error, bounds, state.step);
    if (state.step == worst_step) shown.worst = error;
  }
  return shown;
}

/// Steps 0, 1, ... as many as the claim is about.
bool are_all(const std::vector<GivenState>& states, const Rational& count) {
  for (std::size_t k = 0; k < states.size(); ++k)
    if (states[k].step != static_cast<int>(k)) return false;
  return count == Rational(static_cast<long>(states.size()));
}

Finding finding_of(const Shown& shown, const Bounds& bounds, std::size_t count) {
  if (!shown.may_reach_lower) return {Result::wrong, "the error is below the lower bound in every state"};
  if (!shown.is_lower_reached) return {Result::open, "no state is shown to reach the lower bound"};
  if (!shown.is_worst(bounds)) return {Result::open, "the largest error may be at another step"};
  return {Result::reproved, fmt::format("the largest error of {} states is {}", count, shown.largest.middle())};
}

constexpr BoundRule constraint_error_bounds[] = {{"largest error at least", Shape::size, Most::nothing},
                                                 {"largest error at most", Shape::size, Most::nothing},
                                                 {"worst step", Shape::whole, Most::nothing},
                                                 {"states", Shape::whole, Most::nothing}};

Finding check_constraint_error(const Claim& claim) {
  Judgement judgement(claim);
  const json& data = judgement.data();
  judgement.require(claim.verdict == Verdict::proved, "a constraint error is proved or undecided");
  if (judgement.is_wrong()) return judgement.finding("");
  const int worst_step = whole_number(data, "step");
  judgement.equals("worst step", Rational(worst_step), "the worst step");
  const std::vector<GivenState> states = read_states(data);
  const bool is_whole = are_all(states, *judgement.number("states"));
  const bool has_worst =
      std::any_of(states.begin(), states.end(), [&](const GivenState& state) { return state.step == worst_step; });
  judgement.require(has_worst, "the state of the worst step is not given");
  judgement.require(is_whole || states.size() == 1, "holds some of the states, neither one nor all");
  const Bounds bounds{Ball(*judgement.number("largest error at least"), precisions[1]),
                      Ball(*judgement.number("largest error at most"), precisions[1])};
  const Shown shown = evaluate(data, states, bounds, worst_step);
  judgement.require(shown.wrong.empty(), shown.wrong);
  if (judgement.is_wrong()) return judgement.finding("");
  if (!shown.is_known) return {Result::open, "an equation cannot be enclosed closely enough"};
  if (is_whole) return finding_of(shown, bounds, states.size());
  return {Result::open, fmt::format("re-proved at the worst step{}; the other states are not in the file",
                                    shown.is_lower_reached ? ", and with it the lower bound" : "")};
}

}  // namespace

constinit const Kind run_kinds::constraint_error{.name = "constraint_error",
                                                 .check = check_constraint_error,
                                                 .bounds = constraint_error_bounds,
                                                 .why_open = "needs the trajectory",
                                                 .lower_end = constraint_error_bounds[0].name,
                                                 .upper_end = constraint_error_bounds[1].name,
                                                 .place = Place::worst_state};

}  // namespace perpend::checker
