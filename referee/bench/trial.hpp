// One contestant on one problem: CPU times of several rounds, and how good its answer is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/reading.hpp"
#include "referee/bench/contestant.hpp"

namespace perpend::bench {

enum class TrialEnd {
  measured,
  failed,     ///< the program said so, crashed, or its answer cannot be measured
  timed_out,  ///< more than a run may take
  not_tried,  ///< the problem is too large for it
};
[[nodiscard]] const char* to_string(TrialEnd end);

/// A number of the meter: "separation" 1e-12 m.
struct Accuracy {
  std::string name;
  double value = 0.0;
  std::string unit;
};

struct Trial {
  std::string suite, kind;
  std::string problem;     ///< "hinge_100": the same for all that are compared
  long size = 0;           ///< links, unknowns, disks
  double step = 0.0;       ///< [s]; 0: the problem has none
  double simulated = 0.0;  ///< [s]
  double work = 1.0;       ///< what times are divided by in tables: steps, or 1
  std::string engine, variant;
  bool is_ours = false;
  TrialEnd end = TrialEnd::not_tried;
  std::string note;
  std::vector<double> seconds{};  ///< CPU time of its work in each round, without reading and setup
  std::vector<Accuracy> accuracy{};

  [[nodiscard]] std::string name() const { return engine + " " + variant; }
  [[nodiscard]] double least() const;                                 ///< [s]; NaN: not measured
  [[nodiscard]] double median() const;                                ///< [s]; NaN: not measured
  [[nodiscard]] double find(const std::string& accuracy_name) const;  ///< NaN: has none
};

/// Times of one trial over those of another, round by round.
struct TimeRatio {
  double median = 0.0, least = 0.0, largest = 0.0;
};
/// Nothing where one of the two was not measured.
[[nodiscard]] std::optional<TimeRatio> ratio_of(const Trial& one, const Trial& other);

/// Answers of disks in a box that overlap more are not compared with: time has to be that of the same quality.
inline constexpr double most_overlap = 0.01;  ///< of the radius
/// The fastest of ours on a problem, among answers that overlap by no more than that where overlap is measured; null:
/// there is none.
[[nodiscard]] const Trial* best_of_ours(const std::vector<const Trial*>& trials);

[[nodiscard]] double median_of(std::vector<double> values);

struct BenchSettings {
  std::vector<std::string> suites;  ///< empty: all
  bool is_tiny = false;             ///< problems of a few milliseconds, two rounds: a test
  long largest = 10000;             ///< links of a chain, disks, unknowns
  int rounds = 5;
  double most_seconds = 30.0;                                           ///< that a run may take
  std::string folder;                                                   ///< for problems and answers
  std::string self;                                                     ///< this program
  std::function<void(const std::string& what, double share)> progress;  ///< `share`: of the suite that is done
};

/// Which of the problems of its suite it is.
struct ProblemPlace {
  std::size_t index = 0, count = 1;
};

/// Measures the answer in a file; or says why it is not an answer.
using Meter = std::function<Reading<std::vector<Accuracy>>(const std::string& answer)>;

/// All contestants on one problem. In each round every one of them runs once, in the other direction from round to
/// round, so that what else the machine does falls on all alike. `head`: facts of the problem, the same for all.
/// `place`: for the progress alone.
[[nodiscard]] std::vector<Trial> run_rounds(const std::vector<Contestant>& contestants, const Trial& head,
                                            const std::string& problem_file, const BenchSettings& settings,
                                            const Meter& meter, const ProblemPlace& place = {});

}  // namespace perpend::bench
