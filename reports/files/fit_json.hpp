// Fits as results.json and the files of studies have them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/files/json.hpp"

namespace perpend::reports {

/// Values in SI.
[[nodiscard]] Json fit_json(const FitRecord& fit);
/// The inverse; of anything else what the JSON library throws. Places in scenes have no file.
[[nodiscard]] FitRecord read_fit(const Json& json);

}  // namespace perpend::reports
