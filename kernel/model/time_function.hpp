// A scalar function of time as plain data: a postfix program that the scene language compiles to and the kernel runs.
#pragma once

#include <vector>

namespace perpend {

/// Postfix program over SI numbers. Well formed by construction: leaves exactly one value, depth at most `max_depth`.
class TimeFunction {
 public:
  enum class Op : unsigned char {
    number,
    time,
    add,
    subtract,
    multiply,
    divide,
    power,
    negate,
    sqrt,
    abs,
    min,
    max,
    floor,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan2,
    exp,
    log,
    less,
    less_equal,
    equal,
    logical_and,
    logical_or,
    logical_not,
    select,  // select: condition, then, else
  };
  struct Instruction {
    Op op = Op::number;
    double number = 0.0;
  };
  static constexpr int max_depth = 64;

  TimeFunction() = default;
  explicit TimeFunction(double constant) : program_{{Op::number, constant}} {}
  /// Pre: `program` is a well-formed postfix program no deeper than `max_depth`.
  explicit TimeFunction(std::vector<Instruction> program) : program_(std::move(program)) {}

  /// Value at time t [s]; NaN for an empty function. `Scalar` is double or long double.
  template <class Scalar>
  [[nodiscard]] Scalar operator()(Scalar t) const;

  [[nodiscard]] bool empty() const { return program_.empty(); }
  [[nodiscard]] bool is_constant() const;
  [[nodiscard]] const std::vector<Instruction>& program() const { return program_; }

  /// How many values an operation takes from the stack; it leaves one.
  [[nodiscard]] static int num_operands(Op op);
  /// Whether a program leaves one value and never needs more than `max_depth` of stack.
  [[nodiscard]] static bool is_well_formed(const std::vector<Instruction>& program);

 private:
  std::vector<Instruction> program_;
};

}  // namespace perpend
