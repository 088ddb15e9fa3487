// Laws over every row of the table of planar pairs: a new pair is met without being told of it.
#include <boost/test/unit_test.hpp>

#include "tests/support/contact_samples.hpp"

namespace perpend::test::of_contact_pairs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double wide = 0.5;  // margin [m]

struct Sample {
  MovingShape a;
  MovingShape b;
};

/// Where the second body stands relative to the first, so that gaps are between `low` and `high`; walls face up.
Sample sample(const PlanarPairType& type, Random& random, double low, double high) {
  const bool wall = type.kinds[0] == ShapeKind::halfplane || type.kinds[0] == ShapeKind::chain;
  const Shape first = random_shape(type.kinds[0], random);
  const Vec2 position = random.point(0.5);
  const double tilt = random.uniform(-0.3, 0.3);
  const Shape second = random_shape(type.kinds[1], random);
  Sample made{place(first, position, tilt), place(second, Vec2::Zero(), random.uniform(-3.0, 3.0))};
  made.b.start.velocity = random.point(1.0);
  made.b.start.spin = random.uniform(-2.0, 2.0);
  if (!wall) made.a = place(made.a.shape, made.a.start.position, random.uniform(-3.0, 3.0));
  made.a.start.velocity = random.point(1.0);
  made.a.start.spin = random.uniform(-2.0, 2.0);
  const double angle = wall ? random.uniform(1.3, 1.8) : random.uniform(-3.1, 3.1);
  const Vec2 away(std::cos(angle), std::sin(angle));
  const double wanted = random.uniform(low, high);
  // Bisection on the distance: apart at 10, and the gap falls on the way in to where the centres are close; inside a
  // circle it falls on the way out.
  const bool is_inside = type.kinds[0] == ShapeKind::arc;
  double near = 0.0;
  double far = 10.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (near + far) / 2.0;
    made.b.start.position = made.a.start.position + middle * away;
    const double gap = least_gap(points_between(made.a, made.b, std::numeric_limits<double>::infinity()));
    ((gap > wanted) != is_inside ? far : near) = middle;
  }
  return made;
}

std::string name_of(const PlanarPairType& type, int index) {
  return "pair of kinds " + std::to_string(static_cast<int>(type.kinds[0])) + " and " +
         std::to_string(static_cast<int>(type.kinds[1])) + ", sample " + std::to_string(index);
}

bool is_thin(ShapeKind kind) {
  return kind == ShapeKind::rod || kind == ShapeKind::point;
}

