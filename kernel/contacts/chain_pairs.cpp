// Chain against a grown polygon and against an ellipse. Segments: the lowest vertex along the normal and its lower
// neighbour, as for a half plane (of the ellipse its support point). Convex vertices of the chain: against the edge of
// the polygon that faces them, or against its nearest vertex. Against an ellipse the separation F(n) from the vertex
// has its maximum among the normals of the vertex: with x the lowest point of the ellipse along n,
//     F' = perp(n) . (x - vertex),
// which at the normal of the segment before is minus how far x lies beyond the end of that segment, and at the normal
// of the segment after how far x lies before its start. So where x projects on neither segment F' falls through 0
// between their normals, and a corner that is in the ellipse always has a contact.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/ellipse_support.hpp"
#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

/// The segments of a chain in the pose of their body, and which of them a point can touch.
/// Free space is on the left of the direction of travel; what lies behind a segment is solid without end, unless
/// another segment is nearer and has it in front. At a vertex the solid may be convex (the chain turns right), flat, or
/// concave (it turns left); the ends of an open chain are convex.
///   - A point touches a segment where its foot lies on it. Feet of points near a flat vertex lie on one segment or the
///     other, and a flat vertex itself is never touched: that would be a ghost of the joint between two segments.
///   - Near a concave vertex both lines bound the free space, so a segment goes on behind the other one.
///   - Behind more than one segment, a point leaves the solid through the nearest; only the neighbouring segments
///   across
///     a concave vertex hold it back too (across a flat one, the segment that it is next to is the nearest).
class ChainLine {
 public:
  ChainLine(const Shape& shape, const BodyMotion<double>& motion);

  [[nodiscard]] int num_vertices() const { return static_cast<int>(outline_->size()) - (closed_ ? 1 : 0); }
  [[nodiscard]] int num_segments() const { return static_cast<int>(outline_->size()) - 1; }
  [[nodiscard]] Vec2 vertex(int i) const;
  /// From vertex i to the next, with the normal toward the free side.
  [[nodiscard]] CoreEdge segment(int i) const;
  /// Segments that end and start at vertex i; -1 at the ends of an open chain.
  [[nodiscard]] int before(int vertex) const;
  [[nodiscard]] int after(int vertex) const;
  [[nodiscard]] int end_of(int segment) const;  ///< its last vertex
  [[nodiscard]] const BodyMotion<double>& motion() const { return *motion_; }
  [[nodiscard]] double rounding() const { return rounding_; }

  enum class Corner { convex, flat, concave };
  [[nodiscard]] Corner corner(int vertex) const;
  /// Whether a vertex may be touched along `n`, which points to the free side: n lies strictly between the normals of
  /// its segments; at an end, between the normal and the direction in which the chain ends.
  [[nodiscard]] bool faces(int vertex, const Vec2& n) const;
  /// The middle of those directions, not normalized.
  [[nodiscard]] Vec2 middle(int vertex) const;
  /// The first and the last of them, counter-clockwise. Pre: the vertex is convex.
  [[nodiscard]] std::array<Vec2, 2> normals(int vertex) const;

  /// Whether `point` can touch segment i. `margin`: how far it may come.
  [[nodiscard]] bool touches(int i, const Vec2& point, double margin) const;
  /// The same of the lowest point of a body, whose least height over the line of segment k is height(k).
  template <class Height>
  [[nodiscard]] bool touches(int i, const Vec2& point, double margin, const Height& height) const;
  /// Whether `point` lies behind the segment that is nearest to it.
  [[nodiscard]] bool holds(const Vec2& point) const;

 private:
  [[nodiscard]] bool projects_on(int i, const Vec2& point, double margin) const;
  [[nodiscard]] int nearest_segment(const Vec2& point) const;
  [[nodiscard]] bool meet_without_edge(int i, int j) const;
  template <class Height>
  [[nodiscard]] bool is_highest_as_far_as(int i, int nearest, const Height& height) const;
  [[nodiscard]] bool goes_on(int vertex, int neighbor, double overshoot, const Vec2& point, double margin) const;

