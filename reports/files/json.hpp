// results.json: everything that was found, for programs. docs/results-format.md describes it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

using Json = nlohmann::ordered_json;

inline constexpr int results_version = 3;

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
/// An object for each.
[[nodiscard]] Json lcp_solvers_json(const std::vector<LcpUse>& solvers);

/// The whole record without series, frames and scene text. Values in SI, keys in a fixed order.
[[nodiscard]] Json results_json(const ExperimentRecord& record);

/// SHA-256 over `results` without date, command, host, build and time spent: what was found, not where. Two runs agree.
[[nodiscard]] std::string content_hash(Json results);

/// Text of a JSON value; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_text(const Json& value, int indent = 2);

/// results.json as one text: `--format json`.
[[nodiscard]] std::string json_report(const ExperimentRecord& record);
[[nodiscard]] std::optional<WriteError> write_results_json(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
