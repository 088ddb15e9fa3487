#include "referee/external_solver.hpp"

#include <fmt/format.h>

#include <stdlib.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "formats/matrix_market.hpp"
#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/lcp/lcp_scaling.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/child_process.hpp"
#include "reports/text/text.hpp"

namespace perpend {

namespace {

struct ExternalReply {
  std::string status;  ///< "solved" when it says nothing; else one of the words of the contract, or "odd status"
  std::optional<double> seconds;
  long iterations = 0;
  std::string note;  ///< one line of bounded length
};

/// "solved", and what the table calls failures: docs/verifying-your-solver.md.
constexpr std::array<std::string_view, 10> statuses{
    "solved", "ray", "cycle", "limit", "singular basis", "stagnation", "inaccurate", "exhausted", "unsuited", "failed"};
constexpr std::size_t longest_note = 160;

/// Its beginning, as one line of valid UTF-8.
std::string harmless(const std::string& text) {
  return reports::single_line(std::string_view(text).substr(0, longest_note));
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

template <class T>
std::optional<T> to_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= T{0})) return std::nullopt;
  return value;
}

void take(std::string_view key, std::string_view value, ExternalReply& reply) {
  if (key == "status") {
    const bool is_known = std::find(statuses.begin(), statuses.end(), value) != statuses.end();
    reply.status = is_known ? std::string(value) : "odd status";
    if (!is_known) reply.note = "says 'status: " + harmless(std::string(value)) + "'";
  } else if (key == "seconds") {
    reply.seconds = to_number<double>(value);
    if (reply.seconds && !std::isfinite(*reply.seconds)) reply.seconds.reset();
  } else if (key == "iterations") {
    reply.iterations = to_number<long>(value).value_or(0);
  } else if (key == "note") {
    reply.note = harmless(std::string(value));
  }
}

ExternalReply read_reply(const std::string& text) {
  ExternalReply reply{.status = "solved", .seconds = {}, .iterations = 0, .note = ""};
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
      take(without_blanks(line.substr(0, colon)), without_blanks(line.substr(colon + 1)), reply);
  }
  return reply;
}

namespace fs = std::filesystem;

/// Most that is read of what a program prints; its answer is in a file.
constexpr std::size_t most_printed_bytes = 1 << 16;

std::string first_bytes(const std::string& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string text(most, '\0');
  file.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\n\r ");
  if (end == std::string::npos) return "";
  const std::size_t start = text.find_last_of('\n', end) + 1;  // npos + 1 is 0
  return text.substr(start, end + 1 - start);
}

/// Status of a program that gave no answer.
Status status_of(const std::string& failure) {
  if (failure == "interrupted") return Status::interrupted;
  return failure == "limit" || failure == "timeout" ? Status::iteration_limit : Status::unsolved;
}

LcpAnswer failed(const std::string& failure, double seconds, const std::string& note) {
  LcpAnswer answer;
  answer.attempt.status = status_of(failure);
  answer.attempt.failure = failure;
  answer.attempt.seconds = seconds;
  answer.attempt.note = note;
  return answer;
}

LcpAnswer broken_off(double seconds) {
  LcpAnswer answer = failed(words_of(StopReason::signal), seconds, "");
  answer.attempt.stopped_by = StopReason::signal;
  return answer;
}

/// What keeps the files from being an answer; nothing when the program went to its end.
std::optional<LcpAnswer> failure_of(const reports::ChildRun& run, const ExternalFiles& files, double most_seconds) {
  const auto complaint = [&] {
    const std::string line = harmless(last_line(first_bytes(files.path("err.txt"), most_printed_bytes)));
    return line.empty() ? "" : ": " + line;
  };
  switch (run.end) {
    case reports::ChildRun::End::timed_out:
      return failed("timeout", run.seconds, fmt::format("ended after {} s", most_seconds));
    case reports::ChildRun::End::interrupted:
      return broken_off(run.seconds);
    case reports::ChildRun::End::not_started:
      return failed("not started", run.seconds, std::strerror(run.code));
    case reports::ChildRun::End::signalled:
      return failed("crash", run.seconds, fmt::format("signal {}{}", run.code, complaint()));
    case reports::ChildRun::End::exited:
      break;
  }
  if (run.code != 0) return failed("error exit", run.seconds, fmt::format("exit code {}{}", run.code, complaint()));
  return std::nullopt;
}

/// z, or why there is none.
std::variant<VectorX, std::string> read_answer(const std::string& path, long size) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() != fs::file_type::regular) return "wrote no z";
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto matrix = read_matrix_market(text, "z.mtx");
  if (const auto* wrong = std::get_if<FileError>(&matrix)) return harmless(wrong->message);
  auto vector = to_vector(std::get<SparseRows>(matrix), "z.mtx");
  if (const auto* wrong = std::get_if<FileError>(&vector)) return harmless(wrong->message);
  VectorX z = std::move(std::get<VectorX>(vector));
  if (z.size() != size) return fmt::format("z has {} entries, not {}", z.size(), size);
  return z;
}