  const std::vector<Vec2>* outline_;
  const BodyMotion<double>* motion_;
  bool closed_;
  double rounding_;  ///< of the coordinates of its vertices [m]
};

/// Along the segment from its start, and over its line.
struct Projection {
  double along = 0.0;
  double height = 0.0;
};

Projection locate(const CoreEdge& segment, const Vec2& point) {
  const Vec2 from_start = point - segment.start;
  return {segment.direction.dot(from_start), segment.normal.dot(from_start)};
}

ChainLine::ChainLine(const Shape& shape, const BodyMotion<double>& motion)
    : outline_(&shape.vertices),
      motion_(&motion),
      closed_(shape.vertices.size() > 2 && shape.vertices.front() == shape.vertices.back()),
      rounding_(0.0) {
  // Vertices of a straight line are off it by the rounding of their coordinates, an ulp of the largest at most; three
  // vertices with the rounding of two differences make eight.
  for (const Vec2& vertex : shape.vertices) rounding_ = std::max(rounding_, vertex.cwiseAbs().maxCoeff());
  rounding_ *= 8.0 * std::numeric_limits<double>::epsilon();
}

Vec2 ChainLine::vertex(int i) const {
  return motion_->position + rotate(*motion_, (*outline_)[i]);
}

CoreEdge ChainLine::segment(int i) const {
  CoreEdge edge = edge_between(vertex(i), vertex(i + 1));
  edge.normal = perp(edge.direction);
  return edge;
}

int ChainLine::before(int vertex) const {
  if (vertex > 0) return vertex - 1;
  return closed_ ? num_segments() - 1 : -1;
}

int ChainLine::after(int vertex) const {
  if (vertex < num_segments()) return vertex;
  return closed_ ? 0 : -1;
}

int ChainLine::end_of(int segment) const {
  return closed_ && segment + 1 == num_segments() ? 0 : segment + 1;
}

ChainLine::Corner ChainLine::corner(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  if (i < 0 || j < 0) return Corner::convex;
  const Vec2 a = (*outline_)[i + 1] - (*outline_)[i];
  const Vec2 b = (*outline_)[j + 1] - (*outline_)[j];
  // How far the farther end of the longer one lies off the line of the other, in the body frame.
  const double height = cross(a, b) / std::max(a.norm(), b.norm());
  if (std::abs(height) <= rounding_) return a.dot(b) > 0.0 ? Corner::flat : Corner::convex;
  return height < 0.0 ? Corner::convex : Corner::concave;
}

bool ChainLine::faces(int vertex, const Vec2& n) const {
  if (corner(vertex) != Corner::convex) return false;
  const int i = before(vertex);
  const int j = after(vertex);
  if (i >= 0 && !(segment(i).direction.dot(n) > 0.0)) return false;
  return j < 0 || segment(j).direction.dot(n) < 0.0;
}

Vec2 ChainLine::middle(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  if (i < 0) return segment(j).normal - segment(j).direction;
  if (j < 0) return segment(i).normal + segment(i).direction;
  return segment(i).normal + segment(j).normal;
}

std::array<Vec2, 2> ChainLine::normals(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  return {j < 0 ? segment(i).direction : segment(j).normal, i < 0 ? Vec2(-segment(j).direction) : segment(i).normal};
}

bool ChainLine::touches(int i, const Vec2& point, double margin) const {
  if (!projects_on(i, point, margin)) return false;
  if (locate(segment(i), point).height >= 0.0) return true;
  const int nearest = nearest_segment(point);
  return i == nearest || meet_without_edge(i, nearest);
}

