// How far the work is: a bar with the time left on a terminal, plain lines otherwise.
#pragma once

#include <chrono>
#include <string>

namespace perpend::cli {

/// Scenes that run at the same time share the line of the terminal.
class Progress {
 public:
  /// `quiet`: prints nothing.
  Progress(std::string scene, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const std::string& what, long done, long planned);
  /// A line above the bar.
  static void tell(const std::string& line);
  /// Takes the bar away.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw();
  [[nodiscard]] std::string bar() const;

  std::string scene_;
  bool quiet_;
  bool is_terminal_;
  double share_ = 0.0;
  std::string what_;
  Clock::time_point start_;
  Clock::time_point last_shown_;
};

}  // namespace perpend::cli
