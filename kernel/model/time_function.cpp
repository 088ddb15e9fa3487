#include "kernel/model/time_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernel/model/trigonometry.hpp"

namespace perpend {

namespace {

using Op = TimeFunction::Op;

template <class S>
S apply_unary(Op op, S a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return std::abs(a);
    case Op::floor:
      return std::floor(a);
    case Op::sin:
      return sin_cos(a).sin;
    case Op::cos:
      return sin_cos(a).cos;
    case Op::tan:
      return sin_cos(a).sin / sin_cos(a).cos;
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
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
      return std::pow(a, b);
    case Op::min:
      return std::min(a, b);
    case Op::max:
      return std::max(a, b);
    case Op::atan2:
      return std::atan2(a, b);
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
      return 1;
    case Op::select:
      return 3;
    default:
      return 2;
  }
}

template <class Scalar>
Scalar TimeFunction::operator()(Scalar t) const {
  if (program_.empty()) return std::numeric_limits<Scalar>::quiet_NaN();
  std::array<Scalar, max_depth> stack;
  int top = -1;
  for (const Instruction& instruction : program_) {
    switch (num_operands(instruction.op)) {
      case 0:
        stack[++top] = instruction.op == Op::time ? t : Scalar(instruction.number);
        break;
      case 1:
        stack[top] = apply_unary(instruction.op, stack[top]);
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

template double TimeFunction::operator()(double) const;
template long double TimeFunction::operator()(long double) const;

bool TimeFunction::is_constant() const {
  return std::none_of(program_.begin(), program_.end(), [](const Instruction& i) { return i.op == Op::time; });
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
