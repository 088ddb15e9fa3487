// The depth of an overlap against the least translation that takes two solids apart, found by their support functions
// alone: of polytopes from all normals of faces and all common normals of edges, which is exact, of round ones from a
// dense search over directions.
#include <boost/test/unit_test.hpp>

#include "tests/support/spatial_contact_samples.hpp"

namespace perpend::test::of_penetration_depth {

namespace {

using enum ShapeKind;

constexpr double infinite = std::numeric_limits<double>::infinity();
/// A point of a manifold about a normal within 0.2 rad of the way out may lie deeper by the cosine.
constexpr double deepest_share = 1.0 / 0.98;

/// Thin ones, long ones and those of one size: flat solids have many ways out that are nearly as short.
Shape any_solid(ShapeKind kind, Random& random) {
  constexpr std::array sizes{0.05, 0.3, 1.0};
  const auto size = [&] { return sizes[static_cast<std::size_t>(random.below(3))] * random.uniform(0.8, 1.2); };
  switch (kind) {
    case box: {
      const double x = size(), y = size();
      return solid(box, x, y, size());
    }
    case cylinder:
    case capsule: {
      const double length = size();
      return solid(kind, length, 0.5 * size());
    }
    case rod: {
      const double radius = random.uniform(0.02, 0.1);
      return solid(rod, random.uniform(0.3, 1.0), radius);
    }
    case hull: {
      std::vector<Vec3> points;
      const double x = size(), y = size();
      const Vec3 stretch(x, y, size());
      for (int i = 0; i < 10; ++i) points.push_back(stretch.cwiseProduct(random_vector(random, 0.5)));
      return hull_of(points);
    }
    default:
      return solid(kind, 0.5 * size());
  }
}

Vec3 farthest(const MovingSolid& body, const Vec3& n) {
  constexpr double h = 1e-6;
  Vec3 gradient;
  for (int i = 0; i < 3; ++i)
    gradient[i] = (reach(body, n + h * Vec3::Unit(i)) - reach(body, n - h * Vec3::Unit(i))) / (2.0 * h);
  return gradient;
}

struct Overlap {
  MovingSolid a, b;
};

/// b meets a in a random direction, half of them within a hundredth of the sizes, others up to their centres.
Overlap random_overlap(std::array<ShapeKind, 2> kinds, Random& random) {
  const Shape first = any_solid(kinds[0], random);
  const Vec3 turn = random_vector(random, 3.0);
  const Shape second = any_solid(kinds[1], random);
  Overlap made{place(first, Vec3::Zero(), turn), place(second, Vec3::Zero(), random_vector(random, 3.0))};
  const Vec3 n = random_vector(random, 1.0).normalized();
  const Vec3 touching = farthest(made.a, n) - farthest(made.b, -n);
  const double share = random.below(2) == 0 ? random.uniform(0.0, 0.01) : random.uniform(0.0, 1.0);
  made.b.start.position = (1.0 - share) * touching;
  return made;
}

void add_normals(const MovingSolid& body, std::vector<Vec3>& faces, std::vector<Vec3>& edges) {
  const Matrix3& rotation = body.start.rotation;
  if (body.shape.kind == box)
    for (int i = 0; i < 3; ++i) {
      faces.push_back(rotation.col(i));
      edges.push_back(rotation.col(i));
    }
  if (body.shape.kind == capsule || body.shape.kind == rod) edges.push_back(rotation.col(0));
  const std::vector<int>& corners = body.shape.faces;
  for (std::size_t at = 0; at < corners.size(); at += static_cast<std::size_t>(corners[at]) + 1) {
    const auto corner = [&](int i) {
      return body.shape.points[static_cast<std::size_t>(corners[at + 1 + static_cast<std::size_t>(i)])];
    };
    const int n = corners[at];
    faces.push_back(rotation * cross(Vec3(corner(1) - corner(0)), Vec3(corner(2) - corner(0))).normalized());
    for (int i = 0; i < n; ++i) edges.push_back(rotation * (corner((i + 1) % n) - corner(i)));
  }
}

struct WayOut {
  double separation = -infinite;
  Vec3 normal = Vec3::Zero();

