// `start = assemble`: a sketch becomes a mechanism whose joints hold.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <variant>

#include "kernel/model/scene/scene_checks.hpp"
#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_start_assembly {

using namespace perpend;
using namespace perpend::dsl;

namespace {

const World& world_of(const Loaded& loaded) {
  BOOST_REQUIRE(loaded.experiment.has_value());
  return std::get<World>(loaded.experiment->system);
}

/// Largest error of a row, position and velocity, at the start of the scene.
double largest_error(const World& world) {
  const StartErrors errors = real_vocabulary().checks->start_errors(world.model, world.initial);
  double largest = 0.0;
  for (int i = 0; i < errors.phi.size(); ++i)
    largest = std::max({largest, std::abs(errors.phi[i]), std::abs(errors.rate[i])});
  return largest;
}

/// A four-bar linkage of 1, 3, 2.5 and 3.5 m from a sketch, the crank at 40 degrees.
std::string four_bar(const std::string& start, const std::string& more = "", double spin = 0.0) {
  return real_scene(
      fmt::format("{}\n body crank = rod(length: 1 m) {{ mass = 1 kg; at = (0.5 * cos(40 deg), 0.5 * sin(40 deg)) * 1 "
                  "m; angle = 40 deg; spin = {} rad/s; velocity = (-0.5 * {} * sin(40 deg), 0.5 * {} * cos(40 deg)) * "
                  "1 m/s }}\n"
                  "body coupler = rod(length: 3 m) {{ mass = 3 kg; at = (2, 1.5) m; angle = 10 deg }}\n"
                  "body rocker = rod(length: 2.5 m) {{ mass = 2 kg; at = (3, 1) m; angle = -80 deg }}\n"
                  "joint a = revolute(world, crank) {{ at_first = (0, 0) m; on_second = (-0.5, 0) m }}\n"
                  "joint b = revolute(crank, coupler) {{ on_first = (0.5, 0) m; on_second = (-1.5, 0) m }}\n"
                  "joint c = revolute(coupler, rocker) {{ on_first = (1.5, 0) m; on_second = (-1.25, 0) m }}\n"
                  "joint d = revolute(rocker, world) {{ on_first = (1.25, 0) m; at_second = (3.5, 0) m }}\n{}",
                  start, spin, spin, spin, more));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(start_assembly)

// Without limits the crank goes from 40 to 50 degrees; its limit, counted from the sketch, allows 45.
BOOST_AUTO_TEST_CASE(no_coordinate_of_the_assembled_start_is_beyond_a_limit_or_on_its_way_there) {
  const auto add_limits = [](const std::string& scene, const std::string& range) {
    const std::size_t end = scene.find(" }", scene.find("joint a = "));
    return scene.substr(0, end) + "; limits = " + range + scene.substr(end);
  };
  const std::string four = four_bar("start = assemble", "", 2.0);
  const auto with_limits = [&](const std::string& range) { return load_real(add_limits(four, range)); };
  const Loaded loaded = with_limits("[-40 deg, 5 deg]");
  const World& world = world_of(loaded);
  const StartErrors errors = real_vocabulary().checks->start_errors(world.model, world.initial);
  for (int i = 0; i < world.model.num_rows; ++i) {
    const bool is_limit = i >= world.model.num_joint_rows;
    BOOST_TEST((is_limit ? errors.phi[i] > -1e-9 : std::abs(errors.phi[i]) < 1e-9), i << " " << errors.phi[i]);
  }
  BOOST_TEST(std::abs(world.initial.q[2] - 45.0 / 180.0 * std::acos(-1.0)) < 1e-8);
  // Its spin of 2 rad/s went into the limit.
  BOOST_TEST(std::abs(world.initial.v[2]) < 1e-12);
  const Loaded back = load_real(add_limits(four_bar("start = assemble", "", -2.0), "[-40 deg, 5 deg]"));
  BOOST_TEST(world_of(back).initial.v[2] < -0.3);
  const Loaded free = with_limits("[-40 deg, 40 deg]");
  const Loaded without = load_real(four);
  BOOST_TEST((world_of(free).initial.q - world_of(without).initial.q).cwiseAbs().maxCoeff() < 1e-12);
  BOOST_TEST((world_of(free).initial.v - world_of(without).initial.v).cwiseAbs().maxCoeff() < 1e-8);
}

BOOST_AUTO_TEST_CASE(a_sketch_outside_its_limits_is_moved_inside) {
  const auto arm = [](const std::string& start, const std::string& limits) {
    return load_real(real_scene(start +
                                "\nbody arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = -1 rad/s; "
                                "velocity = (0, -0.5) m/s }\n"
                                "joint hip = revolute(world, arm) { at = (0, 0) m; " +
                                limits + " }"));
  };
  const Loaded moved = arm("start = assemble", "limits = [20 deg, 70 deg]");
  const World& world = world_of(moved);
  BOOST_TEST(std::abs(world.initial.q[2] - 20.0 / 180.0 * std::acos(-1.0)) < 1e-9);
  BOOST_TEST(world.initial.q.head<2>().norm() == 0.5, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(world.initial.v.norm() < 1e-9);
  BOOST_TEST(world.moves.size() == 1U);
  // The angle that the sketch stands for counts.
  BOOST_TEST(std::abs(world_of(arm("start = assemble", "limits = [20 deg, 70 deg]; at_start = 80 deg")).initial.q[2] +
                      10.0 / 180.0 * std::acos(-1.0)) < 1e-9);
  for (const char* start : {"", "start = given", "start = assemble_velocities"}) {
    const Loaded refused = arm(start, "limits = [20 deg, 70 deg]");
    const Diagnostic* error = diagnostic_of(refused.diagnostics, "S042");
    BOOST_REQUIRE(error != nullptr);
    BOOST_TEST(error->message.find("outside of its limits") != std::string::npos);
    BOOST_TEST(error->hint.find("start = assemble") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_that_no_position_keeps_is_named) {
  const Loaded loaded =
      load_real(real_scene("start = assemble\nbody a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n"
                           "joint hinge = revolute(world, a) { at = (0, 0) m; limits = [-10 deg, 20 deg] }\n"
                           "joint hook = revolute(world, a) { at_first = (0.4, 0.3) m; on_second = (0, 0) m }"));
  BOOST_REQUIRE(!loaded.experiment.has_value());
  const std::string& message = loaded.diagnostics.front().message;
  BOOST_TEST((message.find("'hinge'") != std::string::npos || message.find("'hook'") != std::string::npos), message);
}

BOOST_AUTO_TEST_CASE(a_body_is_kept_once) {
  const Loaded loaded = load_real(four_bar("start = assemble { keep = [crank, crank] }"));
  const Diagnostic* error = diagnostic_of(loaded.diagnostics, "S014");
  BOOST_REQUIRE(error != nullptr);
  BOOST_TEST(error->message == "'crank' is named twice");
}

BOOST_AUTO_TEST_CASE(a_sketch_closes_to_rounding_and_kept_bodies_stay_to_the_bit) {
  const Loaded sketch = load_real(four_bar(""));
  const Loaded loaded = load_real(four_bar("start = assemble { keep = [crank] }"));
  const World& world = world_of(loaded);
  BOOST_TEST(largest_error(world_of(sketch)) > 0.1);
  BOOST_TEST(largest_error(world) < 1e-14);
  BOOST_TEST((world.start == StartMode::assembled));
  BOOST_TEST(world.initial.q.head<3>() == world_of(sketch).initial.q.head<3>());
  BOOST_TEST(world.initial.v.head<3>() == world_of(sketch).initial.v.head<3>());
  for (const StartMove& move : world.moves) BOOST_TEST(move.body != 0);
  BOOST_TEST(world.moves.size() == 2U);
  const auto is_open_before = [](const StartGap& gap) { return gap.before > 0.01 && gap.after < 1e-12; };
  BOOST_TEST(!world.gaps.empty());
  BOOST_TEST(std::any_of(world.gaps.begin(), world.gaps.end(), is_open_before));
  for (const StartGap& gap : world.gaps) BOOST_TEST(gap.after < gap.before);
  // Bodies of the model start where the state says.
  BOOST_TEST(initial_state(world.model).q == world.initial.q);
}

BOOST_AUTO_TEST_CASE(the_crank_keeps_its_spin_and_the_others_take_the_velocities_that_follow) {
  const Loaded loaded = load_real(four_bar("start = assemble { keep = crank }", "", 2.0));
  const World& world = world_of(loaded);
  BOOST_TEST(world.initial.v[2] == 2.0);
  BOOST_TEST(world.initial.v.tail<6>().norm() > 0.5);
  BOOST_TEST(largest_error(world) < 1e-13);
}

// One component is made of rounding alone: all of them are one velocity.
BOOST_AUTO_TEST_CASE(velocities_that_keep_a_joint_to_rounding_are_no_warning) {
  const Loaded loaded = load_real(
      "experiment e { world spatial {\n body a = sphere(radius: 0.1 m) { mass = 2 kg; at = (0.3, 0, 0) m; rotation = "
      "axis_angle((1, 2, 3), 0.4); spin = (0.2, 8, 0.1) rad/s; velocity = -cross((0.2, 8, 0.1) rad/s, (-0.3, 0, 0) m) "
      "}\n joint j = ball(world, a) { at = (0, 0, 0) m }\n}\n run { step = 1 ms; duration = 1 s }\n method a = none "
      "}");
  BOOST_REQUIRE(loaded.experiment.has_value());
  BOOST_TEST((diagnostic_of(loaded.diagnostics, "S049") == nullptr));
}

BOOST_AUTO_TEST_CASE(velocities_alone_leave_positions_as_they_are) {
  const std::string world =
      "\n body bob = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m; spin = 3 rad/s }\n joint pin = revolute(world, "
      "bob) "
      "{ at = (0, 0) m }";
  const Loaded given = load_real(real_scene(world));
  const Loaded made = load_real(real_scene("start = assemble_velocities" + world));
  BOOST_TEST(diagnostic_of(given.diagnostics, "S049") != nullptr);
  BOOST_TEST(diagnostic_of(made.diagnostics, "S049") == nullptr);
  BOOST_TEST(world_of(made).initial.q == world_of(given).initial.q);
  BOOST_TEST((world_of(made).start == StartMode::velocities));
  // The nearest velocity in the metric of M: the moment about the pin is kept, I w = I_c 3 rad/s with I = I_c + m.
  BOOST_TEST(std::abs(world_of(made).initial.v[2] - 3.0 * (1.0 / 3.0) / (4.0 / 3.0)) < 1e-14);
  BOOST_TEST(largest_error(world_of(made)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(what_closes_already_is_not_moved) {
  const std::string bob =
      "\n body bob = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m }\n joint pin = revolute(world, bob) { at = (0, 0) "
      "m }";
  BOOST_TEST(world_of(load_real(real_scene("start = assemble" + bob))).moves.empty());
}

BOOST_AUTO_TEST_CASE(a_loop_that_cannot_close_names_the_joint_and_the_gap) {
  std::string text = four_bar("start = assemble { keep = [crank] }");
  const std::string ground = "(3.5, 0) m";
  text.replace(text.find(ground), ground.size(), "(9.5, 0) m");
  const Loaded loaded = load_real(text);
  const Diagnostic* found = diagnostic_of(loaded.diagnostics, "S050");
  BOOST_REQUIRE(found != nullptr);
  BOOST_TEST(found->message.find("stays off by") != std::string::npos, found->message);
  BOOST_TEST(!loaded.experiment.has_value());
}

BOOST_AUTO_TEST_CASE(a_sketch_in_which_nothing_may_move_is_refused) {
  const Loaded loaded = load_real(four_bar("start = assemble { keep = [crank, rocker, coupler] }"));
  BOOST_TEST(diagnostic_of(loaded.diagnostics, "S050") != nullptr);
}

BOOST_AUTO_TEST_CASE(a_drive_moves_the_body_that_is_kept_in_its_place) {
  const Loaded loaded =
      load_real(four_bar("start = assemble { keep = [crank] }", "drive motor = angle(a) { value = 3 rad/s * t }"));
  const World& world = world_of(loaded);
  BOOST_TEST(std::abs(world.initial.v[2] - 3.0) < 1e-13);
  BOOST_TEST(largest_error(world) < 1e-13);
}

BOOST_AUTO_TEST_CASE(drives_that_contradict_each_other_name_one_of_them) {
  const Loaded loaded = load_real(four_bar("start = assemble { keep = [crank] }",
                                           "drive motor = angle(a) { value = 3 rad/s * t }\n"
                                           "drive other = angle(a) { value = 2 rad/s * t }"));
  const Diagnostic* found = diagnostic_of(loaded.diagnostics, "S050");
  BOOST_REQUIRE(found != nullptr);
  BOOST_TEST(found->message.find("no velocities at the start satisfy all joints: drive '") == 0U, found->message);
}

BOOST_AUTO_TEST_CASE(a_chain_in_space_closes_too) {
  const std::string world =
      "start = assemble\n"
      "body one = rod(length: 1 m, radius: 1 cm) { mass = 1 kg; at = (0.4, 0.1, 0) m; rotation = euler(zyx, 20 deg, 5 "
      "deg, 0) }\n"
      "body two = rod(length: 1 m, radius: 1 cm) { mass = 1 kg; at = (1.2, 0.5, 0.1) m; spin = (0, 0, 1) rad/s }\n"
      "joint a = ball(world, one) { at_first = (0, 0, 0) m; on_second = (-0.5, 0, 0) m }\n"
      "joint b = ball(one, two) { on_first = (0.5, 0, 0) m; on_second = (-0.5, 0, 0) m }\n"
      "joint c = ball(two, world) { on_first = (0.5, 0, 0) m; at_second = (1.5, 0.5, 0) m }";
  const Loaded loaded = load_real(real_scene(world, "", "spatial"));
  const World& found = world_of(loaded);
  BOOST_TEST(largest_error(found) < 1e-13);
  BOOST_TEST(std::abs(found.initial.q.segment<4>(3).norm() - 1.0) < 1e-15);
}

BOOST_AUTO_TEST_CASE(what_is_no_start_says_what_one_is) {
  const std::string bob = "\n particle bob { mass = 1 kg }";
  for (const auto& [start, code] : {std::pair{"start = somewhere", "S022"},
                                    {"start = assemble { hold = [bob] }", "S012"},
                                    {"start = assemble { keep = [nobody] }", "S017"},
                                    {"start = given\n start = assemble", "S014"},
                                    {"start = given { keep = [bob] }", "S042"}}) {
    const Loaded loaded = load_real(real_scene(bob + "\n" + start));
    BOOST_TEST(diagnostic_of(loaded.diagnostics, code) != nullptr, start);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_start_assembly
