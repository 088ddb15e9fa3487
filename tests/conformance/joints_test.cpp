// Laws that every registered joint obeys, in every pairing of rigid bodies, particles, fixed bodies and the world that
// it allows.
#include <boost/test/unit_test.hpp>
#include <functional>

#include "kernel/dynamics/body_motion.hpp"
#include "tests/support/random.hpp"
#include "tests/support/schema_values.hpp"
#include "verification/motion/trajectory.hpp"

namespace perpend::test::of_joints {

namespace {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// A joint between two bodies at random poses; phi = 0 there when the joint takes one point for both.
struct Sample {
  Model model;
  Joint joint;
  RealVector q;  // a configuration far from the one that the joint was made in
  RealVector v;
};

Body random_body(Random& random, BodyKind kind) {
  Body body;
  body.kind = kind;
  body.mass = random.uniform(0.5, 2.0);
  body.inertia = random.uniform(0.5, 2.0);
  body.position = random.point(1.0);
  body.angle = random.uniform(-3.0, 3.0);
  return body;
}

RealVector random_reals(Random& random, int n, double size) {
  return random.vector(n, size).cast<Real>();
}

Sample make_sample(const JointType& type, BodyKind first, BodyKind second, bool first_is_world, bool has_own_carrier,
                   std::uint64_t seed) {
  Random random(seed);
  Sample sample;
  sample.model.bodies = {random_body(random, first), random_body(random, second)};
  number_unknowns(sample.model);
  const Properties values = random_values(type.spec.properties, random);
  for (int side = 0; side < 2; ++side) {
    Body& body = sample.model.bodies[side];
    const Vec2 common = values.get_or("at", body.position);
    if (body.kind == BodyKind::particle) body.position = values.get_or(side == 0 ? "at_first" : "at_second", common);
  }
  if (has_own_carrier) sample.model.bodies.push_back(random_body(random, BodyKind::rigid));
  number_unknowns(sample.model);
  const JointSite site{{first_is_world ? nullptr : &sample.model.bodies[0], &sample.model.bodies[1]},
                       nullptr,
                       has_own_carrier ? &sample.model.bodies[2] : nullptr};
  auto made = type.make(values, site);
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  sample.joint = std::get<Joint>(made);
  sample.joint.type = &type;
  sample.joint.body = {first_is_world ? world_body : 0, 1};
  sample.joint.carrier = has_own_carrier ? 2 : world_body;
  sample.q = random_reals(random, sample.model.num_velocities, 2.0);
  sample.v = random_reals(random, sample.model.num_velocities, 2.0);
  return sample;
}

template <class Scalar, class Vector>
std::array<BodyMotion<Scalar>, num_sides> motions(const Sample& sample, const Vector& q, const Vector& v) {
  std::array<BodyMotion<Scalar>, num_sides> result;
  for (int side = 0; side < num_sides; ++side)
    if (const int index = bodies_of(sample.joint)[side]; index != world_body)
      result[side] = body_motion<Scalar>(sample.model.bodies[index], q, v);
  return result;
}

JointRows<Real> rows_at(const Sample& sample, const RealVector& q, const RealVector& v) {
  JointRows<Real> rows;
  sample.joint.type->evaluate_extended(sample.joint, motions<Real>(sample, q, v), Real(0), rows);
  return rows;
}

/// Row i of J as a vector over all coordinates.
RealVector jacobian_row(const Sample& sample, const JointRows<Real>& rows, int i) {
  RealVector row = RealVector::Zero(sample.q.size());
  for (int side = 0; side < num_sides; ++side) {
    const int index = bodies_of(sample.joint)[side];
    if (index == world_body) continue;
    const Body& body = sample.model.bodies[index];
    for (int j = 0; j < body.dof; ++j) row[body.offset + j] += rows.jacobian[side][i][j];
  }
  return row;
}

/// Gears and racks count angles and travels against their carrier, which takes part.
bool is_carried_by_the_world(const Sample& sample) {
  return has_carrier(*sample.joint.type) && sample.joint.carrier == world_body;
}

/// Runs the check on every joint and pairing, several seeds each.
void for_each_sample(const std::function<void(const Sample&, std::uint64_t)>& check) {
  using enum BodyKind;
  for (const JointType& type : joint_types())
    for (BodyKind first : {rigid, particle, fixed})
      for (BodyKind second : {rigid, particle, fixed})
        for (int variant = 0; variant < (has_carrier(type) ? 4 : 2); ++variant) {
          const bool world = variant % 2 == 1;
          const bool own_carrier = variant >= 2;
          if (type.needs_angles && (first == particle || second == particle)) continue;
          if (first != rigid && world) continue;
          const bool needs_first_angle = type.spec.name == "point_on_line" || type.spec.name == "rack_and_pinion";
          if (needs_first_angle && first == particle) continue;  // refused: see below
          for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            BOOST_TEST_INFO_SCOPE(type.spec.name << " bodies " << static_cast<int>(first) << " "
                                                 << static_cast<int>(second) << " world " << world << " carrier "
                                                 << own_carrier << " seed " << seed);
            check(make_sample(type, first, second, world, own_carrier, seed), seed);
          }
        }
}

// Central differences in 64-bit significands: step h = cbrt(u) = 3.8e-7, truncation h^2/6 |f'''|, rounding 2 u |f|/h.
// Positions, arms and velocities here are below 10 and distances above 1e-2 (a direction d/|d| has third derivatives
// below 1/|d|^2 times that).
const Real step = std::cbrt(std::numeric_limits<Real>::epsilon());
constexpr Real third_derivative = 1e5L;
const Real difference_bound = step * step * third_derivative + 100.0L * std::numeric_limits<Real>::epsilon() / step;

}  // namespace

