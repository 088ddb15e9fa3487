// Laws over every row of the table of pairs in space: a new pair is met without being told of it.
#include <boost/test/unit_test.hpp>

#include "kernel/contacts/spatial/round_solid.hpp"
#include "tests/support/spatial_contact_samples.hpp"

namespace perpend::test::of_spatial_contact_pairs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double wide = 0.5;  // margin [m]

struct Sample {
  MovingSolid a;
  MovingSolid b;
};

bool is_wall(const SpatialPairType& type) {
  return type.kinds[0] == ShapeKind::halfspace;
}

/// The second body is inside of the first.
bool is_bowl(const SpatialPairType& type) {
  return type.kinds[0] == ShapeKind::bowl;
}

bool is_round(ShapeKind kind) {
  return kind == ShapeKind::cylinder || kind == ShapeKind::ellipsoid;
}

/// Found by an iteration instead of a formula.
bool is_iterated(const SpatialPairType& type) {
  return !is_wall(type) && (is_round(type.kinds[0]) || is_round(type.kinds[1]));
}

/// Error of normals and places of witnesses: rounding by conditioning; the root of rounding for places along a side or
/// on an end of a cylinder, which an iteration finds and its direction does not tell.
double direction_error(const SpatialPairType& type) {
  const bool has_cylinder = type.kinds[0] == ShapeKind::cylinder || type.kinds[1] == ShapeKind::cylinder;
  return has_cylinder && !is_wall(type) ? 1e-7 : 1e-9;
}

/// Where the second body stands relative to the first, so that the least gap is between `low` and `high`.
Sample sample(const SpatialPairType& type, Random& random, double low, double high) {
  const Shape first = random_solid(type.kinds[0], random);
  const Vec3 position = random_vector(random, 0.5), turn = random_vector(random, 2.0);
  const Shape second = random_solid(type.kinds[1], random);
  Sample made{place(first, position, turn), place(second, Vec3::Zero(), random_vector(random, 2.0))};
  for (MovingSolid* body : {&made.a, &made.b}) {
    body->start.velocity = random_vector(random, 1.0);
    body->start.spin = random_vector(random, 2.0);
  }
  const Vec3 away = is_wall(type) ? Vec3(made.a.start.rotation.col(2)) : random_vector(random, 1.0).normalized();
  const double wanted = random.uniform(low, high);
  // Bisection on the distance: apart at 10, and the gap falls on the way in to where the centres are close, in a bowl
  // on the way out.
  double near = 0.0;
  double far = 10.0;
  for (int i = 0; i < 30; ++i) {
    const double middle = (near + far) / 2.0;
    made.b.start.position = made.a.start.position + middle * away;
    ((nearest_of(points_between(made.a, made.b, infinite)).gap > wanted) != is_bowl(type) ? far : near) = middle;
  }
  return made;
}

std::string name_of(const SpatialPairType& type, int index) {
  return "pair of kinds " + std::to_string(static_cast<int>(type.kinds[0])) + " and " +
         std::to_string(static_cast<int>(type.kinds[1])) + ", sample " + std::to_string(index);
}

template <class Check>
void for_each_sample(int count, double low, double high, const Check& check) {
  std::uint64_t seed = 1;
  for (const SpatialPairType& type : spatial_pair_types()) {
    Random random(seed++);
    for (int i = 0; i < count; ++i) {
      const Sample made = sample(type, random, low, high);
      BOOST_TEST_CONTEXT(name_of(type, i)) {
        check(type, made);
      }
    }
  }
}

/// Places of a cylinder that are chosen anew at each position: of the point of the material at one, the row is exact.
bool is_chosen_anew(const SpatialPairType& type, int feature) {
  const bool has_cylinder = type.kinds[0] == ShapeKind::cylinder || type.kinds[1] == ShapeKind::cylinder;
  if (!has_cylinder) return false;
  const int of_rim = (feature & 0xfff) % num_rim_points;  // the lowest is 0, and those from 4 on are fixed in the body
  const bool is_rim =
      is_wall(type) ? of_rim > 0 && of_rim < 4 : feature >> 24 != static_cast<int>(SpatialFeature::smooth);
  return is_rim;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_contact_pairs)

BOOST_AUTO_TEST_CASE(each_pair_of_kinds_has_one_row) {
  const auto rows = spatial_pair_types();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      const bool same = rows[i].kinds == rows[j].kinds;
      const bool swapped = rows[i].kinds[0] == rows[j].kinds[1] && rows[i].kinds[1] == rows[j].kinds[0];
      BOOST_TEST(!(same || swapped));
    }
}

BOOST_AUTO_TEST_CASE(every_two_kinds_of_solids_can_touch_but_points_and_walls_among_themselves) {
  using enum ShapeKind;
  const std::array kinds{point, sphere, rod, capsule, box, cylinder, ellipsoid, hull, halfspace};
  for (const ShapeKind first : kinds)
    for (const ShapeKind second : kinds) {
      if (first == second && (first == point || first == halfspace)) continue;
      const auto rows = spatial_pair_types();
      BOOST_TEST(std::any_of(rows.begin(), rows.end(), [&](const SpatialPairType& row) {
        return (row.kinds[0] == first && row.kinds[1] == second) || (row.kinds[0] == second && row.kinds[1] == first);
      }));
    }
}

