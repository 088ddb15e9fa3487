// The command line of bench.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/commands.hpp"

namespace CLI {
class App;
}

namespace perpend::cli {

/// Adds the subcommand. What it returns carries it out, and gives nothing where it was not the one given; call it once,
/// after the command line was read.
[[nodiscard]] std::function<std::optional<ExitCode>(const std::string& command_line)> add_bench_command(
    CLI::App& app, const char* footer);

}  // namespace perpend::cli
