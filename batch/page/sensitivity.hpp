// Tables of how measures are distributed and what they depend on.
#pragma once

#include <vector>

#include "batch/page/samples.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

// Each adds a table where there is something to tell, of runs of the grid that came to their end.

/// Smallest and largest values, median and quantiles.
void add_spread(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                reports::StaticSection& section);

/// Medians at each value of a key that has few.
void add_groups(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                reports::StaticSection& section);

/// Rank correlations with each key; in a grid the local slopes between neighbours too.
void add_drivers(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                 reports::StaticSection& section);

/// How much of the variance of a measure comes from each key. Pre: the points are Saltelli's sample.
void add_sobol_indices(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                       reports::StaticSection& section);

}  // namespace perpend::batch
