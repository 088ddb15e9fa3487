// A command line that does not parse: what was meant, where that is near.
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

}  // namespace perpend::cli
