#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/commands.hpp"
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

/// The commands next to this one that have the option, "perpend certify rho": as a list; empty: none has.
std::string owners_of(const std::string& option, const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  std::string owners;
  if (parent == nullptr || parent->get_parent() == nullptr) return owners;
  for (const CLI::App* one : parent->get_subcommands([](const CLI::App*) { return true; })) {
    const std::vector<std::string> options = option_names(*one);
    if (std::find(options.begin(), options.end(), option) == options.end()) continue;
    owners += fmt::format("{}{}", owners.empty() ? "" : ", ", one->get_name());
  }
  return owners;
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
  if (parsed.depth == 0 && argc > 2 && std::string_view(argv[1]) == "version")
    return fmt::format("version takes nothing after it, found '{}'{}", argv[2], help);
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
    const std::string owners = owners_of(name, *parsed.command);
    if (!owners.empty())
      return fmt::format("{} belongs to {}, and says nothing of {}{}", name, owners, parsed.name, help);
    return fmt::format("unknown option '{}' of {}; {}{}", name, parsed.name, suggestion(name, options), help);
  }
  return fmt::format("{}{}", error.what(), help);
}

namespace {

/// The words that name a command, and lines that people begin with.
struct CommandExamples {
  std::string_view command;
  std::vector<std::string_view> lines;
};

const std::vector<CommandExamples>& all_examples() {
  static const std::vector<CommandExamples> all{
      {"", {"perpend run chain.scene --out out/chain --open", "perpend help run"}},
      {"run",
       {"perpend run chain.scene --out out/chain --open", "perpend run chain.scene --set \"g = 58.9 m/s^2\"",
        "perpend run chain.scene --lock                  # then, later or elsewhere:",
        "perpend run chain.scene --locked", "perpend run scenes/papers/*/*.scene --out out --jobs 4"}},
      {"check", {"perpend check scenes/papers/*/*.scene", "perpend check chain.scene --format sarif > chain.sarif"}},
      {"expand", {"perpend expand scenes/papers/ClinePai03/chain.scene"}},
      {"explain", {"perpend explain", "perpend explain S005"}},
      {"list", {"perpend list methods", "perpend list units"}},
      {"report", {"perpend report out --open", "perpend report out other/out --out all.html"}},
      {"manual", {"perpend manual > language.md"}},
      {"compare",
       {"perpend compare out/chain other/chain",
        "perpend compare out other --tolerance 1e-6 --tolerance \"drift = 1 um\"",
        "perpend compare out other --report change.html --open"}},
      {"reproduce", {"perpend reproduce out/chain", "perpend reproduce out --out again --report again.html"}},
      {"figures",
       {"perpend figures out/chain --style ieee --format pdf",
        "perpend figures out/chain --figures drift --out paper"}},
      {"archive", {"perpend archive out --author \"A. Author\" --license CC-BY-4.0"}},
      {"solve", {"perpend solve lcp A.mtx b.mtx"}},
      {"solve lcp",
       {"perpend solve lcp A.mtx b.mtx --certify", "perpend solve lcp problems/ --solver all --report solvers.html",
        "perpend solve lcp A.mtx b.mtx --external mine=./my_solver"}},
      {"certify",
       {"perpend certify spd A.mtx", "perpend certify linear A.mtx x.mtx b.mtx --certificate proof.jsonl",
        "perpend certify lcp A.mtx b.mtx z.mtx",
        "perpend certify method M.mtx B.mtx --stabilizer "
        "\"baumgarte(alpha: 10/s)\" --step \"10 ms\""}},
      {"certify spd", {"perpend certify spd A.mtx", "perpend certify spd A.mtx --bounds"}},
      {"certify rank", {"perpend certify rank J.npy --rank 5"}},
      {"certify linear", {"perpend certify linear A.mtx x.mtx b.mtx --certificate proof.jsonl"}},
      {"certify lcp", {"perpend certify lcp A.mtx b.mtx z.mtx --within 1e-6", "perpend certify lcp A.mtx b.mtx"}},
      {"certify friction", {"perpend certify friction problem.hdf5 --law both"}},
      {"certify class", {"perpend certify class A.npy"}},
      {"certify rho", {"perpend certify rho X.txt --radius 1.000001"}},
      {"certify method",
       {"perpend certify method M.mtx B.mtx --stabilizer \"baumgarte(alpha: 10/s)\" --step \"10 ms\""}},
      {"cases", {"perpend cases list", "perpend cases run --family spd --count 100"}},
      {"cases list", {"perpend cases list"}},
      {"cases run", {"perpend cases run --report cases.html"}},
      {"study",
       {"perpend study map.scene --out studies/map --dry-run", "perpend study map.scene --out studies/map",
        "perpend study map.scene --out studies/map --shard 3/16"}},
      {"margins", {"perpend margins chain.scene --out margins", "perpend margins chain.scene --params mass --to 0.02"}},
      {"study merge", {"perpend study merge studies/map"}},
      {"study report", {"perpend study report studies/map"}},
      {"study status", {"perpend study status studies/map"}},
      {"query",
       {"perpend query studies/map", "perpend query studies/map \"select status, count(*) from runs group by status\"",
        "perpend query studies/map \"select * from sweep_map\" --format npz --out map.npz"}},
      {"cache", {"perpend cache ls", "perpend cache gc --days 30"}},
      {"cache ls", {"perpend cache ls"}},
      {"cache gc", {"perpend cache gc --days 30 --most 500"}},
      {"cache verify", {"perpend cache verify"}},
      {"cache export", {"perpend cache export backup"}},
      {"bench", {"perpend bench --suite chain --out out/bench", "perpend bench --peers"}},
  };
  return all;
}

std::string help_end(std::string_view command) {
  std::string text;
  for (const CommandExamples& one : all_examples())
    if (one.command == command) {
      text = "Examples:\n";
      for (const std::string_view line : one.lines) text += fmt::format("  {}\n", line);
      text += "\n";
    }
  text += "Exit codes:\n";
  for (const ExitCodeRow& row : exit_codes) text += fmt::format("  {:<4}{}\n", static_cast<int>(row.code), row.meaning);
  text.pop_back();
  return text;
}

void add_to(CLI::App& command, const std::string& name) {
  command.footer(help_end(name));
  for (CLI::App* inner : command.get_subcommands([](const CLI::App*) { return true; }))
    add_to(*inner, name.empty() ? inner->get_name() : name + " " + inner->get_name());
}

}  // namespace

void add_examples(CLI::App& app) {
  add_to(app, "");
}

}  // namespace perpend::cli
