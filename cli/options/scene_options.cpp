#include "cli/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/cache_choice.hpp"
#include "cli/options/option_values.hpp"
#include "dsl/suggest.hpp"
#include "study/certificates/certificate_data.hpp"

namespace perpend::cli {

namespace {

/// "all", "off" or "sample:N": of how many steps one is certified, 0 for none; nothing where it is none of these.
std::optional<long> read_proof_choice(const std::string& text) {
  if (text == "all") return 1;
  if (text == "off") return 0;
  constexpr std::string_view sample = "sample:";
  if (!text.starts_with(sample)) return std::nullopt;
  long every = 0;
  const auto [rest, error] = std::from_chars(text.data() + sample.size(), text.data() + text.size(), every);
  const bool is_count =
      error == std::errc() && rest == text.data() + text.size() && every > 0 && every <= 1'000'000'000;
  return is_count ? std::optional(every) : std::nullopt;
}

const CLI::Validator proof_choice(
    [](const std::string& text) {
      if (read_proof_choice(text)) return std::string();
      return "'" + text + "' is not all, off or sample:N with N above 0" +
             (perpend::read_data_choice(text) ? "; write --certificate-data " + text : std::string());
    },
    "all|off|sample:N");

const CLI::Validator data_choice(
    [](const std::string& text) {
      return perpend::read_data_choice(text) ? std::string()
                                             : "'" + text + "' is not first, sample, full or a size such as 100MB";
    },
    "first|sample|full|SIZE");

/// The commands about scenes, and what was given to them.
struct SceneLines {
  RunArguments run;
  std::string run_limit;
  std::string proofs;  ///< of --certificates
  CheckArguments checked;
  std::string what;
  IndexArguments index;
  std::string expanded, code;
  std::vector<std::string> expanded_set;
  CLI::App *run_command = nullptr, *check_command = nullptr, *list_command = nullptr, *index_command = nullptr,
           *manual_command = nullptr, *expand_command = nullptr, *explain_command = nullptr;

