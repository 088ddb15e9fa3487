// Laws of non-holonomic constraints, known motions of rolling bodies, and what their factories refuse.
#include "tests/support/dense_stepping.hpp"
#include "tests/support/row_laws.hpp"

namespace perpend::test::of_constraints {

namespace {

using enum BodyKind;

/// What the schema does not require but a body without a shape needs, and what depends on the bodies.
void complete(const JointType& type, BodyKind first, bool first_is_world, Random& random, Properties& values) {
  for (const FieldSpec& field : type.spec.properties) {
    if (field.name == "radius") values.set("radius", random.uniform(0.3, 2.0));
    if (field.name == "normal" || field.name == "center") values.set(field.name, random_value(field, random));
  }
  for (const FieldSpec& field : type.spec.arguments)
    if (field.name == "point") values.set("point", random_value(field, random));
  if (type.more_bodies == 0) return;
  const int width = type.space == Space::planar ? 3 : 6;
  const int columns = 2 * width + (first_is_world || first != rigid ? 0 : width);
  MatrixX rows(2, columns);
  for (int i = 0; i < 2; ++i) rows.row(i) = random.vector(columns, 2.0).transpose();
  values.set("rows", rows);
  values.set("values", TimeFunctions{random_function(random), random_function(random)});
}

RowSample make_sample(const JointType& type, BodyKind first, bool first_is_world, std::uint64_t seed) {
  Random random(seed);
  RowSample sample;
  sample.model.space = type.space;
  sample.model.bodies = {random_rigid(random, type.space, first), random_rigid(random, type.space, rigid)};
  if (type.more_bodies > 0) sample.model.bodies.push_back(random_rigid(random, type.space, rigid));
  number_unknowns(sample.model);
  Properties values = random_values(type.spec.properties, random);
  complete(type, first, first_is_world, random, values);
  const Properties arguments = random_values(type.spec.arguments, random);
  for (const auto& [name, value] : arguments.entries())
    if (!values.has(name)) values.set(name, value);
  const bool is_single = type.num_bodies == 1 && type.more_bodies == 0;
  const Body* third = type.more_bodies > 0 ? &sample.model.bodies[2] : nullptr;
  const Body* carrier = first_is_world ? nullptr : &sample.model.bodies[0];
  const Body* moving = &sample.model.bodies[1];
  auto made =
      type.make(values, is_single ? JointSite{{moving, nullptr}} : JointSite{{carrier, moving}, nullptr, third});
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  sample.joint = std::get<Joint>(made);
  sample.joint.type = &type;
  sample.joint.body = is_single ? std::array{1, world_body} : std::array{first_is_world ? world_body : 0, 1};
  sample.joint.carrier = third != nullptr ? 2 : world_body;
  sample.q = random_positions(random, sample.model);
  sample.v = random.vector(sample.model.num_velocities, 2.0).cast<Real>();
  sample.time = static_cast<Real>(random.uniform(0.0, 3.0));
  return sample;
}

void for_each_sample(const std::function<void(const RowSample&)>& check) {
  for (const auto types : {constraint_types(), spatial_constraint_types()})
    for (const JointType& type : types)
      for (BodyKind first : {rigid, fixed})
        for (bool world : {false, true})
          for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            if (world && first != fixed) continue;
            BOOST_TEST_INFO_SCOPE(type.spec.name << (type.space == Space::planar ? " planar" : " spatial") << " first "
                                                 << static_cast<int>(first) << " world " << world << " seed " << seed);
            check(make_sample(type, first, world, seed));
          }
}

Body ball(double mass, double radius, const Vec3& position) {
  Body body;
  body.name = "ball";
  body.mass = mass;
  body.shape.kind = ShapeKind::sphere;
  body.shape.extent = Vec3(radius, 0.0, 0.0);
  body.spatial.inertia = 0.4 * mass * radius * radius * Matrix3::Identity();
  body.spatial.position = position;
  return body;
}

const JointType& constraint_type(std::string_view name, Space space) {
  for (const JointType& row : space == Space::planar ? constraint_types() : spatial_constraint_types())
    if (row.spec.name == name) return row;
  std::abort();
}

void add_constraint(Model& model, std::string_view name, int a, int b, const Properties& properties) {
  const auto at = [&](int i) { return i == world_body ? nullptr : &model.bodies[i]; };
  const JointType& type = constraint_type(name, model.space);
  auto made = type.make(properties, {{at(a), at(b)}});
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  Joint& joint = model.joints.emplace_back(std::get<Joint>(made));
  joint.name = std::string(name);
  joint.type = &type;
  joint.body = {a, b};
  number_unknowns(model);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constraints)

BOOST_AUTO_TEST_CASE(j_and_phi_t_are_the_derivatives_of_the_holonomic_phi) {
  for_each_sample(expect_first_derivatives);
}

BOOST_AUTO_TEST_CASE(jdot_v_is_the_derivative_of_j_v_and_phi_t_along_the_motion) {
  for_each_sample(expect_second_derivatives);
}

BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  // The direction to the rim of a disk magnifies by 1/|u|^2, and |u| > 0.1 in these samples.
  for_each_sample([](const RowSample& sample) { expect_double_agrees(sample, 100.0L); });
}

