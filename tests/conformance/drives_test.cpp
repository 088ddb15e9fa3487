// Laws of drives on every joint that they can move, driven mechanisms with known motions, and drives too fast for a
// step.
#include "kernel/drives/unresolved_drive.hpp"
#include "tests/support/row_laws.hpp"

namespace perpend::test::of_drives {

namespace {

using Op = TimeFunction::Op;

const JointType& drive_type(std::string_view name, Space space) {
  for (const JointType& row : space == Space::planar ? drive_types() : spatial_drive_types())
    if (row.spec.name == name) return row;
  std::abort();
}

/// amplitude sin(w t).
TimeFunction sine(double amplitude, double w) {
  return TimeFunction({{Op::number, amplitude},
                       {Op::number, w},
                       {Op::time, 0.0},
                       {Op::multiply, 0.0},
                       {Op::sin, 0.0},
                       {Op::multiply, 0.0}});
}

TimeFunction ramp(double rate) {
  return TimeFunction({{Op::number, rate}, {Op::time, 0.0}, {Op::multiply, 0.0}});
}

Model two_bodies(Random& random, Space space) {
  Model model;
  model.space = space;
  for (int i = 0; i < 2; ++i) model.bodies.push_back(random_rigid(random, space, BodyKind::rigid));
  number_unknowns(model);
  return model;
}

/// Properties of a joint type; what random vectors may not be is left to the factory.
std::optional<Joint> make_joint(const JointType& type, const JointSite& site, Random& random) {
  auto made = type.make(random_values(type.spec.properties, random), site);
  if (std::holds_alternative<FactoryError>(made)) return std::nullopt;
  Joint joint = std::get<Joint>(made);
  joint.name = "joint";
  joint.type = &type;
  joint.body = {0, 1};
  for (CoordinateElement& element : joint.element) element.at_start = random.uniform(-1.0, 1.0);
  return joint;
}

/// The drive of coordinate `which` (counted among those of its dimension) of `driven`.
RowSample driven_sample(const Model& model, const Joint& driven, std::string_view drive, int which, Random& random) {
  RowSample sample;
  sample.model = model;
  const JointSite site{{&sample.model.bodies[0], &sample.model.bodies[1]}, &driven};
  const JointType& type = drive_type(drive, model.space);
  auto made = type.make(
      properties_of({{"value", random_function(random)}, {"coordinate", std::string(which == 0 ? "first" : "second")}}),
      site);
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  sample.joint = std::get<Joint>(made);
  sample.joint.type = &type;
  sample.q = random_positions(random, model);
  sample.v = random.vector(model.num_velocities, 2.0).cast<Real>();
  sample.time = static_cast<Real>(random.uniform(0.0, 3.0));
  return sample;
}

/// `of`: "" for drives of coordinates, "_rate" for those of their rates.
void for_each_driven(const std::function<void(const RowSample&)>& check, const std::string& of = "") {
  for (const auto types : {joint_types(), spatial_joint_types()})
    for (const JointType& type : types) {
      std::array<int, 2> count{0, 0};
      for (int k = 0; k < type.num_coordinates; ++k) {
        const bool is_angle = type.coordinate_spec[k].dimension == dimension::angle;
        const int which = count[is_angle ? 1 : 0]++;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
          BOOST_TEST_INFO_SCOPE(type.spec.name << (type.space == Space::planar ? " planar " : " spatial ")
                                               << type.coordinate_spec[k].name << " seed " << seed);
          Random random(seed);
          const Model model = two_bodies(random, type.space);
          const auto driven = make_joint(type, {{&model.bodies[0], &model.bodies[1]}}, random);
          if (!driven) continue;
          check(driven_sample(model, *driven, (is_angle ? "angle" : "position") + of, which, random));
        }
      }
    }
}

void for_each_point_drive(const std::function<void(const RowSample&)>& check) {
  for (Space space : {Space::planar, Space::spatial})
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      BOOST_TEST_INFO_SCOPE("point_position, spatial " << (space == Space::spatial) << " seed " << seed);
      Random random(seed);
      RowSample sample;
      sample.model = two_bodies(random, space);
      const JointType& type = drive_type("point_position", space);
      auto made = type.make(random_values(type.spec.properties, random), {{&sample.model.bodies[1], nullptr}});
      sample.joint = std::get<Joint>(made);
      sample.joint.type = &type;
      sample.joint.body = {1, world_body};
      sample.q = random_positions(random, sample.model);
      sample.v = random.vector(sample.model.num_velocities, 2.0).cast<Real>();
      sample.time = static_cast<Real>(random.uniform(0.0, 3.0));
      check(sample);
    }
}

