#include "study/interrupt.hpp"

#include <sys/time.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <utility>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

extern "C" void on_signal(int signal) {
  request_stop(StopReason::signal);
  std::signal(signal, SIG_DFL);
}

extern "C" void on_alarm(int) {
  request_stop(StopReason::time_limit);
}

/// 0: the timer is off.
void set_timer(double seconds) {
  constexpr double longest = 1e9;  // [s]; beyond any run, and within time_t
  seconds = std::min(seconds, longest);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  const bool is_too_short = seconds > 0.0 && timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0;
  if (is_too_short) timer.it_value.tv_usec = 1;  // 0 would be none
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

void install_interrupt_handler() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

bool is_interrupted() {
  return stop_reason() == StopReason::signal;
}

TimeLimit::TimeLimit(std::optional<double> seconds) : is_set_(seconds.has_value()) {
  if (!is_set_) return;
  std::signal(SIGALRM, on_alarm);
  set_timer(*seconds);
}

TimeLimit::~TimeLimit() {
  if (!is_set_) return;
  set_timer(0.0);
  forget_time_limit();
}

std::optional<double> read_time_limit(const std::string& text) {
  constexpr std::pair<const char*, double> units[] = {{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}, {"h", 3600.0}};
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || !std::isfinite(value) || !(value > 0.0)) return std::nullopt;
  const char* const unit = std::find_if(rest, end, [](char c) { return c != ' '; });
  for (const auto& [name, seconds] : units)
    if (std::string(unit, end) == name) return value * seconds;
  return std::nullopt;
}

}  // namespace perpend
