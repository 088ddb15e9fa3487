// The command lines of run, check, list, index and manual.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/commands.hpp"

namespace CLI {
class App;
}

namespace perpend::cli {

/// Adds the subcommands. What it returns carries out the one that was given, and gives nothing where it was none of
/// them; call it once, after the command line was read.
[[nodiscard]] std::function<std::optional<ExitCode>(const std::string& command_line)> add_scene_commands(
    CLI::App& app, const char* footer);

}  // namespace perpend::cli
