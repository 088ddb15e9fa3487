// What a page shows of a study, asked of its file.
#pragma once

#include "batch/database.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// Throws DatabaseError.
[[nodiscard]] reports::StaticPage outline_of(Database& database);

}  // namespace perpend::batch
