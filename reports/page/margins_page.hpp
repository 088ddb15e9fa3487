// What came of a search for margins: a page that loads nothing and runs nothing, and the same for programs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/margins.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

struct MarginsPage {
  std::vector<SceneMargins> scenes;
  double span = 10.0;
  double resolution = 0.02;
  std::vector<std::pair<std::string, std::string>> provenance;
};

[[nodiscard]] std::string margins_page(const MarginsPage& page);

/// Values in SI; null where no other verdict was found.
[[nodiscard]] Json margins_json(const MarginsPage& page);

}  // namespace perpend::reports