BOOST_AUTO_TEST_CASE(normals_are_unit_and_witnesses_lie_a_gap_apart_along_them_and_features_differ) {
  for_each_sample(10, -0.1, wide, [](const SpatialPairType&, const Sample& s) {
    const ContactPoints points = points_between(s.a, s.b, wide);
    for (const ContactPoint& point : points) {
      BOOST_TEST(std::abs(point.normal.norm() - 1.0) <= 8.0 * eps);
      // Witnesses are sums of positions of size below 16; a hull's edges may cross at an angle of 0.01.
      const Vec3 off = point.witness[1] - point.witness[0] - point.gap * point.normal;
      BOOST_TEST(off.norm() <= 1e4 * 16.0 * eps);
      BOOST_TEST(point.gap <= wide);
      BOOST_TEST(std::isfinite(point.convective));
      BOOST_TEST(std::count_if(points.begin(), points.end(),
                               [&](const ContactPoint& other) { return other.feature == point.feature; }) == 1);
    }
  });
}

/// A direction that separates by the gap bounds the distance from below; two points of the solids that far apart bound
/// it from above.
BOOST_AUTO_TEST_CASE(the_least_gap_of_bodies_that_lie_apart_is_their_distance) {
  Random directions(6);
  for_each_sample(10, 0.02, wide, [&](const SpatialPairType& type, const Sample& s) {
    const ContactPoint nearest = nearest_of(points_between(s.a, s.b, infinite));
    BOOST_TEST(separation(s.a, s.b, nearest.normal) >= nearest.gap - 1e-9);
    for (int side = 0; side < 2; ++side)
      BOOST_TEST(excess(side == 0 ? s.a : s.b, nearest.witness[side]) <= direction_error(type));
    // Seen from inside, no direction leaves less room.
    for (int i = 0; i < 100 && is_bowl(type); ++i)
      BOOST_TEST(separation(s.a, s.b, random_vector(directions, 1.0).normalized()) >= nearest.gap - 1e-9);
  });
}

/// Where a good part of them is inside, other points may lie deeper.
BOOST_AUTO_TEST_CASE(one_gap_of_bodies_in_each_other_is_the_shortest_way_out) {
  Random directions(7);
  for_each_sample(10, -0.1, -0.01, [&](const SpatialPairType& type, const Sample& s) {
    if ((is_wall(type) || is_bowl(type)) && type.kinds[1] == ShapeKind::point) return;  // no size to be inside with
    const ContactPoints points = points_between(s.a, s.b, infinite);
    // Each corner outside of a bowl has a way in of its own; the deepest is the last to be inside.
    double way = is_bowl(type) ? infinite : -infinite;
    for (const ContactPoint& point : points)
      if (std::abs(separation(s.a, s.b, point.normal) - point.gap) <= 1e-9)
        way = is_bowl(type) ? std::min(way, point.gap) : std::max(way, point.gap);
    BOOST_TEST(way < 0.0);
    BOOST_TEST(std::isfinite(way));
    if (is_wall(type) || is_bowl(type)) return;
    for (int i = 0; i < 100; ++i)
      BOOST_TEST(separation(s.a, s.b, random_vector(directions, 1.0).normalized()) <= way + 1e-9);
  });
}

/// Central differences at h and 2 h: their distance is three times the error of truncation of the finer one.
BOOST_AUTO_TEST_CASE(rates_and_convective_terms_are_the_derivatives_of_the_gap) {
  constexpr double h = 1e-3;
  long tested = 0;
  long left_out = 0;
  for_each_sample(15, -0.1, wide, [&](const SpatialPairType& type, const Sample& s) {
    for (const ContactPoint& point : points_between(s.a, s.b, wide)) {
      if (is_chosen_anew(type, point.feature)) continue;
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
      // Rates of a witness that is off: spins below 4.
      BOOST_TEST(std::abs(normal_rate(s.a, s.b, point) - rate) <=
                 std::abs(rate_coarse - rate) + noise / h + 4.0 * direction_error(type));
      // For pairs found by iteration it is a second difference itself, of gaps of size 1 at a step of 1e-5.
      const double second = (g[3] - 2.0 * g[2] + g[1]) / (h * h);
      const double second_coarse = (g[4] - 2.0 * g[2] + g[0]) / (4.0 * h * h);
      BOOST_TEST(std::abs(point.convective - second) <=
                 std::abs(second_coarse - second) + 4.0 * noise / (h * h) + (is_iterated(type) ? 1e-5 : 0.0));
    }
  });
  BOOST_TEST(tested > 10L * static_cast<long>(spatial_pair_types().size()));
  BOOST_TEST(left_out * 10 < tested);
}

