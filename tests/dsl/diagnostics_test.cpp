// Diagnostics as text: golden files, suggestions, caps.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "dsl/suggest.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_diagnostics {

using namespace perpend;
using namespace perpend::dsl;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<fs::path> golden_scenes() {
  std::vector<fs::path> scenes;
  for (const auto& entry : fs::directory_iterator(PERPEND_GOLDEN_DIAGNOSTICS))
    if (entry.path().extension() == ".scene") scenes.push_back(entry.path());
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

/// What comments at the top of a golden scene ask for: `# set g = 3 m` as `--set` does, `# file_bytes = 300` a limit,
/// `# vocabulary = shipped` the registries of the program instead of the small ones.
struct Directives {
  std::vector<Override> overrides;
  Limits limits;
  bool is_shipped = false;
};

Directives read_directives(const std::string& text) {
  Directives directives;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.substr(0, 2) == "# ";) {
    Diagnostic error;
    const auto setting = parse_override(line.substr(line.substr(2, 4) == "set " ? 6 : 2), error);
    if (!setting) continue;
    if (line.substr(2, 4) == "set ") directives.overrides.push_back(*setting);
    if (setting->name == "file_bytes") directives.limits.file_bytes = std::stoul(setting->value_text);
    if (setting->name == "vocabulary") directives.is_shipped = setting->value_text == "shipped";
    if (setting->name == "nesting") directives.limits.nesting = std::stoi(setting->value_text);
  }
  return directives;
}

/// Paths without the folder of the golden scenes, which differs from machine to machine.
void shorten(std::string& text) {
  const fs::path written(PERPEND_GOLDEN_DIAGNOSTICS);
  for (const std::string& folder : {written.string() + "/", written.lexically_normal().string() + "/"})
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
}

std::vector<Diagnostic> diagnose(const fs::path& scene) {
  const Directives directives = read_directives(read(scene));
  Parsed parsed = parse_file(scene.string(), "", directives.limits);
  const Vocabulary& vocabulary = directives.is_shipped ? real_vocabulary() : small_vocabulary();
  std::vector<Diagnostic> found =
      parsed.document ? elaborate(*parsed.document, vocabulary, directives.overrides).diagnostics : parsed.diagnostics;
  for (Diagnostic& d : found)
    for (std::string* text : {&d.file, &d.message, &d.hint}) shorten(*text);
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostics)

BOOST_AUTO_TEST_CASE(golden_texts) {
  const auto scenes = golden_scenes();
  BOOST_REQUIRE_GE(scenes.size(), 10u);
  for (const fs::path& scene : scenes) {
    const std::string found = render(diagnose(scene), false);
    fs::path expected = scene;
    expected.replace_extension(".expected");
    // PERPEND_WRITE_GOLDEN=1 writes the files anew; read them before committing.
    if (std::getenv("PERPEND_WRITE_GOLDEN") != nullptr) std::ofstream(expected, std::ios::binary) << found;
    BOOST_TEST(found == read(expected), scene.filename().string() << "\n" << found);
  }
}

BOOST_AUTO_TEST_CASE(the_codes_of_the_golden_texts_are_those_of_the_table) {
  std::set<std::string, std::less<>> known;
  std::set<std::string, std::less<>> shown;
  for (const DiagnosticCode& row : diagnostic_codes()) BOOST_TEST(known.insert(std::string(row.code)).second, row.code);
  for (const fs::path& scene : golden_scenes())
    for (const Diagnostic& d : diagnose(scene)) shown.insert(d.code);
  for (const std::string& code : known) BOOST_TEST((shown.count(code) == 1), "no golden scene shows " << code);
  for (const std::string& code : shown) BOOST_TEST((known.count(code) == 1), code << " is not in the table");
}

BOOST_AUTO_TEST_CASE(only_warnings_are_called_so_in_the_table) {
  for (const fs::path& scene : golden_scenes())
    for (const Diagnostic& d : diagnose(scene))
      for (const DiagnosticCode& row : diagnostic_codes())
        if (row.code == d.code)
          BOOST_TEST((row.meaning.substr(0, 8) == "warning:") == (d.severity == Diagnostic::Severity::warning), d.code);
}

BOOST_AUTO_TEST_CASE(every_caret_stands_under_text_of_its_line) {
  for (const fs::path& scene : golden_scenes())
    for (const Diagnostic& d : diagnose(scene)) {
      if (d.line == 0 || d.hint == "the file ends here" || d.hint.find("'{' of line") != std::string::npos) continue;
      const auto from = static_cast<std::size_t>(d.source_column - 1);
      const bool is_at_end = from == d.source_line.size() && d.code == "S005";  // something is missing there
      BOOST_TEST((is_at_end || (from < d.source_line.size() && d.source_line[from] != ' ')), render({&d, 1}, false));
      BOOST_TEST(from + static_cast<std::size_t>(d.length) <= d.source_line.size() + 1, render({&d, 1}, false));
    }
}

