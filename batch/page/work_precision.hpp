// Work and precision on the page of a study: see comparisons.hpp.
#pragma once

#include <vector>

#include "batch/page/sweeps.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// Figures and the table of the front, for each comparison of the sweep that has settings to show. Throws
/// DatabaseError.
void add_work_precision(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                        reports::StaticSection& section);

}  // namespace perpend::batch