void for_each_sample(const std::function<void(const RowSample&)>& check) {
  for_each_driven(check);
  for_each_point_drive(check);
}

Joint prescribed(const JointType& type, const TimeFunction& f) {
  Joint joint;
  joint.type = &type;
  joint.drive = {f};
  joint.drive_rate = {TimeFunction(0.0)};
  joint.drive_acceleration = {TimeFunction(0.0)};
  return joint;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(drives)

BOOST_AUTO_TEST_CASE(j_and_phi_t_are_the_derivatives_of_phi) {
  for_each_sample(expect_first_derivatives);
}

BOOST_AUTO_TEST_CASE(jdot_v_is_the_derivative_of_j_v_and_phi_t_along_the_motion) {
  for_each_sample(expect_second_derivatives);
  for_each_driven(expect_second_derivatives, "_rate");
}

BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  // An angle between axes almost opposite magnifies by 1/(1 + a0 . a1)^2, and 1 + a0 . a1 > 0.1 in these samples.
  const auto agrees = [](const RowSample& sample) { expect_double_agrees(sample, 400.0L); };
  for_each_sample(agrees);
  for_each_driven(agrees, "_rate");
}

BOOST_AUTO_TEST_CASE(a_drive_holds_the_coordinate_of_the_joint_at_its_function) {
  for_each_driven([](const RowSample& sample) {
    const State start = initial_state(sample.model);
    RowSample there = sample;
    there.q = start.q.cast<Real>();
    there.v.setZero();
    const Real phi = rows_at(there, there.q, there.v, sample.time).phi[0];
    const Real held =
        sample.joint.element[sample.joint.driven_coordinate].at_start - sample.joint.drive[0](sample.time);
    // In space an angle is known up to turns.
    const Real turn = 2.0L * 3.14159265358979323846L;
    const bool is_angle = sample.joint.type->row_dimension[0] == dimension::angle;
    const bool has_turns = is_angle && sample.model.space == Space::spatial;
    const Real difference = phi - held - (has_turns ? turn * std::round((phi - held) / turn) : 0.0L);
    // The geometry of a joint is stored in double: some 40 roundings of values below 4.
    BOOST_TEST(std::abs(difference) < 160.0L * 0x1p-53L);
    if (has_turns) BOOST_TEST(std::abs(phi) <= turn / 2.0L + 1e-15L);
  });
}