/// Behind a convex part of the chain a body leaves through the segment over which it is highest: through the one that
/// is nearest to its lowest point the rest of it may have a longer way. The segments from that one to segment i belong
/// to such a part where no vertex between them is concave.
template <class Height>
bool ChainLine::is_highest_as_far_as(int i, int nearest, const Height& height) const {
  const double most = height(i);
  for (const bool forward : {false, true}) {
    int k = i;
    for (int step = 0; step < num_segments() && k >= 0 && k != nearest; ++step) {
      const int vertex = forward ? end_of(k) : k;
      k = corner(vertex) == Corner::concave ? -1 : forward ? after(vertex) : before(vertex);
      if (k >= 0 && height(k) > most) k = -1;
    }
    if (k == nearest) return true;
  }
  return false;
}

template <class Height>
bool ChainLine::touches(int i, const Vec2& point, double margin, const Height& height) const {
  if (touches(i, point, margin)) return true;
  return projects_on(i, point, margin) && holds(point) && is_highest_as_far_as(i, nearest_segment(point), height);
}

bool ChainLine::holds(const Vec2& point) const {
  return locate(segment(nearest_segment(point)), point).height < 0.0;
}

/// At a flat vertex every point projects on one segment and not the other; at a convex one it does not project on a
/// segment exactly where `faces` has the vertex itself take over.
bool ChainLine::projects_on(int i, const Vec2& point, double margin) const {
  const CoreEdge edge = segment(i);
  if (!(edge.length > 0.0)) return false;
  const int end = end_of(i);
  const double from_start = edge.direction.dot(point - edge.start);
  const double from_end = edge.direction.dot(point - vertex(end));
  if (from_start < 0.0) return corner(i) == Corner::concave && goes_on(i, before(i), -from_start, point, margin);
  if (corner(end) == Corner::flat) {
    const CoreEdge next = segment(after(end));
    return next.direction.dot(point - next.start) < 0.0;
  }
  if (from_end <= 0.0) return true;
  return corner(end) == Corner::concave && goes_on(end, after(end), from_end, point, margin);
}

/// Whether a segment goes on behind its neighbour at a concave vertex, by `overshoot`: over the whole of that neighbour
/// for points that may reach the vertex, and as far as a point may lie in the corner. On the bisector of a right angle
/// that is its depth behind either line; twice that leaves room for rounding and for sharper corners.
bool ChainLine::goes_on(int vertex, int neighbor, double overshoot, const Vec2& point, double margin) const {
  const CoreEdge edge = segment(neighbor);
  const double along = locate(edge, point).along;
  if ((neighbor == after(vertex) ? along : edge.length - along) > edge.length) return false;
  double depth = 0.0;
  for (const int i : {before(vertex), after(vertex)}) depth = std::max(depth, -locate(segment(i), point).height);
  return overshoot <= 2.0 * depth || (point - this->vertex(vertex)).norm() <= margin;
}

int ChainLine::nearest_segment(const Vec2& point) const {
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  double height = 0.0;
  const double rounding = rounding_ + 8.0 * std::numeric_limits<double>::epsilon() * point.cwiseAbs().maxCoeff();
  for (int i = 0; i < num_segments(); ++i) {
    const CoreEdge edge = segment(i);
    const Projection at = locate(edge, point);
    const double beyond = std::max({at.along - edge.length, -at.along, 0.0});
    const double distance = std::sqrt(at.height * at.height + beyond * beyond);
    // Of two segments that share the nearest vertex the one whose line is farther knows on which side the point is; of
    // the two sides of a wall without thickness, the one that the point is in front of.
    const bool tie = std::abs(distance - least) <= rounding;
    if (tie ? std::abs(at.height) - std::abs(height) <= (at.height > 0.0 ? -rounding : rounding) : distance >= least)
      continue;
    nearest = i;
    least = distance;
    height = at.height;
  }
  return nearest;
}

bool ChainLine::meet_without_edge(int i, int j) const {
  for (const int segment : {i, j}) {
    const int other = segment == i ? j : i;
    if (after(end_of(segment)) == other && corner(end_of(segment)) != Corner::convex) return true;
  }
  return false;
}

/// Whether the segment from p to q comes within `margin` of the box.
bool is_near(const Bounds& box, const Vec2& p, const Vec2& q, double margin) {
  for (int axis = 0; axis < 2; ++axis)
    if (std::min(p[axis], q[axis]) - box.high[axis] > margin || box.low[axis] - std::max(p[axis], q[axis]) > margin)
      return false;
  return true;
}

