// perpend: run, check and list from the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>

#include "cli/cases_command.hpp"
#include "cli/certify_command.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/solve_command.hpp"
#include "cli/standard_streams.hpp"
#include "study/certificate_data.hpp"
#include "verification/arithmetic/floating_environment.hpp"

namespace {

using perpend::cli::ExitCode;

constexpr const char* footer =
    "Exit codes: 0 all verdicts as expected; 1 a claim or certificate is not; 2 a scene or the command line is wrong;\n"
    "3 a run or a point of a sweep did not end as expected, or met its limit of time; 4 a file cannot be written, or\n"
    "internal error;\n"
    "5 a statement is undecided; 130 interrupted.";

/// CLI::PositiveNumber lets NaN pass.
const CLI::Validator positive_number(
    [](const std::string& text) {
      double value = 0.0;
      const bool is_positive = CLI::detail::lexical_cast(text, value) && value > 0.0 && std::isfinite(value);
      return is_positive ? std::string() : "'" + text + "' is no positive number";
    },
    "POSITIVE");

const CLI::Validator nonnegative_number(
    [](const std::string& text) {
      double value = 0.0;
      const bool is_nonnegative = CLI::detail::lexical_cast(text, value) && value >= 0.0 && std::isfinite(value);
      return is_nonnegative ? std::string() : "'" + text + "' is no number of 0 or more";
    },
    "NONNEGATIVE");

const CLI::Validator whole_number(
    [](const std::string& text) {
      int value = 0;
      const bool is_whole = CLI::detail::lexical_cast(text, value) && value >= 0;
      return is_whole ? std::string() : "'" + text + "' is no whole number of 0 or more";
    },
    "WHOLE");

const CLI::Validator data_choice(
    [](const std::string& text) {
      return perpend::read_data_choice(text) ? std::string()
                                             : "'" + text + "' is not first, sample, full or a size such as 100MB";
    },
    "first|sample|full|SIZE");

const CLI::Validator time_limit(
    [](const std::string& text) {
      return perpend::cli::read_time_limit(text) ? std::string() : "'" + text + "' is no time such as 60s or 2min";
    },
    "TIME");

int run(int argc, char** argv) {
  CLI::App app("Perpend runs a scene under several methods, certifies every solve, checks claims and writes a report.");
  app.require_subcommand(1);
  app.footer(footer);
  app.set_version_flag("--version", PERPEND_VERSION);

  perpend::cli::RunArguments arguments;
  CLI::App* run_command = app.add_subcommand("run", "run scenes: a table here, the report and its data in DIR");
  run_command->add_option("FILE", arguments.files, "scene files")->required();
  run_command->add_option(
      "--out", arguments.out,
      "directory for report.html, results.json, series.csv, certificates.jsonl.gz, junit.xml, figures/");
  run_command->add_option("--set", arguments.set, "\"name = value\": replaces a param, or step or duration of the run")
      ->take_all();
  run_command
      ->add_option("--methods", arguments.methods,
                   "run only these methods: a,b; whether the others can run the scene is not asked")
      ->delimiter(',');
  run_command->add_option("--format", arguments.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  run_command
      ->add_option(
          "--certificates", arguments.certificates,
          "which certificates carry the data that perpend-check needs: the first of each kind; a sample, which is all "
          "of a run with up to 8 MB of it; all (full); or all until the file of a scene has a size such as 100MB (kB, "
          "MB, GB), and a sample from there on")
      ->check(data_choice)
      ->take_last()
      ->capture_default_str();
  run_command->add_option("--lcps", arguments.lcps,
                          "directory for the LCPs of contacts, as files that 'perpend solve lcp' reads");
  run_command->add_option("--lcp-every", arguments.lcp_every, "of the steps, those whose LCPs are kept")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  std::string run_limit;
  run_command
      ->add_option("--limit", run_limit,
                   "longest wall time of each run: 60s, 500ms, 2min, 1h; what is finished is kept in DIR/incomplete")
      ->check(time_limit);
  run_command
      ->add_option(
          "--jobs", arguments.jobs,
          "scenes at a time (default: one a core), the quickest first; with 1 in the order given, which is what "
          "to time runs with")
      ->check(CLI::PositiveNumber);
  run_command->add_flag("--quiet", arguments.quiet, "print nothing but errors");
  run_command->add_flag("--skip-unchanged", arguments.skip_unchanged,
                        "keep results that this program made of the same scene");
  run_command->footer(footer);

  std::vector<std::string> files;
  std::vector<std::string> set;
  CLI::App* check_command = app.add_subcommand("check", "parse and check scenes, run nothing");
  check_command->add_option("FILE", files, "scene files")->required();
  check_command->add_option("--set", set, "\"name = value\": replaces a param, or step or duration of the run")
      ->take_all();

  std::string what;
  CLI::App* list_command = app.add_subcommand("list", "what scenes can name");
  list_command
      ->add_option("WHAT", what,
                   "methods, joints, drives, constraints, shapes, forces, contacts, solvers, signals, units or cases")
      ->required()
      ->check(CLI::IsMember({"methods", "joints", "drives", "constraints", "shapes", "forces", "contacts", "solvers",
                             "signals", "units", "cases"}));
  std::string folder;
  CLI::App* index_command =
      app.add_subcommand("index", "write DIR/index.html of the results in DIR, as 'run' of several scenes does");
  index_command->add_option("DIR", folder, "folder of results")->required();
  CLI::App* manual_command = app.add_subcommand("manual", "print the reference of the scene language (Markdown)");

  perpend::cli::SolveArguments solve;
  CLI::App* solve_command = app.add_subcommand("solve", "solve problems that are not scenes");
  solve_command->require_subcommand(1);
  CLI::App* lcp_command = solve_command->add_subcommand("lcp", "w = A z + b, 0 <= z perp w >= 0, from files");
  lcp_command
      ->add_option(
          "A", solve.matrix,
          "matrix, or a .dat or .npz file of both; or a folder of BASE.mtx, BASE_q.mtx and, with boxed friction, "
          "BASE_box.mtx")
      ->required();
  lcp_command->add_option("b", solve.right, "right side; none with a folder, or with a file that holds both");
  lcp_command
      ->add_option("--solver", solve.solvers, "a name, \"name(option: value)\" or all; see 'perpend list solvers'")
      ->take_all();
  lcp_command
      ->add_option("--external", solve.externals,
                   "\"NAME=PROGRAM\": runs PROGRAM A.mtx b.mtx z.mtx; its answers are rows like all others")
      ->take_all();
  lcp_command->add_option("--external-seconds", solve.external_seconds, "longest that a PROGRAM may take for a problem")
      ->check(positive_number)
      ->capture_default_str();
  lcp_command->add_flag("--certify", solve.certify, "prove what an answer, or a failure, is worth");
  lcp_command->add_option("--json", solve.json, "file for the table as JSON");
  lcp_command->add_option("--report", solve.report, "file for the table as an HTML page; certifies every answer");
  lcp_command->add_option("--largest", solve.largest, "leave problems of more unknowns out, and say so")
      ->check(CLI::PositiveNumber);
  std::string solve_limit;
  lcp_command->add_option("--limit", solve_limit, "longest wall time of a solver on a problem: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  lcp_command->add_option("--output", solve.output, "file for z, of one problem under one solver");
  lcp_command->footer(footer);

  perpend::cli::CertifyArguments certify;
  CLI::App* certify_command =
      app.add_subcommand("certify", "prove or refute a statement about matrices, vectors and problems from files");
  certify_command
      ->add_option(
          "KIND", certify.kind,
          "spd A, rank J, linear A x b, lcp A b [z], friction FILE [r], class A, rho X, method M B; what is claimed")
      ->required()
      ->check(CLI::IsMember({"spd", "rank", "linear", "lcp", "friction", "class", "rho", "method"}));
  certify_command
      ->add_option("FILE", certify.files,
                   "the files; or folders, each problem of which is judged: BASE, with BASE_x and BASE_b of linear, "
                   "BASE_q or BASE_b and BASE_z of lcp, BASE_B of method")
      ->required();
  certify_command->add_option("--rank", certify.rank, "rank: the claimed one (default: full)")->check(whole_number);
  certify_command->add_option("--stabilizer", certify.method.stabilizer,
                              "method: as in a scene, \"baumgarte(alpha: 10/s)\"");
  certify_command->add_option("--step", certify.method.step, "method: with its unit, \"10 ms\"");
  certify_command->add_option(
      "--limit", certify.method.limit,
      "method: enclose a value of step, or of an option given, at which it loses its stability");
  certify_command->add_option("--radius", certify.radius, "rho: of the circle that no eigenvalue lies outside of")
      ->check(positive_number)
      ->capture_default_str();
  certify_command
      ->add_option("--within", certify.within,
                   "linear, lcp with z: claim that no entry is further than this from that of a solution")
      ->check(nonnegative_number);
  certify_command->add_option("--certificate", certify.certificate,
                              "file for the statements and their exact data, which perpend-check proves again");
  certify_command->add_option("--format", certify.format, "what to print")
      ->check(CLI::IsMember({"text", "json", "junit"}))
      ->capture_default_str();
  certify_command->add_option("--highest", certify.highest, "dearest arithmetic that may be tried")
      ->check(CLI::IsMember({"binary64", "ball", "exact"}))
      ->capture_default_str();
  certify_command->add_option("--seconds", certify.seconds, "longest estimate of an attempt that is begun")
      ->check(positive_number)
      ->capture_default_str();
  certify_command->add_flag("--undecided-ok", certify.undecided_ok, "exit 0 when nothing is refuted");
  certify_command->add_flag(
      "--bounds", certify.with_bounds,
      "spd: sharp bounds of the smallest eigenvalue and of the condition number; lcp: every enclosure");
  certify_command->add_flag("--cost", certify.with_cost, "time the plain computation too, where there is one");
  certify_command->add_option("--law", certify.friction.law, "friction: what an answer is judged by")
      ->check(CLI::IsMember({"cone", "pyramid", "both"}))
      ->capture_default_str();
  certify_command->add_option("--directions", certify.friction.num_directions, "friction: of a pyramid in space")
      ->check(CLI::IsMember({4, 8, 16}))
      ->capture_default_str();
  certify_command->add_flag("--guesses", certify.friction.with_guesses, "friction: judge the guesses of the file too");
  certify_command->add_flag("--half", certify.friction.is_half,
                            "friction: M, W or R with one triangle alone is one half of a symmetric matrix");
  certify_command->add_flag("--all-contacts", certify.all_contacts,
                            "friction: every contact in the text, not the worst alone");
  certify_command->footer(footer);

  perpend::cli::CasesArguments cases;
  CLI::App* cases_command =
      app.add_subcommand("cases", "problems with known answers under plain numerics and under proofs");
  cases_command->require_subcommand(1);
  CLI::App* cases_list_command = cases_command->add_subcommand("list", "the families of problems");
  CLI::App* cases_run_command =
      cases_command->add_subcommand("run", "how often plain numerics is wrong, and how often a proof is");
  cases_run_command->add_option("--family", cases.families, "only these: a,b")->delimiter(',');
  cases_run_command->add_option("--count", cases.count, "problems of each random family (default: its own)")
      ->check(CLI::PositiveNumber);
  cases_run_command->add_option("--seed", cases.seed, "of the random families")->capture_default_str();
  cases_run_command->add_flag("--costs", cases.with_costs, "time proofs beside plain computations");
  std::string cases_limit;
  cases_run_command->add_option("--limit", cases_limit, "longest wall time of a solver on a case: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  cases_run_command->add_option("--report", cases.report, "file for an HTML page, costs included");
  cases_run_command->add_option("--format", cases.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  cases_run_command->footer(footer);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : static_cast<int>(ExitCode::scene_error);
  }
  for (int i = 0; i < argc; ++i) arguments.command_line += (i == 0 ? "" : " ") + std::string(argv[i]);

  for (const CLI::Option* option : certify_command->get_options())
    if (option->count() > 0) certify.given.push_back(option->get_name());
  arguments.limit = perpend::cli::read_time_limit(run_limit);
  solve.limit = perpend::cli::read_time_limit(solve_limit);
  cases.limit = perpend::cli::read_time_limit(cases_limit);
  solve.command_line = arguments.command_line;
  cases.command_line = arguments.command_line;

  if (const auto trouble = perpend::check_floating_environment()) {
    fmt::print(stderr, "error: the floating-point environment cannot carry proofs: {}\n", *trouble);
    return static_cast<int>(ExitCode::internal_error);
  }
  perpend::cli::install_interrupt_handler();
  ExitCode code = ExitCode::as_expected;
  if (*run_command) code = run_scenes(arguments);
  if (*check_command) code = perpend::cli::check_scenes(files, set);
  if (*list_command) code = what == "cases" ? perpend::cli::list_cases() : perpend::cli::list_registry(what);
  if (*lcp_command) code = perpend::cli::solve_lcp(solve);
  if (*certify_command) code = perpend::cli::certify(certify);
  if (*cases_list_command) code = perpend::cli::list_cases();
  if (*cases_run_command) code = perpend::cli::run_cases(cases);
  if (*index_command) code = perpend::cli::write_index_page(folder);
  if (*manual_command) code = perpend::cli::print_manual();
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  perpend::cli::hold_standard_streams();
  perpend::cli::ignore_write_signals();
  try {
    const int code = run(argc, argv);
    const int error = perpend::cli::output_error();
    if (error == 0) return code;
    std::fprintf(stderr, "error: cannot write to standard output: %s\n", std::strerror(error));
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "internal error: %s\n", error.what());
  }
  return static_cast<int>(ExitCode::internal_error);
}
