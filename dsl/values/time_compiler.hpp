// Compiles expressions of the time to postfix programs: numbers, and components of vectors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dsl/values/evaluate.hpp"
#include "kernel/model/time_function.hpp"

namespace perpend::dsl {

/// What a compiled part leaves on the stack.
struct TimePart {
  Dimension dimension{};
  bool is_condition = false;
  bool is_zero = false;  ///< a bare 0, which takes any dimension in a comparison or a vector
};

/// Whether the name t occurs.
[[nodiscard]] bool mentions_time(const Evaluator& evaluator, const Expression& e);

/// Writes one postfix program. `scalar`, `component` or `element` once, then `finish`.
class TimeCompiler {
 public:
  /// `size`: components of the vectors, 2 or 3.
  explicit TimeCompiler(const Evaluator& evaluator, int size = 2)
      : evaluator_(evaluator), report_(evaluator.report()), size_(size) {}

  std::optional<TimePart> scalar(const Expression& e);
  /// Component `k` of a vector expression.
  std::optional<TimePart> component(const Expression& e, int k);
  /// Element `i` of a list that is written out, in the unit behind the list.
  std::optional<TimePart> element(const Expression& e, std::size_t i) { return apply_unit(scalar(*e.operands[i]), e); }
  [[nodiscard]] bool is_vector(const Expression& e) const;
  std::optional<TimeFunction> finish(const Expression& e);

 private:
  void emit(TimeFunction::Op op, double number = 0.0) { program_.push_back({op, number}); }
  std::optional<TimePart> constant(const Expression& e);
  std::optional<TimePart> binary(const Expression& e);
  std::optional<TimePart> logical(const Expression& e, TimeFunction::Op op);
  std::optional<TimePart> compare(const Expression& e, const TimePart& a, const TimePart& b);
  std::optional<TimePart> arithmetic(const Expression& e, Operator op, const TimePart& a, const TimePart& b);
  std::optional<TimePart> power(const Expression& e);
  std::optional<TimePart> call(const Expression& e);
  std::optional<TimePart> choice(const Expression& e, int k);
  std::optional<TimePart> apply_unit(std::optional<TimePart> part, const Expression& e);
  std::optional<TimePart> condition(const Expression& e);
  std::optional<TimePart> number(const Expression& e);
  std::optional<TimePart> fail(const Expression& e, const char* code, std::string message) {
    report_.error(e.span, code, std::move(message));
    return std::nullopt;
  }

  const Evaluator& evaluator_;
  Report& report_;
  int size_;
  std::vector<TimeFunction::Instruction> program_;
};

}  // namespace perpend::dsl
