// The program run as a user runs it, in a folder of its own.
#pragma once

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/reports/temporary_folder.hpp"

namespace perpend::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif
/// Code runs ten to seventy times slower under sanitizers: a time that a test allows is so much longer there.
inline constexpr int slowdown = is_sanitized ? 30 : 1;

using Arguments = std::vector<std::string>;

struct Outcome {
  int code = -1;  ///< of exit; -signal when a signal ended it
  std::string out;
  std::string err;

  [[nodiscard]] bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
  [[nodiscard]] bool complains(const std::string& text) const { return err.find(text) != std::string::npos; }
};

struct Surroundings {
  std::string standard_output{};  ///< a file to write to instead of keeping the output
  long max_file_bytes = -1;       ///< the largest file that may be written, as with a full disk
  std::string interrupt_in{};     ///< a signal soon after the run into this folder has begun
  int signal = SIGINT;
  bool is_closed = false;  ///< standard output is a pipe that nobody reads any more
  /// The user's cache folder; empty: there is none, so that what runs twice is made twice.
  std::string cache_home{};
};

/// The program while it runs.
class Running {
 public:
  explicit Running(int process) : process_(process) {}
  ~Running();
  Running(Running&& other) noexcept : process_(other.process_) { other.process_ = -1; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  Running& operator=(Running&&) = delete;

  [[nodiscard]] int process() const { return process_; }
  void send(int signal) const;
  /// Its exit code once it has ended, -signal when a signal ended it. Throws when it does not end in `seconds`.
  int wait(double seconds = 60.0);

 private:
  int process_;
};

/// A new folder, removed with all that is in it; the program runs in it.
class Workplace {
 public:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.at(name); }
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  /// The lines of FOLDER/certificates.jsonl.gz, the data that one line states for several put into each of them.
  [[nodiscard]] std::string certificates(const std::string& folder) const;
  [[nodiscard]] bool has(const std::string& name) const;
  /// Files below `name` whose name ends in `ending`.
  [[nodiscard]] std::vector<std::string> files(const std::string& name, const std::string& ending) const;
  [[nodiscard]] nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(read(name)); }

  Outcome run(const Arguments& arguments, const Surroundings& surroundings = {}) const;
  /// Its output is in .stdout, its messages in .stderr.
  [[nodiscard]] Running start(const Arguments& arguments, const Surroundings& surroundings = {}) const;

 private:
  TemporaryFolder folder_;
};

/// A pendulum: `world` and `rest` are added to its world and its experiment.
[[nodiscard]] std::string pendulum(const std::string& rest, const std::string& world = "");

inline const std::string ten_steps = "run { step = 10 ms; duration = 0.1 s }\n";
inline const std::string plain_method = "method plain = none\nmeasure drift = max_abs(constraint_error)\n";

/// Runs one scene in a new folder without writing files.
[[nodiscard]] Outcome run_text(const std::string& scene, const Arguments& more = {});

}  // namespace perpend::test
