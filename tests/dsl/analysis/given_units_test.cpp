// Units that tables print, angles without a unit, units of errors by the kind of joint; methods that do not run.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "dsl/schema/schema.hpp"
#include "kernel/model/scene/scene_checks.hpp"
#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_given_units {

using namespace perpend;
using namespace perpend::dsl;

namespace {

Experiment load(const std::string& text) {
  Loaded loaded = load_real(text);
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), text << render(loaded.diagnostics, false));
  return std::move(*loaded.experiment);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(given_units)

BOOST_AUTO_TEST_CASE(torques_are_shown_in_newton_metres_and_energies_in_joules) {
  const auto units = [](const std::string& friction) {
    const Experiment e = load(
        "experiment x { world planar { gravity = (0, -9.81) m/s^2\n"
        "body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n"
        "joint hip = revolute(world, arm) { at = (0, 0) m; friction = " +
        friction +
        " } }\n run { step = 1 ms; duration = 10 ms }\n method m = stabilized_lcp\n"
        "measure torque = reaction_torque(hip)\n measure most = 2 * abs(reaction_torque(hip))\n"
        "measure all = total_energy\n measure given = reaction_torque(hip) { unit = J } }");
    std::string names;
    for (const MeasureSpec& measure : e.measures) names += measure.unit.name + "|";
    return names;
  };
  BOOST_TEST(units("0") == "N m|N m|J|J|");
  BOOST_TEST(units("0.5 N m") == "N m|N m|J|J|");
  BOOST_TEST(units("0.5 J") == "N m|N m|J|J|");
}

BOOST_AUTO_TEST_CASE(a_radian_does_not_stand_with_newtons_and_metres) {
  const Experiment e = load(
      "experiment x { world planar { body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n"
      "joint hip = revolute(world, arm) { at = (0, 0) m } }\n run { step = 1 ms; duration = 10 ms }\n method m = none\n"
      "measure push = 8 N * angle(hip)\n measure speed = 2 m * rate(hip)\n measure turn = rate(hip) }");
  std::string names;
  for (const MeasureSpec& measure : e.measures) names += measure.unit.name + "|";
  BOOST_TEST(names == "N|m/s|rad/s|");
}

BOOST_AUTO_TEST_CASE(every_unit_that_the_tables_print_is_read_in_scenes_and_overrides) {
  const Vocabulary& rows = real_vocabulary();
  std::vector<Dimension> printed;
  const auto add_fields = [&](std::span<const FieldSpec> fields) {
    for (const FieldSpec& field : fields) printed.push_back(field.dimension);
  };
  const auto add_all = [&](const auto& registry) {
    for (const auto& row : registry) {
      add_fields(row.spec.arguments);
      add_fields(row.spec.properties);
    }
  };
  add_all(rows.shapes);
  add_all(rows.spatial_shapes);
  add_all(rows.forces);
  add_all(rows.spatial_forces);
  add_all(rows.stabilizers);
  for (const auto& registry : {rows.joints, rows.spatial_joints, rows.drives, rows.spatial_drives, rows.constraints,
                               rows.spatial_constraints}) {
    add_all(registry);
    for (const JointType& row : registry) add_fields(rows.checks->coordinate_fields(row));
  }
  for (const SignalType& row : rows.signals) printed.push_back(row.dimension);
  for (const BlockSpec* block : block_specs())
    for (const LanguageField& field : block->fields) printed.push_back(field.spec.dimension);
  int count = 0;
  for (const Dimension dimension : printed) {
    const std::string unit = si_name(dimension);
    if (unit.empty()) continue;
    const std::string text = "experiment x { param p = 2.5 " + unit +
                             "\n world planar { particle q { mass = 1 kg } }\n" +
                             " run { step = 1 ms; duration = 1 s }\n method plain = none }";
    Parsed parsed = parse_text("test.scene", text);
    BOOST_TEST_REQUIRE((parsed.document != nullptr), text << render(parsed.diagnostics, false));
    Diagnostic error;
    const auto given = parse_override("p = 1.5 " + unit, error);
    BOOST_TEST_REQUIRE(given.has_value(), unit << error.message);
    const Loaded loaded = elaborate(*parsed.document, rows, {&*given, 1});
    BOOST_TEST_REQUIRE(loaded.experiment.has_value(), text << render(loaded.diagnostics, false));
    BOOST_TEST(loaded.experiment->parameters.at(0).value == 1.5);
    BOOST_TEST((loaded.experiment->parameters.at(0).unit.dimension == dimension), unit);
    ++count;
  }
  BOOST_TEST(count > 100);
}