BOOST_AUTO_TEST_CASE(nonholonomic_rows_have_no_phi_and_their_phi_t_is_the_prescribed_velocity) {
  for_each_sample([](const RowSample& sample) {
    const DenseRows rows = rows_at(sample, sample.q, sample.v, sample.time);
    const int n = count_rows(sample.joint);
    const int first = std::max(0, n - sample.joint.type->num_nonholonomic);
    for (int i = first; i < n; ++i) {
      BOOST_TEST(rows.phi[i] == 0.0L);
      BOOST_TEST(rows.phi_t[i] == (sample.joint.drive.empty() ? 0.0L : -sample.joint.drive[i - first](sample.time)));
    }
  });
}

BOOST_AUTO_TEST_CASE(rolling_does_not_resist_what_moves_both_bodies_as_one) {
  for_each_sample([](const RowSample& sample) {
    if (!sample.joint.type->spec.name.starts_with("rolling") || sample.joint.body[0] == world_body) return;
    if (sample.model.bodies[0].dof == 0) return;
    const DenseRows rows = rows_at(sample, sample.q, sample.v, sample.time);
    Random random(7);
    const bool planar = sample.model.space == Space::planar;
    const Vector3<Real> shift = random.vector(3, 1.0).cast<Real>();
    const Vector3<Real> spin =
        planar ? Vector3<Real>(0.0L, 0.0L, 0.8L) : Vector3<Real>(random.vector(3, 1.0).cast<Real>());
    RealVector v(sample.v.size());
    for (const Body& body : sample.model.bodies) {
      Vector3<Real> x = Vector3<Real>::Zero();
      for (int j = 0; j < (planar ? 2 : 3); ++j) x[j] = sample.q[body.q_offset + j];
      const Vector3<Real> velocity = shift + cross(spin, x);
      for (int j = 0; j < (planar ? 2 : 3); ++j) v[body.offset + j] = velocity[j];
      if (planar)
        v[body.offset + 2] = spin.z();
      else
        v.segment<3>(body.offset + 3) = spin;
    }
    // Arms below 10, 60 operations.
    BOOST_TEST((rows.jacobian * v).cwiseAbs().maxCoeff() < 600.0L * std::numeric_limits<Real>::epsilon());
  });
}

BOOST_AUTO_TEST_CASE(registered_rows_are_whole) {
  for (const auto types : {constraint_types(), spatial_constraint_types()})
    for (const JointType& type : types) {
      BOOST_TEST_INFO_SCOPE(type.spec.name);
      BOOST_TEST(!type.spec.summary.empty());
      BOOST_TEST((type.kind == JointKind::constraint && type.make != nullptr));
      BOOST_TEST((type.num_nonholonomic >= 1 && type.num_nonholonomic <= type.num_rows));
      const bool planar = type.space == Space::planar;
      BOOST_TEST((planar ? type.evaluate != nullptr && type.evaluate_extended != nullptr
                         : type.evaluate_spatial != nullptr && type.evaluate_spatial_extended != nullptr));
    }
}