BOOST_AUTO_TEST_CASE(messages_are_plain_sentences) {
  for (const fs::path& scene : golden_scenes())
    for (const Diagnostic& d : diagnose(scene)) {
      BOOST_TEST(!d.message.empty());
      BOOST_TEST(d.message.back() != '.', d.message);
      BOOST_TEST(d.message.find("  ") == std::string::npos, d.message);
      BOOST_TEST(d.hint.find("  ") == std::string::npos, d.hint);
      BOOST_TEST((std::islower(static_cast<unsigned char>(d.message[0])) || d.message[0] == '\'' ||
                  std::isdigit(static_cast<unsigned char>(d.message[0]))),
                 d.message);
    }
}

BOOST_AUTO_TEST_CASE(the_form_is_that_of_the_manual) {
  const Loaded loaded = load_text(
      "experiment x {\n  world planar { body b = rod(lenght: 1 m) { mass = 1 kg } }\n  method b = baumgarte(alpha: 50 "
      "s)\n}\n");
  BOOST_TEST(render(loaded.diagnostics, false)
                     .find("test.scene:2:31: error[S012]: unknown field 'lenght' of rod\n"
                           "    2 |   world planar { body b = rod(lenght: 1 m) { mass = 1 kg } }\n"
                           "      |                               ^~~~~~ did you mean 'length'?\n") == 0u,
             render(loaded.diagnostics, false));
  BOOST_TEST(render(loaded.diagnostics, false)
                 .find("test.scene:3:31: error[S031]: 'alpha' is a rate [1/s], found a time [s]\n"
                       "    3 |   method b = baumgarte(alpha: 50 s)\n"
                       "      |                               ^~~~ did you mean 50/s?\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(fifty_are_shown_and_the_rest_counted) {
  std::string lets;
  for (int i = 0; i < 70; ++i) lets += "let a" + std::to_string(i) + " = nowhere\n";
  const std::string text = render(load_text(scene_with(lets)).diagnostics, false);
  BOOST_TEST(std::count(text.begin(), text.end(), '^') == 50);
  BOOST_TEST(text.find("... and 20 more\n") != std::string::npos);
}

// The rounds of a loop that fail alike fail twice in the text, and are counted.
BOOST_AUTO_TEST_CASE(what_fails_in_each_round_of_a_loop_is_said_twice) {
  const auto diagnostics = load_text(scene_with("for i in 1..9 { let a = [1, 2][i + 2] }")).diagnostics;
  BOOST_REQUIRE(diagnostics.size() == 2U);
  BOOST_TEST(diagnostics[1].hint.find("and 7 more like it here") != std::string::npos, diagnostics[1].hint);
}

BOOST_AUTO_TEST_CASE(color_only_adds_escapes) {
  const auto diagnostics = load_text(scene_with("let a = nowhere")).diagnostics;
  const std::string plain = render(diagnostics, false);
  std::string colored = render(diagnostics, true);
  BOOST_TEST(plain != colored);
  for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b'))
    colored.erase(at, colored.find('m', at) - at + 1);
  BOOST_TEST(plain == colored);
  BOOST_TEST(plain.find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(terminal_escapes_in_a_scene_do_not_reach_the_terminal) {
  const Loaded loaded = load_text(scene_with("let a = nowhere # \x1b[31m"));
  BOOST_TEST(render(loaded.diagnostics, false).find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(distance_counts_edits_and_swaps) {
  BOOST_TEST(edit_distance("length", "length") == 0);
  BOOST_TEST(edit_distance("lenght", "length") == 1);
  BOOST_TEST(edit_distance("", "abc") == 3);
  BOOST_TEST(edit_distance("kitten", "sitting") == 3);
  const std::vector<std::string_view> known{"length", "mass", "at"};
  BOOST_TEST(nearest_name("lenth", known) == "length");
  BOOST_TEST(nearest_name("velocity", known) == "");
  const std::vector<std::string_view> letters{"a", "b"};
  BOOST_TEST(nearest_name("h", letters) == "");
}

BOOST_AUTO_TEST_CASE(the_manual_lists_every_row) {
  const std::string page = language_reference(small_vocabulary());
  for (const char* word : {"`length`", "### rod", "### revolute", "### baumgarte", "### constraint_error",
                           "`stop_when`", "### lemke", "`rpm`", "atan2(y, x)", "S012", "`<key>`"})
    BOOST_TEST(page.find(word) != std::string::npos, word);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_diagnostics
