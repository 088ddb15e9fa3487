#include "dsl/analysis/reductions.hpp"

#include <array>

namespace perpend::dsl {

std::span<const ReductionName> reductions() {
  static constexpr std::array<ReductionName, 6> rows{
      {{"max_abs", Reduction::max_abs, "the largest absolute value of a component"},
       {"norm", Reduction::norm, "the Euclidean length"},
       {"sum", Reduction::sum, "the sum of the components"},
       {"x", Reduction::x, "the first component of a vector"},
       {"y", Reduction::y, "the second component of a vector"},
       {"z", Reduction::z, "the third component of a vector in space"}}};
  return rows;
}

Dimension dimension_of_angles(const SignalType& signal) {
  // A moment for a force: their product with an angle or a length is an energy.
  if (signal.rows == SignalRows::impulses) return signal.dimension * dimension::length;
  return signal.dimension / dimension::length * dimension::angle;
}

}  // namespace perpend::dsl
