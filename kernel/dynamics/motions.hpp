// The motions of an evaluation and the coordinates of joints at them, in the plane and in space.
#pragma once

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/dynamics/spaces.hpp"

namespace perpend {

using Plane = InPlane<double>;
using Spatial = InSpace<double>;

/// A constant Evaluation gives constant ones.
template <class In, class AnyEvaluation>
auto& motions_in(AnyEvaluation& evaluation) {
  if constexpr (In::space == Space::planar)
    return evaluation.motions;
  else
    return evaluation.spatial_motions;
}

template <class In>
[[nodiscard]] typename In::Coordinate coordinate_of(const Model& model, int joint_index, int which, const State& state,
                                                    const Evaluation& evaluation) {
  const Joint& joint = model.joints[joint_index];
  typename In::Coordinate value;
  const double near = state.coordinates.size() == 0 ? 0.0 : state.coordinates[joint.first_coordinate + which];
  In::coordinate(joint, motions_of(motions_in<In>(evaluation), joint), which, near, value);
  return value;
}

/// The motions of all bodies, in space with their inertias in M; defined for Plane and Spatial.
template <class In>
void evaluate_motions(const Model& model, const State& state, Evaluation& evaluation);
template <>
void evaluate_motions<Plane>(const Model& model, const State& state, Evaluation& evaluation);
template <>
void evaluate_motions<Spatial>(const Model& model, const State& state, Evaluation& evaluation);

/// Motions of the pose of `at`, which may be `evaluation`, at the velocities of `state`.
template <class In>
void copy_motions(const Model& model, const State& state, const Evaluation& at, Evaluation& evaluation);

}  // namespace perpend
