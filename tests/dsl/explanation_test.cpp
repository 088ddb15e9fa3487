// The long story of each code, and the flat form of a scene.
#include <boost/test/unit_test.hpp>

#include "dsl/expand.hpp"
#include "dsl/explanation.hpp"
#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_explanations {

using namespace perpend;
using namespace perpend::dsl;

BOOST_AUTO_TEST_SUITE(explanation)

BOOST_AUTO_TEST_CASE(every_code_has_one_story_and_an_example_that_makes_it) {
  const auto codes = diagnostic_codes();
  BOOST_REQUIRE_EQUAL(explanations().size(), codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const Explanation& row = explanations()[i];
    BOOST_TEST_CONTEXT(codes[i].code) {
      BOOST_TEST(row.code == codes[i].code);
      BOOST_TEST(row.story.size() > codes[i].meaning.size());
      const std::vector<Diagnostic> found = diagnose_example(row, real_vocabulary());
      BOOST_TEST_REQUIRE(!found.empty());
      BOOST_TEST(found.front().code == row.code, render(found, false));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_explanation_shows_meaning_story_example_and_answer) {
  const std::string text = explain(*find_explanation("S031"), real_vocabulary());
  for (const char* piece : {"S031: a field has the wrong dimension", "baumgarte(alpha: 50 s)", "did you mean 50/s?"})
    BOOST_TEST(text.find(piece) != std::string::npos, text);
  BOOST_TEST((find_explanation("S999") == nullptr));
}

namespace {

Experiment load(const std::string& text, const std::vector<Override>& overrides = {}) {
  const Parsed parsed = parse_text("flat.scene", text);
  BOOST_REQUIRE_MESSAGE(parsed.document != nullptr, render(parsed.diagnostics, false) << text);
  Loaded loaded = elaborate(*parsed.document, real_vocabulary(), overrides);
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false) << text);
  return std::move(*loaded.experiment);
}

std::string flat(const std::string& text, const std::vector<Override>& overrides = {}) {
  const Parsed parsed = parse_text("scene.scene", text);
  BOOST_REQUIRE_MESSAGE(parsed.document != nullptr, render(parsed.diagnostics, false));
  return expanded_text(*parsed.document, overrides);
}

constexpr const char* wordy = R"(
param links = 3
experiment wordy {
  param length = 0.1 m { given = false; note = "a \"guess\"" }
  param law = newton
  let half = length / 2
  let sizes = [1, 2.5, 3] kg
  world planar {
    gravity = (0, -9.81) m/s^2
    for i in 1..links {
      if i < 3 { body link[i, 1] = rod(length: length) { mass = sizes[i]; at = ((i - 0.5) * length, -half) } }
      else { body link[i, 1] = disk(radius: half) { mass = 1 kg / 3; at = ((i - 0.5) * length, 0); angle = -30 deg } }
    }
    joint pin = revolute(world, link[1, 1]) { at = (0, -half) }
    part arm(side: 1, on: world) {
      let tip = (half, 0)
      body bar = rod(length: length) { mass = 1 kg; at = (side * 2 * length, 0) }
      joint hinge = revolute(on, bar) { at = (side * 1.5 * length, 0) }
      export = [bar, tip]
    }
    instance left = arm(side: -1)
    instance right[2] = arm(on: link[2, 1])
    joint tie = distance(left.bar, right[2].bar)
    force pull = load(left.bar, force: (0 N, -1 N * sin(3 rad/s * t)))
    contacts { restitution_law = law }
  }
  run { step = 1 ms; duration = 0.5 s }
  method a = baumgarte(alpha: 10 * 5/s) { step = 2 ms }
  measure x = x(position(right[2].bar, point: left.tip)) { unit = mm }
  sweep s { length = [0.1, 0.2] m; methods = [a] }
  figure f { y = x; x = s.length; scale = log }
  claim c "it is \"near\"" { value = max(x, a) / 2; near = 3 * length within 1e-3 m; note = "so" }
})";

}  // namespace

