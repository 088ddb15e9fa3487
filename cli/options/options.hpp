// The command lines of all commands: options, their help and their checks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/commands/commands.hpp"

namespace CLI {
class App;
}

namespace perpend::cli {

/// Carries out the command that was given, and gives nothing where it was one of others. Call it once, after the
/// command line was read.
using CarryOut = std::function<std::optional<ExitCode>(const std::string& command_line)>;

/// run, check, list, report, expand, explain, manual.
[[nodiscard]] CarryOut add_scene_commands(CLI::App& app);
/// compare, reproduce, figures, archive.
[[nodiscard]] CarryOut add_result_commands(CLI::App& app);
/// solve, certify, cases.
[[nodiscard]] CarryOut add_problem_commands(CLI::App& app);
/// study, query, cache.
[[nodiscard]] CarryOut add_study_commands(CLI::App& app);
/// bench.
[[nodiscard]] CarryOut add_bench_command(CLI::App& app);

}  // namespace perpend::cli
