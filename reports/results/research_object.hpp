// Results as a research object: what each file is, what made it, and how to cite it. RO-Crate 1.1 and CITATION.cff.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

struct CrateFile {
  std::string name;  ///< path in the archive
  std::string sha256;
  std::size_t bytes = 0;
};

/// One scene's results: its folder in the archive ("" for the whole) and what results.json says.
struct CrateScene {
  std::string folder;
  ExperimentRecord record;
};

struct Crate {
  std::string title;
  std::vector<std::string> authors;
  std::string license;  ///< SPDX identifier; empty: none is stated
  std::vector<CrateScene> scenes;
  std::vector<CrateFile> files;
};

/// ro-crate-metadata.json.
[[nodiscard]] std::string crate_metadata(const Crate& crate);
/// CITATION.cff, version 1.2.0.
[[nodiscard]] std::string citation_file(const Crate& crate);

}  // namespace perpend::reports
