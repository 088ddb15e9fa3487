// Options and commands.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/options.hpp"
#include "dsl/load.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "study/vocabulary.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_options {
namespace {

using nlohmann::json;

const std::string three_methods = ten_steps + R"(
method plain = none
method gentle = baumgarte(alpha: 10/s)
method post = post_stabilization
measure drift = max_abs(constraint_error)
figure both { y = drift; methods = [plain, gentle] }
figure corrected { y = drift; methods = [post] }
sweep steps { methods = [gentle]; step = [10 ms, 5 ms] }
figure swept { y = drift; x = steps.step }
claim ratio "feedback helps" { value = max(drift, plain) / max(drift, gentle); above = 1 }
claim closed "closed" { value = max(drift, post); below = 1 um }
)";

struct Scene {
  Scene() { place.write("paper/swing.scene", pendulum(three_methods)); }
  Workplace place;
};

BOOST_FIXTURE_TEST_SUITE(options, Scene)

BOOST_AUTO_TEST_CASE(each_command_is_in_the_group_that_adds_it) {
  for (const cli::CommandGroup& group : cli::command_groups)
    for (const std::string_view name : group.names) {
      if (name.empty()) continue;
      BOOST_TEST(place.run({std::string(name), "--help"}).code == 0, name);
    }
}

BOOST_AUTO_TEST_CASE(set_replaces_a_param_and_is_recorded) {
  BOOST_REQUIRE_EQUAL(
      place.run({"run", "paper/swing.scene", "--set", "g = 0 m/s^2", "--set", "duration = 50 ms", "--out", "out"}).code,
      1);
  const json results = place.json("out/results.json");
  BOOST_TEST(results["runs"][0]["steps"] == 5);
  BOOST_TEST(results["runs"][0]["measures"]["drift"]["max"] == 0.0);  // nothing falls, nothing drifts
  for (const json& parameter : results["parameters"])
    if (parameter["name"] == "g") BOOST_TEST(parameter["overridden"] == true);
}

BOOST_AUTO_TEST_CASE(a_comma_between_the_indices_of_a_name_does_not_end_it) {
  place.write("indices.scene",
              pendulum(ten_steps + "for i in 1..2 { method m[i, 2] = erp(erp: 0.1 * i) }\n" + plain_method));
  const Outcome outcome = place.run({"run", "indices.scene", "--methods", "m[1,2],plain,m[2, 2]", "--format", "json"});
  BOOST_REQUIRE_EQUAL(outcome.code, 0);
  const json runs = json::parse(outcome.out)["runs"];
  BOOST_REQUIRE_EQUAL(runs.size(), 3U);
  BOOST_TEST(runs[0]["method"] == "m[1,2]");
  BOOST_TEST(runs[1]["method"] == "m[2,2]");
  BOOST_TEST(runs[2]["method"] == "plain");
  BOOST_TEST(place.run({"run", "indices.scene", "--methods", "m[1,3]"}).complains("m[1,3]"));
}

BOOST_AUTO_TEST_CASE(claims_figures_and_sweeps_of_other_methods_are_left_out_and_said_to_be) {
  const Outcome outcome = place.run({"run", "paper/swing.scene", "--methods", "post", "--out", "out"});
  BOOST_TEST(outcome.code == 0);
  const json results = place.json("out/results.json");
  BOOST_REQUIRE_EQUAL(results["runs"].size(), 1U);
  BOOST_TEST(results["runs"][0]["method"] == "post");
  BOOST_REQUIRE_EQUAL(results["claims"].size(), 1U);
  BOOST_TEST(results["claims"][0]["id"] == "closed");
  BOOST_TEST(results["sweeps"].empty());
  BOOST_TEST(outcome.says("claims left out, for want of methods that were not selected: ratio"));
  BOOST_TEST(outcome.says("figures left out, for want of methods that were not selected: both, swept"));
  BOOST_TEST(!place.has("out/figures/both.svg"));
}

