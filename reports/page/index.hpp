// A page over all results below folders: one row a scene, and every published claim in one table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

/// PAGE over FOLDER/**/results.json of each folder. Links solvers.html, verification.html and margins/margins.html when
/// they are there. A file that cannot be read is named on the page, and the page is then not "as expected".
[[nodiscard]] std::optional<WriteError> write_index(const std::vector<std::string>& folders, const std::string& page);

/// DIRECTORY/index.html over what is in it.
[[nodiscard]] std::optional<WriteError> write_index(const std::string& directory);

}  // namespace perpend::reports
