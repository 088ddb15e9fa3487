// --methods: an experiment with some of its methods.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/experiment.hpp"

namespace perpend {

/// Takes claims, figures and sweeps away that only the other methods could fill, and says so in `warnings`.
/// Empty `methods`: all. Returns the error in words when the scene lacks one of them.
[[nodiscard]] std::optional<std::string> select_methods(Experiment& experiment, const std::vector<std::string>& methods,
                                                        std::vector<std::string>& warnings);

}  // namespace perpend