// g sin a / (1 + I / (m R^2)) down the slope, exactly in each step: the force and the rows do not change on the way.
BOOST_AUTO_TEST_CASE(a_disk_rolls_down_a_slope_with_the_known_acceleration) {
  for (double inertia_ratio : {0.5, 1.0}) {
    const double slope = 0.3, mass = 2.0, radius = 0.25, g = 9.81, h = 0.01;
    Model model;
    model.gravity = Vec2(0.0, -g);
    const Vec2 normal(-std::sin(slope), std::cos(slope));
    Body disk;
    disk.mass = mass;
    disk.inertia = inertia_ratio * mass * radius * radius;
    disk.shape = {.kind = ShapeKind::disk, .size = Vec2(radius, 0.0), .vertices = {}};
    disk.position = Vec2(1.0, 2.0) + radius * normal;
    model.bodies = {disk};
    add_constraint(model, "rolling", world_body, 0, properties_of({{"at", Vec2(1.0, 2.0)}, {"normal", normal}}));
    const State end = dense_run(model, h, 100);
    const double acceleration = g * std::sin(slope) / (1.0 + inertia_ratio);
    const Vec2 downhill(-std::cos(slope), -std::sin(slope));
    // A hundred steps of a hundred roundings of values below 10.
    const double rounding = 1e4 * 10.0 * 0x1p-53;
    BOOST_TEST((end.v.head<2>() - acceleration * 100.0 * h * downhill).norm() < rounding);
    BOOST_TEST(std::abs(end.v[2] * radius - acceleration * 100.0 * h) < rounding);  // turns to the left
    Evaluation e = allocate_evaluation(model);
    evaluate(model, end, e);
    BOOST_TEST(largest_constraint_error(e.rows) < rounding);
  }
}

BOOST_AUTO_TEST_CASE(a_ball_rolls_down_a_plane_with_five_sevenths_of_the_acceleration_of_a_slide) {
  Model model;
  model.space = Space::spatial;
  const double slope = 0.4, g = 9.81, h = 0.01, radius = 0.2;
  model.spatial_gravity = Vec3(0.0, 0.0, -g);
  const Vec3 normal(std::sin(slope), 0.0, std::cos(slope));
  model.bodies = {ball(1.5, radius, radius * normal)};
  add_constraint(model, "rolling", world_body, 0, properties_of({{"normal", normal}}));
  const State end = dense_run(model, h, 50);
  const Vec3 downhill(std::cos(slope), 0.0, -std::sin(slope));
  const Vec3 expected = 5.0 / 7.0 * g * std::sin(slope) * 50.0 * h * downhill;
  const double rounding = 1e4 * 10.0 * 0x1p-53;
  BOOST_TEST((end.v.head<3>() - expected).norm() < rounding);
  // The point of contact stands: v = omega x R n.
  BOOST_TEST((end.v.head<3>() - radius * cross<double>(end.v.tail<3>(), normal)).norm() < rounding);
}

