// Every plane through three of the points that has none in front of it holds a face; its corners are the plane hull of
// all points on it. Most triples end at the first point on either side, so that 256 points take some 20 million
// products, once; a library (qhull, CGAL) would join coplanar triangles again, which contact needs as one face. Moments
// by the tetrahedra between the origin and the triangles (a, b, c) of the faces, V = a . (b x c) / 6, m = a + b + c:
// centroid V m / 4,   x x^T:  V (a a^T + b b^T + c c^T + m m^T) / 20.
#include "kernel/shapes/spatial/convex_hull.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

using Loop = std::vector<int>;

struct Facet {
  Vec3 normal = Vec3::Zero();  ///< unit, outward
  Loop on_it;
};

/// The plane through three points, where no point lies in front of it.
std::optional<Facet> facet_through(const std::vector<Vec3>& points, const std::array<int, 3>& three, double tolerance) {
  const Vec3& origin = points[three[0]];
  Vec3 normal = cross(Vec3(points[three[1]] - origin), Vec3(points[three[2]] - origin));
  const double longest = std::max((points[three[1]] - origin).norm(), (points[three[2]] - origin).norm());
  if (!(normal.norm() > tolerance * longest)) return std::nullopt;
  normal.normalize();
  bool is_behind = true;
  bool is_in_front = true;
  Facet facet{normal, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double height = normal.dot(points[i] - origin);
    is_behind = is_behind && height <= tolerance;
    is_in_front = is_in_front && height >= -tolerance;
    if (!is_behind && !is_in_front) return std::nullopt;
    if (std::abs(height) <= tolerance) facet.on_it.push_back(static_cast<int>(i));
  }
  if (is_behind && is_in_front) return std::nullopt;
  if (is_in_front) facet.normal = -normal;
  return facet;
}

/// Corners of the plane hull, counter-clockwise about the normal: from one corner always the turn that leaves all
/// others on the left.
Loop outline(const std::vector<Vec3>& points, const Facet& facet, double tolerance) {
  const auto is_right = [&](int from, int to, int other) {
    const Vec3 along = points[to] - points[from];
    return facet.normal.dot(cross(along, Vec3(points[other] - points[from]))) < -tolerance * along.norm();
  };
  const auto next_after = [&](int from) {
    int best = -1;
    for (const int to : facet.on_it) {
      if (to == from || (points[to] - points[from]).norm() <= tolerance) continue;
      const bool all_left =
          std::none_of(facet.on_it.begin(), facet.on_it.end(), [&](int other) { return is_right(from, to, other); });
      if (!all_left) continue;
      if (best < 0 || (points[to] - points[from]).norm() > (points[best] - points[from]).norm()) best = to;
    }
    return best;
  };
  // The point farthest from any other is a corner.
  int start = facet.on_it.front();
  for (const int i : facet.on_it)
    if ((points[i] - points[facet.on_it.front()]).norm() > (points[start] - points[facet.on_it.front()]).norm())
      start = i;
  Loop loop{start};
  for (int next = next_after(start); next >= 0 && next != start && loop.size() <= facet.on_it.size();
       next = next_after(next))
    loop.push_back(next);
  return loop;
}

/// Every edge of a closed surface has one face on either side.
bool is_closed(const std::vector<Loop>& loops) {
  std::set<std::pair<int, int>> edges;
  for (const Loop& loop : loops)
    for (std::size_t i = 0; i < loop.size(); ++i)
      if (!edges.insert({loop[i], loop[(i + 1) % loop.size()]}).second) return false;
  return std::all_of(edges.begin(), edges.end(), [&](const std::pair<int, int>& edge) {
    return edges.contains({edge.second, edge.first});
  });
}

ConvexHull renumbered(const std::vector<Vec3>& points, const std::vector<Loop>& loops) {
  ConvexHull hull;
  std::vector<int> number(points.size(), -1);
  for (const Loop& loop : loops)
    for (const int i : loop) number[i] = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(hull.points.size());
    hull.points.push_back(points[i]);
  }
  for (const Loop& loop : loops) {
    hull.faces.push_back(static_cast<int>(loop.size()));
    for (const int i : loop) hull.faces.push_back(number[i]);
  }
  return hull;
}

}  // namespace

std::optional<ConvexHull> convex_hull(const std::vector<Vec3>& points) {
  const int n = static_cast<int>(points.size());
  double size = 0.0;
  for (const Vec3& point : points) size = std::max(size, (point - points.front()).norm());
  // Scenes print coordinates to ten digits or so.
  const double tolerance = 1e-9 * size;
  std::vector<Loop> loops;
  std::set<Loop> known;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k) {
        const auto facet = facet_through(points, {i, j, k}, tolerance);
        if (!facet || !known.insert(facet->on_it).second) continue;
        loops.push_back(outline(points, *facet, tolerance));
        if (loops.back().size() < 3) return std::nullopt;
      }
  if (loops.size() < 4 || !is_closed(loops)) return std::nullopt;
  return renumbered(points, loops);
}

SolidMoments solid_moments(const ConvexHull& hull) {
  SolidMoments sum;
  for (std::size_t at = 0; at < hull.faces.size(); at += static_cast<std::size_t>(hull.faces[at]) + 1)
    for (int i = 2; i < hull.faces[at]; ++i) {
      const Vec3& a = hull.points[hull.faces[at + 1]];
      const Vec3& b = hull.points[hull.faces[at + static_cast<std::size_t>(i)]];
      const Vec3& c = hull.points[hull.faces[at + static_cast<std::size_t>(i) + 1]];
      const double volume = a.dot(cross(b, c)) / 6.0;
      const Vec3 m = a + b + c;
      sum.volume += volume;
      sum.centroid += volume / 4.0 * m;
      sum.second += volume / 20.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + m * m.transpose());
    }
  sum.centroid /= sum.volume;
  return sum;
}

}  // namespace perpend
