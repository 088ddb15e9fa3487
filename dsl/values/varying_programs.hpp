// Programs that values end as which change during a run: laws and measures carry them out in each step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/values/varying.hpp"
#include "kernel/model/numbers/time_function.hpp"
#include "kernel/model/scene/experiment.hpp"

namespace perpend::dsl {

/// The components of a number (one) or a vector as programs; laws of the state share their signals, and of measures
/// `operands` has them. `text`: as written. Nothing, and an error, for what is too large.
struct Programs {
  std::vector<TimeFunction> functions;
  std::vector<MeasureSpec> operands;
};
[[nodiscard]] std::optional<Programs> write_programs(const Varying& value, std::string text, Span span, Report& report);

}  // namespace perpend::dsl
