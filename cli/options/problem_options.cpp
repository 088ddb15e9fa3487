#include "cli/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/options/option_values.hpp"
#include "referee/statements/kinds.hpp"

namespace perpend::cli {

namespace {

/// The commands about problems from files and cases with known answers, and what was given to them.
struct ProblemLines {
  SolveArguments solve;
  CertifyArguments certify;
  CasesArguments cases;
  std::string solve_limit, cases_limit;
  CLI::App *lcp_command = nullptr, *cases_list_command = nullptr, *cases_run_command = nullptr;
  std::vector<CLI::App*> statement_commands{};  ///< of certify, one a kind

  void add_solve(CLI::App& app);
  void add_certify(CLI::App& app);
  void add_to_every_statement(CLI::App& command);
  void add_cases(CLI::App& app);
  [[nodiscard]] std::optional<ExitCode> carry_out(const std::string& command_line);
};

void ProblemLines::add_solve(CLI::App& app) {
  CLI::App* solve_command = app.add_subcommand("solve", "solve problems from files, without a scene");
  solve_command->require_subcommand(1);
  lcp_command = solve_command->add_subcommand(
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
      ->check(count_up_to(1000000000));
  lcp_command->add_option("--limit", solve_limit, "longest wall time of a solver on a problem: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  lcp_command->add_option("--output", solve.output, "write z to this file; for one problem under one solver");
}

/// An option that some kinds of statements have.
struct OwnOption {
  std::string_view name;
  void (*add)(CLI::App& command, CertifyArguments& certify);
};

constexpr OwnOption own_options[] = {
    {"--rank",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_option("--rank", certify.question.rank, "the claimed rank (default: full)")->check(whole_number);
     }},
    {"--stabilizer",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_option("--stabilizer", certify.question.method.stabilizer,
                          "the method, written as in a scene: \"baumgarte(alpha: 10/s)\"");
     }},
    {"--step",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_option("--step", certify.question.method.step, "the step, with its unit: \"10 ms\"");
     }},
    {"--limit",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_option(
           "--limit", certify.question.method.limit,
           "enclose a value of the step, or of an option given, at which the method loses its stability");
     }},
    {"--radius",
     [](CLI::App& command, CertifyArguments& certify) {
       command
           .add_option("--radius", certify.question.radius,
                       "radius of the circle; the claim is that no eigenvalue lies outside it")
           ->check(positive_number)
           ->capture_default_str();
     }},
    {"--within",
     [](CLI::App& command, CertifyArguments& certify) {
       command
           .add_option("--within", certify.question.within,
                       "claim that no entry of the answer is further than this from that of a solution")
           ->check(nonnegative_number);
     }},
    {"--bounds",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_flag("--bounds", certify.with_bounds,
                        "spd: sharp bounds of the smallest eigenvalue and of the condition number; lcp: every "
                        "enclosure");
     }},
    {"--law",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_option("--law", certify.question.friction.law, "the law that an answer is judged by")
           ->check(CLI::IsMember({"cone", "pyramid", "both"}))
           ->capture_default_str();
     }},
    {"--directions",
     [](CLI::App& command, CertifyArguments& certify) {
       command
           .add_option("--directions", certify.question.friction.num_directions,
                       "number of directions of the pyramid in space")
           ->check(CLI::IsMember({4, 8, 16}))
           ->capture_default_str();
     }},
    {"--guesses",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_flag("--guesses", certify.question.friction.with_guesses, "also judge the guesses in the file");
     }},
    {"--half",
     [](CLI::App& command, CertifyArguments& certify) {
       command.add_flag("--half", certify.question.friction.is_half,
                        "an M, W or R with only one triangle is one half of a symmetric matrix");
     }},
    {"--all-contacts", [](CLI::App& command, CertifyArguments& certify) {
       command.add_flag("--all-contacts", certify.all_contacts, "print every contact, not only the worst");
     }}};

