// How much of the variance of a measure comes from each key of a sweep, where its points are Saltelli's sample.
#pragma once

#include <vector>

#include "batch/study_outline.hpp"

namespace perpend::batch {

/// Pre: the design of the sweep is saltelli.
void add_sensitivity(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                     reports::StudySection& section);

}  // namespace perpend::batch
