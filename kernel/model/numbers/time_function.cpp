#include "kernel/model/numbers/time_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernel/model/numbers/dual.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace {

using Op = TimeFunction::Op;

using std::abs;
using std::acos;
using std::asin;
using std::atan2;
using std::exp;
using std::floor;
using std::log;
using std::pow;
using std::sqrt;

template <class S>
S look_up(const Table& table, S x, int order) {
  return table.derivative(x, order);
}
template <class Number>
Dual<Number> look_up(const Table& table, Dual<Number> x, int order) {
  return {table.derivative(x.value, order), order == 2 ? Number(0) : table.derivative(x.value, order + 1) * x.rate};
}

template <class S>
S apply_unary(const TimeFunction::Instruction& instruction, S a, const LawInputs* inputs) {
  switch (instruction.op) {
    case Op::table:
    case Op::table_slope:
    case Op::table_curvature:
      return look_up(*inputs->tables[static_cast<std::size_t>(instruction.number)], a,
                     static_cast<int>(instruction.op) - static_cast<int>(Op::table));
    case Op::negate:
      return -a;
    case Op::sqrt:
      return sqrt(a);
    case Op::abs:
      return abs(a);
    case Op::floor:
      return floor(a);
    case Op::sin:
      return sin_cos(a).sin;
    case Op::cos:
      return sin_cos(a).cos;
    case Op::tan:
      return sin_cos(a).sin / sin_cos(a).cos;
    case Op::asin:
      return asin(a);
    case Op::acos:
      return acos(a);
    case Op::exp:
      return exp(a);
    case Op::log:
      return log(a);
    default:
      return a == S(0) ? S(1) : S(0);  // logical_not
  }
}

template <class S>
S apply_binary(Op op, S a, S b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::power:
      return pow(a, b);
    case Op::min:
      return std::min(a, b);
    case Op::max:
      return std::max(a, b);
    case Op::atan2:
      return atan2(a, b);
    case Op::less:
      return a < b ? S(1) : S(0);
    case Op::less_equal:
      return a <= b ? S(1) : S(0);
    case Op::equal:
      return a == b ? S(1) : S(0);
    case Op::logical_and:
      return (a != S(0) && b != S(0)) ? S(1) : S(0);
    default:
      return (a != S(0) || b != S(0)) ? S(1) : S(0);  // logical_or
  }
}

}  // namespace

int TimeFunction::num_operands(Op op) {
  switch (op) {
    case Op::number:
    case Op::time:
    case Op::signal:
      return 0;
    case Op::negate:
    case Op::sqrt:
    case Op::abs:
    case Op::floor:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::exp:
    case Op::log:
    case Op::logical_not:
    case Op::table:
    case Op::table_slope:
    case Op::table_curvature:
      return 1;
    case Op::select:
      return 3;
    default:
      return 2;
  }
}

template <class Scalar>
Scalar TimeFunction::operator()(Scalar t, const Scalar* values) const {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (program_.empty()) return Scalar(nan);
  std::array<Scalar, max_depth> stack;
  int top = -1;
  for (const Instruction& instruction : program_) {
    switch (num_operands(instruction.op)) {
      case 0:
        if (instruction.op == Op::number)
          stack[++top] = Scalar(instruction.number);
        else if (instruction.op == Op::time)
          stack[++top] = t;
        else
          stack[++top] = values == nullptr ? Scalar(nan) : values[static_cast<std::size_t>(instruction.number)];
        break;
      case 1:
        stack[top] = apply_unary(instruction, stack[top], inputs_.get());
        break;
      case 2:
        --top;
        stack[top] = apply_binary(instruction.op, stack[top], stack[top + 1]);
        break;
      default:
        top -= 2;
        stack[top] = stack[top] != Scalar(0) ? stack[top + 1] : stack[top + 2];
        break;
    }
  }
  return stack[0];
}

template double TimeFunction::operator()(double, const double*) const;
template long double TimeFunction::operator()(long double, const long double*) const;
template Dual<double> TimeFunction::operator()(Dual<double>, const Dual<double>*) const;
template Dual<long double> TimeFunction::operator()(Dual<long double>, const Dual<long double>*) const;

bool TimeFunction::is_constant() const {
  return std::none_of(program_.begin(), program_.end(),
                      [](const Instruction& i) { return i.op == Op::time || i.op == Op::signal; });
}

const std::vector<StateSignal>& TimeFunction::signals() const {
  static const std::vector<StateSignal> none;
  return inputs_ == nullptr ? none : inputs_->signals;
}

bool TimeFunction::is_well_formed(const std::vector<Instruction>& program) {
  int depth = 0;
  for (const Instruction& instruction : program) {
    const int operands = num_operands(instruction.op);
    if (depth < operands) return false;
    depth += 1 - operands;
    if (depth > max_depth) return false;
  }
  return depth == 1;
}

}  // namespace perpend
