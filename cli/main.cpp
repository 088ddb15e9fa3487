// perpend: run, check and list from the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <system_error>

#include "cli/commands.hpp"
#include "cli/process.hpp"
#include "cli/study_options.hpp"
#include "cli/validators.hpp"
#include "study/certificate_data.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace {

using perpend::cli::ExitCode;
using perpend::cli::nonnegative_number;
using perpend::cli::positive_number;
using perpend::cli::read_time_limit;
using perpend::cli::time_limit;
using perpend::cli::whole_number;

constexpr const char* footer =
    "Exit codes:\n"
    "  0   every verdict is as expected\n"
    "  1   a claim or a certificate is not as expected\n"
    "  2   a scene or the command line is wrong\n"
    "  3   a run or a point of a sweep did not end as expected, or reached its time limit\n"
    "  4   a file cannot be written, or an internal error\n"
    "  5   a statement is undecided\n"
    "  130 interrupted";

const CLI::Validator data_choice(
    [](const std::string& text) {
      return perpend::read_data_choice(text) ? std::string()
                                             : "'" + text + "' is not first, sample, full or a size such as 100MB";
    },
    "first|sample|full|SIZE");

int run(int argc, char** argv) {
  CLI::App app("Perpend runs a scene under several methods, certifies every solve, checks claims and writes a report.");
  app.require_subcommand(1);
  app.footer(footer);
  app.set_version_flag("--version", PERPEND_VERSION);

  perpend::cli::RunArguments arguments;
  CLI::App* run_command =
      app.add_subcommand("run", "run scenes; print a table, and write the report and its data to the folder of --out");
  run_command->add_option("FILE", arguments.files, "scene files")->required();
  run_command->add_option(
      "--out", arguments.out,
      "folder for report.html, results.json, series.csv, certificates.jsonl.gz, junit.xml, figures/");
  run_command
      ->add_option("--set", arguments.set,
                   "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();
  run_command
      ->add_option("--methods", arguments.methods,
                   "run only these methods: a,b; the others are not checked against the scene")
      ->delimiter(',');
  run_command->add_option("--format", arguments.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  run_command
      ->add_option("--certificates", arguments.certificates,
                   "which certificates carry the data that perpend-check needs. first: the first of each kind; sample: "
                   "all those of a run with up to 8 MB of data, fewer of a longer one; full: all; a size such as 100MB "
                   "(kB, MB, GB): all until the file of a scene is that large, then a sample")
      ->check(data_choice)
      ->take_last()
      ->capture_default_str();
  run_command->add_option("--lcps", arguments.lcps,
                          "folder for the LCPs of contacts, as files that 'perpend solve lcp' reads");
  run_command->add_option("--lcp-every", arguments.lcp_every, "with --lcps: write the LCPs of every N-th step")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  std::string run_limit;
  run_command
      ->add_option("--limit", run_limit,
                   "longest wall time of each run: 60s, 500ms, 2min, 1h; what is finished is kept in the folder "
                   "incomplete of --out")
      ->check(time_limit);
  run_command
      ->add_option(
          "--jobs", arguments.jobs,
          "how many scenes, or methods and points of sweeps of a scene, run at a time, the quickest scenes first "
          "(default: one per core); "
          "with 1 they run in the order given, so that their times can be compared")
      ->check(CLI::PositiveNumber);
  run_command->add_flag("--quiet", arguments.quiet, "print nothing but errors");
  run_command->add_flag("--skip-unchanged", arguments.skip_unchanged,
                        "keep the results of a scene that this program made before, if neither has changed");
  run_command->footer(footer);

  std::vector<std::string> files;
  std::vector<std::string> set;
  CLI::App* check_command = app.add_subcommand("check", "parse and check scenes, run nothing");
  check_command->add_option("FILE", files, "scene files")->required();
  check_command
      ->add_option("--set", set, "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();

  std::string what;
  CLI::App* list_command = app.add_subcommand("list", "list what scenes can name: methods, joints, units and so on");
  list_command
      ->add_option("WHAT", what,
                   "methods, joints, drives, constraints, shapes, forces, contacts, solvers, signals, units or cases")
      ->required()
      ->check(CLI::IsMember({"methods", "joints", "drives", "constraints", "shapes", "forces", "contacts", "solvers",
                             "signals", "units", "cases"}));
  std::string folder;
  CLI::App* index_command = app.add_subcommand(
      "index", "write DIR/index.html, a page that lists the results in DIR; 'run' with several scenes writes it too");
  index_command->add_option("DIR", folder, "folder of results")->required();
  CLI::App* manual_command = app.add_subcommand("manual", "print the reference of the scene language (Markdown)");

  perpend::cli::SolveArguments solve;
  CLI::App* solve_command = app.add_subcommand("solve", "solve problems from files, without a scene");
  solve_command->require_subcommand(1);
  CLI::App* lcp_command = solve_command->add_subcommand(
      "lcp", "solve linear complementarity problems from files: w = A z + b, 0 <= z perp w >= 0");
  lcp_command
      ->add_option("A", solve.matrix,
                   "the matrix; or a .dat or .npz file with matrix and right side; or a folder of BASE.mtx, BASE_q.mtx "
                   "and, with boxed friction, BASE_box.mtx")
      ->required();
  lcp_command->add_option("b", solve.right,
                          "the right side; leave it out with a folder, or with a file that holds both");
  lcp_command
      ->add_option("--solver", solve.solvers,
                   "a name, \"name(option: value)\" or all; 'perpend list solvers' names them")
      ->take_all();
  lcp_command
      ->add_option(
          "--external", solve.externals,
          "\"NAME=PROGRAM\": also run your own solver, as PROGRAM A.mtx b.mtx z.mtx; the table shows it as NAME")
      ->take_all();
  lcp_command
      ->add_option("--external-seconds", solve.external_seconds,
                   "longest wall time of an external PROGRAM on a problem, in seconds")
      ->check(positive_number)
      ->capture_default_str();
  lcp_command->add_flag("--certify", solve.certify,
                        "prove how good each answer is, or whether a failure shows that there is no solution");
  lcp_command->add_option("--json", solve.json, "write the table to this file as JSON");
  lcp_command->add_option("--report", solve.report,
                          "write the table to this file as an HTML page, with every answer certified");
  lcp_command->add_option("--largest", solve.largest, "leave out problems with more unknowns than this, and say so")
      ->check(CLI::PositiveNumber);
  std::string solve_limit;
  lcp_command->add_option("--limit", solve_limit, "longest wall time of a solver on a problem: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  lcp_command->add_option("--output", solve.output, "write z to this file; for one problem under one solver");
  lcp_command->footer(footer);

  perpend::cli::CertifyArguments certify;
  CLI::App* certify_command =
      app.add_subcommand("certify", "prove or refute a statement about matrices, vectors or problems from files");
  certify_command->add_option("KIND", certify.kind, "what is claimed, with its files: " + perpend::cli::certify_usage())
      ->required()
      ->check(CLI::IsMember(perpend::cli::certify_kind_names()));
  certify_command
      ->add_option(
          "FILE", certify.files,
          "the files; or folders whose problems are all judged: BASE, with BASE_x and BASE_b for linear, BASE_q or "
          "BASE_b and BASE_z for lcp, BASE_B for method")
      ->required();
  certify_command->add_option("--rank", certify.rank, "rank: the claimed rank (default: full)")->check(whole_number);
  certify_command->add_option("--stabilizer", certify.method.stabilizer,
                              "method: the method, written as in a scene: \"baumgarte(alpha: 10/s)\"");
  certify_command->add_option("--step", certify.method.step, "method: the step, with its unit: \"10 ms\"");
  certify_command->add_option(
      "--limit", certify.method.limit,
      "method: enclose a value of the step, or of an option given, at which the method loses its stability");
  certify_command
      ->add_option("--radius", certify.radius,
                   "rho: radius of the circle; the claim is that no eigenvalue lies outside it")
      ->check(positive_number)
      ->capture_default_str();
  certify_command
      ->add_option("--within", certify.within,
                   "linear, lcp with z: claim that no entry of the answer is further than this from that of a solution")
      ->check(nonnegative_number);
  certify_command->add_option(
      "--certificate", certify.certificate,
      "write the statements with their exact data to this file, for perpend-check to prove again");
  certify_command->add_option("--format", certify.format, "what to print")
      ->check(CLI::IsMember({"text", "json", "junit"}))
      ->capture_default_str();
  certify_command->add_option("--highest", certify.highest, "most expensive arithmetic to try")
      ->check(CLI::IsMember({"binary64", "ball", "exact"}))
      ->capture_default_str();
  certify_command
      ->add_option("--seconds", certify.seconds,
                   "do not begin an attempt that is estimated to take longer than this, in seconds")
      ->check(positive_number)
      ->capture_default_str();
  certify_command->add_flag("--undecided-ok", certify.undecided_ok, "exit 0 when nothing is refuted");
  certify_command->add_flag(
      "--bounds", certify.with_bounds,
      "spd: sharp bounds of the smallest eigenvalue and of the condition number; lcp: every enclosure");
  certify_command->add_flag("--cost", certify.with_cost, "also time the plain computation, where there is one");
  certify_command->add_option("--law", certify.friction.law, "friction: the law that an answer is judged by")
      ->check(CLI::IsMember({"cone", "pyramid", "both"}))
      ->capture_default_str();
  certify_command
      ->add_option("--directions", certify.friction.num_directions,
                   "friction: number of directions of the pyramid in space")
      ->check(CLI::IsMember({4, 8, 16}))
      ->capture_default_str();
  certify_command->add_flag("--guesses", certify.friction.with_guesses, "friction: also judge the guesses in the file");
  certify_command->add_flag("--half", certify.friction.is_half,
                            "friction: an M, W or R with only one triangle is one half of a symmetric matrix");
  certify_command->add_flag("--all-contacts", certify.all_contacts,
                            "friction: print every contact, not only the worst");
  certify_command->footer(footer);

  perpend::cli::CasesArguments cases;
  CLI::App* cases_command =
      app.add_subcommand("cases", "judge plain numerics and proofs on problems with known answers");
  cases_command->require_subcommand(1);
  CLI::App* cases_list_command = cases_command->add_subcommand("list", "list the families of problems");
  CLI::App* cases_run_command =
      cases_command->add_subcommand("run", "count how often plain numerics is wrong, and how often a proof is");
  cases_run_command->add_option("--family", cases.families, "only these families: a,b")->delimiter(',');
  cases_run_command
      ->add_option("--count", cases.count, "number of problems in each random family (default: the family's own)")
      ->check(CLI::PositiveNumber);
  cases_run_command->add_option("--seed", cases.seed, "seed of the random families")->capture_default_str();
  cases_run_command->add_flag("--costs", cases.with_costs, "also time the proofs and the plain computations");
  std::string cases_limit;
  cases_run_command->add_option("--limit", cases_limit, "longest wall time of a solver on a case: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  cases_run_command->add_option("--report", cases.report, "write an HTML page to this file, costs included");
  cases_run_command->add_option("--format", cases.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  cases_run_command->footer(footer);

  const auto run_study_command = perpend::cli::add_study_commands(app, footer);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : static_cast<int>(ExitCode::scene_error);
  }
  for (int i = 0; i < argc; ++i) arguments.command_line += (i == 0 ? "" : " ") + std::string(argv[i]);

  for (const CLI::Option* option : certify_command->get_options())
    if (option->count() > 0) certify.given.push_back(option->get_name());
  arguments.limit = read_time_limit(run_limit);
  solve.limit = read_time_limit(solve_limit);
  cases.limit = read_time_limit(cases_limit);
  solve.command_line = arguments.command_line;
  cases.command_line = arguments.command_line;

  if (const auto trouble = perpend::check_floating_environment()) {
    fmt::print(stderr, "error: the floating-point environment cannot carry proofs: {}\n", *trouble);
    return static_cast<int>(ExitCode::internal_error);
  }
  perpend::cli::install_interrupt_handler();
  ExitCode code = run_study_command(arguments.command_line).value_or(ExitCode::as_expected);
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
