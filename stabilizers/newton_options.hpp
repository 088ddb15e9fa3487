// The options of methods that iterate until the constraint is met.
#pragma once

#include "kernel/model/properties.hpp"
#include "kernel/model/schema.hpp"

namespace perpend {

struct IterationLimits {
  double tolerance = 1e-12;  ///< on every row of phi [m, rad]; never below its rounding
  int max_iterations = 0;
};

/// Default tolerance: rounding of a position of 1 m is 1e-16 m and grows with a few sums; 1e-12 m leaves four digits of
/// room. Where coordinates are so large that they do not carry it, their rounding stands in its place:
/// row_rounding.hpp.
inline constexpr FieldSpec tolerance_option{
    .name = "tolerance",
    .dimension = dimension::length,
    .doc = "largest row of phi left (radians count as metres), or its rounding where that is more",
    .default_text = "1e-12 m",
    .minimum = 0.0,
    .exclusive_minimum = true};

constexpr FieldSpec max_iterations_option(std::string_view default_text) {
  return {.name = "max_iterations",
          .type = FieldType::integer,
          .doc = "most iterations to reach it; more stop the run",
          .default_text = default_text,
          .minimum = 1.0,
          .maximum = 1000.0};
}

[[nodiscard]] inline IterationLimits iteration_limits(const Properties& options, int max_iterations) {
  return {.tolerance = options.number_or("tolerance", IterationLimits{}.tolerance),
          .max_iterations = static_cast<int>(options.number_or("max_iterations", max_iterations))};
}

}  // namespace perpend
