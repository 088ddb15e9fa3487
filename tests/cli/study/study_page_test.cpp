// The page of a study: each command that it shows makes the run that it stands for, or asks the study for it.
#include <boost/test/unit_test.hpp>
#include <regex>
#include <set>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_pages {
namespace {

/// Keys in units without an exact inverse, choices, names that mean something in SQL, a boundary, and errors over
/// steps.
const std::string scene = pendulum(
    "param angle = 10 deg\nparam solver = newton\nparam order = 1 mm\nparam a = 0.5\nparam b = 0.5\nparam drop = 0 "
    "m/s\n"
    "run { step = 10 ms; duration = 200 ms }\n"
    "method held = baumgarte(alpha: a / 10 ms, beta: b / 10 ms)\nmethod plain = none\n"
    "measure drift = max_abs(constraint_error) { unit = mm }\nmeasure energy = total_energy\n"
    "sweep map { angle = [1, 10, 33] deg; order = [1, 0.1, 0.3] mm; methods = plain }\n"
    "sweep drawn { angle = random(1 deg, 9 deg, 30, 1); length = random(0.5 m, 1 m, 30, 2); methods = plain }\n"
    "sweep edge { b = lin_range(0.1, 2.1, 5); methods = held; expect = any; refine = completion(along: b, to: 0.1) }\n"
    "sweep steps { step = [8, 4, 2] ms; methods = plain }\n");

std::string unescaped(std::string text) {
  for (const auto& [from, to] :
       {std::pair{"&quot;", "\""}, {"&#39;", "'"}, {"&apos;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, std::string(from).size(), to);
  return text;
}

/// Words of a command as a shell splits them, without the program. Pre: quotes are double or single, nothing is
/// escaped.
Arguments words_of(const std::string& command) {
  Arguments words{""};
  char quote = 0;
  for (const char c : command) {
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (c == ' ' && quote == 0) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  words.erase(words.begin());
  return words;
}

/// In the tables of the page, each once.
std::set<std::string> commands_of(const std::string& page, const std::string& begin) {
  std::set<std::string> commands;
  const std::string mark = "<code>" + begin;
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + 1)) {
    const std::string command = unescaped(page.substr(at + 6, page.find("</code>", at) - at - 6));
    if (command.find("VALUE") == std::string::npos) commands.insert(command);
  }
  return commands;
}

nlohmann::json data_of(const std::string& page) {
  const std::string mark = R"(<script type="application/json" id="points">)";
  const std::size_t begin = page.find(mark) + mark.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

BOOST_AUTO_TEST_SUITE(study_page)

BOOST_AUTO_TEST_CASE(the_command_of_a_run_makes_it_again) {
  const Studio studio(scene);
  const Outcome outcome = studio.study("out", {"--no-cache", "--set", "drop = 10 cm/s"});
  BOOST_REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const std::string page = studio.read("out/study.html");
  const std::set<std::string> commands = commands_of(page, "perpend run");
  BOOST_TEST(commands.size() > 8U);
  const std::regex folder("--out out/points/([a-z]+)-([0-9]+)-([a-z]+)$");
  for (const std::string& command : commands) {
    std::smatch parts;
    BOOST_REQUIRE_MESSAGE(std::regex_search(command, parts, folder), command);
    Arguments arguments = words_of(command);
    arguments.emplace_back("--no-cache");
    // A run beyond the boundary does not end as the scene alone expects.
    BOOST_TEST(studio.run(arguments).code != 2, command);
    const std::string place = "out/points/" + parts[1].str() + "-" + parts[2].str() + "-" + parts[3].str();
    const std::string known =
        studio.ask("out", "select trajectory from runs join sweeps using (sweep) where name = '" + parts[1].str() +
                              "' and point = " + parts[2].str() + " and method = '" + parts[3].str() + "'");
    const auto results = studio.json(place + "/results.json");
    BOOST_TEST("trajectory\n" + results["runs"][0]["trajectory_hash"].get<std::string>() + "\n" == known, command);
  }
}

BOOST_AUTO_TEST_CASE(the_question_of_a_row_finds_its_runs) {
  const Studio studio(scene);
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  const std::set<std::string> commands = commands_of(studio.read("out/study.html"), "perpend query");
  BOOST_TEST(commands.size() > 8U);
  for (const std::string& command : commands) {
    Arguments arguments = words_of(command);
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome outcome = studio.run(arguments);
    BOOST_REQUIRE_MESSAGE(outcome.code == 0, command + outcome.err);
    BOOST_TEST(!nlohmann::json::parse(outcome.out).empty(), command);
  }
}

BOOST_AUTO_TEST_CASE(cells_and_points_know_their_run) {
  const Studio studio(scene);
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  const nlohmann::json sections = data_of(studio.read("out/study.html"))["sections"];
  BOOST_REQUIRE(sections.size() == 4U);
  const auto& keys = sections[0]["commands"]["keys"];
  BOOST_TEST(keys[1]["column"] == "[order]");
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto point = keys[0]["offsets"][i].get<int>() + keys[1]["offsets"][k].get<int>();
      const auto row = nlohmann::json::parse(
          studio
              .run({"query", "out", "select angle, [order] as o from sweep_map where point = " + std::to_string(point),
                    "--format", "json"})
              .out)[0];
      BOOST_TEST(row["o"].get<double>() * 1e3 == std::stod(keys[1]["texts"][k].get<std::string>()),
                 boost::test_tools::tolerance(1e-12));
      BOOST_TEST(row["angle"].get<double>() * 57.29577951308232 == std::stod(keys[0]["texts"][i].get<std::string>()),
                 boost::test_tools::tolerance(1e-12));
    }
  std::size_t num_points = 0;
  for (const auto& section : sections)
    for (const auto& curves : section["curves"])
      if (!curves.is_null()) num_points += curves["points"].size();
  // The drift over two keys and its distribution, at 30 points each; two measures over three steps.
  BOOST_TEST(num_points >= 3U * 30U + 2U * 3U);
}

BOOST_AUTO_TEST_CASE(a_choice_is_known_by_its_words) {
  const Studio studio(R"(experiment bounce {
  param law = newton
  param bounce = 0.5
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    contacts { restitution = bounce; restitution_law = law }
    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
    body ball = disk(radius: 0.1 m) { mass = 1 kg; at = (0 m, 0.2 m) }
  }
  run { step = 10 ms; duration = 0.5 s }
  method plain = none
  measure height = y(position(ball))
  sweep laws { law = [newton, poisson]; bounce = [0.1, 0.2] }
})");
  const Outcome outcome = studio.study("out", {"--no-cache"});
  BOOST_REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  BOOST_TEST(studio.ask("out", "select distinct law from sweep_laws order by law") == "law\nnewton\npoisson\n");
  const std::string page = studio.read("out/study.html");
  BOOST_TEST(page.find("law = poisson") != std::string::npos);
  for (const std::string& command : commands_of(page, "perpend run"))
    BOOST_TEST(studio.run(words_of(command)).code == 0, command);
  const nlohmann::json keys = data_of(page)["sections"][0]["commands"]["keys"];
  BOOST_TEST(keys[0]["texts"] == nlohmann::json({"newton", "poisson"}));
}

BOOST_AUTO_TEST_CASE(a_drawn_key_has_the_distribution_of_what_it_makes) {
  const auto page_of = [](const std::string& values) {
    const Studio studio(
        pendulum("param alpha = 1/s\nparam other = 1\nrun { step = 5 ms; duration = 50 ms }\n"
                 "method held = baumgarte(alpha: alpha)\nmethod idle = none\n"
                 "measure drift = max_abs(constraint_error)\n"
                 "sweep some { alpha = " +
                 values + " }\n"));
    BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
    return studio.read("out/study.html");
  };
  // The drift falls with alpha: its order alone does not show that the values are a sample.
  BOOST_TEST(page_of("random(1/s, 20/s, 30)").find("distribution of the largest drift") != std::string::npos);
  BOOST_TEST(page_of("lin_range(1/s, 20/s, 30)").find("distribution of the largest drift") == std::string::npos);
  // Cells count 2001 runs, unless all have one value, as those have that no key reaches.
  const std::string counted = page_of("random(1/s, 20/s, 2001); other = random(1, 2, 2001)");
  BOOST_TEST(counted.find("held: runs by alpha and largest drift") != std::string::npos);
  BOOST_TEST(counted.find("idle: runs by alpha and largest drift") == std::string::npos);
  BOOST_TEST(counted.find("alpha [1/s], logarithmic") == std::string::npos);
  BOOST_TEST(page_of("random(1/s, 90/s, 2001); other = random(1, 2, 2001)").find("alpha [1/s], logarithmic") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_study_pages
