// Help: examples in that of each command, and what was meant by a command line that does not parse, where that is near.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace perpend::cli {

/// Whether the line asks for a command that does not exist, as in `perpend help runn`.
[[nodiscard]] bool names_unknown_command(const CLI::App& app, int argc, const char* const* argv);

/// "unknown command 'runn'; did you mean 'run'?", "unknown option '--ot' of perpend run; did you mean '--out'?", else
/// the words of the parser; then where help is.
[[nodiscard]] std::string describe_slip(const CLI::App& app, const CLI::ParseError& error, int argc,
                                        const char* const* argv);

/// What stands below the options in the help of each command: examples, then the exit codes. Pre: the commands were
/// added.
void add_examples(CLI::App& app);

}  // namespace perpend::cli
