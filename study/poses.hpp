// What the animation shows of a state and of a joint.
#pragma once

#include <array>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/record.hpp"

namespace perpend {

/// One a body: x, y [m], theta [rad].
[[nodiscard]] std::vector<std::array<float, 3>> planar_poses(const Model& model, const Evaluation& evaluation);

/// One a body: x, y, z [m], quaternion w, x, y, z. A particle keeps the rotation that it was given.
[[nodiscard]] std::vector<std::array<float, 7>> spatial_poses(const Model& model, const State& state);

[[nodiscard]] JointDrawing joint_drawing(const Joint& joint, Space space);

}  // namespace perpend
