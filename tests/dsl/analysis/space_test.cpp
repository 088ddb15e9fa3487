// Worlds of space, drives, constraints and how methods solve: what the scene says arrives in the model.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "kernel/model/numbers/rotation.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_space {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string space_with(const std::string& statements, const std::string& more = "") {
  return "experiment x {\n world spatial {\n" + statements +
         "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none\n" + more + "}";
}

std::string plane_with(const std::string& statements, const std::string& more = "") {
  return "experiment x {\n world planar {\n" + statements +
         "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none\n" + more + "}";
}

std::string ball_with(const std::string& properties) {
  return space_with("body b = sphere(radius: 2 m) { " + properties + " }");
}

const Model& model_of(const Experiment& e) {
  return std::get<World>(e.system).model;
}

Matrix3 turn_of(const std::string& rotation) {
  const Experiment e = load_good(ball_with("mass = 1 kg; rotation = " + rotation));
  return rotation_matrix<double>(model_of(e).bodies[0].spatial.rotation);
}

/// A few roundings of numbers of size 1.
constexpr double rounding = 1e-15;

const char* const crank = "body c = rod(length: 1 m) { mass = 1 kg }\n joint pin = revolute(world, c) { at = (0, 0) m";

}  // namespace

BOOST_AUTO_TEST_SUITE(space)

BOOST_AUTO_TEST_CASE(a_body_in_space_has_seven_positions_and_six_velocities) {
  const Experiment e =
      load_good(space_with("gravity = (0, 0, -9.81) m/s^2\n body b = sphere(radius: 2 m) { mass = 3 kg; at = (1, 2, 3) "
                           "m; velocity = (4, 5, 6) "
                           "m/s; spin = (7, 8, 9) rad/s; rotation = quaternion(0, 0, 2, 0) }\n particle p { mass = 1 "
                           "kg; at = (1, 0, 0) m }\n"
                           "fixed f = sphere(radius: 1 m) { at = (0, 0, 9) m }"));
  const World& world = std::get<World>(e.system);
  BOOST_TEST((world.model.space == Space::spatial));
  BOOST_TEST(world.model.num_positions == 10);
  BOOST_TEST(world.model.num_velocities == 9);
  BOOST_TEST((world.model.spatial_gravity == Vec3(0.0, 0.0, -9.81)));
  VectorX q(10);
  q << 1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0;
  VectorX v(9);
  v << 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0, 0.0, 0.0;
  BOOST_TEST((world.initial.q == q));
  BOOST_TEST((world.initial.v == v));
  BOOST_TEST((world.model.bodies[0].spatial.inertia == Matrix3(3.0 * 1.6 * Matrix3::Identity())));
}

BOOST_AUTO_TEST_CASE(density_is_that_of_a_volume) {
  const Experiment e = load_good(ball_with("density = 3 kg/m^3"));
  BOOST_TEST(model_of(e).bodies[0].mass == 3.0 * (4.0 / 3.0 * std::numbers::pi * 2.0 * 2.0 * 2.0));
  BOOST_TEST(first_code(ball_with("density = 3 kg/m^2")) == "S031");
}

BOOST_AUTO_TEST_CASE(rotations_of_all_forms_agree) {
  const Matrix3 expected = turn_of("axis_angle((0, 0, 1), 90 deg)");
  BOOST_TEST((expected * Vec3::UnitX() - Vec3::UnitY()).norm() < rounding);
  for (const char* same : {"axis_angle((0, 0, 1e300), 90 deg)", "axis_angle((0, 0, -1e-300), -90 deg)",
                           "quaternion(1, 0, 0, 1)", "quaternion(1e-200, 0, 0, 1e-200)", "euler(zyx, 90 deg, 0, 0)",
                           "euler(xyz, 0, 0, pi / 2)", "(if 1 > 0 then euler(zxz, 30 deg, 0, 60 deg) else 3)"})
    BOOST_TEST((turn_of(same) - expected).norm() < 4.0 * rounding, same);
}

