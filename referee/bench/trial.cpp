#include "referee/bench/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "kernel/model/stop.hpp"
#include "reports/files/child_process.hpp"
#include "reports/text/text.hpp"

namespace perpend::bench {

namespace {

constexpr std::size_t longest_note = 200;
/// A contestant whose runs have taken this long has made enough rounds, two at least. [s]
constexpr double enough_seconds = 10.0;

struct Reply {
  bool is_solved = false;
  double seconds = std::numeric_limits<double>::quiet_NaN();
  std::string note;
};

Reply read_reply(const std::string& path) {
  Reply reply;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, colon), value = line.substr(colon + 2);
    if (key == "status") reply.is_solved = value == "solved";
    if (key == "seconds") std::from_chars(value.data(), value.data() + value.size(), reply.seconds);
    if (key == "note") reply.note = reports::single_line(value.substr(0, longest_note));
  }
  return reply;
}

std::string last_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) last = line;
  return reports::single_line(last.substr(0, longest_note));
}

void fail(Trial& trial, TrialEnd end, std::string note) {
  trial.end = end;
  trial.note = std::move(note);
  trial.seconds.clear();
  trial.accuracy.clear();
}

class Rounds {
 public:
  Rounds(const std::string& problem_file, const BenchSettings& settings, const Meter& meter)
      : problem_file_(problem_file), settings_(settings), meter_(meter) {}

  /// One run, its time added to the trial.
  void run(const Contestant& one, Trial& trial, int round) const {
    if (trial.end != TrialEnd::measured || is_interrupted()) return;
    double sum = 0.0;
    for (const double seconds : trial.seconds) sum += seconds;
    if (round > 1 && sum > enough_seconds) return;
    const std::string answer = settings_.folder + "/answer.txt", out = settings_.folder + "/out.txt",
                      err = settings_.folder + "/err.txt";
    std::error_code error;
    std::filesystem::remove(answer, error);
    const reports::ChildRun child =
        reports::run_child(one.command(problem_file_, answer), out, err, settings_.most_seconds);
    const Reply reply = read_reply(out);
    if (child.end == reports::ChildRun::End::interrupted) return;
    if (child.end == reports::ChildRun::End::timed_out)
      return fail(trial, TrialEnd::timed_out, fmt::format("more than {} s", settings_.most_seconds));
    if (child.end == reports::ChildRun::End::not_started)
      return fail(trial, TrialEnd::failed, std::strerror(child.code));
    if (child.end != reports::ChildRun::End::exited || child.code != 0)
      return fail(trial, TrialEnd::failed,
                  fmt::format("{} {}: {}", child.end == reports::ChildRun::End::signalled ? "signal" : "exit code",
                              child.code, last_line_of(err)));
    if (!reply.is_solved) return fail(trial, TrialEnd::failed, reply.note.empty() ? "says that it failed" : reply.note);
    auto accuracy = meter_(answer);
    if (const auto* wrong = std::get_if<FileError>(&accuracy)) return fail(trial, TrialEnd::failed, wrong->message);
    trial.accuracy = std::move(std::get<std::vector<Accuracy>>(accuracy));
    trial.note = reply.note;
    // No part of a run lasts longer than the whole.
    trial.seconds.push_back(std::isnan(reply.seconds) ? child.seconds : std::min(reply.seconds, child.seconds));
  }

 private:
  const std::string& problem_file_;
  const BenchSettings& settings_;
  const Meter& meter_;
};

}  // namespace

const char* to_string(TrialEnd end) {
  switch (end) {
    case TrialEnd::measured:
      return "measured";
    case TrialEnd::failed:
      return "failed";
    case TrialEnd::timed_out:
      return "timed out";
    case TrialEnd::not_tried:
      break;
  }
  return "not tried";
}

double median_of(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double Trial::least() const {
  if (seconds.empty()) return std::numeric_limits<double>::quiet_NaN();
  return *std::min_element(seconds.begin(), seconds.end());
}

double Trial::median() const {
  return median_of(seconds);
}

double Trial::find(const std::string& accuracy_name) const {
  for (const Accuracy& found : accuracy)
    if (found.name == accuracy_name) return found.value;
  return std::numeric_limits<double>::quiet_NaN();
}

std::optional<TimeRatio> ratio_of(const Trial& one, const Trial& other) {
  const std::size_t rounds = std::min(one.seconds.size(), other.seconds.size());
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rounds; ++i)
    if (other.seconds[i] > 0.0) ratios.push_back(one.seconds[i] / other.seconds[i]);
  if (ratios.empty()) return std::nullopt;
  const auto [least, largest] = std::minmax_element(ratios.begin(), ratios.end());
  return TimeRatio{median_of(ratios), *least, *largest};
}

const Trial* best_of_ours(const std::vector<const Trial*>& trials) {
  const Trial* best = nullptr;
  for (const Trial* trial : trials) {
    if (!trial->is_ours || !(trial->least() > 0.0) || trial->find("overlap") > most_overlap) continue;
    if (best == nullptr || trial->least() < best->least()) best = trial;
  }
  return best;
}

std::vector<Trial> run_rounds(const std::vector<Contestant>& contestants, const Trial& head,
                              const std::string& problem_file, const BenchSettings& settings, const Meter& meter,
                              const ProblemPlace& place) {
  std::vector<Trial> trials;
  for (const Contestant& one : contestants) {
    Trial trial = head;
    trial.engine = one.engine;
    trial.variant = one.variant;
    trial.is_ours = one.is_ours();
    trial.end = head.size <= one.largest ? TrialEnd::measured : TrialEnd::not_tried;
    if (trial.end == TrialEnd::not_tried) trial.note = fmt::format("feasible up to {}", one.largest);
    trials.push_back(std::move(trial));
  }
  const Rounds rounds(problem_file, settings, meter);
  const double num_runs = static_cast<double>(trials.size()) * settings.rounds;
  for (int round = 0; round < settings.rounds && !is_interrupted(); ++round) {
    for (std::size_t k = 0; k < trials.size(); ++k) {
      const std::size_t i = round % 2 == 0 ? k : trials.size() - 1 - k;
      const double done = (static_cast<double>(trials.size()) * round + static_cast<double>(k)) / num_runs;
      if (settings.progress)
        settings.progress(fmt::format("{} {}, round {} of {}", head.suite, head.problem, round + 1, settings.rounds),
                          (static_cast<double>(place.index) + done) / static_cast<double>(place.count));
      rounds.run(contestants[i], trials[i], round);
    }
  }
  return trials;
}

}  // namespace perpend::bench
