// Points and segments with radii: sphere, point, capsule, rod. The nearest parts of the cores are two ends, an end and
// the inside of a segment, or the insides of both. Segments within 0.1 rad of each other lie along each other: of them
// each end that lies along the other segment counts too, so that a capsule on a capsule stands on two points.
#include <algorithm>
#include <cmath>

#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

/// Those from `first` on are of this pair. Ends that lie on ends are known by the gap.
void add_new(const ContactPoint& point, std::size_t first, double tolerance, double margin, ContactPoints& points) {
  const bool known =
      std::any_of(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(), [&](const ContactPoint& other) {
        return other.feature == point.feature || std::abs(other.gap - point.gap) <= tolerance;
      });
  if (!known) add_within(point, margin, points);
}

}  // namespace

void find_round_round(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                      ContactPoints& points) {
  const SpatialCore core_a(a, motion_a);
  const SpatialCore core_b(b, motion_b);
  const CorePair pair{core_a, core_b};
  const std::size_t first = points.size();
  if (core_a.num_edges() + core_b.num_edges() == 0) return add_within(two_vertices(pair, 0, 0), margin, points);
  if (core_a.num_edges() == 1 && core_b.num_edges() == 1 && edge_crossing(pair, 0, 0).sine < lying_sine) {
    add_ends(pair, {0, 0}, 0, margin, points);
    add_ends(pair, {0, 0}, 1, margin, points);
  }
  add_new(nearest_parts(pair), first, pair.tolerance(), margin, points);
}

}  // namespace perpend
