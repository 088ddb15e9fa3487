// Diagnostics as text: golden files, suggestions, caps.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "dsl/suggest.hpp"
#include "small_vocabulary.hpp"

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

std::vector<Diagnostic> diagnose(const fs::path& scene) {
  Parsed parsed = parse_text(scene.filename().string(), read(scene));
  return parsed.document ? elaborate(*parsed.document, small_vocabulary()).diagnostics : parsed.diagnostics;
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

BOOST_AUTO_TEST_CASE(every_code_of_a_golden_text_is_in_the_table) {
  std::set<std::string, std::less<>> known;
  for (const DiagnosticCode& row : diagnostic_codes()) BOOST_TEST(known.insert(std::string(row.code)).second, row.code);
  for (const fs::path& scene : golden_scenes())
    for (const Diagnostic& d : diagnose(scene)) BOOST_TEST((known.count(d.code) == 1), d.code);
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
}

BOOST_AUTO_TEST_CASE(the_manual_lists_every_row) {
  const std::string page = language_reference(small_vocabulary());
  for (const char* word : {"`length`", "### rod", "### revolute", "### baumgarte", "### constraint_error",
                           "`stop_when`", "### lemke", "`rpm`", "atan2(y, x)", "S012", "`<key>`"})
    BOOST_TEST(page.find(word) != std::string::npos, word);
}

BOOST_AUTO_TEST_SUITE_END()
