// Syntax errors speak of the language: never of the program that reads it, whatever the text.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <regex>
#include <set>

#include "tests/dsl/small_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_syntax_messages {

using namespace perpend;
using namespace perpend::dsl;

namespace {

/// What a syntax error may expect. A phrase that is new here must be read by a person first.
const std::set<std::string, std::less<>> phrases{"'='",
                                                 "'{'",
                                                 "'}'",
                                                 "')'",
                                                 "']'",
                                                 "','",
                                                 "'in'",
                                                 "'then'",
                                                 "'else'",
                                                 "'{' or if",
                                                 "a name",
                                                 "a value",
                                                 "an argument",
                                                 "a string",
                                                 "a statement",
                                                 "'=', a name or '{'",
                                                 "the end of the statement: a new line or ';'",
                                                 "the end of the value"};

std::string expected_phrase(const std::string& message) {
  const std::string head = "expected ";
  if (message.substr(0, head.size()) != head) return {};
  const std::size_t found = message.find(", found '");
  return message.substr(head.size(), found == std::string::npos ? std::string::npos : found - head.size());
}

void check_messages(const std::string& text) {
  static const std::regex machine("boost|spirit|x3|std::|perpend|[0-9][A-Za-z_]+E|St[0-9]|::");
  for (const Diagnostic& d : parse_text("soup", text).diagnostics) {
    BOOST_TEST(d.line > 0);
    if (d.code != "S005") continue;
    const std::string phrase = expected_phrase(d.message);
    if (phrase.empty()) {
      BOOST_TEST(d.message == "'}' without a '{' before it", text);
      continue;
    }
    BOOST_TEST((phrases.count(phrase) == 1), phrase << " expected in\n" << text);
    BOOST_TEST(!std::regex_search(phrase, machine), phrase);
  }
}

constexpr std::array tokens{"experiment", "x",     "world", "{",  "}",  "(",    ")",   "[",     "]",    "=",       "==",
                            "<",          "..",    ".",     ",",  ";",  "\n",   "1",   "2.5 m", "m/s",  "\"s\"",   "\"",
                            "let",        "param", "for",   "in", "if", "else", "and", "not",   "true", "include", "+",
                            "-",          "*",     "/",     "^",  ":",  "@",    "#",   "a:",    "max(", "'"};

std::string soup(test::Random& random, int length) {
  std::string text;
  for (int i = 0; i < length; ++i)
    text += std::string(tokens[static_cast<std::size_t>(random.below(static_cast<int>(tokens.size())))]) + " ";
  return text;
}

std::string message_of(const std::string& statements) {
  const Loaded loaded = load_text(scene_with(statements));
  return loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].message;
}
std::string hint_of(const std::string& statements) {
  const Loaded loaded = load_text(scene_with(statements));
  return loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].hint;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(syntax_messages)

BOOST_AUTO_TEST_CASE(soups_of_tokens_are_answered_in_words) {
  test::Random random(11);
  for (int i = 0; i < 4000; ++i) check_messages(soup(random, 1 + random.below(12)));
  for (int i = 0; i < 2000; ++i) check_messages("experiment x { " + soup(random, 1 + random.below(8)) + " }");
  for (int i = 0; i < 2000; ++i) check_messages("let a = " + soup(random, 1 + random.below(6)));
}

BOOST_AUTO_TEST_CASE(scenes_with_a_token_put_in_or_taken_out_are_answered_in_words) {
  const std::string scene = scene_with(
      "param g = 9.81 m/s^2 { given = false }\nlet v = (1, 2) m\nfor i in 1..3 { if i < 2 { let a = [1, 2][1] } else { "
      "let b = max(1, 2) } }\nclaim c[1] \"w\" { value = max(e, plain, sweep: q, k: 1) / 2 s; in = [1, 2] mm }");
  test::Random random(12);
  for (std::size_t at = 0; at < scene.size(); ++at) {
    const std::string token = tokens[static_cast<std::size_t>(random.below(static_cast<int>(tokens.size())))];
    check_messages(scene.substr(0, at) + " " + token + " " + scene.substr(at));
    check_messages(scene.substr(0, at) + scene.substr(std::min(at + 1, scene.size())));
    check_messages(scene.substr(0, at) + scene.substr(std::min(at + 7, scene.size())));
  }
}

BOOST_AUTO_TEST_CASE(overrides_are_answered_in_words) {
  test::Random random(13);
  for (int i = 0; i < 2000; ++i) {
    Diagnostic error;
    if (parse_override("k = " + soup(random, 1 + random.below(5)), error)) continue;
    const std::string phrase = expected_phrase(error.message);
    BOOST_TEST((error.code != "S005" || phrases.count(phrase) == 1), error.message);
  }
}

