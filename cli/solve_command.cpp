#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "cli/commands.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "formats/matrix_market.hpp"
#include "formats/reading.hpp"
#include "kernel/model/stop.hpp"
#include "referee/external_solver.hpp"
#include "referee/lcp_attempt.hpp"
#include "referee/lcp_files.hpp"
#include "referee/solver_choices.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/referee/solver_page.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

/// The value that was read; nothing, with its message, when the file is wrong.
template <class T>
std::optional<T> accept(Reading<T> reading) {
  if (auto* value = std::get_if<T>(&reading)) return std::move(*value);
  // A message may have several lines, one for each error.
  std::string line;
  for (std::istringstream lines(std::get<FileError>(reading).message); std::getline(lines, line);)
    say(fmt::format("error: {}\n", line));
  return std::nullopt;
}

using reports::Outcome;

std::string status_of(const reports::SolverAttempt& attempt) {
  if (attempt.status == Status::converged) return "solved";
  return attempt.failure == "none" ? to_string(attempt.status) : attempt.failure;
}

std::string describe(const reports::AnswerCertificate& certificate) {
  std::string text = fmt::format(
      "    {}: z with the lighter entry of each pair made 0 solves exactly a problem with b changed by {:.1e} of the "
      "size "
      "of its row",
      certificate.verdict, certificate.backward_error);
  if (certificate.num_granted > 0)
    text += fmt::format(", in {} that {} rounding compared with others by {:.1e} of the largest of these",
                        reports::counted(certificate.num_granted, "row"), certificate.num_granted == 1 ? "is" : "are",
                        certificate.granted_error);
  if (!certificate.reason.empty()) text += fmt::format(" ({})", certificate.reason);
  text += fmt::format("; -z {:.1e}, -w {:.1e}, z w {:.1e}\n", certificate.negative_z, certificate.negative_w,
                      certificate.complementarity);
  for (const reports::AnswerEnclosure& found : certificate.enclosures)
    text += fmt::format("    proved: a solution within {:.1e}{} [{}]\n", found.radius,
                        found.is_unique ? ", the only one" : "", found.theorem);
  return text;
}

void print_heading() {
  print_out("{:<24} {:>6} {:<24} {:<15} {:>10} {:>9} {:>9}\n", "problem", "size", "solver", "status", "CPU ms", "steps",
            "residual");
}

void print_attempt(const reports::SolvedProblem& problem, const std::string& solver) {
  const reports::SolverAttempt& attempt = problem.attempts.back();
  print_out("{:<24} {:>6} {:<24} {:<15} {:>10.2f} {:>9} {:>9.1e}\n", problem.name, problem.size, solver,
            status_of(attempt), 1e3 * attempt.seconds, attempt.iterations, attempt.residual);
  for (const std::string& line : reports::describe_chosen(attempt)) print_out("    {}\n", line);
  if (!attempt.note.empty()) print_out("    {}\n", attempt.note);
  if (attempt.certificate) print_out("{}", describe(*attempt.certificate));
  if (!attempt.unsolvable.empty())
    print_out("    that there is no solution: {}{}\n", attempt.unsolvable,
              attempt.unsolvable_reason.empty() ? "" : fmt::format(" ({})", attempt.unsolvable_reason));
  flush_out();
}

void print_totals(const reports::SolverTable& table, bool certify) {
  print_out("\n{:<24} {:>9} {:>9} {:>10}{}\n", "solver", "solved", "unsuited", "CPU s", certify ? "    proved" : "");
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    const reports::SolverSummary summary = reports::summarize(table, s);
    const long proved = summary.count(Outcome::proved);
    const long solved = proved + summary.count(Outcome::undecided) + summary.count(Outcome::refuted) +
                        summary.count(Outcome::uncertified);
    print_out("{:<24} {:>9} {:>9} {:>10.2f}{}\n", table.solvers[s], fmt::format("{}/{}", solved, table.problems.size()),
              summary.count(Outcome::unsuited), summary.all_seconds, certify ? fmt::format(" {:>9}", proved) : "");
  }
}

bool write_text(const std::string& path, const std::string& text) {
  if (path.empty()) return true;
  const auto error = reports::write_file(reports::place_of(path), text);
  if (error) say(fmt::format("error: {}\n", error->message()));
  return !error;
}

