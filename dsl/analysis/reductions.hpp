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

/// The dimension of a signal whose rows are all angles; `dimension` of the signal is for lengths.
[[nodiscard]] Dimension dimension_of_angles(const SignalType& signal);

}  // namespace perpend::dsl