BOOST_AUTO_TEST_CASE(json_is_all_that_is_printed) {
  const Outcome one = place.run({"run", "paper/swing.scene", "--format", "json"});
  BOOST_TEST(json::parse(one.out)["id"] == "swing");
  place.write("other/swing.scene", pendulum(ten_steps + plain_method));
  const Arguments both{"run",  "paper/swing.scene", "other/swing.scene", "--out", "out", "--format",
                       "json", "--skip-unchanged"};
  const json first = json::parse(place.run(both).out);
  const json kept = json::parse(place.run(both).out);
  BOOST_REQUIRE_EQUAL(first.size(), 2U);
  BOOST_TEST(kept == first);
  const Outcome none = place.run({"run", "a.scene", "b.scene", "--format", "json"});
  BOOST_TEST(none.code == 2);
  BOOST_TEST(json::parse(none.out).empty());
}

BOOST_AUTO_TEST_CASE(quiet_prints_nothing_but_errors) {
  const Outcome good = place.run({"run", "paper/swing.scene", "--quiet"});
  BOOST_TEST((good.out + good.err).empty());
  place.write("lonely.scene", pendulum(ten_steps + plain_method, "body x = disk(radius: 1 m) { mass = 1 kg }"));
  BOOST_TEST(place.run({"run", "lonely.scene"}).complains("warning"));
  BOOST_TEST(place.run({"run", "lonely.scene", "--quiet"}).err.empty());
  const Outcome bad = place.run({"run", "missing.scene", "--quiet"});
  BOOST_TEST((bad.out.empty() && bad.complains("missing.scene")));
}