std::optional<std::vector<LcpFiles>> files_of(const SolveArguments& arguments) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(arguments.matrix, error);
  if (is_folder && arguments.right.empty()) {
    return accept(find_lcp_files(arguments.matrix));
  }
  const std::filesystem::path path = arguments.matrix;
  const bool holds_both = path.extension() == ".dat" || path.extension() == ".npz";
  if (is_folder || (arguments.right.empty() && !holds_both)) {
    say("error: write 'solve lcp A.mtx b.mtx', or only a folder, or a file of both\n");
    return std::nullopt;
  }
  const std::string name = path.stem().string();
  const std::string box = holds_both ? "" : box_next_to(path);
  return std::vector<LcpFiles>{{name, arguments.matrix, arguments.right, box}};
}

/// Names and contents, which the provenance of a page is of.
std::string all_text(const std::vector<LcpFiles>& files) {
  std::string text;
  for (const LcpFiles& file : files)
    text += file.name + '\n' + reports::read_bytes(file.matrix) +
            (file.right.empty() ? "" : reports::read_bytes(file.right)) +
            (file.box.empty() ? "" : reports::read_bytes(file.box));
  return text;
}

std::vector<std::string> names_of(const std::vector<ChosenSolver>& solvers) {
  std::vector<std::string> names;
  for (const ChosenSolver& solver : solvers) names.push_back(solver.text);
  return names;
}

/// Every problem under every solver, with what they amount to.
class Session {
 public:
  Session(const SolveArguments& arguments, std::vector<ChosenSolver> solvers, std::vector<ExternalSolver> externals)
      : arguments_(arguments),
        certify_(arguments.certify || !arguments.report.empty()),
        solvers_(std::move(solvers)),
        externals_(std::move(externals)) {
    for (const ChosenSolver& solver : solvers_) table_.solvers.push_back(solver.text);
    for (const ExternalSolver& solver : externals_) table_.solvers.push_back(solver.name);
    table_.place = arguments.matrix;
  }

  void solve(const LcpProblem& problem) {
    if (arguments_.largest > 0 && problem.b.size() > arguments_.largest) {
      table_.left_out.push_back(
          {problem.name, problem.b.size(),
           fmt::format("more than the {} asked for", reports::counted(arguments_.largest, "unknown"))});
      return;
    }
    reports::SolvedProblem record = describe_problem(problem);
    for (ChosenSolver& solver : solvers_) {
      if (is_interrupted()) break;
      take(attempt_lcp(problem, *solver.solver, certify_, arguments_.limit), solver.text, record);
    }
    const auto unwritten = externals_.empty() ? std::nullopt : files_.write(problem);
    if (unwritten) {
      say(fmt::format("error: {}\n", unwritten->message));
      code_ = worst(code_, ExitCode::internal_error);
      table_.left_out.push_back({problem.name, problem.b.size(), "no files could be written for external solvers"});
      return;
    }
    for (const ExternalSolver& solver : externals_) {
      if (is_interrupted()) break;
      const double seconds = std::min(arguments_.external_seconds, arguments_.limit.value_or(infinity));
      take(attempt_external(problem, solver, files_, seconds, certify_), solver.name, record);
    }
    while (record.attempts.size() < table_.solvers.size()) record.attempts.push_back(attempt_not_begun());
    judge(record);
    table_.problems.push_back(std::move(record));
  }

  void leave_out(const std::string& name) { table_.left_out.push_back({name, 0, "its files cannot be read"}); }
  void leave_unreached(const std::string& name) {
    table_.left_out.push_back({name, 0, "not reached: interrupted", StopReason::signal});
  }