void ProblemLines::add_certify(CLI::App& app) {
  CLI::App* certify_command =
      app.add_subcommand("certify", "prove or refute a statement about matrices, vectors or problems from files");
  certify_command->require_subcommand(1);
  for (const certify::Kind& kind : certify::kinds()) {
    CLI::App* command = certify_command->add_subcommand(kind.name, fmt::format("{}: {}", kind.files, kind.claim));
    statement_commands.push_back(command);
    command
        ->add_option("FILE", certify.files,
                     fmt::format("{}; or folders whose problems are all judged: BASE, with BASE_x and BASE_b for "
                                 "linear, BASE_q or BASE_b and BASE_z for lcp, BASE_B for method",
                                 kind.files))
        ->required();
    for (const OwnOption& option : own_options)
      if (std::find(kind.options.begin(), kind.options.end(), option.name) != kind.options.end())
        option.add(*command, certify);
    add_to_every_statement(*command);
  }
}

void ProblemLines::add_to_every_statement(CLI::App& command) {
  command.add_option("--certificate", certify.certificate,
                     "write the statements with their exact data to this file, for perpend-check to prove again");
  command.add_option("--format", certify.format, "what to print")
      ->check(CLI::IsMember({"text", "json", "junit"}))
      ->capture_default_str();
  command.add_option("--highest", certify.highest, "most expensive arithmetic to try")
      ->check(CLI::IsMember({"binary64", "ball", "exact"}))
      ->capture_default_str();
  command
      .add_option("--seconds", certify.seconds,
                  "do not begin an attempt that is estimated to take longer than this, in seconds")
      ->check(positive_number)
      ->capture_default_str();
  command.add_flag("--undecided-ok", certify.undecided_ok, "exit 0 when nothing is refuted");
  command.add_flag("--cost", certify.with_cost, "also time the plain computation, where there is one");
}

void ProblemLines::add_cases(CLI::App& app) {
  CLI::App* cases_command =
      app.add_subcommand("cases", "judge plain numerics and proofs on problems with known answers");
  cases_command->require_subcommand(1);
  cases_list_command = cases_command->add_subcommand("list", "list the families of problems");
  cases_run_command =
      cases_command->add_subcommand("run", "count how often plain numerics is wrong, and how often a proof is");
  cases_run_command->add_option("--family", cases.families, "only these families: a,b")->delimiter(',');
  cases_run_command
      ->add_option("--count", cases.count, "number of problems in each random family (default: the family's own)")
      ->check(count_up_to(1000000000));
  cases_run_command->add_option("--seed", cases.seed, "seed of the random families")->capture_default_str();
  cases_run_command->add_flag("--costs", cases.with_costs, "also time the proofs and the plain computations");
  cases_run_command->add_option("--limit", cases_limit, "longest wall time of a solver on a case: 60s, 500ms, 2min, 1h")
      ->check(time_limit);
  cases_run_command->add_option("--report", cases.report, "write an HTML page to this file, costs included");
  cases_run_command->add_option("--format", cases.format, "what to print")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
}

std::optional<ExitCode> ProblemLines::carry_out(const std::string& command_line) {
  solve.limit = read_time_limit(solve_limit);
  cases.limit = read_time_limit(cases_limit);
  solve.command_line = command_line;
  cases.command_line = command_line;
  if (*lcp_command) return solve_lcp(solve);
  for (const CLI::App* command : statement_commands)
    if (*command) {
      certify.kind = command->get_name();
      return cli::certify(certify);
    }
  if (*cases_list_command) return list_cases();
  if (*cases_run_command) return run_cases(cases);
  return std::nullopt;
}

}  // namespace

CarryOut add_problem_commands(CLI::App& app) {
  auto lines = std::make_shared<ProblemLines>();  // CLI11 keeps addresses of the members
  lines->add_solve(app);
  lines->add_certify(app);
  lines->add_cases(app);
  return [lines](const std::string& command_line) { return lines->carry_out(command_line); };
}

}  // namespace perpend::cli
