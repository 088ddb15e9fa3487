// Reading and checking one scene for a command: prints what is wrong with it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/load.hpp"

namespace perpend::cli {

struct LoadedScene {
  std::shared_ptr<const dsl::Document> document;
  std::optional<Experiment> experiment;  ///< nothing when there were errors
  std::vector<std::string> warnings;     ///< one line each, for the report
};

/// Prints nothing: errors and warnings are in `diagnostics`, and the scene has no warnings of its own.
[[nodiscard]] LoadedScene read_scene(const std::string& path, const std::vector<dsl::Override>& overrides,
                                     const std::vector<std::string>& methods,
                                     std::vector<dsl::Diagnostic>& diagnostics);

/// Errors and warnings go to standard error; when `quiet`, warnings only along with errors. `methods`: those that will
/// run; empty: all.
[[nodiscard]] LoadedScene load_scene(const std::string& path, const std::vector<dsl::Override>& overrides,
                                     bool quiet = false, const std::vector<std::string>& methods = {});

/// `--set` texts; prints the first that does not read as "name = value" and returns nothing.
[[nodiscard]] std::optional<std::vector<dsl::Override>> read_overrides(const std::vector<std::string>& texts);

}  // namespace perpend::cli