BOOST_AUTO_TEST_SUITE(joints)

BOOST_AUTO_TEST_CASE(j_is_the_derivative_of_phi) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    const JointRows<Real> rows = rows_at(sample, sample.q, sample.v);
    for (Eigen::Index k = 0; k < sample.q.size(); ++k) {
      const RealVector shift = step * RealVector::Unit(sample.q.size(), k);
      const JointRows<Real> ahead = rows_at(sample, sample.q + shift, sample.v);
      const JointRows<Real> behind = rows_at(sample, sample.q - shift, sample.v);
      for (int i = 0; i < sample.joint.type->num_rows; ++i) {
        const Real difference = (ahead.phi[i] - behind.phi[i]) / (2.0L * step);
        BOOST_TEST(std::abs(jacobian_row(sample, rows, i)[k] - difference) < difference_bound);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(jdot_v_is_the_derivative_of_j_v_along_the_motion) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    const JointRows<Real> rows = rows_at(sample, sample.q, sample.v);
    const RealVector q_ahead = sample.q + step * sample.v;
    const RealVector q_behind = sample.q - step * sample.v;
    const JointRows<Real> ahead = rows_at(sample, q_ahead, sample.v);
    const JointRows<Real> behind = rows_at(sample, q_behind, sample.v);
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      const Real difference =
          (jacobian_row(sample, ahead, i) - jacobian_row(sample, behind, i)).dot(sample.v) / (2.0L * step);
      // Speeds of 3 enter with their third power.
      BOOST_TEST(std::abs(rows.jdot_v[i] - difference) < 30.0L * difference_bound);
      BOOST_TEST(rows.phi_t[i] == 0.0L);  // no registered joint moves by itself
    }
  });
}

BOOST_AUTO_TEST_CASE(phi_is_zero_in_the_pose_that_the_joint_was_made_in) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    const State start = initial_state(sample.model);
    JointRows<double> rows;
    sample.joint.type->evaluate(sample.joint, motions<double>(sample, start.q, start.v), 0.0, rows);
    // Positions and arms below 4: forward and back through one rotation costs ten roundings of each.
    for (int i = 0; i < sample.joint.type->num_rows; ++i) BOOST_TEST(std::abs(rows.phi[i]) < 40.0 * 0x1p-53);
  });
}

BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    const VectorX q = sample.q.cast<double>();  // exact: made from doubles
    const VectorX v = sample.v.cast<double>();
    JointRows<double> rows;
    sample.joint.type->evaluate(sample.joint, motions<double>(sample, q, v), 0.0, rows);
    const JointRows<Real> extended = rows_at(sample, sample.q, sample.v);
    // Values below 4 (phi, J) and 4^3 (Jdot v); 20 operations; a short distance d multiplies the error of its direction
    // by 4/|d| < 400.
    const double bound = 20.0 * 400.0 * 0x1p-53;
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      BOOST_TEST(std::abs(static_cast<double>(rows.phi[i] - extended.phi[i])) < 4.0 * bound);
      BOOST_TEST(std::abs(static_cast<double>(rows.jdot_v[i] - extended.jdot_v[i])) < 64.0 * bound);
      for (int side = 0; side < num_sides; ++side)
        for (int j = 0; j < 3; ++j)
          BOOST_TEST(std::abs(static_cast<double>(rows.jacobian[side][i][j] - extended.jacobian[side][i][j])) <
                     4.0 * bound);
    }
  });
}