  ExitCode finish(const std::vector<LcpFiles>& files) {
    if (is_interrupted()) table_.stopped_by = StopReason::signal;
    if (table_.problems.size() > 1 || table_.solvers.size() > 1 || !arguments_.report.empty())
      print_totals(table_, certify_);
    if (!table_.left_out.empty()) print_out("left out: {}\n", table_.left_out.size());
    bool is_written = write_text(place(arguments_.json), reports::json_text(reports::solver_table_json(table_)) + "\n");
    const bool has_answer = table_.stopped_by == StopReason::none;
    if (!arguments_.output.empty() && has_answer)
      is_written = write_text(arguments_.output, write_matrix_market(z_)) && is_written;
    if (!arguments_.report.empty()) is_written = write_report(files) && is_written;
    if (table_.stopped_by != StopReason::none) return tell_of_stop();
    return is_written ? code_ : ExitCode::internal_error;
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  [[nodiscard]] static reports::SolverAttempt attempt_not_begun() {
    reports::SolverAttempt attempt;
    attempt.failure = "not run";
    attempt.stopped_by = StopReason::signal;
    return attempt;
  }

  /// A table that is complete is never replaced by one that is not.
  [[nodiscard]] std::string place(const std::string& path) const {
    return path.empty() || table_.stopped_by == StopReason::none ? path : reports::incomplete_name(path);
  }

  ExitCode tell_of_stop() const {
    const std::size_t num_begun = table_.problems.size();
    std::string text = fmt::format("interrupted: {} of {} {} begun, and the last may lack solvers", num_begun,
                                   reports::counted(static_cast<long>(num_begun + table_.left_out.size()), "problem"),
                                   num_begun == 1 ? "was" : "were");
    for (const std::string& path : {place(arguments_.json), place(arguments_.report)})
      if (!path.empty()) text += "; what there is is in " + path;
    say(text + "\n");
    return ExitCode::interrupted;
  }

  void take(LcpAnswer answer, const std::string& solver, reports::SolvedProblem& record) {
    record.attempts.push_back(std::move(answer.attempt));
    z_ = std::move(answer.z);
    if (arguments_.report.empty()) print_attempt(record, solver);
  }

  void judge(const reports::SolvedProblem& record) {
    const auto is_one = [&](auto... wanted) {
      return std::any_of(record.attempts.begin(), record.attempts.end(), [&](const reports::SolverAttempt& attempt) {
        return ((reports::outcome_of(attempt) == wanted) || ...);
      });
    };
    using reports::Outcome;
    if (is_one(Outcome::undecided, Outcome::refuted)) code_ = worst(code_, ExitCode::unexpected);
    if (!is_one(Outcome::proved, Outcome::no_solution, Outcome::undecided, Outcome::refuted, Outcome::uncertified))
      code_ = worst(code_, ExitCode::not_completed);
  }

  bool write_report(const std::vector<LcpFiles>& files) {
    table_.provenance = reports::collect_provenance(all_text(files));
    table_.provenance.command = arguments_.command_line;
    table_.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return write_text(place(arguments_.report), reports::solver_page(table_));
  }

  const SolveArguments& arguments_;
  bool certify_;
  std::vector<ChosenSolver> solvers_;
  std::vector<ExternalSolver> externals_;
  ExternalFiles files_;
  reports::SolverTable table_;
  VectorX z_;
  ExitCode code_ = ExitCode::as_expected;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

ExitCode solve_lcp(const SolveArguments& arguments) {
  const bool asks_for_none = arguments.solvers.empty() && arguments.externals.empty();
  auto choices = accept(choose_solvers(asks_for_none ? std::vector<std::string>{"auto"} : arguments.solvers));
  if (!choices) return ExitCode::scene_error;
  for (const std::string& left_out : choices->left_out) say(fmt::format("note: {}\n", left_out));
  std::vector<ChosenSolver>& solvers = choices->solvers;
  auto externals = accept(choose_externals(arguments.externals, names_of(solvers)));
  const auto files = externals ? files_of(arguments) : std::nullopt;
  if (!files) return ExitCode::scene_error;
  if (!arguments.output.empty() && (files->size() > 1 || solvers.size() + externals->size() > 1)) {
    say("error: --output takes z of one problem under one solver\n");
    return ExitCode::scene_error;
  }
  Session session(arguments, std::move(solvers), std::move(*externals));
  ExitCode code = ExitCode::as_expected;
  // A page shows each attempt itself.
  Progress progress(arguments.matrix, arguments.report.empty());
  if (arguments.report.empty()) print_heading();
  for (const LcpFiles& file : *files) {
    if (is_interrupted()) {
      session.leave_unreached(file.name);
      continue;
    }
    progress.update(file.name, static_cast<long>(&file - files->data()), static_cast<long>(files->size()));
    if (const auto problem = accept(read_lcp(file))) {
      session.solve(*problem);
    } else {
      session.leave_out(file.name);
      code = ExitCode::scene_error;
    }
  }
  progress.finish();
  return worst(code, session.finish(*files));
}

}  // namespace perpend::cli
