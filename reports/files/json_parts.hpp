// The parts of a record as JSON, each a self-contained object.
#pragma once

#include "reports/files/json.hpp"

namespace perpend::reports {

[[nodiscard]] Json to_json_value(const Parameter& parameter);
[[nodiscard]] Json to_json_value(const MethodRun& run);
[[nodiscard]] Json to_json_value(const SweepRecord& sweep);
[[nodiscard]] Json to_json_value(const ClaimRecord& claim);
[[nodiscard]] Json to_json_value(const UndrawnFigure& undrawn);
[[nodiscard]] Json to_json_value(const Provenance& provenance);

}  // namespace perpend::reports
