// results.json: everything that was found, for programs. docs/results-format.md describes it.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/json_values.hpp"

namespace perpend::reports {

inline constexpr int results_version = 3;

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
