// Distance of two bodies, for measures.
#pragma once

#include <span>

#include "kernel/model/model.hpp"
#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// Least gap of any two points of bodies `a` and `b`, negative by the depth of an overlap [m]; infinite for outlines
/// that never touch. Motions: one a body, as in ContactFinder::find; allocates.
[[nodiscard]] double pair_gap(const Model& model, std::span<const BodyMotion<double>> planar,
                              std::span<const SpatialMotion<double>> spatial, int a, int b);

}  // namespace perpend
