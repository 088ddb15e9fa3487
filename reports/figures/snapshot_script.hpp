// A mechanism as lines on paper, and snapshots of it as panels of a figure file.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

using PaperLine = std::vector<std::array<double, 2>>;

struct MechanismLines {
  std::vector<PaperLine> fixed;
  std::vector<PaperLine> moving;
};

/// x and y in the plane; in space the view of projected(). A body without an outline is a dot, a line of no length.
[[nodiscard]] MechanismLines mechanism_lines(const ExperimentRecord& record, const Frames& frames, std::size_t frame);

/// Panels in rows; width and height of one [in].
struct PanelLayout {
  std::size_t columns = 1, rows = 1;
  double width = 7.0, height = 4.5;
};

/// A colour of the palette by its index, as on the page.
[[nodiscard]] const char* figure_color(int index);

/// As many next to each other as stay readable: panels have the proportions of what they show.
[[nodiscard]] PanelLayout snapshot_layout(const FigureData& figure, const ExperimentRecord& record);
/// `tic_points`: size of the numbers at the axes [pt].
[[nodiscard]] std::string snapshots_script(const FigureData& figure, const ExperimentRecord& record,
                                           double tic_points = 9.0);

}  // namespace perpend::reports
