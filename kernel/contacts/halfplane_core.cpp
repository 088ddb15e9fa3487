// Half plane against a grown polygon: its lowest vertex and the lower neighbour of that, each with
//     g = n . (b - p) - R.
// Both together keep the edge between them, and with it the body, out of the half plane.
#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/contacts/planar_point.hpp"

namespace perpend {

void find_halfplane_core(Outline, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlanarCore core(b, motion_b);
  const Vec2 n(-motion_a.sin, motion_a.cos);
  const BodyLine line{.motion = motion_a, .point = motion_a.position, .normal = n};
  const auto add = [&](int vertex) {
    const BodyPoint corner{.motion = motion_b, .point = core.vertex(vertex), .radius = core.radius()};
    const ContactPoint point = line_and_point(line, corner, feature_of(FeatureKind::edge_vertex, 0, vertex));
    if (point.gap <= margin) points.push_back(point);
  };
  const int lowest = core.lowest(n);
  add(lowest);
  if (core.num_edges() == 0) return;
  add(core.facing_neighbor(lowest, n));
}

}  // namespace perpend
