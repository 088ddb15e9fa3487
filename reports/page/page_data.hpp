// What the scripts of the page draw.
#pragma once

#include "kernel/model/record.hpp"
#include "reports/figures/figure_data.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Figures thinned, poses of the mechanism thinned, all numbers in the units shown.
[[nodiscard]] Json page_data(const ExperimentRecord& record);

/// A figure without its snapshots, which need a record.
[[nodiscard]] Json figure_json(const FigureData& figure);

/// Whether there is a mechanism with at least two frames to show.
[[nodiscard]] bool has_animation(const ExperimentRecord& record);

}  // namespace perpend::reports
