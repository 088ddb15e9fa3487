// index.html over all results below a folder: one row a scene, and every published claim in one table.
#pragma once

#include <optional>
#include <string>

#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

/// Links DIRECTORY/solvers.html and DIRECTORY/verification.html when they are there. Reads DIRECTORY/**/results.json. A
/// file that cannot be read is named on the page, and the page is then not "as expected".
[[nodiscard]] std::optional<WriteError> write_index(const std::string& directory);

}  // namespace perpend::reports
