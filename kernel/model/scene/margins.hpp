// How far the numbers that a source does not give may move before the verdict on a claim changes.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend {

/// On a claim at a value.
struct TriedVerdict {
  ClaimVerdict status = ClaimVerdict::not_run;
  std::string no_scene;  ///< why there is no valid scene at the value; empty: there is one
};

/// One side of the value that a scene uses: smaller values, or larger ones. SI.
struct MarginSide {
  double holds = not_a_number;    ///< farthest value that was tried up to which the verdict stays
  double changes = not_a_number;  ///< nearest value that was tried where it is another, or no scene; NaN: none
  TriedVerdict verdict;           ///< there
};

/// How far one parameter may move before the verdict on one claim changes.
struct ClaimMargin {
  ClaimRecord claim;  ///< as judged at the value that the scene uses
  MarginSide below;
  MarginSide above;
};

struct ParameterMargins {
  Parameter parameter;
  bool is_whole = false;  ///< takes whole numbers alone
  long num_values = 0;    ///< that were tried, the scene's own among them
  std::vector<ClaimMargin> claims;
};

struct SceneMargins {
  std::string file;
  std::string id;
  std::string title;
  std::string source;
  std::vector<ParameterMargins> parameters;
  std::vector<std::string> notes;  ///< what was left out, and why
};

/// Distance from the value that the scene uses to the nearest one with another verdict, as a share of the value, or of
/// one unit where that is 0. Infinity: there is none.
[[nodiscard]] inline double share_to_change(const Parameter& parameter, const MarginSide& side) {
  if (std::isnan(side.changes)) return std::numeric_limits<double>::infinity();
  const double scale = parameter.value == 0.0 ? parameter.unit.factor : parameter.value;
  return std::abs((side.changes - parameter.value) / scale);
}

}  // namespace perpend