/// Whether a part of the box lies behind the line from p to q: there the chain is solid, however far.
bool is_behind(const Bounds& box, const Vec2& p, const Vec2& q) {
  const Vec2 front = perp(Vec2(q - p));
  const Vec2 rearmost(front.x() > 0.0 ? box.low.x() : box.high.x(), front.y() > 0.0 ? box.low.y() : box.high.y());
  return front.dot(rearmost - p) < 0.0;
}

BodyPoint corner_of(const PlanarCore& core, int vertex) {
  return {.motion = core.motion(), .point = core.vertex(vertex), .radius = core.radius()};
}

void add_at_segment(const ChainLine& chain, int i, const PlanarCore& core, double margin, ContactPoints& points) {
  const CoreEdge segment = chain.segment(i);
  const BodyLine line{.motion = chain.motion(), .point = segment.start, .normal = segment.normal};
  const auto add_vertex = [&](int vertex) {
    const BodyPoint corner = corner_of(core, vertex);
    const ContactPoint point = line_and_point(line, corner, feature_of(FeatureKind::edge_vertex, i, vertex));
    if (point.gap <= margin && chain.touches(i, corner.point, margin)) points.push_back(point);
  };
  const int lowest = core.lowest(segment.normal);
  add_vertex(lowest);
  if (core.num_edges() == 0) return;
  add_vertex(core.facing_neighbor(lowest, segment.normal));
}

/// What of a polygon is nearest to a vertex of the chain.
struct FacingPart {
  bool inside = true;  ///< the vertex lies in the polygon
  int edge = -1;       ///< nearest edge that faces the vertex, where the foot lies on it; -1: none
  double height = -std::numeric_limits<double>::infinity();  ///< over that edge
  int vertex = 0;                                            ///< nearest vertex
};

FacingPart facing_part(const ChainLine& chain, int vertex, const PlanarCore& core) {
  const Vec2 point = chain.vertex(vertex);
  const Vec2 middle = chain.middle(vertex);
  FacingPart part;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < core.num_vertices(); ++i) {
    const double squared = (core.vertex(i) - point).squaredNorm();
    if (squared < least) part.vertex = i;
    least = std::min(least, squared);
  }
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    const double height = edge.normal.dot(point - edge.start);
    if (height > 0.0) part.inside = false;
    const double along = edge.direction.dot(point - edge.start);
    if (along < 0.0 || along > edge.length || edge.normal.dot(middle) >= 0.0 || height <= part.height) continue;
    part.edge = i;
    part.height = height;
  }
  if (core.num_edges() < 3) part.inside = false;
  return part;
}

/// A segment has no inside: whether a convex vertex of the chain has come through it. Straight below the vertex,
/// against the middle of its normals, lies the solid of its corner, and then there the segment.
bool is_pierced(const PlanarCore& core, const FacingPart& part, const ChainLine& chain, int vertex) {
  if (core.num_edges() != 2) return false;
  if (part.height >= -chain.rounding()) return true;  // on it
  const CoreEdge edge = core.edge(part.edge);
  const Vec2 middle = chain.middle(vertex);
  const Vec2 below = chain.vertex(vertex) - part.height / edge.normal.dot(middle) * middle;
  const double along = edge.direction.dot(below - edge.start);
  return along >= 0.0 && along <= edge.length && chain.holds(below);
}