BOOST_AUTO_TEST_CASE(the_flat_scene_says_the_same) {
  const std::string text = flat(wordy);
  for (const char* word : {"for ", "if ", "let ", "part ", "instance "})
    BOOST_TEST(text.find("\n  " + std::string(word)) == std::string::npos, text);
  for (const std::vector<Override>& overrides :
       {std::vector<Override>{}, std::vector<Override>{{"length", "0.37 m"}}}) {
    const Experiment before = load(wordy, overrides);
    const Experiment after = load(text, overrides);
    const Model& m = std::get<World>(before.system).model;
    const Model& n = std::get<World>(after.system).model;
    BOOST_TEST_REQUIRE(m.bodies.size() == n.bodies.size());
    for (std::size_t i = 0; i < m.bodies.size(); ++i) {
      BOOST_TEST(m.bodies[i].mass == n.bodies[i].mass);
      BOOST_TEST(m.bodies[i].inertia == n.bodies[i].inertia);
      BOOST_TEST((m.bodies[i].position == n.bodies[i].position), m.bodies[i].name);
      BOOST_TEST(m.bodies[i].angle == n.bodies[i].angle);
    }
    BOOST_TEST_REQUIRE(m.joints.size() == n.joints.size());
    for (std::size_t i = 0; i < m.joints.size(); ++i) {
      BOOST_TEST(m.joints[i].body == n.joints[i].body, boost::test_tools::per_element());
      BOOST_TEST((m.joints[i].anchor == n.joints[i].anchor), m.joints[i].name);
    }
    BOOST_TEST(after.claims[0].lower == before.claims[0].lower);
    BOOST_TEST(after.claims[0].words == before.claims[0].words);
    BOOST_TEST(after.parameters.size() == before.parameters.size());
    BOOST_TEST(after.measures[0].unit.name == "mm");
  }
  BOOST_TEST(flat(text) == text);
}

BOOST_AUTO_TEST_CASE(names_of_a_part_stay_apart_from_those_outside_in_the_flat_scene) {
  const std::string text = R"(experiment e {
  param k = 3
  world planar {
    let size = 5 m
    fn scale(x) = k * x
    fn swing() = angle(pin)
    body rod = rod(length: 1 m) { mass = 1 kg; at = (20, 0) m }
    joint pin = revolute(world, rod) { at = (20, 0) m }
    part tip(of, size: 1 m) {
      particle p { mass = size * 1 kg/m; at = (size, 0) }
      joint pin = distance(of, p) { length = 1 m }
      export = [p, size]
    }
    part arm(k: 2, i, on: world) {
      let size = k * 1 m
      for j in 1..2 { particle bead[j] { mass = scale(j) * 1 kg; at = (i, j) * 1 m } }
      body rod = rod(length: size) { mass = 2 kg; at = (i, 0) * 1 m }
      joint pin = revolute(on, rod) { at = (i, 0) * 1 m }
      force pull = torque(rod, torque: -1 N m * swing())
      instance end = tip(of: rod, size: 2 * size)
      let weight = scale(3)
      export = [rod, end.p, end.size, weight]
    }
    for i in 1..2 { instance one[i] = arm(i: i, on: rod) }
    particle q { mass = one[1].weight * 1 kg; at = (one[2].end.size, size) }
    joint tie = distance(q, one[1].end.p)
  }
  run { step = 1 ms; duration = 10 ms }
  method plain = none
})";
  const std::vector<Override> overrides{{"k", "7"}};
  const Model before = std::get<World>(load(text, overrides).system).model;
  const Model after = std::get<World>(load(flat(text), overrides).system).model;
  BOOST_TEST_REQUIRE(before.bodies.size() == after.bodies.size());
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    BOOST_TEST(before.bodies[i].mass == after.bodies[i].mass, before.bodies[i].name);
    BOOST_TEST((before.bodies[i].position == after.bodies[i].position), before.bodies[i].name);
  }
  BOOST_TEST(before.bodies[1].mass == 7.0);  // scale reads the k outside
  BOOST_TEST(before.bodies.back().position.x() == 4.0);
  BOOST_TEST_REQUIRE(before.joints.size() == after.joints.size());
  for (std::size_t i = 0; i < before.joints.size(); ++i)
    BOOST_TEST(before.joints[i].body == after.joints[i].body, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_law_that_a_part_is_given_stays_one_operand) {
  const std::string text = flat(
      "experiment e { world planar { part arm(law) { body bar = rod(length: 1 m) { mass = 1 kg }\n"
      "joint hip = revolute(world, bar) { at = (0, 0) m }\nforce f = motor(hip, torque: 2 N m * law) }\n"
      "instance one = arm(law: t / 1 s + 1) }\nrun { step = 1 ms; duration = 10 ms }\nmethod m = none }");
  BOOST_TEST(text.find("2 N m * ((t / 1 s) + 1)") != std::string::npos, text);
}