BOOST_AUTO_TEST_CASE(contacts_do_not_depend_on_which_body_is_named_first) {
  for_each_sample(8, -0.1, wide, [](const SpatialPairType& type, const Sample& s) {
    const ContactPoints points = points_between(s.a, s.b, wide);
    const ContactPoints swapped = points_between(s.b, s.a, wide);
    BOOST_TEST_REQUIRE(points.size() == swapped.size());
    for (const ContactPoint& point : points) {
      double closest = infinite;
      for (const ContactPoint& other : swapped)
        closest = std::min(closest, (other.normal + point.normal).norm() + std::abs(other.gap - point.gap) +
                                        (other.witness[1] - point.witness[0]).norm());
      BOOST_TEST(closest <= 10.0 * direction_error(type));
    }
  });
}

BOOST_AUTO_TEST_CASE(contacts_move_and_turn_with_the_world) {
  const Matrix3 turn = rotation_matrix(quaternion_exponential<double>(Vec3(0.7, -0.4, 1.1)));
  const Vec3 shift(1.5, -2.0, 0.5);
  const auto moved = [&](const MovingSolid& body) {
    MovingSolid result = body;
    result.start.position = turn * body.start.position + shift;
    result.start.rotation = turn * body.start.rotation;
    result.start.velocity = turn * body.start.velocity;
    result.start.spin = turn * body.start.spin;
    return result;
  };
  for_each_sample(8, -0.1, wide, [&](const SpatialPairType& type, const Sample& s) {
    const ContactPoints before = points_between(s.a, s.b, wide);
    const ContactPoints after = points_between(moved(s.a), moved(s.b), wide);
    BOOST_TEST_REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      BOOST_TEST(before[i].feature == after[i].feature);
      BOOST_TEST(std::abs(before[i].gap - after[i].gap) <= 1e-12);
      BOOST_TEST((turn * before[i].normal - after[i].normal).norm() <= direction_error(type));
      BOOST_TEST((turn * before[i].witness[0] + shift - after[i].witness[0]).norm() <= 10.0 * direction_error(type));
    }
  });
}

BOOST_AUTO_TEST_CASE(features_stay_when_bodies_move_a_little) {
  long same = 0;
  long changed = 0;
  for_each_sample(8, -0.05, wide, [&](const SpatialPairType&, const Sample& s) {
    const ContactPoints later = points_between(s.a, s.b, wide + 0.1, 1e-6);
    for (const ContactPoint& point : points_between(s.a, s.b, wide))
      ++(with_feature(later, point.feature) ? same : changed);
  });
  BOOST_TEST(changed * 200 < same);
}

BOOST_AUTO_TEST_CASE(a_point_is_found_exactly_when_its_gap_is_within_the_margin) {
  for_each_sample(8, -0.1, wide, [](const SpatialPairType&, const Sample& s) {
    const ContactPoints all = points_between(s.a, s.b, infinite);
    for (const double margin : {-0.05, 0.0, 0.2}) {
      std::size_t within = 0;
      for (const ContactPoint& point : all) within += point.gap <= margin ? 1 : 0;
      BOOST_TEST(points_between(s.a, s.b, margin).size() == within);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_sphere_of_a_bowl_touches_within_its_opening_alone) {
  const Shape bowl = solid(ShapeKind::bowl, 2.0, 0.5);
  const MovingSolid ball = place(solid(ShapeKind::sphere, 0.3), Vec3::Zero());
  for (const double angle : {0.0, 0.4, 0.49, 0.51, 1.5, 3.1}) {
    MovingSolid moved = ball;
    moved.start.position = 1.5 * Vec3(std::sin(angle), 0.0, -std::cos(angle));
    // Beyond it the rim is farther away.
    const auto touches_sphere = [&](const MovingSolid& placed) {
      const ContactPoints points = points_between(placed, moved, infinite);
      BOOST_TEST_REQUIRE(points.size() == 1U);
      BOOST_TEST(points[0].gap > 0.2 - 4.0 * eps);
      return std::abs(points[0].gap - 0.2) <= 4.0 * eps;
    };
    BOOST_TEST(touches_sphere(place(bowl, Vec3::Zero())) == (angle < 0.5));
    // Turned about y by 0.5 rad, its lowest point goes where the ball of that angle is.
    BOOST_TEST(touches_sphere(place(bowl, Vec3::Zero(), Vec3(0.0, -0.5, 0.0))) == (angle < 1.0));
  }
}

BOOST_AUTO_TEST_CASE(bodies_with_the_same_centre_and_axes_give_finite_contacts) {
  for (const SpatialPairType& type : spatial_pair_types()) {
    Random random(3);
    const MovingSolid a = place(random_solid(type.kinds[0], random), Vec3::Zero());
    const MovingSolid b = place(random_solid(type.kinds[1], random), Vec3::Zero());
    BOOST_TEST_CONTEXT(name_of(type, 0)) {
      for (const ContactPoint& point : points_between(a, b, infinite)) {
        BOOST_TEST(point.normal.allFinite());
        BOOST_TEST(std::abs(point.normal.norm() - 1.0) <= 8.0 * eps);
        BOOST_TEST((point.witness[0].allFinite() && point.witness[1].allFinite()));
        BOOST_TEST((std::isfinite(point.gap) && std::isfinite(point.convective)));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_contact_pairs