  void offer(const Overlap& o, const Vec3& n) {
    if (const double s = perpend::test::separation(o.a, o.b, n); s > separation) *this = {s, n};
  }
};

/// Pre: they overlap, and so do their cores.
WayOut way_out_of_polytopes(const Overlap& o) {
  std::vector<Vec3> normals;
  std::array<std::vector<Vec3>, 2> edges;
  add_normals(o.a, normals, edges[0]);
  add_normals(o.b, normals, edges[1]);
  for (const Vec3& e : edges[0])
    for (const Vec3& f : edges[1])
      if (const Vec3 normal = cross(e, f); normal.norm() > 1e-9 * e.norm() * f.norm())
        normals.push_back(normal.normalized());
  WayOut best;
  for (const Vec3& n : normals)
    for (const double sign : {-1.0, 1.0}) best.offer(o, sign * n);
  return best;
}

/// By steps that shrink where none of them is better.
WayOut climbed(const Overlap& o, WayOut way, int most_rounds) {
  constexpr int directions = 7;
  double width = 0.03;
  for (int round = 0; round < most_rounds && width > 1e-9; ++round) {
    const Vec3 from = way.normal;
    const Vec3 u = unit_across(from);
    const Vec3 v = cross(from, u);
    const double before = way.separation;
    for (int k = 0; k < directions; ++k) {
      const double angle = round + k * 2.0 * std::numbers::pi / directions;
      way.offer(o, (from + width * (std::cos(angle) * u + std::sin(angle) * v)).normalized());
    }
    if (!(way.separation > before)) width *= 0.8;
  }
  return way;
}

/// From the best of many directions.
WayOut way_out_by_search(const Overlap& o) {
  constexpr int many = 2000;
  constexpr std::size_t starts = 8;
  std::vector<WayOut> found;
  for (int i = 0; i < many; ++i) {  // a spiral of equal areas
    const double z = 1.0 - (2.0 * i + 1.0) / many;
    const double angle = i * std::numbers::pi * (3.0 - std::sqrt(5.0));
    const double r = std::sqrt(1.0 - z * z);
    found.emplace_back().offer(o, Vec3(r * std::cos(angle), r * std::sin(angle), z));
  }
  std::partial_sort(found.begin(), found.begin() + starts, found.end(),
                    [](const WayOut& one, const WayOut& other) { return one.separation > other.separation; });
  WayOut best;
  for (std::size_t i = 0; i < starts; ++i) {
    const WayOut way = climbed(o, found[i], 100);
    best.offer(o, way.normal);
  }
  return climbed(o, best, 2000);
}

struct Tally {
  int overlaps = 0;
  int longer = 0;   ///< none of the points has the shortest way out
  int crooked = 0;  ///< none that has it has its normal
  int deeper = 0;   ///< some point lies deeper than the way out by more than the share
  double deepest = 0.0;
};

/// Pre: the second is a polytope, or the first a cylinder.
void count(const Overlap& o, Tally& tally) {
  const ShapeKind kind = o.a.shape.kind;
  const double radius = kind == capsule || kind == rod ? o.a.shape.extent.y() : 0.0;
  WayOut way;
  if (kind != cylinder) way = way_out_of_polytopes(o);
  // The nearest points of cores that are apart may be corners.
  const bool is_exact = way.separation < -radius && kind != cylinder;
  if (!is_exact) way = way_out_by_search(o);
  if (!(way.separation < 0.0)) return;
  ++tally.overlaps;
  const ContactPoints points = points_between(o.a, o.b, infinite);
  for (const ContactPoint& point : points)  // the search does not reach the top
    if (const double s = separation(o.a, o.b, point.normal); !is_exact && std::abs(s - point.gap) <= 1e-9)
      way.offer(o, point.normal);
  constexpr double tolerance = 1e-8;  // parts of a manifold that are as near by 1e-9 of the sizes stand for each other
  bool is_long = true;
  bool is_crooked = true;
  for (const ContactPoint& point : points) {
    if (!(std::abs(point.gap - way.separation) <= tolerance)) continue;
    is_long = false;
    // There may be several ways of that length; a part that is as near may lean within 0.2 rad.
    if (point.normal.dot(way.normal) >= 0.98 || separation(o.a, o.b, point.normal) >= way.separation - tolerance)
      is_crooked = false;
  }
  const double depth = -nearest_of(points).gap;
  tally.longer += is_long ? 1 : 0;
  tally.crooked += is_crooked ? 1 : 0;
  tally.deeper += depth > deepest_share * -way.separation + tolerance ? 1 : 0;
  tally.deepest = std::max(tally.deepest, depth / std::max(-way.separation, 1e-3));
}

void check(std::array<ShapeKind, 2> kinds, int samples) {
  Random random(17);
  Tally found;
  for (int i = 0; i < samples; ++i) count(random_overlap(kinds, random), found);
  BOOST_TEST_CONTEXT("kinds " << static_cast<int>(kinds[0]) << " and " << static_cast<int>(kinds[1]) << ", "
                              << found.overlaps << " overlaps, the deepest " << found.deepest << " of the way out") {
    BOOST_TEST(2 * found.overlaps > samples);
    BOOST_TEST(found.longer == 0);
    BOOST_TEST(found.deeper == 0);
    BOOST_TEST(found.crooked == 0);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(penetration_depth)

BOOST_AUTO_TEST_CASE(of_polytopes_is_the_shortest_way_out) {
  check({box, box}, 1000);
  check({box, hull}, 400);
  check({hull, hull}, 200);
}

BOOST_AUTO_TEST_CASE(of_round_lines_and_polytopes_is_the_shortest_way_out) {
  for (const ShapeKind line : {capsule, rod})
    for (const ShapeKind polytope : {box, hull}) check({line, polytope}, 400);
}

BOOST_AUTO_TEST_CASE(of_cylinders_and_polytopes_is_the_shortest_way_out) {
  check({cylinder, box}, 600);
  check({cylinder, hull}, 300);
}

// Where an edge of the box is a tangent of the rim, the direction across both has no length.
BOOST_AUTO_TEST_CASE(of_a_cylinder_on_a_box_of_its_width_is_how_far_it_is_sunk_in) {
  for (int i = 1; i <= 100; ++i) {
    const double radius = 0.01 * i, length = 0.5, sunk = 1e-6;
    const Vec3 at(0.1 + 0.5 * length - sunk, 0.0, 0.0);
    const ContactPoints points =
        points_between(place(solid(cylinder, length, radius), at),
                       place(solid(box, 0.2, 2.0 * radius, 2.0 * radius), Vec3::Zero()), infinite);
    BOOST_TEST_CONTEXT("radius " << radius) {
      BOOST_TEST(points.size() >= 4u);
      BOOST_TEST(std::abs(nearest_of(points).gap + sunk) < 1e-12);
      for (const ContactPoint& point : points) BOOST_TEST(std::abs(point.normal.norm() - 1.0) < 1e-12);
    }
  }
}

BOOST_AUTO_TEST_CASE(of_cylinders_and_what_is_round_is_the_shortest_way_out) {
  check({cylinder, capsule}, 300);
  check({cylinder, rod}, 300);
  check({cylinder, sphere}, 100);
  check({cylinder, cylinder}, 1000);
}

/// Boxes that lie on a floor and hang over its border, leaning and sunk in by as little or as much as bodies at rest:
/// where each is deepest changes with every step.
BOOST_AUTO_TEST_CASE(leaves_boxes_that_rest_all_corners_of_what_they_share) {
  Random random(29);
  const MovingSolid below = place(solid(box, 1.0, 1.0, 0.4), Vec3::Zero());
  for (int i = 0; i < 2000; ++i) {
    const double lean = std::pow(10.0, random.uniform(-9.0, -1.3));
    const double sunk = std::pow(10.0, random.uniform(-9.0, -2.0));
    const Vec3 turn(lean * random.uniform(-1.0, 1.0), lean * random.uniform(-1.0, 1.0), random.uniform(-0.3, 0.3));
    const Vec3 place_of = Vec3(i % 2 == 0 ? 0.0 : 0.45, i % 4 < 2 ? 0.0 : 0.45, 0.35 - sunk);
    const MovingSolid above = place(solid(box, 0.5, 0.4, 0.3), place_of, turn);
    BOOST_TEST_CONTEXT("lean " << lean << ", sunk " << sunk << ", sample " << i) {
      BOOST_TEST(points_between(below, above, infinite).size() == 4u);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_penetration_depth
