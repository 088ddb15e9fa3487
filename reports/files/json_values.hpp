// Numbers, units and axes as JSON, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "kernel/model/scene/experiment.hpp"

namespace perpend::reports {

using Json = nlohmann::ordered_json;

/// A number, or "nan", "inf", "-inf", which JSON has no numbers for.
[[nodiscard]] Json json_number(double value);
/// The inverse; of anything else what the JSON library throws.
[[nodiscard]] double number_of(const Json& value);
/// Adds the SI unit `unit` of the values; a report shows them divided by `shown_factor` as `shown_unit`.
void add_unit(Json& object, const Unit& unit);
/// An object for each.
[[nodiscard]] Json axes_json(const std::vector<SweepAxis>& axes);
// Their inverses; of anything else what the JSON library throws. Axes have no texts.
[[nodiscard]] Unit read_unit(const Json& object);
[[nodiscard]] std::vector<double> read_numbers(const Json& list);
[[nodiscard]] std::vector<SweepAxis> read_axes(const Json& list);

}  // namespace perpend::reports
