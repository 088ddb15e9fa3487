#include "cli/options/options.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "cli/options/option_values.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "referee/bench/bench_report.hpp"
#include "referee/bench/own_contender.hpp"
#include "reports/files/child_process.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_folder.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

struct BenchLines {
  bench::BenchSettings settings;
  bool has_peers = false;
  std::string peers;  ///< their folder; empty: next to this program
  std::string out;
  std::vector<std::string> words;  ///< of a contender: SUITE KIND VARIANT PROBLEM ANSWER
  CLI::App *command = nullptr, *contender = nullptr;
};

std::string own_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).string();
}

/// "0.52 0.58 0.59": of the last minute, five and fifteen.
std::string load_of_machine() {
  std::ifstream file("/proc/loadavg");
  std::string one, five, fifteen;
  file >> one >> five >> fifteen;
  return one.empty() ? "unknown" : one + " " + five + " " + fifteen;
}

/// Libraries that would start threads must not: times are those of one.
void hold_to_one_thread() {
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"}) ::setenv(name, "1", 1);
}

bool write_results(const std::string& folder, const bench::BenchRecord& record) {
  if (folder.empty()) return true;
  const auto failed = [](const std::optional<reports::WriteError>& error) {
    if (error) say(fmt::format("error: {}\n", error->message()));
    return error.has_value();
  };
  if (failed(reports::create_directory(folder))) return false;
  const auto place = [&](const std::string& name) {
    const std::string path = (fs::path(folder) / name).string();
    return record.is_complete ? path : reports::incomplete_name(path);
  };
  return !failed(reports::write_file(place("bench.json"), bench::bench_json(record))) &&
         !failed(reports::write_file(place("bench.html"), bench::bench_page(record)));
}

ExitCode run_bench(const BenchLines& lines, const std::string& command_line) {
  bench::BenchSettings settings = lines.settings;
  const reports::ScratchFolder work("bench");
  if (work.path().empty()) {
    say(fmt::format("error: no temporary folder can be made for problems and answers: {}\n", work.trouble()));
    return ExitCode::internal_error;
  }
  hold_to_one_thread();
  settings.folder = work.path();
  settings.self = own_path();
  if (settings.is_tiny) settings.rounds = 2;
  bench::BenchRecord record;
  record.has_peers = lines.has_peers;
  record.rounds = settings.rounds;
  record.is_tiny = settings.is_tiny;
  record.cores = static_cast<int>(std::thread::hardware_concurrency());
  record.load_before = load_of_machine();
  record.field.contestants = bench::own_contestants({settings.self, "bench", "contend"});
  if (lines.has_peers) {
    const std::string folder =
        lines.peers.empty() ? (fs::path(settings.self).parent_path() / "peers").string() : lines.peers;
    const std::vector<std::string> programs = bench::programs_in(folder);
    if (programs.empty())
      say(fmt::format("note: {}: no programs of other engines; bench/README.md says how to build them\n", folder));
    for (const std::string& program : programs) bench::add_program({program}, work.path(), record.field);
    for (const std::string& program : bench::programs_in((fs::path(folder) / "lcp").string()))
      bench::add_solver_program(program, work.path(), record.field);
  }
  std::vector<bench::Suite> suites = bench::all_suites();
  if (!settings.suites.empty())
    std::erase_if(suites, [&](const bench::Suite& suite) {
      return std::find(settings.suites.begin(), settings.suites.end(), suite.name) == settings.suites.end();
    });
  Progress progress("bench", false);
  settings.progress = [&](const std::string& what, double share) {
    constexpr double parts = 1000.0;  // of a suite
    progress.update(what, std::lround(parts * (static_cast<double>(record.suites.size()) + share)),
                    std::lround(parts * static_cast<double>(suites.size())));
  };
  for (const bench::Suite& suite : suites)
    if (!is_interrupted()) record.suites.push_back(suite.run(record.field, settings));
  progress.finish();
  record.is_complete = !is_interrupted();
  record.load_after = load_of_machine();
  record.provenance = reports::collect_provenance("");
  record.provenance.command = command_line;
  print_out("{}", bench::bench_text(record));
  if (!write_results(lines.out, record)) return ExitCode::internal_error;
  return record.is_complete ? ExitCode::as_expected : ExitCode::interrupted;
}

ExitCode contend_once(const std::vector<std::string>& words) {
  const bench::Reply reply = bench::contend(words[0], words[1], words[2], words[3], words[4]);
  print_out("status: {}\nseconds: {:.9g}\n", reply.is_solved ? "solved" : "failed", reply.seconds);
  if (!reply.note.empty()) print_out("note: {}\n", reply.note);
  return ExitCode::as_expected;
}

}  // namespace

CarryOut add_bench_command(CLI::App& app) {
  auto lines = std::make_shared<BenchLines>();  // CLI11 keeps addresses of the members
  CLI::App* command = app.add_subcommand(
      "bench", "time Perpend and other engines on the same problems, and measure how good each answer is");
  lines->command = command;
  std::vector<std::string> names;
  for (const bench::Suite& suite : bench::all_suites()) names.emplace_back(suite.name);
  command->add_option("--suite", lines->settings.suites, "only these suites: a,b")
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  CLI::Option* peers = command->add_option(
      "--peers", lines->peers, "also other engines; FOLDER holds their programs (default: peers next to this program)");
  peers->expected(0, 1);
  command->add_option("--out", lines->out, "folder for bench.html and bench.json");
  command->add_option("--rounds", lines->settings.rounds, "how often each contestant runs each problem")
      ->check(count_up_to(1000000000))
      ->capture_default_str();
  command->add_option("--largest", lines->settings.largest, "links of the longest chain")
      ->check(count_up_to(1000000000))
      ->capture_default_str();
  command
      ->add_option("--seconds", lines->settings.most_seconds, "longest wall time of a run of a contestant, in seconds")
      ->check(positive_number)
      ->capture_default_str();
  command->add_flag("--tiny", lines->settings.is_tiny,
                    "problems that take milliseconds, two rounds: shows that everything works, measures nothing");
  lines->contender = command->add_subcommand("contend", "one problem by one of our variants: what bench starts");
  lines->contender->group("");
  lines->contender->add_option("WORDS", lines->words, "SUITE KIND VARIANT PROBLEM ANSWER")->required()->expected(5);
  return [lines, peers](const std::string& command_line) -> std::optional<ExitCode> {
    if (!*lines->command) return std::nullopt;
    if (*lines->contender) return contend_once(lines->words);
    lines->has_peers = peers->count() > 0;
    return run_bench(*lines, command_line);
  };
}

}  // namespace perpend::cli
