// A grown polygon inside a circle of radius R. The circle is convex from inside, so that the vertices of the polygon
// come nearest to it: with c a vertex, r the radius around it, d = c - centre and u = d / |d|,
//     g = R - r - |d|,   n = -u,   g_dot = -u . w,   g_ddot = -(w . w - (u . w)^2) / |d| - u . (c_ddot - centre_ddot)
// with w = c_dot - centre_dot: the gap between two vertices with the opposite sign, see planar_point.cpp. A rotation of
// the arc rotates only its opening.
#include <cmath>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/contacts/planar_point.hpp"

namespace perpend {

namespace {

/// Whether a direction from the centre lies within the opening about -y of the body.
bool is_within(const Shape& arc, const BodyMotion<double>& motion, const Vec2& d) {
  const Vec2 down(motion.sin, -motion.cos);
  return std::abs(std::atan2(down.x() * d.y() - down.y() * d.x(), down.dot(d))) <= arc.size.y();
}

}  // namespace

void find_arc_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlanarCore core(b, motion_b);
  for (int i = 0; i < core.num_vertices(); ++i) {
    const Vec2 vertex = core.vertex(i);
    const Vec2 d = vertex - motion_a.position;
    if (!is_within(a, motion_a, d)) continue;
    const ContactPoint apart =
        two_points({.motion = motion_a, .point = motion_a.position}, {.motion = motion_b, .point = vertex},
                   feature_of(FeatureKind::edge_vertex, 0, i));
    ContactPoint point = apart;
    const Vec3 u = apart.normal;
    point.gap = a.size.x() - core.radius() - apart.gap;
    point.normal = -u;
    point.witness = {in_plane(motion_a.position) + a.size.x() * u, in_plane(vertex) + core.radius() * u};
    point.convective = -apart.convective;
    add_within(point, margin, points);
  }
}

}  // namespace perpend
