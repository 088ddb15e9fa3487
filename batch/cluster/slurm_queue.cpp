#include "batch/cluster/slurm_queue.hpp"

#include <fmt/format.h>

#include <cstring>
#include <sstream>

#include "reports/files/atomic_file.hpp"
#include "reports/files/child_process.hpp"

namespace perpend::batch {

namespace {

/// A controller that has much to do answers late.
constexpr double most_seconds_of_slurm = 120.0;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// "NODE_FAIL" of "JobId=4 ... JobState=NODE_FAIL Reason=..."; empty: it is not there.
std::string value_in(const std::string& line, const std::string& name) {
  const std::size_t at = (" " + line).find(" " + name + "=");
  if (at == std::string::npos) return "";
  const std::size_t start = at + name.size() + 1;
  return line.substr(start, line.find_first_of(" \n", start) - start);
}

/// "CANCELLED by 1000".
std::string first_word(const std::string& text) {
  return text.substr(0, text.find(' '));
}

}  // namespace

std::string number_ranges(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0, next = 0; i < numbers.size(); i = next) {
    for (next = i + 1; next < numbers.size() && numbers[next] == numbers[next - 1] + 1;) ++next;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
    if (next > i + 1) text += fmt::format("-{}", numbers[next - 1]);
  }
  return text;
}

SlurmQueue::SlurmQueue() : answers_("slurm") {
  if (answers_.path().empty()) throw SlurmError(answers_.trouble());
}

SlurmQueue::Answer SlurmQueue::ask(const std::vector<std::string>& words) {
  const std::string out = answers_.path() + "/out", err = answers_.path() + "/err";
  const reports::ChildRun run = reports::run_child(words, out, err, most_seconds_of_slurm);
  switch (run.end) {
    case reports::ChildRun::End::exited:
      return {run.code, reports::read_bytes(out), reports::read_bytes(err)};
    case reports::ChildRun::End::not_started:
      throw SlurmError(
          fmt::format("{}: {}; --engine slurm needs the commands of Slurm on PATH", words[0], std::strerror(run.code)));
    case reports::ChildRun::End::interrupted:
      return {-1, "", "interrupted"};
    case reports::ChildRun::End::timed_out:
      return {-1, "", fmt::format("no answer in {} s", most_seconds_of_slurm)};
    case reports::ChildRun::End::signalled:
      break;
  }
  return {-1, "", fmt::format("ended by signal {}", run.code)};
}

std::string SlurmQueue::must_ask(const std::vector<std::string>& words) {
  const Answer answer = ask(words);
  if (answer.code == 0) return answer.out;
  std::string text = answer.err.substr(0, answer.err.find_last_not_of('\n') + 1);
  if (text.empty()) text = fmt::format("exit code {}", answer.code);
  throw SlurmError(text.starts_with(words[0]) ? text : words[0] + ": " + text);
}

std::optional<std::int64_t> SlurmQueue::max_array_size() {
  for (const std::string& line : lines_of(must_ask({"scontrol", "show", "config"}))) {
    long long size = 0;
    if (std::sscanf(line.c_str(), "MaxArraySize = %lld", &size) == 1 && size > 0) return size;
  }
  return std::nullopt;
}

std::vector<SlurmTask> SlurmQueue::tasks() {
  std::vector<SlurmTask> tasks;
  for (const std::string& line :
       lines_of(must_ask({"squeue", "--me", "--noheader", "--array", "--format=%F %K %T %j"}))) {
    std::istringstream words(line);
    SlurmTask task;
    std::string state;
    if (!(words >> task.job >> task.number >> state >> task.job_name)) continue;  // no task of an array
    task.is_running = state != "PENDING";
    tasks.push_back(std::move(task));
  }
  return tasks;
}

std::string SlurmQueue::submit(const std::string& script, const std::string& name,
                               const std::vector<std::int64_t>& numbers, const std::string& log) {
  const std::string answer = must_ask({"sbatch", "--parsable", "--no-requeue", "--job-name=" + name,
                                       "--array=" + number_ranges(numbers), "--output=" + log, script});
  return answer.substr(0, answer.find_first_of(";\n"));  // "4711;cluster"
}

void SlurmQueue::cancel(const std::string& name) {
  static_cast<void>(must_ask({"scancel", "--name=" + name}));
}

SlurmEnd SlurmQueue::end_of(const std::string& job, std::int64_t number) {
  const std::string task = fmt::format("{}_{}", job, number);
  if (has_accounting_) {
    const Answer answer = ask(
        {"sacct", "--allocations", "--noheader", "--parsable2", "--jobs=" + task, "--format=State,ExitCode,NodeList"});
    has_accounting_ = answer.code == 0;
    const std::string line = answer.out.substr(0, answer.out.find('\n'));
    const std::size_t second = line.find('|'), third = line.find('|', second + 1);
    if (has_accounting_ && third != std::string::npos)
      return {first_word(line.substr(0, second)), std::atoi(line.c_str() + second + 1), line.substr(third + 1)};
  }
  const auto end_in = [](const std::string& line) -> SlurmEnd {
    return {value_in(line, "JobState"), std::atoi(value_in(line, "ExitCode").c_str()), value_in(line, "NodeList")};
  };
  const Answer answer = ask({"scontrol", "--oneliner", "show", "job", task});
  if (answer.code == 0) return end_in(answer.out);
  // Tasks that were cancelled before they ran have no record: that of what was left of the array stands for them.
  constexpr const char* rest_of_array = "4294967294";
  for (const std::string& line : lines_of(ask({"scontrol", "--oneliner", "show", "job", job}).out))
    if (value_in(line, "ArrayTaskId") == rest_of_array) return end_in(line);
  return {};
}

}  // namespace perpend::batch
