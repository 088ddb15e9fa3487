// What brings the components of a signal to one number, and what this is measured in: for measures and the manual.
#pragma once

#include <span>
#include <string_view>

#include "kernel/model/experiment.hpp"
#include "kernel/model/vocabulary.hpp"

namespace perpend::dsl {

struct ReductionName {
  std::string_view name;
  Reduction reduction;
  std::string_view doc;
};

[[nodiscard]] std::span<const ReductionName> reductions();

/// Of a signal of rows where all of them are angles; `dimension` of the signal is for lengths.
[[nodiscard]] Dimension dimension_of_angles(const SignalType& signal);

}  // namespace perpend::dsl
