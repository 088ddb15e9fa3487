// Snapshots of a mechanism as panels of a figure file.
#pragma once

#include <string>

#include "kernel/model/record.hpp"
#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// Panels in rows; width and height of one [in].
struct PanelLayout {
  std::size_t columns = 1, rows = 1;
  double width = 7.0, height = 4.5;
};

/// A colour of the palette by its index, as on the page.
[[nodiscard]] const char* figure_color(int index);

/// As many next to each other as stay readable: panels have the proportions of what they show.
[[nodiscard]] PanelLayout snapshot_layout(const FigureData& figure, const ExperimentRecord& record);
[[nodiscard]] std::string snapshots_script(const FigureData& figure, const ExperimentRecord& record);

}  // namespace perpend::reports