BOOST_AUTO_TEST_CASE(several_scenes_have_a_folder_each_and_an_index) {
  place.write("other/swing.scene", pendulum(ten_steps + plain_method));
  place.write("loose.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(
      place
          .run({"run", "paper/swing.scene", "paper/../other/swing.scene", "loose.scene", "--out", "out/all", "--quiet"})
          .code == 0);
  BOOST_TEST(place.has("out/all/paper/swing/report.html"));
  BOOST_TEST(place.has("out/all/other/swing/report.html"));
  BOOST_TEST(place.files("out/all", "loose/report.html").size() == 1U);
  BOOST_TEST(!place.has("out/all/loose"));  // but in a folder named as the one that it is in
  const std::string index = place.read("out/all/index.html");
  BOOST_TEST(index.find("paper/swing/report.html") != std::string::npos);
  BOOST_TEST(index.find("other/swing/report.html") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_scene_of_several_that_is_wrong_does_not_stop_the_others) {
  place.write("paper/wrong.scene", "experiment wrong { run { } }");
  const Outcome outcome = place.run({"run", "paper/wrong.scene", "paper/swing.scene", "--out", "out", "--quiet"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(place.has("out/paper/swing/results.json"));
  BOOST_TEST(!place.has("out/paper/wrong"));
}

BOOST_AUTO_TEST_CASE(scenes_that_would_share_a_folder_are_refused) {
  place.write("more/paper/swing.scene", pendulum(ten_steps + plain_method));
  const Outcome outcome = place.run({"run", "paper/swing.scene", "more/paper/swing.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("would both write to out/paper/swing"));
}

BOOST_AUTO_TEST_CASE(unchanged_results_are_kept_until_the_scene_its_parts_or_the_options_change) {
  place.write("part.scene", "param weight = 1 kg\n");
  const auto with_title = [](const std::string& title) {
    return "include \"part.scene\"\n" + pendulum("title = \"" + title + "\"\n" + ten_steps + plain_method);
  };
  place.write("whole.scene", with_title("one"));
  const auto is_kept = [&](Arguments more = {}) {
    Arguments arguments{"run", "whole.scene", "--out", "out", "--skip-unchanged"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0, outcome.err);
    return outcome.says("unchanged, results kept");
  };
  BOOST_TEST(!is_kept());
  BOOST_TEST(is_kept());
  place.write("whole.scene", with_title("two"));
  BOOST_TEST(!is_kept());
  place.write("part.scene", "param weight = 2 kg\n");
  BOOST_TEST(!is_kept());
  BOOST_TEST(!is_kept({"--set", "g = 5 m/s^2"}));
  BOOST_TEST(is_kept({"--set", "g = 5 m/s^2"}));
  std::filesystem::remove(place.path("out/report.html"));
  BOOST_TEST(!is_kept({"--set", "g = 5 m/s^2"}));
}

BOOST_AUTO_TEST_CASE(results_whose_files_are_not_as_they_were_written_are_made_again) {
  place.write("swing.scene", pendulum(ten_steps + plain_method + "figure d { y = drift }\n"));
  const Arguments arguments{"run", "swing.scene", "--out", "out", "--skip-unchanged"};
  const auto is_kept = [&] {
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0, outcome.err);
    return outcome.says("unchanged, results kept");
  };
  BOOST_TEST(!is_kept());
  BOOST_TEST(is_kept());
  const auto files = place.files("out", "");
  BOOST_TEST(files.size() >= 9U);
  for (const std::string& file : files) {
    const std::string name = "out/" + std::filesystem::relative(file, place.path("out")).string();
    if (name.ends_with(".up-to-date")) continue;
    std::string other = place.read(name);
    BOOST_REQUIRE(!other.empty());
    other.back() = static_cast<char>(other.back() ^ 1);  // as long as before
    for (const std::string& text : {std::string(), other, std::string("junk")}) {
      place.write(name, text);
      BOOST_TEST(!is_kept(), name << ": " << text.size());
      BOOST_TEST(is_kept(), name);
    }
    std::filesystem::remove(place.path(name));
    BOOST_TEST(!is_kept(), name);
    BOOST_TEST(place.has(name), name);
  }
  place.write("out/.up-to-date", place.read("out/.up-to-date").substr(0, 67));  // as earlier versions wrote it
  BOOST_TEST(!is_kept());
  place.write("out/notes.txt", "mine");
  BOOST_TEST(is_kept());
}

BOOST_AUTO_TEST_CASE(kept_results_keep_their_exit_code) {
  place.write("fails.scene",
              pendulum(ten_steps + plain_method + "claim c \"words\" { value = max(drift, plain); below = 1e-9 m }"));
  const Arguments arguments{"run", "fails.scene", "--out", "out", "--skip-unchanged"};
  BOOST_TEST(place.run(arguments).code == 1);
  const Outcome again = place.run(arguments);
  BOOST_TEST(again.code == 1);
  BOOST_TEST(again.says("results kept"));
}

BOOST_AUTO_TEST_CASE(check_runs_nothing) {
  const Outcome outcome = place.run({"check", "paper/swing.scene"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.says("paper/swing.scene: ok: 1 body, 1 joint, 3 degrees of freedom"), outcome.out);
  BOOST_TEST(place.files(".", ".json").empty());
  BOOST_TEST(place.run({"check", "paper/swing.scene", "--set", "g = 1 s"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(commands)

/// Every name that a scene may write is in the list.
BOOST_AUTO_TEST_CASE(list_shows_every_registered_name) {
  const Workplace place;
  const Vocabulary& all = vocabulary();
  const auto shows = [&](const std::string& what, const std::vector<std::string_view>& names) {
    const Outcome outcome = place.run({"list", what});
    BOOST_TEST(outcome.code == 0);
    BOOST_TEST(!names.empty());
    for (const std::string_view name : names)
      BOOST_TEST(("\n" + outcome.out).find("\n" + std::string(name)) != std::string::npos, what << ": " << name);
  };
  const auto names = [](const auto& rows) {
    std::vector<std::string_view> result;
    for (const auto& row : rows) result.push_back(row.spec.name);
    return result;
  };
  shows("methods", names(all.stabilizers));
  shows("joints", names(all.joints));
  shows("joints", names(all.spatial_joints));
  shows("drives", names(all.drives));
  shows("drives", names(all.spatial_drives));
  shows("constraints", names(all.constraints));
  shows("constraints", names(all.spatial_constraints));
  shows("shapes", names(all.shapes));
  shows("shapes", names(all.spatial_shapes));
  shows("forces", names(all.forces));
  shows("forces", names(all.spatial_forces));
  shows("signals", names(all.signals));
  std::vector<std::string_view> solvers;
  for (const TypeSpec& row : all.solvers) solvers.push_back(row.name);
  for (const LcpSolverType* row : all.lcp_solvers) solvers.push_back(row->spec.name);
  shows("solvers", solvers);
  std::vector<std::string_view> units;
  for (const dsl::UnitRow& row : dsl::unit_table()) units.push_back(row.unit.name);
  shows("units", units);
}

BOOST_AUTO_TEST_CASE(every_command_has_examples_and_the_exit_codes_in_its_help) {
  const Workplace place;
  for (const Arguments& command : {Arguments{},
                                   {"run"},
                                   {"check"},
                                   {"list"},
                                   {"report"},
                                   {"index"},
                                   {"expand"},
                                   {"explain"},
                                   {"margins"},
                                   {"manual"},
                                   {"compare"},
                                   {"reproduce"},
                                   {"figures"},
                                   {"archive"},
                                   {"solve"},
                                   {"solve", "lcp"},
                                   {"certify"},
                                   {"cases"},
                                   {"cases", "list"},
                                   {"cases", "run"},
                                   {"study"},
                                   {"study", "merge"},
                                   {"study", "report"},
                                   {"study", "status"},
                                   {"query"},
                                   {"cache"},
                                   {"cache", "ls"},
                                   {"cache", "gc"},
                                   {"cache", "verify"},
                                   {"cache", "export"},
                                   {"bench"}}) {
    Arguments arguments = command;
    arguments.push_back("--help");
    const Outcome outcome = place.run(arguments);
    BOOST_TEST_CONTEXT((command.empty() ? "perpend" : command.back())) {
      BOOST_TEST(outcome.code == 0);
      BOOST_TEST(outcome.says("Examples:\n  perpend "));
      for (const cli::ExitCodeRow& row : cli::exit_codes) BOOST_TEST(outcome.says(row.meaning), row.meaning);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_readme_has_the_same_exit_codes) {
  const std::string readme = read_text(PERPEND_SOURCE_DIR "/README.md");
  for (const cli::ExitCodeRow& row : cli::exit_codes) {
    const std::string line = "| " + std::to_string(static_cast<int>(row.code)) + " | " + row.meaning + " |";
    BOOST_TEST(readme.find(line) != std::string::npos, line);
  }
}

BOOST_AUTO_TEST_CASE(check_tells_programs_what_people_read) {
  const Workplace place;
  place.write("broken.scene", "experiment broken {\n  mesure x = 3\n}\n");
  const Outcome text = place.run({"check", "broken.scene"});
  const Outcome outcome = place.run({"check", "broken.scene", "--format", "json"});
  BOOST_TEST(text.code == 2);
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.empty());
  const json found = json::parse(outcome.out)["files"][0]["diagnostics"][0];
  BOOST_TEST(found["line"] == 2);
  BOOST_TEST(found["severity"] == "error");
  BOOST_TEST(text.complains(found["message"].get<std::string>()));
  const Outcome github = place.run({"check", "broken.scene", "--format", "sarif", "--ci", "github"});
  BOOST_TEST(github.complains("::error file=broken.scene,line=2,title="));
  BOOST_TEST(json::parse(github.out)["version"] == "2.1.0");
  BOOST_TEST(place.run({"check", "broken.scene", "--ci", "github"}).says("::error file=broken.scene,line=2,title="));
}

BOOST_AUTO_TEST_CASE(github_gets_annotations_at_the_lines_of_claims) {
  const Workplace place;
  const std::string scene =
      pendulum(ten_steps + plain_method + "claim tight \"closed\" { value = max(drift, plain); below = 1e-9 m }\n");
  const auto line = 1 + std::count(scene.begin(), scene.begin() + static_cast<long>(scene.find("claim tight")), '\n');
  place.write("a.scene", scene);
  const Outcome outcome = place.run({"run", "a.scene", "--ci", "github", "--quiet"});
  BOOST_TEST(outcome.code == 1);
  const std::string told = "::error file=a.scene,line=" + std::to_string(line) + ",title=claim tight::NOT reproduced";
  BOOST_TEST(outcome.says(told), outcome.out);
}

BOOST_AUTO_TEST_CASE(help_is_everywhere_and_names_the_exit_codes) {
  const Workplace place;
  for (const Arguments& command : {Arguments{}, {"run"}, {"check"}, {"list"}, {"manual"}}) {
    Arguments arguments = command;
    arguments.push_back("--help");
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0);
    BOOST_TEST(outcome.says("Usage:"));
    BOOST_TEST(outcome.says("130 interrupted"));
  }
}

BOOST_AUTO_TEST_CASE(the_version_is_one_line) {
  const Outcome outcome = Workplace().run({"--version"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST((!outcome.out.empty() && outcome.out.find('\n') == outcome.out.size() - 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_options
