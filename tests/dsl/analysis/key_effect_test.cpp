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
