// What a run says of how it computed, beside the options as the scene writes them.
#pragma once

#include <string>
#include <vector>

#include "kernel/experiment.hpp"

namespace perpend::cli {

/// Of a run in space: how orientations advance and how the gyroscopic term enters. Of a run with compliance or by
/// another route: which rows are solved how. Empty for the defaults of the plane.
[[nodiscard]] std::vector<std::string> numerics_notes(const Model& model, const MethodSpec& method);

}  // namespace perpend::cli