// On a turntable of angular velocity W: m v' = F, I omega' = -R n x F and v - R omega x n = W x x give
// (1 + m R^2 / I) v' = W x v, so v turns with 2/7 W: the ball goes round in circles about a centre that stands.
BOOST_AUTO_TEST_CASE(a_ball_on_a_turntable_circles_with_two_sevenths_of_its_rate) {
  const double table_rate = 3.0;
  const auto distance_after_one_circle = [&](int steps) {
    Model model;
    model.space = Space::spatial;
    const double radius = 0.1;
    Body table = ball(10.0, 1.0, Vec3::Zero());
    table.spatial.spin = Vec3(0.0, 0.0, table_rate);
    Body marble = ball(0.3, radius, Vec3(0.5, 0.0, radius));
    marble.spatial.velocity = Vec3(0.2, 0.1, 0.0);
    // No slip at the start: v + omega x (-R n) = W x (x - R n).
    const Vec3 slip = marble.spatial.velocity - Vec3(0.0, 0.5 * table_rate, 0.0);
    marble.spatial.spin = Vec3(-slip.y(), slip.x(), 0.0) / radius;
    model.bodies = {table, marble};
    const MatrixX hold = MatrixX::Identity(6, 6);
    add_constraint(
        model, "linear", 0, world_body,
        properties_of({{"rows", hold},
                       {"values", TimeFunctions{TimeFunction(0.0), TimeFunction(0.0), TimeFunction(0.0),
                                                TimeFunction(0.0), TimeFunction(0.0), TimeFunction(table_rate)}}}));
    add_constraint(model, "rolling", 0, 1, {});
    const double period = 2.0 * 3.14159265358979323846 / (2.0 / 7.0 * table_rate);
    const State end = dense_run(model, period / steps, steps);
    return (end.q.segment<3>(7) - marble.spatial.position).norm();
  };
  const double coarse = distance_after_one_circle(400);
  const double fine = distance_after_one_circle(800);
  BOOST_TEST(coarse < 0.05);  // the circle has a radius of 0.6
  // First order: half the step, half the error, up to the next order of some 7 / 800.
  BOOST_TEST(std::abs(coarse / fine - 2.0) < 0.1);
}

BOOST_AUTO_TEST_CASE(a_rolling_disk_keeps_its_energy_and_its_height_over_the_rim) {
  const auto largest_errors = [](int steps) {
    Model model;
    model.space = Space::spatial;
    model.spatial_gravity = Vec3(0.0, 0.0, -9.81);
    const double radius = 0.3, lean = 0.2, mass = 1.0, rate = 12.0;
    Body disk;
    disk.name = "disk";
    disk.mass = mass;
    disk.shape.kind = ShapeKind::cylinder;
    disk.shape.extent = Vec3(0.01, radius, 0.0);
    disk.spatial.inertia = Vec3(0.5, 0.25, 0.25).asDiagonal() * (mass * radius * radius);
    // Axis x of the body leans out of the horizontal by `lean`: turned about y.
    disk.spatial.rotation = Vec4(std::cos(lean / 2.0), 0.0, std::sin(lean / 2.0), 0.0);
    const Vec3 axis(std::cos(lean), 0.0, -std::sin(lean));
    const Vec3 up(std::sin(lean), 0.0, std::cos(lean));  // in the plane of the disk, away from the contact
    disk.spatial.position = radius * up;
    disk.spatial.spin = rate * axis;
    disk.spatial.velocity = cross<double>(disk.spatial.spin, Vec3(radius * up));
    model.bodies = {disk};
    add_constraint(model, "rolling_disk", world_body, 0, {});
    Evaluation e = allocate_evaluation(model);
    State state = initial_state(model);
    evaluate(model, state, e);
    const double energy = e.energies.total();
    BOOST_TEST(largest_constraint_error(e.rows) < 1e-15);
    VectorX slip(3);
    apply_jacobian(e.rows, state.v, slip);
    BOOST_TEST(slip.cwiseAbs().maxCoeff() < 1e-14);
    std::array<double, 2> largest{0.0, 0.0};
    for (int k = 0; k < steps; ++k) {
      dense_step(model, 1.0 / steps, state);
      evaluate(model, state, e);
      largest[0] = std::max(largest[0], std::abs(e.energies.total() - energy));
      largest[1] = std::max(largest[1], largest_constraint_error(e.rows));
    }
    return largest;
  };
  const auto coarse = largest_errors(2000);
  const auto fine = largest_errors(4000);
  BOOST_TEST(coarse[0] < 0.02);  // of 7 J
  BOOST_TEST(coarse[1] < 0.002);
  // First order in the step.
  BOOST_TEST(std::abs(coarse[0] / fine[0] - 2.0) < 0.2);
  BOOST_TEST(std::abs(coarse[1] / fine[1] - 2.0) < 0.2);
}

