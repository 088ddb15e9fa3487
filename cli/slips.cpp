#include "cli/slips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "dsl/suggest.hpp"

namespace perpend::cli {

namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  return dsl::suggest(name, names);
}

/// `perpend study FILE` has commands and needs none of them.
bool needs_command(const CLI::App& command) {
  return command.get_require_subcommand_min() > 0;
}

/// The innermost command on the line, and its name in full.
struct Parsed {
  const CLI::App* command;
  std::string name = "perpend";
  int depth = 0;  ///< words of the line that name it
};

Parsed find_command(const CLI::App& app, int argc, const char* const* argv) {
  Parsed parsed{&app};
  for (int i = 1; i < argc; ++i) {
    const CLI::App* inner = nullptr;
    for (const CLI::App* one : parsed.command->get_subcommands([](const CLI::App*) { return true; }))
      if (one->check_name(argv[i])) inner = one;  // or another name that it has
    if (inner == nullptr) break;
    parsed.command = inner;
    parsed.name += " " + inner->get_name();
    parsed.depth = i;
  }
  return parsed;
}

}  // namespace

bool names_unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  const Parsed parsed = find_command(app, argc, argv);
  const int next = parsed.depth + 1;
  return needs_command(*parsed.command) && next < argc && argv[next][0] != '-';
}

std::string describe_slip(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  const Parsed parsed = find_command(app, argc, argv);
  const std::string help = fmt::format("\n{} --help says more.\n", parsed.name);
  const std::vector<std::string> commands = command_names(*parsed.command);
  const int next = parsed.depth + 1;
  if (names_unknown_command(app, argc, argv))
    return fmt::format("unknown command '{}'; {}{}", argv[next], suggestion(argv[next], commands), help);
  if (needs_command(*parsed.command) && next >= argc)
    return fmt::format("{} needs a command; {}{}", parsed.name, suggestion("", commands), help);
  const std::vector<std::string> options = option_names(*parsed.command);
  for (int i = next; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string name(word.substr(0, word.find('=')));
    if (name == "--") break;
    if (!name.starts_with("--") || std::find(options.begin(), options.end(), name) != options.end()) continue;
    return fmt::format("unknown option '{}' of {}; {}{}", name, parsed.name, suggestion(name, options), help);
  }
  return fmt::format("{}{}", error.what(), help);
}

}  // namespace perpend::cli
