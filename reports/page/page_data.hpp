// What the scripts of the page draw: figures, mechanism and poses.
#pragma once

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figure_data.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Figures thinned, poses of the mechanism thinned, all numbers in the units shown.
[[nodiscard]] Json page_data(const ExperimentRecord& record);

/// A figure without its snapshots, which need a record.
[[nodiscard]] Json figure_json(const FigureData& figure);

/// Whether there is a mechanism with at least two frames to show.
[[nodiscard]] bool has_animation(const ExperimentRecord& record);

/// Bodies, joints and the thinned frames of each run. In space there is a list of `shapes` too, each once.
[[nodiscard]] Json motion_data(const ExperimentRecord& record);

/// The numbers of all bodies at one frame, one after the other: 3 a body in the plane, 7 in space.
[[nodiscard]] Json pose_data(const Frames& frames, Space space, std::size_t frame);

/// Frames that have their poses.
[[nodiscard]] std::size_t num_frames(const Frames& frames, Space space);

}  // namespace perpend::reports
