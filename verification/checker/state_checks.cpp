#include "verification/checker/state_checks.hpp"

#include <arb.h>
#include <fmt/format.h>

#include "verification/checker/read_json.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr long precision = 512;
constexpr int deepest = 100;

class Ball {
 public:
  Ball() { arb_init(value_); }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball& operator=(const Ball& other) {
    arb_set(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }
  [[nodiscard]] arb_ptr raw() { return value_; }
  [[nodiscard]] arb_srcptr raw() const { return value_; }

 private:
  arb_t value_;
};

using OfOne = void (*)(arb_t, const arb_t, slong);
using OfTwo = void (*)(arb_t, const arb_t, const arb_t, slong);

OfOne function_of_one(const std::string& name) {
  if (name == "sin") return arb_sin;
  if (name == "cos") return arb_cos;
  return name == "sqrt" ? arb_sqrt : nullptr;
}

OfTwo function_of_two(const std::string& name) {
  if (name == "add") return arb_add;
  if (name == "sub") return arb_sub;
  if (name == "mul") return arb_mul;
  return name == "div" ? arb_div : nullptr;
}

Ball evaluate(const json& formula, int depth) {
  Ball result;
  if (formula.is_string()) {
    const auto number = read_hexadecimal(formula.get_ref<const std::string&>());
    if (!number) throw DataError("a formula holds what is no hexadecimal number");
    arb_set_fmpq(result.raw(), number->raw(), precision);
    return result;
  }
  if (depth > deepest || !formula.is_array() || formula.empty() || !formula[0].is_string())
    throw DataError("an equation is no formula");
  const auto& name = formula[0].get_ref<const std::string&>();
  const OfOne one = function_of_one(name);
  const OfTwo two = function_of_two(name);
  if ((one == nullptr || formula.size() != 2) && (two == nullptr || formula.size() != 3))
    throw DataError("a formula has no function '" + name + "' of that many numbers");
  const Ball first = evaluate(formula[1], depth + 1);
  if (one != nullptr)
    one(result.raw(), first.raw(), precision);
  else
    two(result.raw(), first.raw(), evaluate(formula[2], depth + 1).raw(), precision);
  return result;
}

/// Largest |row| of all equations.
Ball largest_row(const json& equations) {
  Ball largest;
  for (const json& equation : equations) {
    if (text(equation, "joint").empty()) throw DataError("a joint has no name");
    for (const json& row : list(equation, "rows")) {
      Ball size = evaluate(row, 0);
      arb_abs(size.raw(), size.raw());
      arb_max(largest.raw(), largest.raw(), size.raw(), precision);
    }
  }
  return largest;
}

Ball ball_of(const std::optional<Rational>& x) {
  if (!x) throw DataError("a bound is missing");
  Ball result;
  arb_set_fmpq(result.raw(), x->raw(), precision);
  return result;
}

}  // namespace

Finding check_constraint_error(const Claim& claim, const json& data) {
  const Ball error = largest_row(list(data, "equations"));
  const Ball lower = ball_of(claim.bounds[0]), upper = ball_of(claim.bounds[1]);
  Checks checks(claim);
  checks.require(claim.verdict == Verdict::proved, "a constraint error is proved or undecided");
  checks.equals(2, Rational(whole_number(data, "step")), "the worst step");
  checks.require(arb_le(error.raw(), upper.raw()) != 0,
                 fmt::format("the error at the worst step is {}, above the bound",
                             arf_get_d(arb_midref(error.raw()), ARF_RND_NEAR)));
  checks.require(arb_is_finite(error.raw()) != 0, "an equation has no value");
  if (checks.is_wrong()) return checks.finding("");
  const bool is_shown = arb_ge(error.raw(), lower.raw()) != 0;
  return {Result::open, fmt::format("re-proved at the worst step{}; the other states are not in the file",
                                    is_shown ? ", and with it the lower bound" : "")};
}

}  // namespace perpend::checker
