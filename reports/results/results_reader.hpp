// A folder of results read back: results.json as the record that it was written from, as far as it holds it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

struct ReadError {
  std::string path;    ///< the file or folder that was asked for
  std::string reason;  ///< what is wrong with it, and what to do

  [[nodiscard]] std::string message() const { return path + ": " + reason; }
};

/// FOLDER/results.json of this version or the one before. The record has no series, no frames, no figures and no
/// drawings; a file of the version before has no bounds of certificates and no inputs.
[[nodiscard]] std::variant<ExperimentRecord, ReadError> read_results(const std::string& folder);

/// A file of the scene that FOLDER/inputs lacks, by its path from there; nothing: the scene can be run again.
[[nodiscard]] std::optional<std::string> missing_input(const std::string& folder, const ExperimentRecord& record);

/// The folders at and below `folder` that have a results.json, by their paths from it in alphabetical order; "" for the
/// folder itself. What runs that were broken off left in `incomplete` is not among them.
[[nodiscard]] std::variant<std::vector<std::string>, ReadError> find_results(const std::string& folder);

}  // namespace perpend::reports