BOOST_AUTO_TEST_CASE(a_prescribed_velocity_is_had_at_each_step) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  add_rod(model, "rod", 1.0, 2.0, Vec2(0.5, 0.0));
  Random random(3);
  const TimeVector v{random_function(random), random_function(random)};
  add_constraint(model, "point_velocity", 0, world_body, properties_of({{"point", Vec2(1.0, 0.0)}, {"v", v}}));
  State state = initial_state(model);
  for (int k = 0; k < 20; ++k) {
    Evaluation e = allocate_evaluation(model);
    evaluate(model, state, e);
    const double now = state.time;
    dense_step(model, 0.01, state);
    VectorX velocity(2);
    apply_jacobian(e.rows, state.v, velocity);
    for (int i = 0; i < 2; ++i) BOOST_TEST(std::abs(velocity[i] - v[i](now)) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(factories_say_what_is_wrong) {
  Body rod;
  rod.name = "rod";
  rod.spatial.rotation = Vec4::UnitX();
  Body bead = rod;
  bead.kind = particle;
  const auto field = [&](std::string_view name, Space space, const Properties& properties, const JointSite& site) {
    const auto made = constraint_type(name, space).make(properties, site);
    const auto* error = std::get_if<FactoryError>(&made);
    BOOST_REQUIRE_MESSAGE(error != nullptr, std::string(name));
    BOOST_TEST(!error->message.empty());
    BOOST_TEST(!error->hint.empty());
    return error->field;
  };
  const Properties radius = properties_of({{"radius", 1.0}});
  for (Space space : {Space::planar, Space::spatial}) {
    BOOST_TEST(field("rolling", space, {}, {{nullptr, &rod}}) == "radius");
    BOOST_TEST(field("rolling", space, radius, {{&rod, nullptr}}) == "");
    BOOST_TEST(field("rolling", space, radius, {{nullptr, &bead}}) == "");
    BOOST_TEST(field("rolling", space, radius, {{&bead, &rod}}) == "");
    const int width = space == Space::planar ? 3 : 6;
    const auto rows = [&](int m, int n) { return properties_of({{"rows", MatrixX(MatrixX::Ones(m, n))}}); };
    BOOST_TEST(field("linear", space, rows(1, width + 1), {{nullptr, &rod}}) == "rows");
    BOOST_TEST(field("linear", space, rows(width + 1, width), {{nullptr, &rod}}) == "rows");
    BOOST_TEST(field("linear", space, rows(0, width), {{nullptr, &rod}}) == "rows");
    BOOST_TEST(field("linear", space, properties_of({{"rows", MatrixX(MatrixX::Zero(1, width))}}), {{nullptr, &rod}}) ==
               "rows");
    Properties two = rows(1, width);
    two.set("values", TimeFunctions{TimeFunction(0.0), TimeFunction(1.0)});
    BOOST_TEST(field("linear", space, two, {{nullptr, &rod}}) == "values");
    BOOST_TEST(std::holds_alternative<Joint>(
                   constraint_type("linear", space).make(rows(1, width + width - 1 - width / 3), {{&rod, &bead}})) ==
               (width + width - 1 - width / 3 == width + (space == Space::planar ? 2 : 3)));
  }
  BOOST_TEST(field("rolling", Space::planar, properties_of({{"radius", 1.0}, {"normal", Vec2(0.0, 0.0)}}),
                   {{nullptr, &rod}}) == "normal");
  BOOST_TEST(field("rolling", Space::spatial, properties_of({{"radius", 1.0}, {"normal", Vec3(0.0, 0.0, 0.0)}}),
                   {{nullptr, &rod}}) == "normal");
  BOOST_TEST(field("rolling_disk", Space::spatial, properties_of({{"radius", 1.0}, {"axis", Vec3(0.0, 0.0, -2.0)}}),
                   {{nullptr, &rod}}) == "axis");
  BOOST_TEST(field("rolling_disk", Space::spatial, properties_of({{"radius", 1.0}, {"axis", Vec3(0.0, 0.0, 0.0)}}),
                   {{nullptr, &rod}}) == "axis");
  BOOST_TEST(field("rolling_disk", Space::spatial, properties_of({{"radius", 1.0}, {"normal", Vec3(1.0, 0.0, 0.0)}}),
                   {{nullptr, &rod}}) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_constraints
