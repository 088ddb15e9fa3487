// Maps of a sweep of two keys, and the boundaries of one that is refined.
#pragma once

#include <cstddef>
#include <vector>

#include "batch/page/samples.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// No map of more cells is drawn.
inline constexpr std::size_t most_cells = 4000000;

/// How runs end, verdicts of certificates that are not the same everywhere, and measures. Pre: a grid of two keys, of
/// up to so many points.
void add_maps(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
              reports::StaticSection& section);

/// A table of the intervals that a refinement leaves, and their lines on the maps. Pre: the sweep is refined, and its
/// maps are there.
void add_boundaries(Database& database, const Sweep& sweep, reports::StaticSection& section);

}  // namespace perpend::batch