BOOST_AUTO_TEST_CASE(euler_turns_about_the_axes_of_the_body_in_any_of_the_twelve_orders) {
  const auto about = [](char axis, double angle) {
    return Matrix3(rotation_matrix<double>(quaternion_exponential<double>(angle * Vec3::Unit(axis - 'x'))));
  };
  int count = 0;
  for (const char a : {'x', 'y', 'z'})
    for (const char b : {'x', 'y', 'z'})
      for (const char c : {'x', 'y', 'z'}) {
        const std::string call = fmt::format("euler({}{}{}, 0.3, -1.1, 2.5)", a, b, c);
        if (a == b || b == c) {
          BOOST_TEST(first_code(ball_with("mass = 1 kg; rotation = " + call)) == "S027");
          continue;
        }
        ++count;
        BOOST_TEST((turn_of(call) - about(a, 0.3) * about(b, -1.1) * about(c, 2.5)).norm() < 4.0 * rounding, call);
      }
  BOOST_TEST(count == 12);
}

BOOST_AUTO_TEST_CASE(rotations_are_unit_quaternions) {
  for (const char* rotation : {"axis_angle((1, 2, 3), 1e9 rad)", "quaternion(1, 2, 3, 4)", "euler(yzy, 7, 8, 9)"}) {
    const Experiment e = load_good(ball_with(std::string("mass = 1 kg; rotation = ") + rotation));
    BOOST_TEST(std::abs(model_of(e).bodies[0].spatial.rotation.norm() - 1.0) < 2.0 * rounding, rotation);
  }
}

BOOST_AUTO_TEST_CASE(a_drive_is_a_joint_with_the_bodies_of_the_one_that_it_drives) {
  const Experiment e =
      load_good(plane_with(std::string(crank) + " }\n drive motor = angle(pin) { value = 2 rad/s * t }",
                           "measure a = max_abs(constraint_error(motor))\n measure b = coordinate(pin)\n"));
  const Model& model = model_of(e);
  BOOST_REQUIRE_EQUAL(model.joints.size(), 2u);
  BOOST_TEST(model.joints[1].driven_joint == 0);
  BOOST_TEST((model.joints[1].body == model.joints[0].body));
  BOOST_TEST(model.joints[1].name == "motor");
  BOOST_TEST(model.joints[1].drive[0](3.0) == 6.0);
  BOOST_TEST(model.num_rows == 3);
  BOOST_TEST(model.num_joint_coordinates == 1);
  BOOST_TEST(e.measures[0].entity == 1);
}

BOOST_AUTO_TEST_CASE(drives_and_constraints_share_the_names_of_joints) {
  BOOST_TEST(first_code(plane_with(std::string(crank) + " }\n drive pin = angle(pin) { value = 2 rad/s * t }")) ==
             "S015");
  BOOST_TEST(first_code(plane_with(std::string(crank) + " }\n drive a = angle(c) { value = 2 rad/s * t }")) == "S017");
}

BOOST_AUTO_TEST_CASE(a_constraint_has_as_many_rows_as_it_is_given) {
  const Experiment e = load_good(
      plane_with("particle p { mass = 1 kg }\n constraint n = linear(p) { rows = [[1, 0], [0, 1]]; values = [0, 1] m/s "
                 "}"));
  const Joint& joint = model_of(e).joints[0];
  BOOST_TEST(joint.num_rows == 2);
  BOOST_TEST((joint.coefficients == MatrixX(Eigen::Matrix2d::Identity())));
  BOOST_TEST(joint.drive[1](0.5) == 1.0);
  const auto code = [](const std::string& properties) {
    return first_code(plane_with("particle p { mass = 1 kg }\n constraint n = linear(p) { " + properties + " }"));
  };
  BOOST_TEST(code("rows = [[1, 0], [0]]") == "S048");
  BOOST_TEST(code("rows = []") == "S048");
  BOOST_TEST(code("rows = [1, 0]") == "S021");
  BOOST_TEST(code("rows = [[1, 0]]; values = [sin(2 rad/s * t)]") == "S031");
  BOOST_TEST(code("rows = [[1, 0]]; values = t") == "S021");
}

