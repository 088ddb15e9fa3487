#include "kernel/model/problem.hpp"

namespace perpend {

const char* to_string(SolvePurpose purpose) {
  switch (purpose) {
    case SolvePurpose::velocity:
      return "velocity";
    case SolvePurpose::acceleration:
      return "acceleration";
    case SolvePurpose::position_correction:
      return "position_correction";
    case SolvePurpose::velocity_projection:
      return "velocity_projection";
  }
  return "unknown";
}

}  // namespace perpend
