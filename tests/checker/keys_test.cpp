// A line says what it says once, under the keys of its kind and no others: what two readers may read in two ways, or
// one of them not at all, is wrong.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"

namespace perpend::test::of_keys {

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

/// Wrong by this line, with these words.
bool is_wrong_at(const std::string& text, long line, const std::string& words) {
  const FileReport report = check(text);
  return exit_code({report}) == something_wrong &&
         std::any_of(report.failures.begin(), report.failures.end(), [&](const Failure& failure) {
           return failure.line == line && failure.words.find(words) != std::string::npos;
         });
}

/// The text with every object of it in turn given one of its own keys once more, before all others.
std::vector<std::string> with_repeated_keys(const ordered_json& line) {
  std::vector<std::string> mutants;
  const std::string text = line.dump();
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && text[i] == '{' && text[i + 1] == '"') {
      const std::string key = text.substr(i + 1, text.find('"', i + 2) - i);
      mutants.push_back(text.substr(0, i + 1) + key + ":null," + text.substr(i + 1));
    }
  }
  return mutants;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(keys)

BOOST_AUTO_TEST_CASE(a_key_that_an_object_has_twice_is_wrong_wherever_it_stands) {
  for (const char* kind : {"kkt_residual", "contact_solve", "spectral_radius", "constraint_error"}) {
    const Example& example = examples().at(kind);
    const std::string header = example.header.dump() + '\n', group = example.group.dump() + '\n';
    for (const std::string& mutant : with_repeated_keys(example.header))
      BOOST_TEST(is_wrong_at(mutant + '\n' + group + example.line.dump() + '\n', 1, "twice"), mutant);
    for (const std::string& mutant : with_repeated_keys(example.group))
      BOOST_TEST(is_wrong_at(header + mutant + '\n' + example.line.dump() + '\n', 2, "twice"), mutant);
    const std::vector<std::string> mutants = with_repeated_keys(example.line);
    BOOST_TEST(mutants.size() >= 2u);
    for (const std::string& mutant : mutants) BOOST_TEST(is_wrong_at(header + group + mutant + '\n', 3, "twice"), kind);
  }
  for (const auto& [name, example] : statement_examples())
    for (const std::string& mutant : with_repeated_keys(example.line))
      BOOST_TEST(is_wrong_at(example.header.dump() + '\n' + mutant + '\n', 2, "twice"), name);
}

BOOST_AUTO_TEST_CASE(a_key_that_is_written_in_another_way_is_the_same_key) {
  const Example& example = examples().at("kkt_residual");
  std::string line = example.line.dump();
  line.insert(1, R"("verd\u0069ct":"refuted",)");
  BOOST_TEST(
      is_wrong_at(example.header.dump() + '\n' + example.group.dump() + '\n' + line + '\n', 3, "'verdict' twice"));
}

BOOST_AUTO_TEST_CASE(a_header_has_one_version) {
  const Example& example = examples().at("kkt_residual");
  const std::string rest = example.group.dump() + '\n' + example.line.dump() + '\n';
  std::string header = example.header.dump();
  header.insert(1, R"("version":2,)");
  BOOST_TEST(is_wrong_at(header + '\n' + rest, 1, "'version' twice"));
  ordered_json more = example.header;
  more["version of the scene"] = 1;
  BOOST_TEST(is_wrong_at(more.dump() + '\n' + rest, 1, "version of the scene"));
}

