// Expressions of the time t and, where `takes_state`, of signals as programs. t is a time; everything runs in SI.
#pragma once

#include <optional>
#include <vector>

#include "dsl/values/evaluator.hpp"
#include "kernel/model/scene/properties.hpp"

namespace perpend::dsl {

struct TimeNumber {
  TimeFunction function;
  Dimension dimension;
};

struct TimeComponents {
  std::vector<TimeFunction> functions;
  Dimension dimension;
};

[[nodiscard]] std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression,
                                                            bool takes_state = false);

/// (f, g[, h]) [unit], sums and multiples of such vectors; `size` is 2 or 3. The programs share their signals.
[[nodiscard]] std::optional<TimeComponents> compile_time_vector(const Evaluator& evaluator,
                                                                const Expression& expression, int size,
                                                                bool takes_state = false);

/// [f(t), g(t), ...] [unit]. Each element has a dimension of its own.
[[nodiscard]] std::optional<std::vector<TimeNumber>> compile_time_list(const Evaluator& evaluator,
                                                                       const Expression& expression,
                                                                       bool takes_state = false);

/// Numbers of a list of lists, `rows`, which is the value of `expression`. Pre: it is one.
[[nodiscard]] std::optional<std::vector<std::vector<TimeNumber>>> compile_time_rows(const Evaluator& evaluator,
                                                                                    const Expression& expression,
                                                                                    const ListValue& rows);

}  // namespace perpend::dsl
