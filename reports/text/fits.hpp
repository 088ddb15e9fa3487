// What a fit says, in words.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// A sentence each: the best point, the confidence region, how well it fits, points without a misfit.
[[nodiscard]] std::vector<std::string> describe_fit(const FitRecord& fit);

/// A datum as people read it.
struct DatumText {
  std::string name;     ///< with its words
  std::string source;   ///< empty: none
  std::string asked;    ///< "max(drift, post)"
  std::string printed;  ///< "20 mm within 5 mm"
  std::string value;    ///< at the best point
  std::string pull;     ///< "-1.3"
  std::string note;
};
[[nodiscard]] std::vector<DatumText> describe_data(const FitRecord& fit);

}  // namespace perpend::reports
