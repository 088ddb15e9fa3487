// What the animation shows of a state and of a joint.
#pragma once

#include <array>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/scene/record.hpp"

namespace perpend {

/// One a body: x, y [m], theta [rad].
[[nodiscard]] std::vector<std::array<float, 3>> planar_poses(const Model& model, const Evaluation& evaluation);

/// One a body: x, y, z [m], quaternion w, x, y, z. A particle keeps the rotation that it was given.
[[nodiscard]] std::vector<std::array<float, 7>> spatial_poses(const Model& model, const State& state);

/// One a joint, see Frames::gaps. 0 for a joint whose rows turn bodies only, or hold none that moves.
[[nodiscard]] std::vector<std::array<float, 3>> joint_gaps(const Model& model, const Evaluation& evaluation);

/// The contacts at the instant whose impulse in the step before it is known and not 0. At most `most` of them: those
/// with the largest normal impulses.
[[nodiscard]] std::vector<FrameContact> frame_contacts(const State& state, const Evaluation& evaluation,
                                                       std::size_t most);

[[nodiscard]] JointDrawing joint_drawing(const Joint& joint, Space space);

}  // namespace perpend