/// In the units that our own solvers work in.
double residual_of(const LcpProblem& problem, const VectorX& z) {
  const LcpScaling scaling = scaling_of(problem.a, problem.b, problem.contacts);
  SparseLcpMatrix matrix(scaling.apply(problem.a));
  const VectorX b = scaling.apply(problem.b);
  const GrowingVector scaled = scaling.to_units(z);
  GrowingVector w;
  matrix.multiply(scaled, w);
  w += b;
  return natural_residual({&matrix, b, b.cwiseAbs(), {}, LcpClass::unknown, b.cwiseAbs()}, scaled, w);
}

Reading<ExternalSolver> read_external(const std::string& text) {
  const std::size_t equals = text.find('=');
  ExternalSolver solver;
  solver.name = text.substr(0, std::min(equals, text.size()));
  std::istringstream words(equals == std::string::npos ? "" : text.substr(equals + 1));
  for (std::string word; words >> word;) solver.words.push_back(word);
  if (solver.name.empty() || solver.words.empty() || harmless(solver.name) != solver.name)
    return FileError{fmt::format("--external {}: write \"NAME=PROGRAM\", or \"NAME=PROGRAM WORD...\"", text)};
  std::error_code error;
  const std::string& program = solver.words.front();
  if (program.find('/') != std::string::npos && !fs::is_regular_file(program, error))
    return FileError{fmt::format("--external {}: {}: no such program", text, program)};
  return solver;
}

}  // namespace

Reading<std::vector<ExternalSolver>> choose_externals(const std::vector<std::string>& texts,
                                                      std::vector<std::string> taken) {
  std::vector<ExternalSolver> solvers;
  for (const std::string& text : texts) {
    auto read = read_external(text);
    if (const auto* error = std::get_if<FileError>(&read)) return *error;
    auto& solver = std::get<ExternalSolver>(read);
    if (std::find(taken.begin(), taken.end(), solver.name) != taken.end())
      return FileError{fmt::format("--external {}: another solver is called {}", text, solver.name)};
    taken.push_back(solver.name);
    solvers.push_back(std::move(solver));
  }
  return solvers;
}

std::optional<FileError> ExternalFiles::write(const LcpProblem& problem) {
  if (!folder_) folder_ = std::make_unique<reports::ScratchFolder>("external");
  if (folder_->path().empty())
    return FileError{"no temporary folder can be made for the files of external solvers: " + folder_->trouble()};
  for (const auto& [name, text] :
       {std::pair{"A.mtx", write_matrix_market(problem.a)}, std::pair{"b.mtx", write_matrix_market(problem.b)}}) {
    if (const auto wrong = reports::write_file(path(name), text)) return FileError{wrong->message()};
  }
  return std::nullopt;
}

LcpAnswer attempt_external(const LcpProblem& problem, const ExternalSolver& solver, const ExternalFiles& files,
                           double most_seconds, bool certify) {
  std::error_code error;
  fs::remove_all(files.path("z.mtx"), error);
  std::vector<std::string> words = solver.words;
  for (const char* name : {"A.mtx", "b.mtx", "z.mtx"}) words.push_back(files.path(name));
  const reports::ChildRun run = reports::run_child(words, files.path("out.txt"), files.path("err.txt"), most_seconds);
  if (auto failure = failure_of(run, files, most_seconds)) return std::move(*failure);
  const ExternalReply reply = read_reply(first_bytes(files.path("out.txt"), most_printed_bytes));
  // No part of a run lasts longer than the whole.
  const double seconds = std::min(reply.seconds.value_or(run.seconds), run.seconds);
  auto z = read_answer(files.path("z.mtx"), problem.b.size());
  if (reply.status != "solved") {
    LcpAnswer answer = failed(reply.status, seconds, reply.note);
    if (certify && reply.status == "ray") certify_ray(problem, std::get_if<VectorX>(&z), answer.attempt);
    return answer;
  }
  if (const auto* reason = std::get_if<std::string>(&z)) return failed("no answer", seconds, *reason);
  LcpAnswer answer;
  answer.z = std::move(std::get<VectorX>(z));
  answer.attempt.status = Status::converged;
  answer.attempt.failure = "none";
  answer.attempt.seconds = seconds;
  answer.attempt.iterations = reply.iterations;
  answer.attempt.note = reply.note;
  if (!reply.seconds)
    answer.attempt.note += std::string(reply.note.empty() ? "" : "; ") + "CPU time of the whole process";
  answer.attempt.residual = residual_of(problem, answer.z);
  if (certify) certify_answer(problem, answer);
  return answer;
}

}  // namespace perpend