BOOST_AUTO_TEST_CASE(joints_take_limits_springs_and_friction) {
  const Experiment e = load_good(plane_with(
      std::string(crank) + "; limits = [-inf, 90 deg]; stiffness = 3 N m/rad; friction = 1 N m; at_start = 10 deg }"));
  const CoordinateElement& element = model_of(e).joints[0].element[0];
  BOOST_TEST(element.lower == -INFINITY);
  BOOST_TEST(element.upper == 90.0 * std::numbers::pi / 180.0);
  BOOST_TEST(element.stiffness == 3.0);
  BOOST_TEST(model_of(e).coordinate_rows.size() == 2u);
  BOOST_TEST(std::get<World>(e.system).initial.coordinates[0] == 10.0 * std::numbers::pi / 180.0);
  BOOST_TEST(first_code(plane_with(std::string(crank) + "; limits = [-inf, 1 m] }")) == "S031");
  BOOST_TEST(first_code(plane_with(std::string(crank) + "; limits = [-inf m, inf m] }")) == "S005");
}

BOOST_AUTO_TEST_CASE(functions_of_time_have_three_components_in_space) {
  const auto load = [](const std::string& force) {
    return space_with("particle p { mass = 1 kg }\n force f = load(p, force: " + force + ")");
  };
  const Experiment e = load_good(load("(1 N, t * 1 N/s, 2 N) - (0, 0, 1) N"));
  const Force& force = model_of(e).forces[0];
  BOOST_TEST(force.spatial_load[0](2.0) == 1.0);
  BOOST_TEST(force.spatial_load[1](2.0) == 2.0);
  BOOST_TEST(force.spatial_load[2](2.0) == 1.0);
  BOOST_TEST(first_code(load("(1 N, t * 1 N/s)")) == "S021");
  BOOST_TEST(first_code(load("(1 N, t * 1 N/s, 1 m)")) == "S032");
}

BOOST_AUTO_TEST_CASE(measures_of_space_have_three_components) {
  const std::string bob = "body bob = sphere(radius: 1 m) { mass = 1 kg }";
  const Experiment e = load_good(space_with(bob, "measure m1 = z(position(bob, point: (1, 2, 3) m))\n"));
  BOOST_TEST((e.measures[0].reduction == Reduction::z));
  BOOST_TEST((e.measures[0].point == Vec3(1.0, 2.0, 3.0)));
  BOOST_TEST(first_code(space_with(bob, "measure m1 = angle(bob)\n")) == "S051");
  BOOST_TEST(first_code(scene_with("measure m1 = z(position(bob))")) == "S051");
}

BOOST_AUTO_TEST_CASE(methods_solve_as_they_say_and_else_as_the_run_says) {
  const Experiment e = load_good(
      "experiment x {\n world spatial { particle p { mass = 1 kg } }\n run { step = 1 ms; duration = 1 s; route = "
      "baraff; gyroscopic = implicit }\n method a = none\n method b = none { route = smith; cfm = 1e-6/kg; cfm_rows = "
      "closures }\n method c = none { route = kkt; rotation = first_order; gyroscopic = explicit }\n}");
  BOOST_TEST((e.methods[0].linear_algebra == LinearAlgebra{.route = Route::baraff}));
  BOOST_TEST((e.methods[0].integration.gyroscopic == GyroscopicTerm::implicit_term));
  BOOST_TEST((e.methods[1].linear_algebra ==
              LinearAlgebra{.route = Route::smith, .cfm = 1e-6, .cfm_rows = CfmRows::closures}));
  BOOST_TEST((e.methods[2].linear_algebra == LinearAlgebra{}));
  BOOST_TEST((e.methods[2].integration ==
              Integration{.rotation = RotationUpdate::first_order, .gyroscopic = GyroscopicTerm::explicit_term}));
  const auto options = [&](std::size_t i) {
    std::string text;
    for (const auto& [name, value] : e.methods[i].options) text += name + "=" + value + ";";
    return text;
  };
  BOOST_TEST(options(0) == "route=baraff;gyroscopic=implicit;");
  BOOST_TEST(options(1) == "route=smith;cfm=1e-6/kg;cfm_rows=closures;gyroscopic=implicit;");
  BOOST_TEST(options(2) == "rotation=first_order;");
}

BOOST_AUTO_TEST_CASE(a_loop_that_some_position_closes_is_a_warning_and_one_that_none_closes_an_error) {
  const auto chain = [](const std::string& end) {
    return plane_with(
        "particle a { mass = 1 kg; at = (1, 0) m }\n particle b { mass = 2 kg; at = (2, 0) m }\n joint i = "
        "distance(world, a) { length = 1 m }\n joint j = distance(a, b) { length = 1 m }\n joint k = "
        "distance(world, b) { length = " +
        end + " }");
  };
  BOOST_TEST(first_code(chain("2 m")) == "");
  BOOST_TEST(first_code(chain("1.5 m")) == "S043");
  BOOST_TEST(first_code(chain("2.5 m")) == "S050");
  BOOST_TEST(first_code(chain("1000 m")) == "S050");
}