// Moving the whole world turns the length rows as one vector and leaves the angle rows alone.
BOOST_AUTO_TEST_CASE(phi_does_not_change_when_everything_moves_rigidly) {
  for_each_sample([](const Sample& sample, std::uint64_t seed) {
    const auto& bodies = sample.model.bodies;
    if (sample.joint.body[0] == world_body || bodies[0].dof != 3 || bodies[1].dof == 0) return;
    if (is_carried_by_the_world(sample)) return;
    Random random(seed + 1000);
    const Real turn = random.uniform(-3.0, 3.0);
    const Vector2<Real> shift = random.point(5.0).cast<Real>();
    RealVector q = sample.q;
    for (const Body& body : bodies) {
      const Vector2<Real> p = sample.q.segment<2>(body.offset);
      q[body.offset] = std::cos(turn) * p.x() - std::sin(turn) * p.y() + shift.x();
      q[body.offset + 1] = std::sin(turn) * p.x() + std::cos(turn) * p.y() + shift.y();
      if (body.dof == 3) q[body.offset + 2] += turn;
    }
    const JointRows<Real> before = rows_at(sample, sample.q, sample.v);
    const JointRows<Real> after = rows_at(sample, q, sample.v);
    Real length_before = 0.0L, length_after = 0.0L;
    const Real bound = 100.0L * std::numeric_limits<Real>::epsilon() * 10.0L;
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      if (sample.joint.type->row_dimension[i] == dimension::angle) {
        BOOST_TEST(std::abs(before.phi[i] - after.phi[i]) < bound);
      } else {
        length_before = std::hypot(length_before, before.phi[i]);
        length_after = std::hypot(length_after, after.phi[i]);
      }
    }
    BOOST_TEST(std::abs(length_before - length_after) < bound);
  });
}

// J of a translation of everything is zero always; of a rotation it is zero where phi is: joints do not push on the
// whole.
BOOST_AUTO_TEST_CASE(joint_forces_have_no_sum_and_no_moment) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    if (sample.joint.body[0] == world_body || is_carried_by_the_world(sample)) return;
    const RealVector start = initial_state(sample.model).q.cast<Real>();
    const JointRows<Real> rows = rows_at(sample, start, sample.v);
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      std::array<Real, 3> sum{};
      for (int side = 0; side < static_cast<int>(sample.model.bodies.size()); ++side) {
        const Body& body = sample.model.bodies[side];
        const Vec2& p = body.position;
        const auto& row = rows.jacobian[side][i];
        sum[0] += row[0];
        sum[1] += row[1];
        sum[2] += (body.kind == BodyKind::particle ? Real(0) : row[2]) + Real(p.x()) * row[1] - Real(p.y()) * row[0];
      }
      for (Real entry : sum)
        BOOST_TEST(std::abs(entry) < 1e-14L);  // anchors are rounded to double: 1e-16 times arms of 4
    }
  });
}

BOOST_AUTO_TEST_CASE(exchanging_the_bodies_changes_at_most_the_sign) {
  for_each_sample([](const Sample& sample, std::uint64_t) {
    const std::string_view name = sample.joint.type->spec.name;
    if (name == "prismatic" || name == "point_on_line") return;  // the axis belongs to the first body
    if (has_carrier(*sample.joint.type)) return;                 // a ratio belongs to one of the wheels
    const Real sign = name == "distance" ? 1.0L : -1.0L;
    Sample other = sample;
    std::swap(other.joint.body[0], other.joint.body[1]);
    std::swap(other.joint.anchor[0], other.joint.anchor[1]);
    other.joint.angle = -sample.joint.angle;
    const JointRows<Real> rows = rows_at(sample, sample.q, sample.v);
    const JointRows<Real> swapped = rows_at(other, sample.q, sample.v);
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      BOOST_TEST(swapped.phi[i] == sign * rows.phi[i]);
      BOOST_TEST(swapped.jdot_v[i] == sign * rows.jdot_v[i]);
      BOOST_TEST((jacobian_row(other, swapped, i) - sign * jacobian_row(sample, rows, i)).isZero(0.0L));
    }
  });
}

BOOST_AUTO_TEST_CASE(gears_with_external_teeth_turn_opposite_ways_and_internal_ones_the_same_way) {
  const auto ratio = [](bool internal) {
    const auto made = gear_joint.make(properties_of({{"ratio", 0.5}, {"internal", internal}}), {});
    JointRows<double> rows;
    std::array<BodyMotion<double>, num_sides> motion;
    gear_joint.evaluate(std::get<Joint>(made), motion, 0.0, rows);
    return rows.jacobian[0][0][2] / rows.jacobian[1][0][2];
  };
  // theta1' = -(J0 / J1) theta0'
  BOOST_TEST(ratio(false) == 0.5);
  BOOST_TEST(ratio(true) == -0.5);
}

