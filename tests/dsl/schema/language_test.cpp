// What the manual promises, sentence by sentence, against the shipped registries.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_language {

using namespace perpend;
using namespace perpend::dsl;

namespace {

Experiment load(const std::string& text) {
  Loaded loaded = load_real(text);
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  return std::move(*loaded.experiment);
}

std::string world_with(const std::string& statements) {
  return "experiment x {\n world planar {\n  body a = rod(length: 1 m) { mass = 1 kg }\n  body b = box(size: (1, 2) m) "
         "{ mass = 1 kg; at = (1, 0) m }\n  joint j = revolute(world, a) { at = (0, 0) m }\n  " +
         statements + "\n }\n run { step = 1 ms; duration = 1 s }\n method plain = none\n}\n";
}

Diagnostic first_error(const std::string& text) {
  const Loaded loaded = load_real(text);
  BOOST_REQUIRE_MESSAGE(has_errors(loaded.diagnostics), text);
  return loaded.diagnostics.front();
}

/// The error names what is wrong and shows what is there instead.
void check_offered(const std::string& text, std::string_view code, const std::vector<std::string>& offered) {
  const Diagnostic d = first_error(text);
  BOOST_TEST(d.code == code, render({&d, 1}, false));
  for (const std::string& word : offered)
    BOOST_TEST(d.hint.find(word) != std::string::npos, word << " is not offered:\n" << render({&d, 1}, false));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(language)

BOOST_AUTO_TEST_CASE(the_whole_experiment_of_the_manual_is_accepted_as_written) {
  Parsed parsed = parse_file(PERPEND_DSL_DATA "/six_link_chain.scene", "");
  BOOST_REQUIRE_MESSAGE(parsed.document != nullptr, render(parsed.diagnostics, false));
  const Loaded loaded = elaborate(*parsed.document, real_vocabulary());
  BOOST_REQUIRE_MESSAGE(loaded.diagnostics.empty(), render(loaded.diagnostics, false));
  const Experiment& e = *loaded.experiment;
  const Model& model = std::get<World>(e.system).model;
  BOOST_TEST(model.bodies.size() == 6u);
  BOOST_TEST(model.joints.size() == 6u);
  BOOST_TEST(model.gravity == Vec2(0.0, -9.81));
  BOOST_TEST(model.joints[5].name == "pin[6]");
  BOOST_TEST(e.run->step == 0.001);
  BOOST_TEST(e.methods.size() == 6u);
  BOOST_TEST(e.methods[3].properties.number("alpha") == 2000.0);
  BOOST_TEST(e.figures[1].methods.size() == 2u);
  BOOST_TEST(e.claims[0].words == "the error climbs to around 20 mm by step 600");
  BOOST_TEST((e.claims[0].expect == ClaimVerdict::not_reproduced));
  BOOST_TEST(e.claims[0].lower == 0.015);
  BOOST_TEST(e.claims[1].upper == 1e-5);
  BOOST_TEST(!e.parameters[2].given);
}

BOOST_AUTO_TEST_CASE(the_chain_has_as_many_links_as_the_override_says) {
  Parsed parsed = parse_file(PERPEND_DSL_DATA "/six_link_chain.scene", "");
  BOOST_REQUIRE(parsed.document != nullptr);
  for (const int links : {1, 2, 20}) {
    const Override override{"links", std::to_string(links)};
    const Loaded loaded = elaborate(*parsed.document, real_vocabulary(), {&override, 1});
    BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
    const Model& model = std::get<World>(loaded.experiment->system).model;
    BOOST_TEST(model.num_rows == 2 * links);
    BOOST_TEST(model.bodies.back().position.x() == (links - 0.5) * 0.1, boost::test_tools::tolerance(1e-15));
  }
}

BOOST_AUTO_TEST_CASE(statements_end_at_a_newline_or_a_semicolon) {
  BOOST_TEST(
      load(world_with("particle p { mass = 1 kg\n at = (1, 0) m }; particle q { mass = 2 kg; }")).methods.size() == 1u);
  BOOST_TEST(first_error(world_with("particle p { mass = 1 kg at = (1, 0) m }")).code == "S005");
  BOOST_TEST(load(world_with("particle p { mass = 1 kg; # of the bob; and more }\n }")).methods.size() == 1u);
}

BOOST_AUTO_TEST_CASE(names_of_units_and_words_of_the_language_are_reserved) {
  for (const UnitRow& row : unit_table())
    BOOST_TEST(first_code(scene_with("let " + row.unit.name + " = 1")) == "S009", row.unit.name);
  for (const char* word : {"in", "world", "pi", "inf", "t"})
    BOOST_TEST(first_code(scene_with(std::string("let ") + word + " = 1")) == "S009", word);
  for (const char* word : {"if", "for", "let", "true", "and", "not", "else", "include", "param"})
    BOOST_TEST(first_code(scene_with(std::string("let ") + word + " = 1")) == "S005", word);
  for (const char* word : {"body", "g", "mass", "time", "x", "max", "_a1", "experiment"})
    BOOST_TEST(first_code(scene_with(std::string("let ") + word + " = 1")) == "", word);
}

BOOST_AUTO_TEST_CASE(a_zero_takes_the_unit_that_its_field_gives) {
  const Experiment e =
      load(world_with("gravity = (0, 0)\n particle p { mass = 1 kg; at = (0, 0); velocity = (0, 0) }"));
  BOOST_TEST(std::get<World>(e.system).model.gravity == Vec2(0.0, 0.0));
  for (const char* text : {"(0, -9.81 m/s^2)", "(0, -9.81) m/s^2", "(1 m/s^2 - 1 m/s^2, -9.81 m/s^2)"})
    BOOST_TEST(std::get<World>(load(world_with(std::string("gravity = ") + text)).system).model.gravity ==
               Vec2(0.0, -9.81));
  const Experiment polygon =
      load(world_with("body p = polygon(vertices: [(0, 0), (1 m, 0), (0, 50 cm)]) { mass = 1 kg; at = (5 m, 0) }"));
  BOOST_TEST(std::get<World>(polygon.system).model.bodies.back().position == Vec2(5.0, 0.0));
  BOOST_TEST(first_error(world_with("gravity = (1, 9.81 m/s^2)")).code == "S032");
  BOOST_TEST(first_error(world_with("gravity = (0, 9.81 m)")).code == "S031");
  BOOST_TEST(first_error(world_with("gravity = (0 s, 9.81 m/s^2)")).code == "S032");
  BOOST_TEST(first_error(world_with("gravity = (1, 0)")).code == "S031");
}

BOOST_AUTO_TEST_CASE(every_world_element_of_this_release_is_accepted) {
  const Experiment e = load(world_with(
      "body c = disk(radius: 10 cm) { density = 3 kg/m^2; at = (3, 0) m; angle = 30 deg; velocity = (1, 0) m/s; spin = "
      "60 rpm; color = \"#ff0000\" }\n"
      "  body d = ellipse(axes: (2, 1) m) { mass = 1 kg; at = (5, 0) m }\n"
      "  body e = polygon(vertices: [(0, 0), (1, 0), (0, 1)] m) { mass = 1 kg; at = (7, 0) m }\n"
      "  body f = custom(inertia: 1 kg m^2) { mass = 1 kg; at = (9, 0) m }\n"
      "  particle p { mass = 1 kg; at = (0, 1) m; velocity = (0, 1) m/s }\n"
      "  fixed wall = box(size: (1, 1) m) { at = (0, 5) m }\n"
      "  force s1 = spring(a, b) { stiffness = 10 N/m; rest = 1 m }\n"
      "  force load = load(a, force: (sin(2 rad/s * t), 0) N)\n"
      "  force q = torque(c, torque: 3 N m * cos(t / 1 s))"));
  const Model& model = std::get<World>(e.system).model;
  BOOST_TEST(model.bodies.size() == 8u);
  BOOST_TEST(model.forces.size() == 3u);
  BOOST_TEST(model.bodies[2].angle == 0.5235987755982988, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_answered_with_what_is) {
  check_offered(world_with("muscle biceps { }"), "S011", {"body", "particle", "joint", "contacts", "contact"});
  for (const char* type : {"ball", "universal", "screw", "cylindrical"})
    check_offered(world_with(std::string("joint k = ") + type + "(a, b) { }"), "S016", {"revolute", "gear"});
  for (const char* type : {"sphere", "cylinder", "ellipsoid"})
    check_offered(world_with(std::string("body c = ") + type + "(radius: 1 m) { mass = 1 kg }"), "S016", {"disk"});
  check_offered(world_with("body c = halfplain(radius: 1 m) { mass = 1 kg }"), "S016", {"halfplane"});
  check_offered(world_with("joint k = revolute(a, b) { at = (1, 0) m; restitution = 0.5 }"), "S012", {"at", "limits"});
  check_offered(world_with("force f = damper_of_dreams(a)"), "S016", {"spring", "load"});
}

BOOST_AUTO_TEST_CASE(unknown_types_are_answered_with_every_row_of_their_registry) {
  const auto offers = [](const std::string& text, auto rows) {
    const Diagnostic d = first_error(text);
    BOOST_TEST(d.code == "S016", render({&d, 1}, false));
    for (const auto& row : rows) BOOST_TEST(d.hint.find(row.spec.name) != std::string::npos, row.spec.name);
  };
  const Vocabulary& rows = real_vocabulary();
  offers(world_with("joint k = qqqqqqqqqqqq(a, b)"), rows.joints);
  offers(world_with("body c = qqqqqqqqqqqq(a: 1) { mass = 1 kg }"), rows.shapes);
  offers(world_with("force f = qqqqqqqqqqqq(a)"), rows.forces);
  offers(scene_with("method q = qqqqqqqqqqqq"), rows.stabilizers);
}

BOOST_AUTO_TEST_CASE(verify_settings_of_the_manual_are_read) {
  const VerifySettings v =
      load(
          "experiment x { world planar { particle p { mass = 1 kg } }\n run { step = 1 ms; duration = 1 s }\n method a "
          "= none\n verify { spd = every_step; complementarity = every_step; solvability = every_step; spectral_radius "
          "= once; enclosure = final; on_undecided = report; rank = full }\n }")
          .verify;
  BOOST_TEST((v.spd == Frequency::every_step));
  BOOST_TEST((v.spectral_radius == Frequency::once));
  BOOST_TEST((v.enclosure == Frequency::final));
  BOOST_TEST(!v.fail_on_undecided);
  BOOST_TEST((v.rank == ExpectedRank::full));
}

BOOST_AUTO_TEST_CASE(signals_and_reductions_of_the_manual_are_measures) {
  std::string measures;
  int count = 0;
  for (const char* text :
       {"max_abs(constraint_error)", "norm(constraint_error(j))", "max_abs(constraint_error_before_post)",
        "max_abs(velocity_error)", "total_energy", "energy_error", "energy(kinetic)", "energy(potential)",
        "work(joints)", "work(stabilization)", "x(position(b))", "y(position(b, point: (1, 0) m))", "norm(velocity(b))",
        "angle(b)", "reference_error(b)", "norm(momentum)", "sum(constraint_error)"})
    measures += "measure m" + std::to_string(++count) + " = " + text + "\n";
  std::string text = world_with("");
  text.insert(text.rfind('}'), measures);
  const Experiment e = load(text);
  BOOST_TEST(static_cast<int>(e.measures.size()) == count);
  for (const MeasureSpec& measure : e.measures) BOOST_TEST((measure.signal != nullptr), measure.text);
}

BOOST_AUTO_TEST_CASE(a_hint_is_never_what_was_written) {
  for (const char* text : {"let a = 1 lbs", "let a = nowhere", "sweep q { name = [1, 2] }\nparam name = \"a\"",
                           "measure a = temperature", "method b = implicitt", "figure f { y = drft }"}) {
    const Diagnostic d = first_error(scene_with(text));
    const std::string written =
        d.source_line.substr(static_cast<std::size_t>(d.source_column - 1), static_cast<std::size_t>(d.length));
    BOOST_TEST(d.hint != "did you mean '" + written + "'?", text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_language
