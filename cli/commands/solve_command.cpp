#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "cli/commands/commands.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "formats/matrix_market.hpp"
#include "formats/reading.hpp"
#include "kernel/model/stop.hpp"
#include "referee/lcp_session.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/referee/solver_page.hpp"
#include "reports/referee/table_text.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

/// A message may have several lines, one for each error.
void tell_error(const std::string& message) {
  std::string line;
  for (std::istringstream lines(message); std::getline(lines, line);) say(fmt::format("error: {}\n", line));
}

/// The value that was read; nothing, with its message, when the file is wrong.
template <class T>
std::optional<T> accept(Reading<T> reading) {
  if (auto* value = std::get_if<T>(&reading)) return std::move(*value);
  tell_error(std::get<FileError>(reading).message);
  return std::nullopt;
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
  const FileParts parts = parts_of(arguments.matrix);
  const bool holds_both = parts.format == ".dat" || parts.format == ".npz";
  if (is_folder || (arguments.right.empty() && !holds_both)) {
    say("error: write 'solve lcp A.mtx b.mtx', or only a folder, or a file of both\n");
    return std::nullopt;
  }
  const std::string name = std::filesystem::path(parts.base).filename().string();
  const std::string box = holds_both ? "" : box_next_to(arguments.matrix);
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

/// A table that is complete is never replaced by one that is not.
std::string place(const std::string& path, const reports::SolverTable& table) {
  return path.empty() || table.stopped_by == StopReason::none ? path : reports::incomplete_name(path);
}

ExitCode tell_of_stop(const SolveArguments& arguments, const reports::SolverTable& table) {
  const std::size_t num_begun = table.problems.size();
  std::string text = fmt::format("interrupted: {} of {} {} begun, and the last may lack solvers", num_begun,
                                 reports::counted(static_cast<long>(num_begun + table.left_out.size()), "problem"),
                                 num_begun == 1 ? "was" : "were");
  for (const std::string& path : {place(arguments.json, table), place(arguments.report, table)})
    if (!path.empty()) text += "; what there is is in " + path;
  say(text + "\n");
  return ExitCode::interrupted;
}

/// False: one of them, with its message.
bool write_files(const SolveArguments& arguments, const LcpSession& session) {
  const reports::SolverTable& table = session.table;
  bool is_written =
      write_text(place(arguments.json, table), reports::json_text(reports::solver_table_json(table)) + "\n");
  if (!arguments.output.empty() && table.stopped_by == StopReason::none)
    is_written = write_text(arguments.output, write_matrix_market(session.z)) && is_written;
  if (!arguments.report.empty())
    is_written = write_text(place(arguments.report, table), reports::solver_page(table)) && is_written;
  return is_written;
}

ExitCode code_of(const LcpSession& session) {
  if (session.has_unwritten) return ExitCode::internal_error;
  if (session.has_unanswered) return ExitCode::not_completed;
  return session.has_doubtful ? ExitCode::unexpected : ExitCode::as_expected;
}

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
  const bool has_page = !arguments.report.empty();
  LcpSessionSettings settings{.certify = arguments.certify || has_page,
                              .largest = arguments.largest,
                              .limit = arguments.limit,
                              .external_seconds = arguments.external_seconds};
  const auto start = std::chrono::steady_clock::now();
  // A page shows each attempt itself.
  Progress progress(arguments.matrix, !has_page);
  settings.on_problem = [&](const std::string& name, std::size_t number, std::size_t count) {
    progress.update(name, static_cast<long>(number), static_cast<long>(count));
  };
  if (!has_page)
    settings.on_attempt = [](const reports::SolvedProblem& problem, const std::string& solver) {
      print_out("{}", reports::attempt_text(problem, solver));
      flush_out();
    };
  settings.on_trouble = tell_error;
  if (!has_page) print_out("{}", reports::attempt_heading());
  LcpSession session = referee_lcps(*files, solvers, *externals, settings);
  progress.finish();
  reports::SolverTable& table = session.table;
  table.place = arguments.matrix;
  if (table.problems.size() > 1 || table.solvers.size() > 1 || has_page)
    print_out("{}", reports::totals_text(table, settings.certify));
  if (!table.left_out.empty()) print_out("left out: {}\n", table.left_out.size());
  if (has_page) {
    table.provenance = reports::collect_provenance(all_text(*files));
    table.provenance.command = arguments.command_line;
    table.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  const bool is_written = write_files(arguments, session);
  const ExitCode code = session.has_unread ? ExitCode::scene_error : ExitCode::as_expected;
  if (table.stopped_by != StopReason::none) return worst(code, tell_of_stop(arguments, table));
  return worst(code, is_written ? code_of(session) : ExitCode::internal_error);
}

}  // namespace perpend::cli
