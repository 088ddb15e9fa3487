// What a page shows of a study, asked of its file.
#pragma once

#include "batch/database.hpp"
#include "reports/page/study_page.hpp"

namespace perpend::batch {

/// Throws DatabaseError.
[[nodiscard]] reports::StudyOutline outline_of(Database& database);

}  // namespace perpend::batch
