// The command lines of all commands: options, their help and their checks.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/commands/commands.hpp"

namespace CLI {
class App;
}

namespace perpend::cli {

/// Carries out the command that was given, and gives nothing where it was one of others. Call it once, after the
/// command line was read.
using CarryOut = std::function<std::optional<ExitCode>(const std::string& command_line)>;

[[nodiscard]] CarryOut add_scene_commands(CLI::App& app);
[[nodiscard]] CarryOut add_result_commands(CLI::App& app);
[[nodiscard]] CarryOut add_problem_commands(CLI::App& app);
[[nodiscard]] CarryOut add_study_commands(CLI::App& app);
[[nodiscard]] CarryOut add_bench_command(CLI::App& app);

/// Commands that are added together.
struct CommandGroup {
  CarryOut (*add)(CLI::App& app);
  std::array<std::string_view, 7> names;
};

/// In the order of the help. Where a command is named, its group alone is added: all options of all commands take a
/// tenth of the start of the program.
inline constexpr CommandGroup command_groups[] = {
    {add_scene_commands, {"run", "check", "list", "report", "expand", "explain", "manual"}},
    {add_result_commands, {"compare", "reproduce", "figures", "archive"}},
    {add_problem_commands, {"solve", "certify", "cases"}},
    {add_study_commands, {"study", "query", "cache", "margins"}},
    {add_bench_command, {"bench"}}};

}  // namespace perpend::cli
