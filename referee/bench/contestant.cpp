#include "referee/bench/contestant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "reports/files/child_process.hpp"
#include "reports/text/text.hpp"

namespace perpend::bench {

namespace {

constexpr double most_seconds_of_a_list = 20.0;
constexpr std::size_t longest_line = 400;

std::string rest_of(std::istringstream& line) {
  std::string text;
  std::getline(line >> std::ws, text);
  return reports::single_line(text.substr(0, longest_line));
}

void take_line(const std::string& text, Contestant& common, Field& field) {
  std::istringstream line(text);
  std::string word;
  line >> word;
  if (word == "engine") {
    common.engine = rest_of(line);
  } else if (word == "version") {
    field.engines.push_back({common.engine, rest_of(line)});
  } else if (word == "can") {
    Contestant one = common;
    line >> one.suite >> one.kind >> one.variant >> one.largest >> one.order;
    if (!line) return;
    one.words = rest_of(line);
    field.contestants.push_back(std::move(one));
  } else if (word == "cannot") {
    Inability one{common.engine, "", "", ""};
    line >> one.suite >> one.kind;
    one.reason = rest_of(line);
    field.inabilities.push_back(std::move(one));
  }
}

/// "Siconos" of "siconos_solvers".
std::string engine_of_solvers(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  const std::string library = name.substr(0, name.find("_solvers"));
  for (const char* known : {"Siconos", "Bullet", "ODE"}) {
    std::string small = known;
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (library == small) return known;
  }
  return reports::single_line(library);
}

}  // namespace

std::vector<std::string> Contestant::command(const std::string& problem, const std::string& answer) const {
  std::vector<std::string> words = program;
  const std::vector<std::string> task =
      is_solver ? std::vector<std::string>{variant, problem + "/A.mtx", problem + "/b.mtx", answer}
                : std::vector<std::string>{suite, kind, variant, problem, answer};
  words.insert(words.end(), task.begin(), task.end());
  return words;
}

void add_solver_program(const std::string& program, const std::string& folder, Field& field) {
  const std::string out = folder + "/list.txt";
  const reports::ChildRun run = reports::run_child({program}, out, folder + "/err.txt", most_seconds_of_a_list);
  if (run.end != reports::ChildRun::End::exited || run.code != 0) {
    field.troubles.push_back(fmt::format("{}: does not name its methods (code {})", program, run.code));
    return;
  }
  Contestant common;
  common.engine = engine_of_solvers(program);
  common.program = {program};
  common.is_solver = true;
  common.largest = std::numeric_limits<int>::max();
  common.order = 0;
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);) {
    common.variant = reports::single_line(line.substr(0, longest_line));
    for (const auto& [suite, kind] :
         {std::pair{"lcp", "dense"}, std::pair{"lcp", "pile"}, std::pair{"friction", "plane"}}) {
      common.suite = suite;
      common.kind = kind;
      field.contestants.push_back(common);
    }
  }
}

void add_program(const std::vector<std::string>& program, const std::string& folder, Field& field) {
  std::vector<std::string> words = program;
  words.emplace_back("list");
  const std::string out = folder + "/list.txt";
  const reports::ChildRun run = reports::run_child(words, out, folder + "/err.txt", most_seconds_of_a_list);
  if (run.end != reports::ChildRun::End::exited || run.code != 0) {
    field.troubles.push_back(fmt::format("{}: does not say what it can do (code {})", program.front(), run.code));
    return;
  }
  Contestant common;
  common.program = program;
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);) take_line(line, common, field);
}

std::vector<std::string> programs_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> programs;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::perms mode = entry.status(error).permissions();
    if (entry.is_regular_file(error) && (mode & fs::perms::owner_exec) != fs::perms::none)
      programs.push_back(entry.path().string());
  }
  std::sort(programs.begin(), programs.end());
  return programs;
}

}  // namespace perpend::bench
