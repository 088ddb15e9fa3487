// What ends long work early: Ctrl-C and its like, and limits of time. Both are seen by must_stop() of
// kernel/model/stop.hpp.
#pragma once

#include <optional>
#include <string>

namespace perpend {

/// SIGINT, SIGTERM and SIGHUP ask for the end; a second one ends the program at once. A signal that is ignored when the
/// program starts, as SIGHUP is under nohup, stays ignored.
void install_interrupt_handler();
/// A signal has come.
[[nodiscard]] bool is_interrupted();

/// From here to the end of its life what computes is to stop after `seconds` of wall time; nothing: no limit. One at a
/// time.
class TimeLimit {
 public:
  explicit TimeLimit(std::optional<double> seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  bool is_set_;
};

/// "60s", "90 s", "500ms", "2 min" or "1.5h" in seconds; nothing where it is no such time above 0.
[[nodiscard]] std::optional<double> read_time_limit(const std::string& text);

}  // namespace perpend
