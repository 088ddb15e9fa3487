// Expressions of the time t to TimeFunction programs, with dimension checking: t is a time, everything runs in SI.
#pragma once

#include <optional>

#include "dsl/evaluate.hpp"
#include "kernel/properties.hpp"

namespace perpend::dsl {

struct TimeNumber {
  TimeFunction function;
  Dimension dimension;
};

struct TimePair {
  TimeVector functions;
  Dimension dimension;
};

[[nodiscard]] std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression);

/// (f(t), g(t)) [unit], sums and multiples of such vectors.
[[nodiscard]] std::optional<TimePair> compile_time_vector(const Evaluator& evaluator, const Expression& expression);

}  // namespace perpend::dsl
