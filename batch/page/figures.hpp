// Figures of the points of a sweep: a measure over its key, over each of several keys, and how it is distributed. Each
// point is a run; of many points cells count them.
#pragma once

#include <vector>

#include "batch/page/samples.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// Pre: one key. Values that follow each other in no order have no lines between them.
void add_curves(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                reports::StaticSection& section);

/// Pre: the points are no grid, and several keys are drawn or taken together.
void add_scatter(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                 reports::StaticSection& section);

}  // namespace perpend::batch