/// Calls `check` with samples of every pair. Between two outlines without thickness there is no depth to choose.
template <class Check>
void for_each_sample(int count, double low, double high, const Check& check) {
  std::uint64_t seed = 1;
  for (const PlanarPairType& type : planar_pair_types()) {
    Random random(seed++);
    for (int i = 0; i < count; ++i) {
      const bool thin = is_thin(type.kinds[0]) && is_thin(type.kinds[1]);
      const Sample made = sample(type, random, thin ? std::max(low, 0.01) : low, thin ? std::max(high, 0.01) : high);
      BOOST_TEST_CONTEXT(name_of(type, i)) {
        check(type, made);
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planar_contact_pairs)

BOOST_AUTO_TEST_CASE(each_pair_of_kinds_has_one_row) {
  const auto rows = planar_pair_types();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      const bool same = rows[i].kinds == rows[j].kinds;
      const bool swapped = rows[i].kinds[0] == rows[j].kinds[1] && rows[i].kinds[1] == rows[j].kinds[0];
      BOOST_TEST(!(same || swapped));
    }
}

BOOST_AUTO_TEST_CASE(normals_are_unit_and_witnesses_lie_a_gap_apart_along_them) {
  for_each_sample(40, -0.2, wide, [](const PlanarPairType&, const Sample& s) {
    for (const ContactPoint& point : points_between(s.a, s.b, wide)) {
      BOOST_TEST(std::abs(point.normal.norm() - 1.0) <= 4.0 * eps);
      // Witnesses are sums of positions of size below 16.
      const Vec3 off = point.witness[1] - point.witness[0] - point.gap * point.normal;
      BOOST_TEST(off.norm() <= 16.0 * 16.0 * eps);
      BOOST_TEST(point.gap <= wide);
    }
  });
}

/// Central differences at h and 2 h: their distance is three times the error of truncation of the finer one.
BOOST_AUTO_TEST_CASE(rates_and_convective_terms_are_the_derivatives_of_the_gap) {
  constexpr double h = 1e-3;
  long tested = 0;
  long left_out = 0;
  for_each_sample(60, -0.2, wide, [&](const PlanarPairType&, const Sample& s) {
    for (const ContactPoint& point : points_between(s.a, s.b, wide)) {
      std::array<double, 5> g{};
      bool everywhere = true;
      for (int k = -2; k <= 2; ++k) {
        const auto moved = with_feature(points_between(s.a, s.b, wide + 1.0, k * h), point.feature);
        everywhere = everywhere && moved.has_value();
        if (moved) g[k + 2] = moved->gap;
      }
      if (!everywhere) {
        ++left_out;
        continue;
      }
      ++tested;
      // Each gap is rounded by a few ulps of positions below 16.
      const double noise = 8.0 * 16.0 * eps;
      const double rate = (g[3] - g[1]) / (2.0 * h);
      const double rate_coarse = (g[4] - g[0]) / (4.0 * h);
      BOOST_TEST(std::abs(normal_rate(s.a, s.b, point) - rate) <= std::abs(rate_coarse - rate) + noise / h);
      const double second = (g[3] - 2.0 * g[2] + g[1]) / (h * h);
      const double second_coarse = (g[4] - 2.0 * g[2] + g[0]) / (4.0 * h * h);
      BOOST_TEST(std::abs(point.convective - second) <= std::abs(second_coarse - second) + 4.0 * noise / (h * h));
    }
  });
  BOOST_TEST(tested > 40L * static_cast<long>(planar_pair_types().size()));
  BOOST_TEST(left_out * 20 < tested);
}

BOOST_AUTO_TEST_CASE(the_least_gap_of_bodies_that_lie_apart_is_the_distance_of_their_outlines) {
  constexpr int arc = 256;
  for_each_sample(15, 0.02, wide, [&](const PlanarPairType&, const Sample& s) {
    // An arc of radius below 8 (flat sides of ellipses) stands 8 (1 - cos(pi / arc)) over its chord.
    const double sagitta = 2.0 * 8.0 * 0.5 * std::pow(std::numbers::pi / arc, 2);
    const double measured = distance(outline(s.a.shape, s.a.start, arc), outline(s.b.shape, s.b.start, arc));
    const double least = least_gap(points_between(s.a, s.b, std::numeric_limits<double>::infinity()));
    BOOST_TEST(least <= measured + 64.0 * eps);
    BOOST_TEST(least >= measured - sagitta);
  });
}

/// Else bodies would fall through each other.
BOOST_AUTO_TEST_CASE(bodies_whose_outlines_cross_are_in_contact) {
  constexpr int arc = 64;
  Random shifts(5);
  long crossing = 0;
  for_each_sample(150, -0.2, 0.2, [&](const PlanarPairType&, Sample s) {
    s.b.start.position += shifts.point(0.3);
    if (!outlines_cross(outline(s.a.shape, s.a.start, arc), outline(s.b.shape, s.b.start, arc))) return;
    ++crossing;
    BOOST_TEST(!points_between(s.a, s.b, 0.0).empty());
  });
  BOOST_TEST(crossing > 50L * static_cast<long>(planar_pair_types().size()));
}

/// A rod that the tip of a hill or of a spike has come through by ever so little.
BOOST_AUTO_TEST_CASE(what_lies_on_a_tip_is_held_by_it) {
  const auto gap = [](const Vec2& left, const Vec2& right, const Vec2& at, double angle) {
    const MovingShape hill = place(chain_of({left, Vec2::Zero(), right}), Vec2::Zero(), 0.0);
    return least_gap(points_between(hill, place(planar_shape(ShapeKind::rod, 2.0), at, angle), 0.0));
  };
  for (const double depth : {0.0, 1e-17, 1e-12, 1e-6, 0.1}) {
    BOOST_TEST(gap(Vec2(-4, -1), Vec2(4, -2), Vec2(0.3, -depth), 0.0) == -depth);
    BOOST_TEST(gap(Vec2(-4, -8), Vec2(4, -12), Vec2(0.3, -depth), 0.0) == -depth);
  }
}

/// A chain is solid behind every segment; behind one on the far side of an island there is free space again. Round
/// bodies are sampled by inscribed chords, so that polylines are farther apart than the outlines: by the sagitta
/// r (1 - cos(pi / arc)) for a circle, and for an ellipse, a flattened circle, by no more than that of its longer
/// semi-axis.
BOOST_AUTO_TEST_CASE(bodies_that_lie_apart_from_an_island_are_not_in_contact) {
  constexpr int arc = 256;
  constexpr double largest_radius = 2.0;  // of random_shape
  const double sagitta = largest_radius * (1.0 - std::cos(std::numbers::pi / arc));
  constexpr double rounding = 1024.0 * eps;  // of coordinates up to 4, over a dozen operations
  Random random(9);
  long apart = 0;
  for (const PlanarPairType& type : planar_pair_types()) {
    if (type.kinds[0] != ShapeKind::chain) continue;
    for (int i = 0; i < 200; ++i) {
      std::vector<Vec2> coast = random_convex(random);
      std::reverse(coast.begin(), coast.end());
      coast.push_back(Vec2(coast.front()));
      const MovingShape island = place(chain_of(coast), Vec2::Zero(), 0.3);
      const Shape shape = random_shape(type.kinds[1], random);
      const Vec2 position = random.point(2.5);
      const MovingShape body = place(shape, position, random.uniform(-3.0, 3.0));
      const std::vector<Vec2> a = outline(island.shape, island.start, arc), b = outline(shape, body.start, arc);
      if (outlines_cross(a, b) || is_inside(a, b.front()) || is_inside(b, a.front())) continue;
      ++apart;
      BOOST_TEST_CONTEXT(name_of(type, i)) {
        BOOST_TEST(least_gap(points_between(island, body, 10.0)) >= distance(a, b) - sagitta - rounding);
      }
    }
  }
  BOOST_TEST(apart > 500);
}

BOOST_AUTO_TEST_CASE(the_depth_of_convex_bodies_is_the_shortest_way_out) {
  for_each_sample(20, -0.3, -0.05, [&](const PlanarPairType& type, const Sample& s) {
    const bool is_convex = type.kinds[0] != ShapeKind::chain && type.kinds[0] != ShapeKind::arc;
    if (!is_convex || is_thin(type.kinds[0]) || is_thin(type.kinds[1])) return;
    const ContactPoints points = points_between(s.a, s.b, 0.0);
    BOOST_TEST_REQUIRE(!points.empty());
    const double depth = -least_gap(points);
    const auto gap_after = [&](const Vec2& shift) {
      Sample moved = s;
      moved.b.start.position += shift;
      return least_gap(points_between(moved.a, moved.b, std::numeric_limits<double>::infinity()));
    };
    for (const ContactPoint& point : points) {
      if (point.gap > -depth) continue;
      const Vec2 n(point.normal.x(), point.normal.y());
      BOOST_TEST(std::abs(gap_after(depth * n)) <= 1024.0 * eps);
    }
    if (type.kinds[0] == ShapeKind::halfplane) return;
    for (int i = 0; i < 32; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / 32;
      BOOST_TEST(gap_after(0.999 * depth * Vec2(std::cos(angle), std::sin(angle))) < 0.0);
    }
  });
}

BOOST_AUTO_TEST_CASE(contacts_do_not_depend_on_which_body_is_named_first) {
  for_each_sample(30, -0.2, wide, [](const PlanarPairType&, const Sample& s) {
    const ContactPoints points = points_between(s.a, s.b, wide);
    const ContactPoints swapped = points_between(s.b, s.a, wide);
    BOOST_TEST_REQUIRE(points.size() == swapped.size());
    for (const ContactPoint& point : points) {
      double closest = std::numeric_limits<double>::infinity();
      for (const ContactPoint& other : swapped)
        closest = std::min(closest, (other.normal + point.normal).norm() + std::abs(other.gap - point.gap) +
                                        (other.witness[1] - point.witness[0]).norm() +
                                        std::abs(other.convective - point.convective));
      BOOST_TEST(closest <= 1e5 * eps);
    }
  });
}

BOOST_AUTO_TEST_CASE(contacts_move_and_turn_with_the_world) {
  for_each_sample(30, -0.2, wide, [](const PlanarPairType&, const Sample& s) {
    const double angle = 0.7;
    const Vec2 shift(1.5, -2.0);
    const BodyMotion<double> turn = place({}, Vec2::Zero(), angle).start;
    const auto moved = [&](const MovingShape& shape) {
      return place(shape.shape, rotate(turn, shape.start.position) + shift, shape.start.angle + angle,
                   rotate(turn, shape.start.velocity), shape.start.spin);
    };
    const ContactPoints before = points_between(s.a, s.b, wide);
    const ContactPoints after = points_between(moved(s.a), moved(s.b), wide);
    BOOST_TEST_REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      BOOST_TEST(before[i].feature == after[i].feature);
      BOOST_TEST(std::abs(before[i].gap - after[i].gap) <= 256.0 * eps);
      const Vec2 n = rotate(turn, Vec2(before[i].normal.x(), before[i].normal.y()));
      BOOST_TEST((n - Vec2(after[i].normal.x(), after[i].normal.y())).norm() <= 1e5 * eps);
    }
  });
}

BOOST_AUTO_TEST_CASE(no_two_points_of_a_pair_have_one_feature) {
  for_each_sample(100, -0.4, wide, [](const PlanarPairType&, const Sample& s) {
    const ContactPoints points = points_between(s.a, s.b, wide);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) BOOST_TEST(points[i].feature != points[j].feature);
  });
}

BOOST_AUTO_TEST_CASE(features_stay_when_bodies_move_a_little) {
  long same = 0;
  long changed = 0;
  for_each_sample(60, -0.05, wide, [&](const PlanarPairType&, const Sample& s) {
    const ContactPoints later = points_between(s.a, s.b, wide + 0.1, 1e-6);
    for (const ContactPoint& point : points_between(s.a, s.b, wide))
      ++(with_feature(later, point.feature) ? same : changed);
  });
  BOOST_TEST(changed * 1000 < same);
}

BOOST_AUTO_TEST_CASE(a_point_is_found_exactly_when_its_gap_is_within_the_margin) {
  for_each_sample(30, -0.2, wide, [](const PlanarPairType& type, const Sample& s) {
    // Beyond a concave corner a chain counts farther segments in for a wider margin.
    if (type.kinds[0] == ShapeKind::chain) return;
    const ContactPoints all = points_between(s.a, s.b, std::numeric_limits<double>::infinity());
    for (const double margin : {-0.1, 0.0, 0.2}) {
      std::size_t within = 0;
      for (const ContactPoint& point : all) within += point.gap <= margin ? 1 : 0;
      BOOST_TEST(points_between(s.a, s.b, margin).size() == within);
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_pairs
