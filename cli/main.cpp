// perpend: run, check and list from the command line.
#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/help.hpp"
#include "cli/options/options.hpp"
#include "cli/process.hpp"
#include "kernel/model/late_library.hpp"
#include "kernel/model/stop.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend::cli {

/// The commit that the program was built from, abbreviated, with "-dirty" behind it where files differed; empty where
/// no repository was there. The build writes it (cli/commit.cmake), into the program alone, so that a commit of words
/// compiles nothing else again.
extern const char* const program_commit_text;

}  // namespace perpend::cli

namespace {

using perpend::cli::ExitCode;

/// `perpend help run` is `perpend run --help`, and `perpend version` is `perpend --version`, whose help is that of the
/// program.
std::vector<const char*> as_options(int argc, char** argv) {
  std::vector<const char*> line(argv, argv + argc);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "version" && argc == 2) line[1] = "--version";
  const std::string_view second = argc > 2 ? argv[2] : "";
  const bool asks_for_help = first == "version" && (second == "--help" || second == "-h");
  if (argc == 3 && (asks_for_help || (first == "help" && second == "version"))) return {argv[0], "--help"};
  if (first != "help") return line;
  line.erase(line.begin() + 1);
  line.push_back("--help");
  return line;
}

/// Those of the group that has the command, or all of them where none has.
std::vector<perpend::cli::CarryOut> add_commands(CLI::App& app, std::string_view command) {
  std::vector<perpend::cli::CarryOut> carry_out;
  for (const perpend::cli::CommandGroup& group : perpend::cli::command_groups)
    if (!command.empty() && std::find(group.names.begin(), group.names.end(), command) != group.names.end())
      carry_out.push_back(group.add(app));
  if (!carry_out.empty()) return carry_out;
  for (const perpend::cli::CommandGroup& group : perpend::cli::command_groups) carry_out.push_back(group.add(app));
  return carry_out;
}

int run(int argc, const char* const* argv) {
  CLI::App app("Perpend runs a scene under several methods, certifies every solve, checks claims and writes a report.");
  app.require_subcommand(1);
  app.set_version_flag("--version", PERPEND_VERSION);

  const std::vector<perpend::cli::CarryOut> carry_out = add_commands(app, argc > 1 ? argv[1] : "");
  perpend::cli::add_examples(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool is_wanted = error.get_exit_code() == 0 && !perpend::cli::names_unknown_command(app, argc, argv);
    if (is_wanted) return app.exit(error);  // help, version
    fmt::print(stderr, "error: {}", perpend::cli::describe_slip(app, error, argc, argv));
    return static_cast<int>(ExitCode::scene_error);
  }
  std::string command_line;
  for (int i = 0; i < argc; ++i) command_line += (i == 0 ? "" : " ") + std::string(argv[i]);

  if (const auto trouble = perpend::check_floating_environment()) {
    fmt::print(stderr, "error: the floating-point environment cannot carry proofs: {}\n", *trouble);
    return static_cast<int>(ExitCode::internal_error);
  }
  perpend::cli::set_program_commit(perpend::cli::program_commit_text);
  const perpend::StopScope interruption(std::nullopt, perpend::cli::install_interrupt_handler());
  for (const auto& commands : carry_out)
    if (const auto code = commands(command_line)) return static_cast<int>(*code);
  return static_cast<int>(ExitCode::as_expected);
}

}  // namespace

int main(int argc, char** argv) {
  perpend::cli::hold_standard_streams();
  perpend::cli::ignore_write_signals();
  try {
    const std::vector<const char*> line = as_options(argc, argv);
    const int code = run(static_cast<int>(line.size()), line.data());
    const int error = perpend::cli::output_error();
    if (error == 0) return code;
    std::fprintf(stderr, "error: cannot write to standard output: %s\n", std::strerror(error));
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  } catch (const perpend::LibraryMissing& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "internal error: %s\n", error.what());
  }
  return static_cast<int>(ExitCode::internal_error);
}