BOOST_AUTO_TEST_CASE(an_angle_that_may_be_meant_in_degrees_is_warned_of) {
  const auto warning = [](const std::string& angle) {
    const Loaded loaded = load_real(real_scene("body a = rod(length: 1 m) { mass = 1 kg; angle = " + angle + " }"));
    BOOST_TEST(loaded.experiment.has_value());
    const Diagnostic* found = diagnostic_of(loaded.diagnostics, "S072");
    return found == nullptr ? std::string() : found->hint;
  };
  for (const char* angle : {"90", "-45", "7", "22.5", "if 1 < 2 then 360 else 0"})
    BOOST_TEST(warning(angle).find("deg") != std::string::npos, angle);
  for (const char* angle : {"0", "1.5", "-6.2", "90 deg", "90 rad", "4 * pi", "-3 * pi", "2 * pi"})
    BOOST_TEST(warning(angle) == "", angle);
  const Loaded limits =
      load_real(real_scene("body a = rod(length: 1 m) { mass = 1 kg }\n joint j = revolute(world, a) { at = (0, 0) m; "
                           "limits = [-30, 30] }"));
  BOOST_TEST((diagnostic_of(limits.diagnostics, "S072") != nullptr));
}

BOOST_AUTO_TEST_CASE(errors_of_angles_are_measured_as_angles_and_those_of_lengths_as_lengths) {
  const auto dimension_of = [](const std::string& joint, const std::string& signal) {
    const Experiment e =
        load(real_scene("body a = rod(length: 1 m) { mass = 1 kg }\n body b = rod(length: 1 m) { mass = 1 kg }\n"
                        "joint h = revolute(world, b) { at = (0, 0) m }\n" +
                            joint,
                        "measure seen = max_abs(" + signal + ")"));
    return e.measures.at(0).dimension;
  };
  const std::string hinge = "joint j = revolute(world, a) { at = (0, 0) m; limits = [-30, 30] deg }";
  const std::string slide = "joint j = prismatic(world, a) { axis = (1, 0); limits = [-1, 1] m }";
  const std::string gear = "joint j = gear(a, b) { ratio = 2; carrier = world }";
  BOOST_TEST((dimension_of(hinge, "limit_violation(j)") == dimension::angle));
  BOOST_TEST((dimension_of(hinge, "limit_violation") == dimension::angle));
  BOOST_TEST((dimension_of(slide, "limit_violation(j)") == dimension::length));
  BOOST_TEST((dimension_of(hinge, "constraint_error(j)") == dimension::length));
  BOOST_TEST((dimension_of(gear, "constraint_error(j)") == dimension::angle));
  BOOST_TEST((dimension_of(gear, "velocity_error(j)") == dimension::spin));
  BOOST_TEST((dimension_of(gear, "impulse(j)") == dimension::impulse * dimension::length));
  const auto unit_of = [&](const std::string& joint, const std::string& unit) {
    return load_real(real_scene("body a = rod(length: 1 m) { mass = 1 kg }\n" + joint,
                                "measure seen = max_abs(limit_violation(j)) { unit = " + unit +
                                    " }\n claim c \"w\" { value = max(seen, plain); below = 5 " + unit + " }"))
        .experiment.has_value();
  };
  BOOST_TEST(unit_of(hinge, "deg"));
  BOOST_TEST(!unit_of(hinge, "mm"));
  BOOST_TEST(unit_of(slide, "mm"));
  BOOST_TEST(!unit_of(slide, "deg"));
}

BOOST_AUTO_TEST_CASE(methods_that_will_not_run_are_not_asked_whether_they_can) {
  Parsed parsed =
      parse_text("test.scene", real_scene("body a = rod(length: 1 m) { mass = 1 kg }\n"
                                          "joint j = revolute(world, a) { at = (0, 0) m; limits = [-1, 1] rad }",
                                          "method cannot = rattle"));
  BOOST_REQUIRE(parsed.document != nullptr);
  const auto load_for = [&](const std::vector<std::string>& methods) {
    return elaborate(*parsed.document, real_vocabulary(), {}, methods);
  };
  BOOST_TEST((diagnostic_of(load_for({}).diagnostics, "S074") != nullptr));
  BOOST_TEST((diagnostic_of(load_for({"plain", "cannot"}).diagnostics, "S074") != nullptr));
  const Loaded alone = load_for({"cannot"});
  BOOST_TEST(!alone.experiment.has_value());
  BOOST_TEST((diagnostic_of(alone.diagnostics, "S064") != nullptr));
  const Loaded able = load_for({"plain"});
  BOOST_TEST(able.experiment.has_value());
  BOOST_TEST(able.diagnostics.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_given_units
