// Parts of a scene that programs take by themselves: a method, solvers of contact problems.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_parts {

using namespace perpend::dsl;

BOOST_AUTO_TEST_SUITE(parts)

BOOST_AUTO_TEST_CASE(a_method_by_itself_is_the_one_that_a_scene_has) {
  const std::string text = "baumgarte(alpha: 2 * 5/s, beta: 10/s)";
  const LoadedMethod alone = parse_method(text, "1 s / 100", real_vocabulary());
  BOOST_REQUIRE(alone.method.has_value());
  const Parsed parsed =
      parse_text("test.scene", "experiment e {\nlinear { mass = [1] kg; B = [[1]] }\nmethod it = " + text +
                                   " { step = 1 s / 100 }\n}\n");
  BOOST_REQUIRE(parsed.document);
  const Loaded loaded = elaborate(*parsed.document, real_vocabulary());
  BOOST_REQUIRE(loaded.experiment.has_value());
  const MethodSpec& method = loaded.experiment->methods.at(0);
  BOOST_TEST(alone.method->type == method.type);
  BOOST_TEST((alone.method->step == method.step));
  BOOST_TEST(alone.method->properties.number_or("alpha", 0.0) == 10.0);
  BOOST_TEST(method.properties.number_or("alpha", 0.0) == 10.0);
  BOOST_TEST(alone.method->properties.entries().size() == method.properties.entries().size());
  BOOST_TEST((alone.method->stabilizer != nullptr));
}

BOOST_AUTO_TEST_CASE(what_is_no_method_or_more_than_one_is_refused_with_a_reason) {
  for (const char* text : {"", "none } }", "none { step = 1 s }", "none\nmethod other = none", "none; none",
                           "baumgarte(", "\"none\"", "unheard_of", "baumgarte(alpha: 1 m)", "[none]"}) {
    const LoadedMethod loaded = parse_method(text, "1 s", real_vocabulary());
    BOOST_TEST(!loaded.method.has_value(), text);
    BOOST_TEST(!loaded.diagnostics.empty(), text);
  }
  for (const char* step : {"", "0 s", "1 m", "1 s } }"})
    BOOST_TEST(!parse_method("none", step, real_vocabulary()).method.has_value(), step);
}

BOOST_AUTO_TEST_CASE(solvers_by_themselves_come_in_the_order_written) {
  const LoadedSolvers one = parse_lcp_solvers("pgs(sweeps: 2 * 250)", real_vocabulary());
  BOOST_REQUIRE(one.solvers.size() == 1);
  BOOST_TEST(one.solvers[0].text == "pgs(sweeps: 2 * 250)");
  const LoadedSolvers two = parse_lcp_solvers("[lemke, pgs]", real_vocabulary());
  BOOST_REQUIRE(two.solvers.size() == 2);
  BOOST_TEST(two.solvers[1].text == "pgs");
  for (const char* text : {"", "lemke }", "[lemke, lemke]", "[]", "lemmke", "lemke; pgs"}) {
    const LoadedSolvers none = parse_lcp_solvers(text, real_vocabulary());
    BOOST_TEST(none.solvers.empty(), text);
    BOOST_TEST(!none.diagnostics.empty(), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_parts
