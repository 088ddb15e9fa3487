// A whole scene becomes an Experiment; and what each block demands.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_scene {

using namespace perpend;
using namespace perpend::dsl;

namespace {

const char* const chain = R"(# a chain
experiment chain {
  title  = "Chain"
  source = "ClinePai03 VI.A"
  param links  = 6
  param length = 100 mm
  param g      = 9.81 m/s^2 { given = false; note = "not printed" }
  world planar {
    gravity = (0 m/s^2, -g)
    for i in 1..links {
      body link[i] = rod(length: length) { mass = 1 kg; at = ((i - 0.5) * length, 0 m) }
    }
    joint pin[1] = revolute(world, link[1]) { at = (0 m, 0 m) }
    for i in 2..links { joint pin[i] = revolute(link[i-1], link[i]) { at = ((i - 1) * length, 0 m) } }
  }
  run { step = 1 ms; duration = 0.8 s; stop_when = drift > 1 m }
  method plain = none
  method gain  = baumgarte(alpha: 50/s) { step = 2 ms; expect = diverges; linear_solver = sparse_ldlt }
  measure drift = max_abs(constraint_error)
  measure one   = norm(constraint_error(pin[3])) { unit = um }
  measure tip   = y(position(link[6], point: (50, 0) mm))
  figure f { y = [drift, one]; methods = [plain]; x = step; scale = log }
  sweep order { step = [4, 2, 1] ms }
  claim c "words" { value = at(drift, plain, step: 600); in = [15, 25] mm; expect = not_reproduced }
}
)";

