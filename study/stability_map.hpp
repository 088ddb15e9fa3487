// Spectral radius of a method of two gains over both gains times the step, and the boundary of its stability.
#pragma once

#include "kernel/model/experiment.hpp"
#include "kernel/model/record.hpp"

namespace perpend {

/// What a figure of kind stability shows. Each radius is an upper end of its proved enclosure for one constraint, each
/// point of the boundary lies between two neighbouring doubles with a proof at each. Pre: a method of the figure has
/// two gains.
[[nodiscard]] StabilityMap stability_map(const Experiment& experiment, const FigureSpec& figure);

}  // namespace perpend
