// What a swept key changes: how a scene is solved, or what is solved.
#include <boost/test/unit_test.hpp>

#include "dsl/key_effect.hpp"

namespace perpend::test::of_key_effects {
namespace {

using dsl::KeyEffect;

const std::string scene = R"(experiment a {
  param h = 1 ms
  param close = 1e-9
  param gain = 0.5
  param size = 1 m
  param count = 3
  param precise = false
  param unused = 1
  let twice = 2 * h
  let both = size / twice
  world planar {
    for i in 1..count { body rod[i] = rod(length: 1 m) { mass = 1 kg } }
  }
  run { step = twice; duration = 1 s; solver = pgs(sweeps: count) }
  method a = baumgarte(alpha: gain / h)
  method b = ggl(tolerance: close * 1 m) { solver = lemke(tolerance: close) }
  if precise { method c = none { step = 1 ms } }
  measure place = norm(position(rod[1], point: (both * 1 s, 0 m)))
  claim near { value = max(place, a); below = unused * 1 m }
})";

KeyEffect effect(const std::string& text, const char* key) {
  const dsl::Parsed parsed = dsl::parse_text("a.scene", text);
  BOOST_REQUIRE(parsed.document != nullptr);
  return dsl::effect_of(*parsed.document, key);
}

/// "step methods", in the order of the fields.
std::string words(const KeyEffect& effect) {
  std::string text;
  if (effect.on_step) text += " step";
  if (effect.on_tolerance) text += " tolerance";
  if (effect.on_methods) text += " methods";
  if (effect.on_problem) text += " problem";
  return text;
}

BOOST_AUTO_TEST_SUITE(key_effects)

BOOST_AUTO_TEST_CASE(a_key_arrives_through_lets_loops_and_conditions) {
  BOOST_TEST(words(effect(scene, "h")) == " step methods problem");  // by `both` in the measure
  BOOST_TEST(words(effect(scene, "close")) == " tolerance");
  BOOST_TEST(words(effect(scene, "gain")) == " methods");
  BOOST_TEST(words(effect(scene, "size")) == " problem");
  BOOST_TEST(words(effect(scene, "count")) == " methods problem");
  BOOST_TEST(words(effect(scene, "precise")) == " step methods");
}

// What these keys do not reach need not be read again at the next value.
BOOST_AUTO_TEST_CASE(keys_of_methods_and_gravity_leave_the_rest_as_it_is) {
  const std::string falling = R"(experiment a {
    param g = 9.81 m/s^2
    param gain = 0.5
    param h = 1 ms
    param both = 1
    let down = -2 * g
    world planar {
      let mine = both * 1 kg
      gravity = (0 m/s^2, both * down)
      particle bob { mass = mine; at = (1 m, 0 m) }
    }
    run { step = 1 ms; duration = 1 s; cfm = 1e-9 }
    method a = baumgarte(alpha: gain / h)
    if gain > 1 { method b = none }
    method c = none { step = h }
    measure place = gain * h * norm(velocity(bob))
  })";
  const auto rest = [&](const std::string& text, const char* key) { return effect(text, key).on_rest; };
  BOOST_TEST(effect(falling, "g").on_gravity);
  BOOST_TEST(!rest(falling, "g"));
  BOOST_TEST(effect(falling, "both").on_gravity);
  BOOST_TEST(rest(falling, "both"));
  BOOST_TEST(rest(falling, "gain"));
  BOOST_TEST(rest(falling, "h"));
  std::string without = falling;
  without.replace(without.find("gain * h * "), 11, "");
  BOOST_TEST(!rest(without, "gain"));
  BOOST_TEST(!effect(without, "gain").on_gravity);
  BOOST_TEST(rest(without, "h"));  // a step, which drives are looked at with
  for (const char* key : {"step", "duration", "verify_every"}) BOOST_TEST(rest(falling, key));
  BOOST_TEST(rest(scene, "count"));  // solver of the run
  BOOST_TEST(!rest(scene, "close"));
}

// Each run records what a claim measures by an expression.
BOOST_AUTO_TEST_CASE(a_key_arrives_through_the_expressions_of_claims_and_figures) {
  const auto with = [&](const std::string& part) {
    std::string text = scene;
    return text.insert(text.rfind("claim"), part + "\n  ");
  };
  for (const char* part :
       {"claim c { value = max(abs(place - unused * 1 m), a); below = 1 m }",
        "claim c { value = fraction(place > unused * 1 m + x, a); below = 1 }",
        "let far = unused * 1 m\n claim c { value = max(abs(place - far), a); below = 1 m }",
        "figure f { y = place - unused * 1 m }",
        "let far = unused * 1 m\n claim c { value = max(max(place, far), a); below = 1 m }",
        "let far = unused * 1 m\n claim c { value = fraction(max(place, far) > 1 m, a); below = 1 }",
        "fn far(x) = x * unused * t\n claim c { value = fraction(place > far(1 m/s), a); below = 1 }",
        "for i in 1..unused { claim c[i] { value = max(abs(place - i * 1 m), a); below = 1 m } }",
        "sweep s { unused = [1, 2] }\n claim c { value = fraction(place > unused * 1 m, a); below = 1 }"})
    BOOST_TEST(words(effect(with(part), "unused")) == " problem", part);
  for (const char* part :
       {"claim c { value = max(place, a); below = unused * 1 m }",
        "claim c { value = fraction(place > unused * 1 m, a); below = 1 }", "sweep s { size = [1, unused] m }"}) {
    BOOST_TEST(words(effect(with(part), "unused")).empty(), part);
    BOOST_TEST(effect(with(part), "unused").on_judgment, part);
  }
}

BOOST_AUTO_TEST_CASE(what_no_run_rests_on_has_no_effect) {
  BOOST_TEST(words(effect(scene, "unused")).empty());
  BOOST_TEST(words(effect(scene, "nowhere")).empty());
}

BOOST_AUTO_TEST_CASE(the_keys_of_the_run_have_no_name_in_the_scene) {
  BOOST_TEST(words(effect(scene, "step")) == " step");
  BOOST_TEST(words(effect(scene, "duration")) == " problem");
}

BOOST_AUTO_TEST_CASE(a_name_may_be_used_before_its_dependence_is_known) {
  const std::string chain =
      "experiment a { method held = baumgarte(alpha: c)\n let c = b\n let b = 2 * key\n param key = 1/s }";
  BOOST_TEST(words(effect(chain, "key")) == " methods");
  BOOST_TEST(effect(chain, "key").is_setting());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_key_effects
