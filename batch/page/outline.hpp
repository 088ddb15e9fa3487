// What a page shows of a study, asked of its file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "batch/database.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// All but the provenance. Throws DatabaseError, as the other.
[[nodiscard]] reports::StaticPage outline_of(Database& database);

/// How the file was made, with the hash of a finished one: names and values.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> provenance_of(Database& database);

}  // namespace perpend::batch