BOOST_AUTO_TEST_CASE(a_rack_moves_along_its_axis_by_the_arc_of_the_pinion) {
  const auto made = rack_and_pinion_joint.make(properties_of({{"axis", Vec2(0.0, 3.0)}, {"radius", 0.25}}), {});
  std::array<BodyMotion<double>, num_sides> motion;
  motion[0].angle = 6.0;  // almost a turn: angles are counted on
  motion[1].position = Vec2(7.0, 1.5);
  JointRows<double> rows;
  rack_and_pinion_joint.evaluate(std::get<Joint>(made), motion, 0.0, rows);
  BOOST_TEST(rows.phi[0] == 0.0);
}

BOOST_AUTO_TEST_CASE(a_joint_beside_a_particle_shows_the_gap) {
  Model model;
  add_particle(model, "bead", 1.0, Vec2(1.0, 2.0));
  add_joint(model, "revolute", "pin", world_body, 0, at(Vec2(0.75, 2.5)));
  number_unknowns(model);
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, initial_state(model), evaluation);
  BOOST_TEST(evaluation.rows.phi[0] == 0.25);
  BOOST_TEST(evaluation.rows.phi[1] == -0.5);
}

BOOST_AUTO_TEST_CASE(every_joint_has_an_enclosure_of_its_error) {
  for_each_sample(
      [](const Sample& sample, std::uint64_t) { BOOST_TEST(ConstraintErrorEnclosure::supports(sample.joint)); });
}

BOOST_AUTO_TEST_CASE(registered_rows_are_whole) {
  for (const JointType& type : joint_types()) {
    BOOST_TEST_INFO_SCOPE(type.spec.name);
    BOOST_TEST(!type.spec.summary.empty());
    BOOST_TEST((type.num_rows >= 1 && type.num_rows <= 3));
    BOOST_TEST((type.make != nullptr && type.evaluate != nullptr && type.evaluate_extended != nullptr));
    BOOST_TEST(&joint_type(type.spec.name) == &type);
    for (int i = 0; i < type.num_rows; ++i)
      BOOST_TEST((type.row_dimension[i] == dimension::length || type.row_dimension[i] == dimension::angle));
  }
}

BOOST_AUTO_TEST_CASE(factories_name_the_field_that_is_wrong) {
  const JointSite site{{nullptr, nullptr}};
  const auto field = [&](std::string_view type, const Properties& properties) {
    const auto made = joint_type(type).make(properties, site);
    const auto* error = std::get_if<FactoryError>(&made);
    BOOST_REQUIRE(error != nullptr);
    BOOST_TEST(!error->message.empty());
    BOOST_TEST(!error->hint.empty());
    return error->field;
  };
  BOOST_TEST(field("revolute", {}) == "at");
  BOOST_TEST(field("weld", properties_of({{"at_first", Vec2(0.0, 0.0)}})) == "at");
  BOOST_TEST(field("point_on_line", properties_of({{"axis", Vec2(1.0, 0.0)}})) == "at");
  BOOST_TEST(field("point_on_line", properties_of({{"axis", Vec2(0.0, 0.0)}, {"at", Vec2(0.0, 0.0)}})) == "axis");
  BOOST_TEST(field("prismatic", properties_of({{"axis", Vec2(0.0, 0.0)}})) == "axis");
  BOOST_TEST(field("distance", {}) == "length");
  BOOST_TEST(field("rack_and_pinion", properties_of({{"axis", Vec2(0.0, 0.0)}, {"radius", 1.0}})) == "axis");
  Body particle;
  particle.kind = BodyKind::particle;
  const Properties line = properties_of({{"axis", Vec2(1.0, 0.0)}, {"at", Vec2(0.0, 0.0)}});
  BOOST_TEST(std::holds_alternative<FactoryError>(point_on_line_joint.make(line, {{&particle, nullptr}})));
  BOOST_TEST(std::holds_alternative<Joint>(point_on_line_joint.make(line, {{nullptr, &particle}})));
  const Properties rack = properties_of({{"axis", Vec2(1.0, 0.0)}, {"radius", 1.0}});
  BOOST_TEST(std::holds_alternative<FactoryError>(rack_and_pinion_joint.make(rack, {{&particle, nullptr}})));
  BOOST_TEST(std::holds_alternative<Joint>(rack_and_pinion_joint.make(rack, {{nullptr, &particle}})));
  BOOST_TEST(field("distance", properties_of({{"length", TimeFunction(1.0)}})) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_joints