std::string world_with(const std::string& statements) {
  return "experiment x {\n world planar {\n" + statements +
         "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none\n}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scenes)

BOOST_AUTO_TEST_CASE(a_chain_becomes_a_model) {
  const Experiment e = load_good(chain);
  const Model& model = std::get<World>(e.system).model;
  BOOST_REQUIRE_EQUAL(model.bodies.size(), 6u);
  BOOST_REQUIRE_EQUAL(model.joints.size(), 6u);
  BOOST_TEST(model.num_velocities == 18);
  BOOST_TEST(model.num_rows == 12);
  BOOST_TEST(model.gravity.y() == -9.81);
  BOOST_TEST(model.bodies[2].name == "link[3]");
  BOOST_TEST(model.bodies[2].position.x() == 2.5 * 0.1);
  BOOST_TEST(model.bodies[0].inertia == 0.1 * 0.1 / 12.0);
  BOOST_TEST(model.joints[0].body[0] == world_body);
  BOOST_TEST(model.joints[5].body[1] == 5);
  BOOST_TEST(std::get<World>(e.system).initial.q.size() == 18);
}

BOOST_AUTO_TEST_CASE(methods_measures_figures_and_runs_are_filled) {
  const Experiment e = load_good(chain);
  BOOST_REQUIRE(e.run->stop_when.has_value());
  BOOST_TEST(e.run->stop_when->text == "drift > 1 m");
  BOOST_REQUIRE_EQUAL(e.methods.size(), 2u);
  BOOST_TEST(e.methods[1].properties.number("alpha") == 50.0);
  BOOST_TEST(e.methods[1].options[0].first == "alpha");
  BOOST_TEST(e.methods[1].options[0].second == "50/s");
  BOOST_TEST(*e.methods[1].step == 0.002);
  BOOST_TEST((e.methods[1].expect == ExpectedOutcome::diverges));
  BOOST_TEST((e.methods[1].stabilizer != nullptr));
  BOOST_TEST(e.measures[0].unit.name == "mm");  // the unit of the claim's range
  BOOST_TEST(e.measures[1].unit.name == "um");
  BOOST_TEST(e.measures[1].entity == 2);
  BOOST_TEST(e.measures[2].point.x() == 0.05);
  BOOST_TEST((e.measures[2].reduction == Reduction::y));
  BOOST_TEST(e.figures[0].y.size() == 2u);
  BOOST_TEST(e.figures[0].x == "step");
  BOOST_TEST(e.parameters[2].note == "not printed");
  BOOST_TEST(!e.parameters[2].given);
}

BOOST_AUTO_TEST_CASE(bodies_need_mass_and_fixed_ones_do_not) {
  BOOST_TEST(first_code(world_with("body a = rod(length: 1 m) { }")) == "S041");
  BOOST_TEST(first_code(world_with("body a = rod(length: 1 m) { density = 1 kg/m^2 }")) == "S042");
  BOOST_TEST(first_code(world_with("body a = rod(length: 0 m) { mass = 1 kg }")) == "S023");
  BOOST_TEST(first_code(world_with("body a = rod(length: 1 m) { mass = 0 kg }")) == "S023");
  BOOST_TEST(first_code(world_with("fixed a = rod(length: 1 m) { }")) == "S046");
  const Experiment e = load_good(world_with(
      "body a = disk(radius: 1 m) { density = 2 kg/m^2 }\n fixed wall = rod(length: 1 m) { at = (1, 0) m }"));
  const Model& model = std::get<World>(e.system).model;
  BOOST_TEST(model.bodies[0].mass == 2.0 * 3.141592653589793);
  BOOST_TEST(model.bodies[1].dof == 0);
}

BOOST_AUTO_TEST_CASE(joints_name_two_bodies_of_which_one_moves) {
  const std::string two = "particle p { mass = 1 kg }\n fixed w = rod(length: 1 m) { }\n";
  BOOST_TEST(first_code(world_with(two + "joint j = distance(p, p) { length = 1 m }")) == "S044");
  BOOST_TEST(first_code(world_with(two + "joint j = distance(world, w) { length = 1 m }")) == "S044");
  BOOST_TEST(first_code(world_with(two + "joint j = distance(p) { length = 1 m }")) == "S013");
  BOOST_TEST(first_code(world_with(two + "joint j = distance(p, q) { length = 1 m }")) == "S017");
  BOOST_TEST(first_code(world_with(two + "joint j = revolute(world, p) { at = (0, 0) m }")) == "S042");
  BOOST_TEST(first_code(world_with(two + "joint j = distance(world, p) { length = 0 m }")) == "S023");
}

BOOST_AUTO_TEST_CASE(a_joint_that_does_not_close_is_a_warning_with_its_gap) {
  const Loaded loaded = load_text(
      world_with("particle p { mass = 1 kg; at = (1010, 0) mm }\n joint j = distance(world, p) { length = 1 m }"));
  BOOST_REQUIRE(loaded.experiment.has_value());
  BOOST_REQUIRE_EQUAL(loaded.diagnostics.size(), 1u);
  BOOST_TEST(loaded.diagnostics[0].code == "S043");
  BOOST_TEST(loaded.diagnostics[0].message.find("10 mm") != std::string::npos, loaded.diagnostics[0].message);
}

BOOST_AUTO_TEST_CASE(names_are_declared_once) {
  const Loaded loaded = load_text(world_with("particle p[1] { mass = 1 kg }\n particle p[1] { mass = 1 kg }"));
  BOOST_REQUIRE(!loaded.diagnostics.empty());
  BOOST_TEST(loaded.diagnostics[0].code == "S015");
  BOOST_TEST(loaded.diagnostics[0].hint == "first at test.scene:3");
}

BOOST_AUTO_TEST_CASE(what_no_registry_row_serves_is_an_error) {
  BOOST_TEST(first_code(world_with("muscle biceps { }")) == "S011");
  BOOST_TEST(first_code(world_with("particle p { mass = 1 kg; charge = 0.5 }")) == "S012");
  BOOST_TEST(first_code(world_with("body b = sphere(radius: 1 m) { mass = 1 kg }")) == "S016");
  BOOST_TEST(first_code("experiment x { world curved { } }") == "S016");
  BOOST_TEST(first_code(scene_with("method a = magic")) == "S016");
  BOOST_TEST(first_code(scene_with("method a = none { solver = gauss }")) == "S016");
}

BOOST_AUTO_TEST_CASE(a_linear_system_needs_no_run) {
  const Experiment e =
      load_good("experiment x { linear { B = [[2,0,0,0],[-2,0,2,0]]; mass = [1, 1, 1, 1] kg }\n method a = none }");
  const LinearSystem& system = std::get<LinearSystem>(e.system);
  BOOST_TEST(system.b.rows() == 2);
  BOOST_TEST(system.b(1, 2) == 2.0);
  BOOST_TEST(system.mass.diagonal.sum() == 4.0);
  BOOST_TEST(first_code("experiment x { linear { mass = [1] kg; B = [[1, 2]] }\n method a = none }") == "S048");
  BOOST_TEST(first_code("experiment x { linear { mass = [1, 0] kg; B = [[1, 2]] }\n method a = none }") == "S023");
  BOOST_TEST(first_code("experiment x { linear { mass = [1, 1] kg; B = [[1, 2 m]] }\n method a = none }") == "S031");
}

BOOST_AUTO_TEST_CASE(runs_have_sensible_times) {
  const auto code = [](const std::string& run) {
    return first_code("experiment x { world planar { particle p { mass = 1 kg } }\n run { " + run +
                      " }\n method a = none }");
  };
  BOOST_TEST(code("step = 1 ms; duration = 1 s") == "");
  BOOST_TEST(code("step = 2 s; duration = 1 s") == "S047");
  BOOST_TEST(code("step = 1 us; duration = 1000 s") == "S047");
  BOOST_TEST(code("step = 1 m; duration = 1 s") == "S031");
  BOOST_TEST(code("step = 1 ms") == "S013");
  BOOST_TEST(code("step = 0 s; duration = 1 s") == "S023");
  BOOST_TEST(code("step = 1 ms; step = 1 ms; duration = 1 s") == "S014");
}

BOOST_AUTO_TEST_CASE(measures_are_one_number_of_something_that_exists) {
  BOOST_TEST(first_code(scene_with("measure a = constraint_error")) == "S051");
  BOOST_TEST(first_code(scene_with("measure a = position(bob)")) == "S051");
  BOOST_TEST(first_code(scene_with("measure a = x(total_energy)")) == "S051");
  BOOST_TEST(first_code(scene_with("measure a = angle")) == "S051");
  BOOST_TEST(first_code(scene_with("measure a = norm(position(rob))")) == "S017");
  BOOST_TEST(first_code(scene_with("measure a = energy(heat)")) == "S022");
  BOOST_TEST(first_code(scene_with("measure a = temperature")) == "S016");
  BOOST_TEST(first_code(scene_with("measure a = total_energy { unit = mm }")) == "S031");
  const Experiment e = load_good(scene_with("measure a = energy(kinetic)\nmeasure v = x(position(bob)) { unit = cm }"));
  BOOST_TEST(e.measures[0].entity_kind == "kinetic");
  BOOST_TEST(e.measures[0].unit.name == "J");
  BOOST_TEST(e.measures[1].unit.factor == 0.01);
}

BOOST_AUTO_TEST_CASE(the_order_of_blocks_is_free) {
  const Experiment e = load_good(
      "experiment x {\n claim c { value = max(m1, a); below = 1 J }\n run { step = 1 ms; duration = 1 s; stop_when = "
      "m1 > 2 J }\n"
      " measure m1 = total_energy\n method a = none\n world planar { particle p { mass = 1 kg } }\n}");
  BOOST_TEST(e.claims.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_measure_may_measure_the_signal_of_its_name) {
  const Experiment e = load_good(
      "experiment x {\n world planar { particle p { mass = 1 kg } }\n method a = none\n measure total_energy = "
      "total_energy\n measure twice = 2 * total_energy\n run { step = 1 ms; duration = 1 s }\n}");
  const double joule = 5.0;
  BOOST_TEST(e.measures.at(0).program(0.0, &joule) == 5.0);
  BOOST_TEST(e.measures.at(1).program(0.0, &joule) == 10.0);
}

BOOST_AUTO_TEST_CASE(a_measure_hides_the_signal_of_its_name_in_what_stands_behind) {
  const Experiment e = load_good(
      "experiment x {\n world planar { particle p { mass = 1 kg } }\n method a = none\n measure early = 2 * "
      "total_energy\n measure total_energy = 3 * t\n measure twice = 2 * total_energy\n run { step = 1 ms; duration = "
      "1 s }\n}");
  const double joule = 5.0;
  BOOST_TEST(e.measures.at(0).program(0.0, &joule) == 10.0);
  BOOST_TEST((e.measures.at(2).dimension == dimension::time && e.measures.at(2).operands.empty()));
  BOOST_TEST(e.measures.at(2).program(0.5, &joule) == 3.0);
}

BOOST_AUTO_TEST_CASE(a_measure_that_hides_a_signal_which_one_above_it_reads_is_warned_of) {
  const auto loaded_with = [](const std::string& measures) {
    return load_text("experiment x {\n world planar { particle p { mass = 1 kg } }\n method a = none\n" + measures +
                     "\n run { step = 1 ms; duration = 1 s }\n}");
  };
  const auto hides = [&](const std::string& measures) {
    return diagnostic_of(loaded_with(measures).diagnostics, "S076") != nullptr;
  };
  BOOST_TEST(hides("measure early = 2 * total_energy\n measure total_energy = 3 * t"));
  BOOST_TEST(hides("measure early = max_abs(constraint_error)\n measure constraint_error = t"));
  BOOST_TEST(!hides("measure early = 2 * total_energy\n measure total_energy = total_energy"));
  BOOST_TEST(!hides("measure early = energy(kinetic)\n measure energy = 3 * t"));
  BOOST_TEST(!hides("measure total_energy = 3 * t\n measure late = 2 * total_energy"));
}

std::string stopped_by(const std::string& condition) {
  return "experiment x {\n world planar { particle p { mass = 1 kg } }\n method a = none\n measure all = "
         "total_energy\n "
         "measure twice = 2 * all\n run { step = 1 ms; duration = 1 s; stop_when = " +
         condition + " }\n}";
}

/// The condition where the one signal that it reads has a value: 1 where it holds, and 2 more where it compares what is
/// no number.
double condition_at(const std::string& condition, double value, double time) {
  const Experiment e = load_good(stopped_by(condition));
  BOOST_REQUIRE(e.run->stop_when.has_value());
  BOOST_REQUIRE(e.run->stop_when->operands.size() <= 1U);
  return e.run->stop_when->program(time, &value);
}
bool stops(const std::string& condition, double value, double time = 0.0) {
  const double found = condition_at(condition, value, time);
  return found == 1.0 || found == 3.0;
}

BOOST_AUTO_TEST_CASE(a_run_stops_where_a_condition_on_time_signals_and_measures_holds) {
  BOOST_TEST(stops("all > 1 J", 1.1));
  BOOST_TEST(!stops("all > 1 J", 1.0));
  BOOST_TEST(stops("total_energy >= 1 J", 1.0));
  BOOST_TEST(stops("twice - all < 1 J and t > 1 ms", 0.5, 0.1));
  BOOST_TEST(!stops("twice - all < 1 J and t > 1 ms", 0.5, 1e-4));
  BOOST_TEST(stops("all == 3 J within 0.01 J", 3.009));
  BOOST_TEST(!stops("all == 3 J within 0.01 J", 3.011));
  BOOST_TEST(stops("all == 3 J within 0.01 J or t > 1 s", 7.0, 2.0));
  BOOST_TEST(stops("all != 3 J within 0.01 J", 3.011));
  BOOST_TEST(stops("abs(all - 1 J) > 0", 1.1));
  // What is not known yet stops no run.
  for (const char* condition : {"all > 1 J", "all >= 1 J", "all < 1 J", "all <= 1 J", "all == 1 J",
                                "all == 1 J within 1 J", "all != 1 J within 1 J"}) {
    BOOST_TEST(condition_at(condition, std::numeric_limits<double>::quiet_NaN(), 0.0) == 2.0, condition);
    BOOST_TEST(condition_at(condition, std::numeric_limits<double>::infinity(), 0.0) < 2.0, condition);
  }
  BOOST_TEST(condition_at("all > 1 J or t > 1 s", std::numeric_limits<double>::quiet_NaN(), 2.0) == 3.0);
}

BOOST_AUTO_TEST_CASE(what_is_no_condition_of_a_run_is_an_error) {
  const auto code = [](const std::string& condition) { return first_code(stopped_by(condition)); };
  BOOST_TEST(code("all") == "S054");
  BOOST_TEST(code("true") == "S054");
  BOOST_TEST(code("1 > 2") == "S054");
  BOOST_TEST(code("3 J") == "S054");
  BOOST_TEST(code("all > 1 m") == "S032");
  BOOST_TEST(code("all > 1 J within 0.001 J") == "S021");
  BOOST_TEST(code("all == 1 J within 1 mm") == "S032");
  BOOST_TEST(code("unknown > 1 J") == "S017");
  BOOST_TEST(code("max_abs(constraint_error) > 1 s") == "S032");
}

BOOST_AUTO_TEST_CASE(a_measure_that_is_read_before_it_stands_is_named_with_its_place) {
  const auto first = [](const std::string& statements) {
    const Loaded loaded = load_text(scene_with(statements));
    BOOST_REQUIRE(!loaded.diagnostics.empty());
    return loaded.diagnostics.front();
  };
  for (const char* early : {"let twice = 2 * late", "measure twice = 2 * late", "measure same = late"}) {
    const Diagnostic found = first(std::string(early) + "\nmeasure late = total_energy");
    BOOST_TEST(found.message.find("the measure 'late' stands further down, at test.scene:6") != std::string::npos,
               found.message);
    BOOST_TEST(found.hint.find("move it up") != std::string::npos);
  }
  BOOST_TEST(first("let twice = 2 * later\nmeasure late = total_energy").message == "unknown name 'later'");
}

BOOST_AUTO_TEST_CASE(verify_settings_are_read) {
  const VerifySettings v =
      load_good(scene_with("verify { spd = never; enclosure = every_step; on_undecided = fail; rank = deficient }"))
          .verify;
  BOOST_TEST((v.spd == Frequency::never));
  BOOST_TEST((v.residual == Frequency::every_step));
  BOOST_TEST((v.enclosure == Frequency::every_step));
  BOOST_TEST(v.fail_on_undecided);
  BOOST_TEST((v.rank == ExpectedRank::deficient));
  BOOST_TEST(first_code(scene_with("verify { spd = often }")) == "S022");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_scene