BOOST_AUTO_TEST_CASE(velocities_that_break_a_joint_are_a_warning_with_their_size) {
  const Loaded loaded = load_text(space_with(
      "particle p { mass = 1 kg; at = (1, 0, 0) m; velocity = (0, 0, 0.5) m/s }\n joint j = ball(world, p) { "
      "at = (1, 0, 0) m }"));
  BOOST_REQUIRE(loaded.experiment.has_value());
  BOOST_REQUIRE_EQUAL(loaded.diagnostics.size(), 1u);
  BOOST_TEST(loaded.diagnostics[0].code == "S049");
  BOOST_TEST(loaded.diagnostics[0].message.find("0.5 m/s") != std::string::npos, loaded.diagnostics[0].message);
}

BOOST_AUTO_TEST_CASE(a_method_that_objects_is_a_warning_at_its_name_where_another_can_run) {
  const Loaded loaded = load_text(plane_with(std::string(crank) + " }", "method b = fussy\n"));
  BOOST_REQUIRE_EQUAL(loaded.diagnostics.size(), 1u);
  BOOST_TEST(loaded.diagnostics[0].code == "S074");
  BOOST_TEST(loaded.diagnostics[0].message == "method 'b' cannot run this scene: it cannot hold joints");
  BOOST_REQUIRE(loaded.experiment.has_value());
  BOOST_TEST(loaded.experiment->methods[0].objection == "");
  BOOST_TEST(loaded.experiment->methods[1].objection == "it cannot hold joints");
}

BOOST_AUTO_TEST_CASE(a_drive_faster_than_the_step_is_an_error) {
  const auto drive = [](const std::string& value) {
    return first_code(plane_with(std::string(crank) + " }\n drive motor = angle(pin) { value = " + value + " }"));
  };
  BOOST_TEST(drive("0.1 rad * (1 - cos(10 rad/s * t))") == "");
  BOOST_TEST(drive("0.1 rad * (1 - cos(1e4 rad/s * t))") == "S063");
  BOOST_TEST(drive("if t < 0.5 s then 0 rad else 2 rad") == "S063");
}

BOOST_AUTO_TEST_CASE(a_dense_route_through_many_rows_is_announced_with_its_cost) {
  const auto found = [](int links, const std::string& route) {
    return load_real("experiment x { world planar {\n for i in 1.." + std::to_string(links) + R"( {
      particle p[i] { mass = 1 kg; at = (i * 1 m, 0 m) }
      if i > 1 { joint rod[i] = distance(p[i - 1], p[i]) { } } else { joint rod[i] = distance(world, p[i]) { } }
      } }
      run { step = 1 ms; duration = 1 s }
      method a = none { route = )" +
                     route + " } }")
        .diagnostics;
  };
  BOOST_TEST(found(1400, "smith").empty());
  BOOST_TEST(found(1500, "kkt").empty());
  // 1500^3/3 operations in each of 1000 steps are above 1e12.
  const auto diagnostics = found(1500, "smith");
  BOOST_REQUIRE_EQUAL(diagnostics.size(), 1U);
  BOOST_TEST(diagnostics[0].code == "S070");
  BOOST_TEST(diagnostics[0].message.find("1500 rows: 0.018 GB, and 1.1e+09 operations a solve, 1.1e+12 in the run") !=
                 std::string::npos,
             diagnostics[0].message);
}

BOOST_AUTO_TEST_CASE(scenes_of_both_spaces_load_under_the_shipped_vocabulary_without_a_word) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PERPEND_DSL_DATA)) {
    const Parsed parsed = parse_file(entry.path().string(), "");
    BOOST_REQUIRE_MESSAGE((parsed.document != nullptr), render(parsed.diagnostics, false));
    const Loaded loaded = elaborate(*parsed.document, real_vocabulary());
    BOOST_TEST(loaded.experiment.has_value());
    BOOST_TEST(loaded.diagnostics.empty(), render(loaded.diagnostics, false));
    ++count;
  }
  BOOST_TEST(count >= 6);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_space