BOOST_AUTO_TEST_CASE(a_drive_in_space_turns_any_number_of_turns) {
  Model model;
  model.space = Space::spatial;
  model.bodies.resize(1);
  number_unknowns(model);
  const JointType& hinge_type = spatial_joint_type("revolute");
  auto made = hinge_type.make(properties_of({{"axis", Vec3(0.0, 0.0, 1.0)}, {"at", Vec3(0.0, 0.0, 0.0)}}),
                              {{nullptr, &model.bodies[0]}});
  Joint hinge = std::get<Joint>(made);
  hinge.type = &hinge_type;
  const JointType& type = drive_type("angle", Space::spatial);
  const Joint motor =
      std::get<Joint>(type.make(properties_of({{"value", ramp(2.0)}}), {{nullptr, &model.bodies[0]}, &hinge}));
  for (double time : {0.0, 1.0, 3.0, 10.0, 100.0}) {
    std::array<SpatialMotion<double>, num_sides> motion;
    const double lag = 0.1;
    const SinCos<double> turn = sin_cos(2.0 * time - lag);
    motion[1].rotation << turn.cos, -turn.sin, 0.0, turn.sin, turn.cos, 0.0, 0.0, 0.0, 1.0;
    SpatialRows<double> rows;
    type.evaluate_spatial(motor, motion, time, nullptr, rows);
    BOOST_TEST(std::abs(rows.phi[0] + lag) < 300.0 * 0x1p-52);  // rounding of angles up to 200
    BOOST_TEST(rows.phi_t[0] == -2.0);
    BOOST_TEST(rows.jdot_v[0] == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_driven_is_refused) {
  Random random(1);
  for (Space space : {Space::planar, Space::spatial}) {
    const Model model = two_bodies(random, space);
    const JointSite bodies{{&model.bodies[0], &model.bodies[1]}};
    const auto joint = [&](std::string_view name) {
      const JointType& type = space == Space::planar ? joint_type(name) : spatial_joint_type(name);
      Joint made = std::get<Joint>(type.make(random_values(type.spec.properties, random), bodies));
      made.name = std::string(name);
      made.type = &type;
      return made;
    };
    const auto error = [&](std::string_view drive, const Joint& driven, std::string_view coordinate) {
      JointSite site = bodies;
      site.driven = &driven;
      const auto made = drive_type(drive, space)
                            .make(properties_of({{"value", ramp(1.0)}, {"coordinate", std::string(coordinate)}}), site);
      const auto* found = std::get_if<FactoryError>(&made);
      return found == nullptr ? std::string("none") : found->field + "|" + found->message;
    };
    const Joint hinge = joint("revolute"), slider = joint("prismatic"), weld = joint("weld");
    BOOST_TEST(error("angle", hinge, "first") == "none");
    BOOST_TEST(error("position", slider, "first") == "none");
    BOOST_TEST(error("angle", weld, "first").find("'weld' (weld)") != std::string::npos);
    BOOST_TEST(error("position", hinge, "first").find("no travel") != std::string::npos);
    BOOST_TEST(error("angle", slider, "first").find("no angle") != std::string::npos);
    BOOST_TEST(error("angle", hinge, "second").starts_with("coordinate|"));
  }
  Body bead;
  bead.kind = BodyKind::particle;
  bead.name = "bead";
  Joint pin = std::get<Joint>(joint_type("revolute").make(at(Vec2(0.0, 0.0)), {{nullptr, &bead}}));
  pin.name = "pin";
  pin.type = &joint_type("revolute");
  BOOST_TEST(std::holds_alternative<FactoryError>(
      angle_drive.make(properties_of({{"value", ramp(1.0)}}), {{nullptr, &bead}, &pin})));
}

BOOST_AUTO_TEST_CASE(drives_keep_the_geometry_and_drop_what_acts_on_the_joint) {
  Random random(2);
  const Model model = two_bodies(random, Space::planar);
  Joint hinge = std::get<Joint>(revolute_joint.make(at(Vec2(0.3, 0.4)), {{&model.bodies[0], &model.bodies[1]}}));
  hinge.type = &joint_type("revolute");
  hinge.element[0] = {.at_start = 0.5, .stiffness = 3.0, .friction = 1.0, .lower = -1.0, .upper = 1.0};
  hinge.cfm = 1e-3;
  const Joint motor = std::get<Joint>(
      angle_drive.make(properties_of({{"value", ramp(1.0)}}), {{&model.bodies[0], &model.bodies[1]}, &hinge}));
  BOOST_TEST((motor.anchor[0] == hinge.anchor[0] && motor.anchor[1] == hinge.anchor[1]));
  BOOST_TEST(motor.angle == hinge.angle);
  BOOST_TEST(motor.driven_type == hinge.type);
  BOOST_TEST(motor.element[0].at_start == 0.5);
  BOOST_TEST((motor.element[0].stiffness == 0.0 && motor.element[0].friction == 0.0 && motor.cfm == 0.0));
  BOOST_TEST(motor.element[0].upper == std::numeric_limits<double>::infinity());
}

// sin(w t) leaves its chord over a step at a crest by 1 - cos(w h / 2) of the amplitude: half of it, a quarter of the
// range, at w h = 2 pi / 3.
BOOST_AUTO_TEST_CASE(a_sine_is_resolved_up_to_three_steps_a_period) {
  const double h = 0.01, duration = 2.0;
  const JointType& slide = drive_type("position", Space::planar);
  for (double wh : {0.01, 0.3, 1.0, 1.9, 2.0})
    BOOST_TEST(!unresolved_drive(prescribed(slide, sine(0.4, wh / h)), h, duration).has_value());
  for (double wh : {2.25, 3.0, 3.14159265, 6.28318530717958, 20.0, 62.8318530717958, 1000.0}) {
    BOOST_TEST_INFO("w h = " << wh);
    const auto found = unresolved_drive(prescribed(slide, sine(0.4, wh / h)), h, duration);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(found->change > 0.2);
    BOOST_TEST((found->time >= 0.0 && found->time < duration));
    // The step that it names does.
    BOOST_TEST((found->step > 0.0 && found->step < h));
    BOOST_TEST(!unresolved_drive(prescribed(slide, sine(0.4, wh / h)), found->step, 10.0 * h).has_value());
  }
}

BOOST_AUTO_TEST_CASE(an_angle_may_turn_by_an_eighth_of_a_turn_in_a_step) {
  const double h = 0.01;
  const JointType& angle = drive_type("angle", Space::spatial);
  BOOST_TEST(!unresolved_drive(prescribed(angle, ramp(70.0)), h, 1.0).has_value());
  const auto found = unresolved_drive(prescribed(angle, ramp(200.0)), h, 1.0);
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(std::abs(found->change - 2.0) < 1e-12);
  BOOST_TEST(found->step == h / 4.0);
  // A travel may be as fast as it likes when it is straight.
  BOOST_TEST(!unresolved_drive(prescribed(drive_type("position", Space::spatial), ramp(200.0)), h, 1.0).has_value());
}

BOOST_AUTO_TEST_CASE(jumps_pulses_and_values_that_are_no_numbers_are_found) {
  const double h = 0.01;
  const JointType& slide = drive_type("position", Space::planar);
  const auto when = [](double time, double before, double after) {
    return TimeFunction({{Op::time, 0.0},
                         {Op::number, time},
                         {Op::less, 0.0},
                         {Op::number, before},
                         {Op::number, after},
                         {Op::select, 0.0}});
  };
  for (double time : {0.503, 0.5}) {
    const auto jump = unresolved_drive(prescribed(slide, when(time, 0.0, 0.25)), h, 1.0);
    BOOST_REQUIRE(jump.has_value());
    BOOST_TEST(std::abs(jump->time - 0.495) < 0.006);
    BOOST_TEST(jump->change == 0.25);
    BOOST_TEST(jump->step == 0.0);
  }
  // A prescribed velocity may jump.
  BOOST_TEST(!unresolved_drive(prescribed(point_velocity_constraint, when(0.503, 0.0, 0.25)), h, 1.0).has_value());
  // max(0, 1 - |t - 0.5034| / 0.001): between two steps nothing is to be seen of it.
  const TimeFunction pulse({{Op::number, 0.0},
                            {Op::number, 1.0},
                            {Op::time, 0.0},
                            {Op::number, 0.5034},
                            {Op::subtract, 0.0},
                            {Op::abs, 0.0},
                            {Op::number, 0.001},
                            {Op::divide, 0.0},
                            {Op::subtract, 0.0},
                            {Op::max, 0.0}});
  const auto found = unresolved_drive(prescribed(slide, pulse), h, 1.0);
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(std::abs(found->time - 0.50) < 1e-9);
  BOOST_TEST((found->step > 0.0 && found->step < 0.001));
  // log(t - 0.5) has no value before.
  const TimeFunction logarithm({{Op::time, 0.0}, {Op::number, 0.5}, {Op::subtract, 0.0}, {Op::log, 0.0}});
  const auto none = unresolved_drive(prescribed(slide, logarithm), h, 1.0);
  BOOST_REQUIRE(none.has_value());
  BOOST_TEST((std::isnan(none->change) && none->step == 0.0 && none->time == 0.0));
  // t^1.5 has a value and a rate at 0, but no acceleration; sqrt(t) no rate.
  Joint root = prescribed(slide, ramp(1.0));
  root.drive_rate = {TimeFunction({{Op::number, 1.0}, {Op::time, 0.0}, {Op::divide, 0.0}})};
  BOOST_TEST(unresolved_drive(root, h, 1.0).has_value());
}

BOOST_AUTO_TEST_CASE(constants_and_long_runs_are_no_trouble) {
  const JointType& slide = drive_type("position", Space::planar);
  BOOST_TEST(!unresolved_drive(prescribed(slide, TimeFunction(0.3)), 0.01, 1.0).has_value());
  BOOST_TEST(!unresolved_drive(prescribed(slide, sine(1.0, 2.0)), 1e-7, 10.0).has_value());
  BOOST_TEST(!unresolved_drive(prescribed(slide, sine(1.0, 2.0)), 1e-300, 1e300).has_value());
  // 0.1 + sin(t) - sin(t): only rounding moves.
  TimeFunction::Op sub = Op::subtract;
  const TimeFunction still({{Op::number, 0.1},
                            {Op::time, 0.0},
                            {Op::sin, 0.0},
                            {Op::add, 0.0},
                            {Op::time, 0.0},
                            {Op::sin, 0.0},
                            {sub, 0.0}});
  BOOST_TEST(!unresolved_drive(prescribed(slide, still), 0.01, 1.0).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_drives