void add_at_vertex(const ChainLine& chain, int vertex, const PlanarCore& core, double margin, ContactPoints& points) {
  if (chain.corner(vertex) != ChainLine::Corner::convex) return;
  const FacingPart part = facing_part(chain, vertex, core);
  const BodyPoint tip{.motion = chain.motion(), .point = chain.vertex(vertex)};
  if (part.edge >= 0 && (part.inside || part.height >= 0.0 || is_pierced(core, part, chain, vertex))) {
    const CoreEdge edge = core.edge(part.edge);
    const BodyLine line{.motion = core.motion(), .point = edge.start, .normal = edge.normal, .radius = core.radius()};
    ContactPoint point = line_and_point(line, tip, feature_of(FeatureKind::vertex_edge, vertex, part.edge));
    swap_shapes(point);
    return add_within(point, margin, points);
  }
  const BodyPoint corner = corner_of(core, part.vertex);
  if (part.inside || !chain.faces(vertex, corner.point - tip.point)) return;
  add_within(two_points(tip, corner, feature_of(FeatureKind::vertex_vertex, vertex, part.vertex)), margin, points);
}

/// The direction in which a convex vertex touches the ellipse. From within the ellipse the shortest way may lead out
/// behind the chain: then the shortest in front of it.
std::optional<Vec2> touching_direction(const ChainLine& chain, int vertex, const PlacedEllipse& tip,
                                       const PlacedEllipse& ellipse) {
  const std::optional<Vec2> n = separating_direction(tip, ellipse);
  if (n && chain.faces(vertex, *n)) return n;
  if (n && two_ellipses(tip, ellipse, *n, 0).gap > 0.0) return std::nullopt;
  const auto [low, high] = chain.normals(vertex);
  return separating_direction(tip, ellipse, low, high);
}

/// Calls `at_segment(i)` and `at_vertex(i)` for every part of the chain that is near the box, or has it behind itself:
/// a vertex, behind both of its segments.
template <class AtSegment, class AtVertex>
void for_each_near(const ChainLine& chain, const Bounds& box, double margin, const AtSegment& at_segment,
                   const AtVertex& at_vertex) {
  const auto has_behind = [&](int i) { return i < 0 || is_behind(box, chain.vertex(i), chain.vertex(i + 1)); };
  for (int i = 0; i < chain.num_segments(); ++i)
    if (has_behind(i) || is_near(box, chain.vertex(i), chain.vertex(i + 1), margin)) at_segment(i);
  for (int i = 0; i < chain.num_vertices(); ++i)
    if (is_near(box, chain.vertex(i), chain.vertex(i), margin) ||
        (has_behind(chain.before(i)) && has_behind(chain.after(i))))
      at_vertex(i);
}

}  // namespace

void find_chain_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const ChainLine chain(a, motion_a);
  const PlanarCore core(b, motion_b);
  for_each_near(
      chain, planar_bounds(b, motion_b), margin,
      [&](int segment) { add_at_segment(chain, segment, core, margin, points); },
      [&](int vertex) { add_at_vertex(chain, vertex, core, margin, points); });
}

void find_chain_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const ChainLine chain(a, motion_a);
  const PlacedEllipse ellipse{.centre = {.motion = motion_b, .point = motion_b.position}, .semi = b.size};
  const auto height = [&](int i) {
    const CoreEdge segment = chain.segment(i);
    return locate(segment, ellipse.centre.point).height - ellipse.support(segment.normal).h;
  };
  const auto at_segment = [&](int i) {
    const CoreEdge segment = chain.segment(i);
    const BodyLine line{.motion = motion_a, .point = segment.start, .normal = segment.normal};
    const ContactPoint point = line_and_ellipse(line, ellipse, feature_of(FeatureKind::edge_vertex, i, 0));
    const Vec2 lowest(point.witness[1].x(), point.witness[1].y());
    if (point.gap <= margin && chain.touches(i, lowest, margin, height)) points.push_back(point);
  };
  const auto at_vertex = [&](int i) {
    if (chain.corner(i) != ChainLine::Corner::convex) return;
    const PlacedEllipse tip{.centre = {.motion = motion_a, .point = chain.vertex(i)}};
    const std::optional<Vec2> n = touching_direction(chain, i, tip, ellipse);
    if (n) add_within(two_ellipses(tip, ellipse, *n, feature_of(FeatureKind::vertex_vertex, i, 0)), margin, points);
  };
  for_each_near(chain, planar_bounds(b, motion_b), margin, at_segment, at_vertex);
}

}  // namespace perpend