BOOST_AUTO_TEST_CASE(a_line_has_the_keys_of_its_kind_and_no_others) {
  const Example& example = examples().at("contact_solve");
  for (const char* key : {"numbers", "form", "without_line", "kind", "note", "Verdict", ""}) {
    Example other = example;
    other.line[key] = key == std::string("without_line") ? ordered_json(1) : ordered_json("x");
    BOOST_TEST(code_of(other.text()) == something_wrong, key);
    if (example.group.contains(key)) continue;
    other = example;
    other.group[key] = key == std::string("without_line") ? ordered_json(1) : ordered_json("x");
    BOOST_TEST(code_of(other.text()) == something_wrong, key);
  }
  for (const char* key : {"group", "run", "kind", "statement", "theorem", "arithmetic", "bounds"}) {
    Example other = example;
    other.group.erase(key);
    BOOST_TEST(code_of(other.text()) == something_wrong, key);
  }
  BOOST_TEST(is_wrong_at(example.text() + R"({"group":1,"without_line":2,"verdict":"refuted"})"
                                          "\n",
                         4, "'verdict'"));
}

/// A claim that is false, on a line that also states data.
BOOST_AUTO_TEST_CASE(a_claim_cannot_hide_in_a_line_of_another_kind) {
  const Example& example = examples().at("contact_solve");
  const ordered_json claim{{"group", 1}, {"step", 20}, {"verdict", "proved"}, {"bounds", {0, 0, 0, 0, 0, 0, 0}}};
  ordered_json stated{{"data", 1}, {"form", ordered_json::object()}, {"numbers", ""}};
  BOOST_TEST(code_of(example.text() + stated.dump() + '\n') == all_reproved);
  for (const auto& [key, value] : claim.items()) {
    ordered_json hidden = stated;
    hidden[key] = value;
    BOOST_TEST(is_wrong_at(example.text() + hidden.dump() + '\n', 4, "'" + key + "'"), key);
  }
}

BOOST_AUTO_TEST_CASE(a_statement_has_its_keys_and_no_others) {
  for (const char* name : {"spd", "lcp", "rank refuted"}) {
    const StatementExample& example = statement_examples().at(name);
    StatementExample other = example;
    other.line["note"] = "and A is a P-matrix";
    BOOST_TEST(is_wrong_at(other.text(), 2, "'note'"), name);
    for (const auto& [key, value] : example.line.items()) {
      other = example;
      other.line.erase(key);
      BOOST_TEST(code_of(other.text()) == something_wrong, key);
    }
    other = example;
    if (other.line["facts"].empty()) other.line["facts"].push_back({{"name", "rank"}, {"value", "2"}});
    other.line["facts"][0]["values"] = "3";
    BOOST_TEST(is_wrong_at(other.text(), 2, "'values'"), name);
    other = example;
    other.header["certified"] = true;
    BOOST_TEST(is_wrong_at(other.text(), 1, "'certified'"), name);
  }
}

BOOST_AUTO_TEST_CASE(names_in_a_file_do_not_steer_the_terminal) {
  const std::string name =
      "a\n  all claims were re-proved\x1b[2K\r\x7f\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8z\xc3\xa9";
  const std::string printed = R"(a\u000a  all claims were re-proved\u001b[2K\u000d\u007f\u009b\u202e\u2066\u2028z)"
                              "\xc3\xa9";
  Example example = examples().at("kkt_residual");
  example.header["experiment"] = name;
  example.group["run"] = name;
  const std::string proved = as_text(check(example.text()));
  BOOST_TEST(proved.find("(experiment " + printed + ")\n") != std::string::npos, proved);
  BOOST_TEST(proved.find("run " + printed + ", kkt_residual: 1 of 1") != std::string::npos, proved);
  example.line["purpose"] = name;
  const std::string wrong = as_text(check(example.text()));
  BOOST_TEST(wrong.find("there is no solve for '" + printed + "'") != std::string::npos, wrong);
  StatementExample statement = statement_examples().at("spd");
  statement.line["subject"] = name;
  const std::string stated = as_text(check(statement.text()));
  BOOST_TEST(stated.find("spd of " + printed + ": re-proved") != std::string::npos, stated);
  for (const std::string& text : {proved, wrong, stated})
    for (const char* mark : {"\x1b", "\r", "\x7f", "\xc2\x9b", "\xe2\x80"})
      BOOST_TEST(text.find(mark) == std::string::npos, text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_keys
