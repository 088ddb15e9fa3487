// The manual teaches each feature by a scene that runs: no scene may fail, and no row of the vocabulary may lack one.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/cli/program.hpp"

namespace perpend::test::of_manual_scenes {
namespace {

constexpr std::array pages{"laws.md", "mechanisms.md", "measures.md"};

/// A block "```scene", after blocks "```file name" that it reads.
struct ManualScene {
  std::string text;
  std::vector<std::pair<std::string, std::string>> files;
};

std::vector<ManualScene> scenes_of(const std::string& page) {
  std::ifstream in(std::string(PERPEND_SOURCE_DIR) + "/docs/" + page);
  std::vector<ManualScene> scenes(1);
  std::string* block = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line == "```scene") {
      block = &scenes.back().text;
    } else if (line.starts_with("```file ")) {
      block = &scenes.back().files.emplace_back(line.substr(8), "").second;
    } else if (line.starts_with("```")) {
      if (block == &scenes.back().text) scenes.emplace_back();
      block = nullptr;
    } else if (block != nullptr) {
      *block += line + "\n";
    }
  }
  scenes.pop_back();
  return scenes;
}

std::string all_scenes() {
  std::string text;
  for (const char* page : pages)
    for (const ManualScene& scene : scenes_of(page)) text += scene.text;
  return text;
}

/// The first words of the lines that `perpend list` does not indent.
std::vector<std::string> rows_of(const char* what) {
  const Outcome outcome = Workplace().run({"list", what});
  std::vector<std::string> names;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != ' ') names.push_back(line.substr(0, line.find_first_of("( [|")));
  return names;
}

bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manual_scenes)

BOOST_AUTO_TEST_CASE(every_scene_of_the_manual_runs) {
  for (const char* page : pages) {
    const std::vector<ManualScene> scenes = scenes_of(page);
    BOOST_REQUIRE_GE(scenes.size(), 5U);
    for (const ManualScene& scene : scenes) {
      const Workplace place;
      for (const auto& [name, text] : scene.files) place.write(name, text);
      place.write("scene.scene", scene.text);
      const Outcome outcome = place.run({"run", "scene.scene", "--format", "json"});
      BOOST_TEST(outcome.code == 0, scene.text << outcome.err);
      BOOST_TEST(outcome.err.find("warning") == std::string::npos, scene.text << outcome.err);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_row_of_the_vocabulary_has_a_scene_in_the_manual) {
  const std::string text = all_scenes();
  std::size_t rows = 0;
  for (const char* what : {"joints", "drives", "constraints", "shapes", "forces", "signals"})
    for (const std::string& name : rows_of(what)) {
      BOOST_TEST(has_word(text, name), what << ": no scene of the manual has '" << name << "'");
      ++rows;
    }
  BOOST_TEST(rows > 90U);
  BOOST_TEST(!has_word(text, "fata_morgana"));  // the search can find that something is missing
}

/// Forms of the language that are no rows of a table.
BOOST_AUTO_TEST_CASE(every_form_of_the_language_has_a_scene_in_the_manual) {
  const std::string text = all_scenes();
  for (const char* form : {"part leg(",
                           "instance ",
                           "export =",
                           "compound {",
                           "mesh(\"",
                           "table(\"",
                           "[row, j]",
                           "start = assemble\n",
                           "start = assemble_velocities",
                           "axis_on_second",
                           "carrier =",
                           "active_set = gap",
                           "limits =",
                           "axes: second",
                           "of: orientation",
                           "restitution_law = poisson }",
                           "param law = newton",
                           "law = [newton, poisson]",
                           "median(mean(",
                           "= reference\n",
                           " within ",
                           "fn ",
                           "running_sum(",
                           "stop_when",
                           "x = turn; y = speed",
                           "principal:",
                           "contact touch = between(",
                           "internal = true",
                           "pretension"})
    BOOST_TEST(text.find(form) != std::string::npos, "no scene of the manual has " << form);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_manual_scenes