BOOST_AUTO_TEST_CASE(each_missing_part_is_named) {
  BOOST_TEST(message_of("let a =") == "expected a value");
  BOOST_TEST(message_of("let = 3") == "expected a name, found '='");
  BOOST_TEST(message_of("param a") == "expected '='");
  BOOST_TEST(message_of("for i 1..2 { }") == "expected 'in', found '1'");
  BOOST_TEST(message_of("for i in 1..2") == "expected '{'");
  BOOST_TEST(message_of("if true let a = 1") == "expected '{', found 'let'");
  BOOST_TEST(message_of("if true { } else let a = 1") == "expected '{' or if, found 'let'");
  BOOST_TEST(message_of("let a = if true 2 else 3") == "expected 'then', found '2'");
  BOOST_TEST(message_of("let a = if true then 2") == "expected 'else'");
  BOOST_TEST(message_of("include 3") == "expected a string, found '3'");
  BOOST_TEST(message_of("body") == "expected '=', a name or '{'");
  BOOST_TEST(message_of("let a = [1, 2").substr(0, 12) == "expected ']'");
  BOOST_TEST(message_of("let a = max(1, 2").substr(0, 12) == "expected ')'");
  BOOST_TEST(message_of("let a = b.") == "expected a name");
}

BOOST_AUTO_TEST_CASE(habits_from_other_languages_have_their_hint) {
  BOOST_TEST(hint_of("let a = 1 && 2") == "write 'and'");
  BOOST_TEST(hint_of("let a = true || false") == "write 'or'");
  BOOST_TEST(hint_of("let a = 1 // one") == "a comment starts with #");
  BOOST_TEST(hint_of("let a = 'text'") == "strings stand in double quotes");
  BOOST_TEST(hint_of("let a = .5") == "a number has digits on both sides of its point: 0.5");
  BOOST_TEST(hint_of("let a = 1,5") == "a decimal point is '.'; several values stand in ( ) or [ ]");
  BOOST_TEST(hint_of("let a = [1 2]") == "values are separated by ','");
  BOOST_TEST(hint_of("let a = (1; 2)") == "values are separated by ','");
  BOOST_TEST(hint_of("method b = baumgarte(alpha = 50/s)") == "inside ( ) write name: value");
  BOOST_TEST(hint_of("verify { spd: never }") == "inside { } write name = value");
  BOOST_TEST(hint_of("verify { spd = never, rank = full }") ==
             "statements are separated by ';' or a new line; several values stand in ( ) or [ ]");
  BOOST_TEST(hint_of("let a = 1 < 2 < 3") == "comparisons are joined with 'and'");
  BOOST_TEST(hint_of("world planar\n{ }") == "'{' stands on the line of what it belongs to");
}

BOOST_AUTO_TEST_CASE(an_open_block_is_found_by_its_indentation) {
  const auto hint = [](const std::string& text) { return parse_text("f", text).diagnostics.at(0).hint; };
  const std::string inner =
      "experiment x {\n  world planar {\n    for i in 1..3 {\n      let a = i\n  }\n  method a = none\n}\n";
  BOOST_TEST(hint(inner) == "the '{' of line 3 seems to be open: the '}' of line 5 stands further left");
  const std::string middle = "experiment x {\n  world planar {\n    let a = 1\n  method a = none\n}\n";
  BOOST_TEST(hint(middle) == "the '{' of line 2 seems to be open: the '}' of line 5 stands further left");
  BOOST_TEST(hint("experiment x {\n  let a = 1\n") == "the file ends here, and the '{' of line 1 is open");
  BOOST_TEST(hint("experiment x { world planar {\nlet a = 1\n}\n") ==
             "the file ends here, and the '{' of line 1 is open");
  // Blocks that end on their own line or stand further right say nothing about it.
  BOOST_TEST(hint("experiment x {\n  a { b {\n  } }\n  c {\n      d = 1\n    }\n") ==
             "the file ends here, and the '{' of line 1 is open");
}

BOOST_AUTO_TEST_CASE(an_error_inside_a_block_leaves_the_blocks_around_it_whole) {
  const Loaded loaded =
      load_text("experiment x {\n  world planar {\n    particle p { mass = = 1 kg }\n  }\n  let a = \n}\n");
  BOOST_REQUIRE_EQUAL(loaded.diagnostics.size(), 2u);
  BOOST_TEST(loaded.diagnostics[0].line == 3);
  BOOST_TEST(loaded.diagnostics[1].line == 5);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_syntax_messages
