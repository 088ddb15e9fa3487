// Statements: ends, newlines, comments, loops, conditions, recovery after mistakes.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_grammar {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::size_t count_bodies(const std::string& world) {
  const Experiment e = load_good("experiment x { world planar {\n" + world +
                                 "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none }");
  return std::get<World>(e.system).model.bodies.size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(grammar)

BOOST_AUTO_TEST_CASE(newlines_are_free_where_a_statement_cannot_end) {
  BOOST_TEST(value_of("1 +\n 2") == 3.0);
  BOOST_TEST(value_of("(1\n + 2\n)") == 3.0);
  BOOST_TEST(value_of("sum([1,\n 2, # two\n 3,\n ])") == 6.0);
  BOOST_TEST(value_of("max(1,\n 2)") == 2.0);
  BOOST_TEST(value_of("1 # comment; } {") == 1.0);
}

BOOST_AUTO_TEST_CASE(loops_run_over_ranges_with_both_ends_and_over_lists) {
  BOOST_TEST(count_bodies("for i in 1..6 { particle p[i] { mass = 1 kg } }") == 6u);
  BOOST_TEST(count_bodies("particle q { mass = 1 kg }\n for i in 2..1 { particle p[i] { mass = 1 kg } }") == 1u);
  BOOST_TEST(count_bodies("for i in [3, 5, 9] { particle p[i] { mass = i * 1 kg } }") == 3u);
  BOOST_TEST(count_bodies("for i in 1..3 { for j in 1..i { particle p[10 * i + j] { mass = 1 kg } } }") == 6u);
}

BOOST_AUTO_TEST_CASE(names_have_as_many_indices_as_they_are_declared_with) {
  BOOST_TEST(count_bodies("for i in 1..3 { for j in 1..2 { particle p[i, j] { mass = 1 kg } } }\n"
                          "joint f = distance(p[1, 2], p[3,\n 1]) { length = 1 m }") == 6u);
  const auto names_of = [](const std::string& world) {
    const Experiment e = load_good("experiment x { world planar {\n" + world +
                                   "\n} run { step = 1 ms; duration = 1 s } method a = none }");
    std::vector<std::string> names;
    for (const Body& body : std::get<World>(e.system).model.bodies) names.push_back(body.name);
    return names;
  };
  BOOST_TEST(names_of("particle p[2, -1, 7] { mass = 1 kg }") == std::vector<std::string>{"p[2,-1,7]"},
             boost::test_tools::per_element());
  BOOST_TEST(value_of("[[1, 2], [3, 4]][2, 1]") == 3.0);
  BOOST_TEST(first_code(scene_with("let a = [1, 2][1, 1]")) == "S021");
}

BOOST_AUTO_TEST_CASE(a_block_ends_its_statement) {
  BOOST_TEST(count_bodies("particle p { mass = 1 kg } particle q { mass = 1 kg } # end") == 2u);
  BOOST_TEST(count_bodies("for i in 1..2 { particle p[i] { mass = 1 kg } } if true { } else { } particle q { mass = 1 "
                          "kg }") == 3u);
  BOOST_TEST(first_code(scene_with("let a = 1 let b = 2")) == "S005");
}

BOOST_AUTO_TEST_CASE(units_name_things_that_never_stand_behind_a_number) {
  BOOST_TEST(count_bodies("particle m { mass = 1 kg }\n particle s { mass = 1 kg }\n particle N { mass = 1 kg }\n"
                          "joint J = distance(m, s) { length = 1 m }") == 3u);
  BOOST_TEST(first_code(scene_with("let m = 1 kg")) == "S009");
  BOOST_TEST(first_code(scene_with("for s in 1..2 { }")) == "S009");
}

BOOST_AUTO_TEST_CASE(a_zero_needs_no_unit) {
  for (const char* expression : {"0 + 2 m", "2 m - 0", "max(0, 2 m)", "min(2 m, 0) + 2 m", "norm((0, 0) + (0, 2) m)",
                                 "norm((0, 2) m - (0, 0))", "(if true then 0 else 1 m) + 2 m"})
    BOOST_TEST(value_of(expression) == 2.0, expression);
  BOOST_TEST(first_code(scene_with("let a = max(1, 2 m)")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = 1 + 2 m")) == "S032");
}

BOOST_AUTO_TEST_CASE(conditions_choose_and_scopes_end_with_their_block) {
  BOOST_TEST(count_bodies("for i in 1..4 { if i <= 2 { particle p[i] { mass = 1 kg } } else if i == 3 { let a = 1 \n "
                          "particle q { mass = 1 kg } }\n else { } }") == 3u);
  BOOST_TEST(first_code(scene_with("if true { let a = 1 }\nlet b = a")) == "S017");
  BOOST_TEST(first_code(scene_with("if 1 { }")) == "S021");
  BOOST_TEST(first_code(scene_with("for i in 1..2 { param a = 1 }")) == "S011");
}

BOOST_AUTO_TEST_CASE(every_syntax_error_is_reported_on_its_own_line) {
  const Loaded loaded =
      load_text("experiment x {\n  let a = \n  let b = 1 +* 2\n  let c = 3\n  run { step = ) }\n  method = \n}\n");
  BOOST_REQUIRE_EQUAL(loaded.diagnostics.size(), 4u);
  const int lines[] = {2, 3, 5, 6};
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(loaded.diagnostics[i].code == "S005");
    BOOST_TEST(loaded.diagnostics[i].line == lines[i]);
  }
}

BOOST_AUTO_TEST_CASE(a_missing_end_is_reported_where_the_line_ends) {
  const Loaded loaded = load_text("experiment x {\n  let a = 1 let b = 2\n  let c = (1 + 2\n}\n");
  BOOST_REQUIRE_GE(loaded.diagnostics.size(), 2u);
  BOOST_TEST(loaded.diagnostics[0].line == 2);
  BOOST_TEST(loaded.diagnostics[0].column == 13);
  BOOST_TEST(loaded.diagnostics[1].line == 3);
  BOOST_TEST(loaded.diagnostics[1].column == 17);
}

BOOST_AUTO_TEST_CASE(columns_count_characters) {
  const Loaded loaded = load_text("# \xC3\xA9\nexperiment x { title = \"\xC3\xA9\xE2\x82\xAC\"; wrong = 1 }\n");
  BOOST_REQUIRE(!loaded.diagnostics.empty());
  BOOST_TEST(loaded.diagnostics[0].line == 2);
  BOOST_TEST(loaded.diagnostics[0].column == 30);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_grammar
