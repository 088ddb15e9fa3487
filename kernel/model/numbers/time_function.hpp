// A scalar function of time, and in a law of signals of the state, as plain data: a postfix program that the scene
// language compiles to and the kernel runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernel/model/numbers/table.hpp"
#include "kernel/model/state_signal.hpp"

namespace perpend {

/// What a program reads that is neither the time nor a number of its own. Shared by copies: large, and never changed.
struct LawInputs {
  std::vector<StateSignal> signals;
  std::vector<std::shared_ptr<const Table>> tables;
  std::string text;   ///< the law as written, for messages
  std::string place;  ///< where: "arm.scene:12"
};

/// Postfix program over SI numbers. Well formed by construction: leaves exactly one value, depth at most `max_depth`.
/// With `signals` it is a law.
class TimeFunction {
 public:
  enum class Op : unsigned char {
    number,
    time,
    signal,  ///< `number`: which of the signals
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
    table,            ///< `number`: which of the tables
    table_slope,      ///< its first derivative
    table_curvature,  ///< its second one
    select,           ///< condition, then, else
  };
  struct Instruction {
    Op op = Op::number;
    double number = 0.0;
  };
  static constexpr int max_depth = 64;
  /// One law reads at most so many: they are held on the stack while a force is evaluated.
  static constexpr std::size_t max_signals = 64;

  TimeFunction() = default;
  explicit TimeFunction(double constant) : program_{{Op::number, constant}} {}
  /// Pre: `program` is a well-formed postfix program no deeper than `max_depth`.
  explicit TimeFunction(std::vector<Instruction> program, std::shared_ptr<const LawInputs> inputs = {})
      : program_(std::move(program)), inputs_(std::move(inputs)) {}

  /// Value at time t [s]; NaN for an empty function. `values`: one for each of `signals`, null where there are none.
  /// `Scalar` is double, long double or a Dual of them.
  template <class Scalar>
  [[nodiscard]] Scalar operator()(Scalar t, const Scalar* values = nullptr) const;

  [[nodiscard]] bool empty() const { return program_.empty(); }
  [[nodiscard]] const std::vector<StateSignal>& signals() const;
  [[nodiscard]] const std::shared_ptr<const LawInputs>& inputs() const { return inputs_; }
  [[nodiscard]] bool is_constant() const;  ///< neither of time nor of signals
  [[nodiscard]] bool is_law() const { return inputs_ != nullptr && !inputs_->signals.empty(); }
  [[nodiscard]] const std::vector<Instruction>& program() const { return program_; }

  /// How many values an operation takes from the stack; it leaves one.
  [[nodiscard]] static int num_operands(Op op);
  /// Whether a program leaves one value and never needs more than `max_depth` of stack.
  [[nodiscard]] static bool is_well_formed(const std::vector<Instruction>& program);

 private:
  std::vector<Instruction> program_;
  std::shared_ptr<const LawInputs> inputs_;  // null: neither signals nor tables
};

}  // namespace perpend
