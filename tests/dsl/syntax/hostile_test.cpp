// Hostile inputs give an error, soon; never a crash, a hang or a flood.
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_hostile {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string repeat(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

constexpr int many = 100000;

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE(deep_nesting_is_an_error_and_no_stack_overflow) {
  for (const char* part : {"(", "[", "-", "not ", "2 ^ ", "if true then ", "a[", "f(", "(1, ", "[[1], "}) {
    BOOST_TEST(first_code("experiment x { let a = " + repeat(part, many)) == "S006", part);
  }
  for (const char* part : {"world planar { ", "if true { ", "for i in 1..2 { ", "if true { } else "})
    BOOST_TEST(first_code("experiment x { " + repeat(part, many)) == "S006", part);
}

BOOST_AUTO_TEST_CASE(long_chains_are_an_error) {
  for (const char* part : {"1 + ", "1 * ", "1 - ", "true and ", "true or "})
    BOOST_TEST(first_code("experiment x { let a = " + repeat(part, many) + "1 }") == "S006", part);
  BOOST_TEST(first_code("experiment x { let a = b" + repeat("[1]", many) + " }") == "S006");
  BOOST_TEST(first_code("experiment x { let a = b" + repeat(".c", many) + " }") == "S006");
}

BOOST_AUTO_TEST_CASE(a_long_flat_list_is_fine) {
  BOOST_TEST(value_of("sum([" + repeat("1, ", many) + "1])") == many + 1.0);
}

BOOST_AUTO_TEST_CASE(many_blocks_on_one_line_take_linear_time) {
  const auto start = std::chrono::steady_clock::now();
  BOOST_TEST(!load_text("experiment x { " + repeat("a { } ", many)).experiment.has_value());
  BOOST_TEST(!load_text("experiment x { " + repeat("a { }; ", many)).experiment.has_value());
  // A tenth of a second; time quadratic in the line would be minutes.
  BOOST_TEST(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 20.0);
}

BOOST_AUTO_TEST_CASE(loops_have_a_common_budget) {
  BOOST_TEST(first_code(scene_with("for i in 1..2000000000 { let a = 1 }")) == "S025");
  BOOST_TEST(first_code(scene_with("for i in 1..2000 { for j in 1..2000 { let a = 1 } }")) == "S025");
  BOOST_TEST(first_code(scene_with("for i in 1..1e300 { let a = 1 }")) == "S024");
  BOOST_TEST(first_code(scene_with("for i in 1..1.5 { let a = 1 }")) == "S024");
}

BOOST_AUTO_TEST_CASE(noise_gives_a_bounded_report) {
  for (const std::string& line : {std::string("@ $ % ! {{{ }}} ((\n"), std::string("} \n"), std::string("a b c d e\n"),
                                  std::string("x = = 3\n"), std::string("\"\n"), std::string("let a = 1 foo\n")}) {
    const Parsed parsed = parse_text("noise", repeat(line, many));
    BOOST_TEST(!parsed.document);
    BOOST_TEST(parsed.diagnostics.size() >= 1u);
    BOOST_TEST(parsed.diagnostics.size() <= 200u);
    BOOST_TEST(render(parsed.diagnostics, false).size() < 50000u);
  }
}

BOOST_AUTO_TEST_CASE(one_endless_line_is_shown_in_part) {
  const Loaded loaded = load_text(scene_with("let a = [" + repeat("1, ", many) + "wrong]"));
  BOOST_REQUIRE(!loaded.diagnostics.empty());
  BOOST_TEST(loaded.diagnostics[0].source_line.size() < 1000u);
  BOOST_TEST(loaded.diagnostics[0].column == 10 + 3 * many);
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_scene_is_handled) {
  const std::string scene = scene_with(
      "param g = 9.81 m/s^2 { given = false }\nmeasure a = x(position(bob, point: (1, 2) mm))\nclaim c \"w\" { value = "
      "max(a, plain); in = [1, 2] mm }\nfor i in 1..2 { let q = if i == 1 then \"\\n\" else \"b\" }");
  for (std::size_t length = 0; length < scene.size() - 3; ++length)
    BOOST_TEST(!load_text(scene.substr(0, length)).experiment.has_value(), length);
  BOOST_TEST(load_text(scene).experiment.has_value());
}

BOOST_AUTO_TEST_CASE(every_scene_with_one_byte_changed_is_handled) {
  const std::string scene = scene_with(
      "param g = 9.81 m/s^2\nmethod b = baumgarte(alpha: 50/s)\nmeasure a = norm(position(bob))\nclaim c \"w\" { value "
      "= max(a, plain) / 1 m; is = 0.83 }");
  for (std::size_t at = 0; at < scene.size(); ++at)
    for (const char c : std::string("(){}[]\"#.;=-+^/\n\x01")) {
      std::string changed = scene;
      changed[at] = c;
      const Loaded loaded = load_text(changed);
      BOOST_TEST((loaded.experiment.has_value() || has_errors(loaded.diagnostics)));
    }
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_bodies_are_checked_in_seconds) {
  // The measured time is well under one second; the bound leaves room for unoptimized builds on a busy machine.
  const auto start = std::chrono::steady_clock::now();
  const Experiment e = load_good(
      "experiment x { world planar { for i in 1..100000 { body b[i] = rod(length: 100 mm) { mass = 1 kg; at = (i * 0.1 "
      "m, 0 m) } } }\n"
      " run { step = 1 ms; duration = 1 s }\n method a = none }");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  BOOST_TEST(std::get<World>(e.system).model.bodies.size() == 100000u);
  BOOST_TEST(seconds.count() < 20.0);
}

BOOST_AUTO_TEST_CASE(a_million_contacts_are_checked_in_seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto scene = [](const std::string& walls, const std::string& contact) {
    return "experiment x { world planar {\n for i in 1..990 { body b[i] = disk(radius: 1 mm) { mass = 1 kg; at = (i, "
           "0) "
           "m } }\n for j in 1..1000 { fixed w[j] = disk(radius: 1 mm) { at = (j, 1) m } }\n for i in 1..990 { for j "
           "in "
           "1.." +
           walls + " { " + contact + " } } }\n run { step = 1 ms; duration = 1 s }\n method a = none }";
  };
  const Experiment e = load_good(scene("1000", "contact c[1000 * i + j] = between(b[i], w[j])"));
  BOOST_TEST(std::get<World>(e.system).model.contact_pairs.size() == 990000u);
  for (const char* contact : {"contact c = between(b[i], w[j])", "contact c[1000 * i + j] = between(b[1], w[1])",
                              "contacts { }", "contact c[1000 * i + j] = between(b[i], b[i])"})
    BOOST_TEST(load_text(scene("100", contact)).diagnostics.size() < 250u, contact);
  // Three seconds or so; room as above. Time quadratic in the contacts would be hours.
  BOOST_TEST(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 60.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_hostile