// `left` with `thigh` beside a body `left_thigh`, and `a` with `b_c` beside `a_b` with `c`.
BOOST_AUTO_TEST_CASE(flat_names_never_meet) {
  const std::string text = flat(R"(experiment e {
  world planar {
    part leg(x: 0) {
      body thigh = rod(length: 1 m) { mass = 1 kg; at = (x, 0) m }
      export = [thigh]
    }
    part other(x: 0) {
      body b_c = rod(length: 1 m) { mass = 2 kg; at = (x, 1) m }
      body c = rod(length: 1 m) { mass = 3 kg; at = (x, 2) m }
    }
    body left_thigh = rod(length: 1 m) { mass = 4 kg; at = (0, 3) m }
    instance left = leg(x: 1)
    instance a = other(x: 2)
    instance a_b = other(x: 3)
    joint j = revolute(left.thigh, left_thigh) { at = (0, 0) m }
  }
  run { step = 1 ms; duration = 10 ms }
  method plain = none
})");
  const Experiment experiment = load(text, {});
  const Model& model = std::get<World>(experiment.system).model;
  std::vector<double> masses;
  for (const Body& body : model.bodies) masses.push_back(body.mass);
  BOOST_TEST(masses == std::vector<double>({4, 1, 2, 3, 2, 3}), boost::test_tools::per_element());
  BOOST_TEST(model.joints[0].body[0] == 1);
  BOOST_TEST(model.joints[0].body[1] == 0);
}

BOOST_AUTO_TEST_CASE(a_number_with_a_unit_stays_one_operand) {
  const std::string text = R"(experiment e {
    param k = 2
    fn square(x) = k * x^2 / 1 m
    fn over(x) = x / parts
    param parts = 4
    let time = 5
    world planar {
      for x in [3, 4] m { body b[x / 1 m] = disk(radius: 1 m) { mass = 1 kg; at = (square(x), over(2 m)) } }
    }
    run { step = 1 ms; duration = 10 ms }
    method plain = none
    measure up = time * y(position(b[3]))
    figure f { x = time; y = up }
  })";
  const Experiment before = load(text), after = load(flat(text));
  for (std::size_t i = 0; i < 2; ++i)
    BOOST_TEST((std::get<World>(before.system).model.bodies[i].position ==
                std::get<World>(after.system).model.bodies[i].position));
  BOOST_TEST(std::get<World>(after.system).model.bodies[0].position.x() == 18.0);
  BOOST_TEST(std::get<World>(after.system).model.bodies[0].position.y() == 0.5);
}

BOOST_AUTO_TEST_CASE(a_loop_that_a_sweep_changes_is_named) {
  const auto swept = [](const std::string& part) {
    const Parsed parsed = parse_text("scene.scene", "experiment e {\nparam n = 2\nlet more = n + 1\n" + part + "\n}");
    BOOST_REQUIRE_MESSAGE(parsed.document != nullptr, render(parsed.diagnostics, false));
    return swept_structure(*parsed.document);
  };
  const std::string loop = "world planar { for i in 1..more { particle p[i] { mass = 1 kg } } }\n";
  BOOST_TEST(swept(loop + "sweep s { n = [1, 2] }") == std::vector<std::string>{"for i in 1..more"});
  BOOST_TEST(swept("if n > 1 { method a = none }\nsweep s { n = [1, 2] }") == std::vector<std::string>{"if n > 1"});
  BOOST_TEST(swept(loop + "sweep s { step = [1, 2] ms }").empty());
}

BOOST_AUTO_TEST_CASE(loops_follow_the_params_as_they_are_set) {
  const std::string text = flat(wordy, {{"links", "2"}});
  BOOST_TEST(text.find("param links = 2") != std::string::npos, text);
  BOOST_TEST(text.find("link[3, 1]") == std::string::npos, text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_explanations
