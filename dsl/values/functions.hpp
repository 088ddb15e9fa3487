// The functions of the language: one table for evaluation, time-dependent fields, claims and the manual.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/values/value.hpp"
#include "kernel/model/numbers/time_function.hpp"

namespace perpend::dsl {

/// How the dimension of a function of numbers follows from its arguments.
enum class DimensionRule {
  keep,    ///< one argument, kept: abs, floor
  same,    ///< all alike, kept: min, max
  root,    ///< halved
  pure,    ///< pure number (radians count) to pure number: sin, exp
  angle,   ///< pure number to radians: asin
  ratio,   ///< two alike to radians: atan2
  vector,  ///< of vectors and lists: not available in time-dependent fields
};

struct Function {
  std::string_view name;
  std::string_view signature;
  std::string_view doc;
  int min_arguments = 1;
  int max_arguments = 1;
  DimensionRule rule = DimensionRule::pure;
  std::optional<TimeFunction::Op> op;  ///< what it compiles to where t is allowed
};

[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] const Function* find_function(std::string_view name);

[[nodiscard]] std::optional<Value> call(const Function& function, const std::vector<Value>& arguments, Span span,
                                        Report& report);

/// Whether the function takes so many arguments; an error at `span` when not.
[[nodiscard]] bool check_count(const Function& function, std::size_t count, Span span, Report& report);

/// The dimension of the result, or an error at `span`.
[[nodiscard]] std::optional<Dimension> result_dimension(const Function& function, std::span<const Dimension> arguments,
                                                        Span span, Report& report);

}  // namespace perpend::dsl