  void add_run(CLI::App& app);
  void add_check(CLI::App& app);
  void add_list(CLI::App& app);
  void add_pages(CLI::App& app);
  [[nodiscard]] std::optional<ExitCode> carry_out();
};

void SceneLines::add_run(CLI::App& app) {
  run_command =
      app.add_subcommand("run", "run scenes; print a table, and write the report and its data to the folder of --out");
  run_command->add_option("FILE", run.files, "scene files")->required();
  run_command->add_option(
      "--out", run.out, "folder for report.html, results.json, series.csv, certificates.jsonl.gz, junit.xml, figures/");
  run_command
      ->add_option("--set", run.set,
                   "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();
  add_names(*run_command, "--methods", run.methods,
            "run only these methods: a,b; the others are not checked against the scene");
  run_command->add_flag("!--no-sweeps", run.has_sweeps,
                        "leave out sweeps, and the figures and claims that ask for them: the scene at its own values "
                        "and those of --set");
  run_command->add_option("--format", run.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  run_command
      ->add_option(
          "--certificate-data", run.certificate_data,
          "which certificates carry the data that perpend-check needs. first: the first of each kind; sample: "
          "all those of a run with up to 130 kB of data, fewer of a longer one; full: all; a size such as 100MB "
          "(kB, MB, GB): all until the file of a scene is that large, then a sample")
      ->check(data_choice)
      ->take_last()
      ->capture_default_str();
  run_command
      ->add_option("--certificates", proofs,
                   "which solves are certified. all: those that the scene's verify block asks for; sample:N: of those "
                   "made each step, one step in N; off: none, and nothing is proved")
      ->check(proof_choice)
      ->take_last()
      ->default_str("all");
  run_command->add_option("--lcps", run.lcps,
                          "folder for the LCPs of contacts, as files that 'perpend solve lcp' reads");
  run_command->add_option("--lcp-every", run.lcp_every, "with --lcps: write the LCPs of every N-th step")
      ->check(count_up_to(1000000000))
      ->capture_default_str();
  run_command->add_flag("--series", run.series,
                        "keep the series of every point of every sweep, too: series.npz, which NumPy reads");
  run_command->add_flag("!--no-csv", run.csv, "no series.csv: series.npz has the same numbers in less room");
  run_command->add_flag("--states", run.states,
                        "keep positions and velocities at each recorded step: states.npz; such a run is always made");
  auto* const lock = run_command->add_flag(
      "--lock", run.locks, "write SCENE.lock next to each scene: what it gave, and within which tolerances");
  run_command
      ->add_flag("--locked", run.is_locked,
                 "compare with SCENE.lock and say which number moved; exit code 1 when one did")
      ->excludes(lock);
  run_command
      ->add_option("--ci", run.ci,
                   "github: print annotations of GitHub's runners, and append a summary to the file of "
                   "GITHUB_STEP_SUMMARY")
      ->check(CLI::IsMember({"github"}));
  run_command->add_flag("--open", run.opens, "open the report in the browser");
  run_command
      ->add_option("--limit", run_limit,
                   "longest wall time of each run: 60s, 500ms, 2min, 1h; what is finished is kept in the folder "
                   "incomplete of --out")
      ->check(time_limit);
  run_command
      ->add_option(
          "--jobs", run.jobs,
          "how many scenes, or methods and points of sweeps of a scene, run at a time, the quickest scenes first "
          "(default: one per core); "
          "with 1 they run in the order given, so that their times can be compared; --no-cache measures all anew")
      ->check(count_up_to(most_jobs));
  run_command->add_flag("--quiet", run.quiet, "print nothing but errors");
  run_command->add_flag("--skip-unchanged", run.skip_unchanged,
                        "keep the results of a scene that this program made before, if neither has changed");
  add_cache_options(run_command, run.cache);
  run_command->add_flag("--why", run.says_why,
                        "print for each run where its result comes from, or why it has to run; write nothing");
}

void SceneLines::add_check(CLI::App& app) {
  check_command = app.add_subcommand("check", "parse and check scenes, run nothing");
  check_command->add_option("FILE", checked.files, "scene files")->required();
  check_command
      ->add_option("--set", checked.set,
                   "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();
  check_command
      ->add_option("--format", checked.format, "what to print: text, JSON, or SARIF 2.1.0 for editors and CI servers")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  check_command->add_option("--ci", checked.ci, "github: print annotations of GitHub's runners")
      ->check(CLI::IsMember({"github"}));
}

void SceneLines::add_list(CLI::App& app) {
  list_command = app.add_subcommand("list", "list what scenes can name: methods, joints, units and so on");
  list_command
      ->add_option("WHAT", what,
                   "methods, joints, drives, constraints, shapes, forces, contacts, solvers, signals, units or cases")
      ->required()
      ->check(
          [](const std::string& word) {
            constexpr std::array<std::string_view, 11> known{"methods", "joints", "drives",   "constraints",
                                                             "shapes",  "forces", "contacts", "solvers",
                                                             "signals", "units",  "cases"};
            const bool is_known = std::find(known.begin(), known.end(), word) != known.end();
            return is_known ? std::string() : fmt::format("no list '{}'; {}", word, dsl::suggest(word, known));
          },
          "");
}

void SceneLines::add_pages(CLI::App& app) {
  index_command = app.add_subcommand(
      "report",
      "write a page that lists the results in folders, with what does not reproduce first; 'run' with several "
      "scenes writes it too");
  index_command->alias("index");
  index_command->add_option("DIR", index.folders, "folders of results")->required();
  index_command->add_option("--out", index.page,
                            "the page (default: index.html in DIR; with several DIR, in this folder)");
  index_command->add_flag("--open", index.opens, "open it in the browser");
  expand_command = app.add_subcommand(
      "expand", "print a scene without loops, conditions, includes and parts: the flat scene that they stand for");
  expand_command->add_option("FILE", expanded, "scene file")->required();
  expand_command->add_option("--set", expanded_set, "\"name = value\": replaces a param of the scene")->take_all();
  explain_command = app.add_subcommand("explain", "tell the long story of an error, with an example that makes it");
  explain_command->add_option("CODE", code, "as messages print it: S005; without it all codes are listed");
  manual_command = app.add_subcommand("manual", "print the reference of the scene language (Markdown)");
}

std::optional<ExitCode> SceneLines::carry_out() {
  run.limit = read_time_limit(run_limit);
  if (!proofs.empty() && proofs != "all")
    run.set.push_back(fmt::format("verify_every = {}", *read_proof_choice(proofs)));
  if (*run_command) return run_scenes(run);
  if (*check_command) return check_scenes(checked);
  if (*list_command) return what == "cases" ? list_cases() : list_registry(what);
  if (*index_command) return write_index_page(index);
  if (*expand_command) return expand_scene(expanded, expanded_set);
  if (*explain_command) return explain_code(code);
  if (*manual_command) return print_manual();
  return std::nullopt;
}

}  // namespace

CarryOut add_scene_commands(CLI::App& app) {
  auto lines = std::make_shared<SceneLines>();  // CLI11 keeps addresses of the members
  lines->add_run(app);
  lines->add_check(app);
  lines->add_list(app);
  lines->add_pages(app);
  return [lines](const std::string&) { return lines->carry_out(); };
}

}  // namespace perpend::cli
