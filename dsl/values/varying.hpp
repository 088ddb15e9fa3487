// Values that change during a run: expressions of the time t and of signals, with their dimension. They are bound by
// let, go through functions and lists like numbers, and end as programs (varying_programs.hpp).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"
#include "kernel/model/scene/experiment.hpp"

namespace perpend::dsl {

struct Term;
using TermPointer = std::shared_ptr<const Term>;

/// One operation on shared operands. `size` and `depth` are those of the program that it is written as.
struct Term {
  /// Longest program of a law, in operations: each step of a run carries all of them out. `size` counts one more.
  static constexpr std::size_t most_operations = 10'000;

  TimeFunction::Op op = TimeFunction::Op::number;
  double number = 0.0;
  std::shared_ptr<const MeasureSpec> signal{};  ///< of Op::signal
  std::shared_ptr<const Table> table{};         ///< of Op::table
  std::array<TermPointer, 3> operand{};
  int num_operands = 0;
  std::size_t size = 1;
  int depth = 1;
  bool has_time = false;
  bool has_signal = false;
};

/// A number, a condition or a vector.
struct Varying {
  std::array<TermPointer, 3> component{};
  int size = 0;  ///< of a vector, 2 or 3; 0: a number or a condition
  Dimension dimension{};
  bool is_condition = false;

  [[nodiscard]] bool has_signal() const;
  [[nodiscard]] bool has_time() const;
};

/// The time, a signal that is one number, and one of several components.
[[nodiscard]] Value time_value();
[[nodiscard]] Value signal_value(std::vector<MeasureSpec> components, bool is_vector, Dimension dimension);
/// y at x, in the dimension of the table's values.
[[nodiscard]] Value table_value(std::shared_ptr<const Table> table, const Value& x, Dimension dimension);

[[nodiscard]] bool is_varying(const Value& value);

/// As the operators of arithmetic.hpp, where an operand varies.
[[nodiscard]] std::optional<Value> apply_varying(Operator op, const Value& a, const Value& b, Span span,
                                                 Report& report);
[[nodiscard]] std::optional<Value> apply_varying(Operator op, const Varying& a, Span span, Report& report);
/// Pre: `condition` is one.
[[nodiscard]] std::optional<Value> choose_varying(const Varying& condition, const Value& yes, const Value& no,
                                                  Span span, Report& report);
/// A condition as a number: 1 where it holds and 0 where it does not, plus 2 where one of the numbers that it compares
/// is none. Nothing: too long for a program.
[[nodiscard]] std::optional<Varying> with_gaps(const Varying& condition);
[[nodiscard]] std::optional<Value> vector_of(const std::vector<Value>& components, Span span, Report& report);

struct Function;
/// A function of functions.hpp, where an argument varies. Pre: the count of the arguments is right.
[[nodiscard]] std::optional<Value> call_varying(const Function& function, const std::vector<Value>& arguments,
                                                Span span, Report& report);

}  // namespace perpend::dsl
