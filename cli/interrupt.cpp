#include "cli/interrupt.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <utility>

#include "kernel/model/stop.hpp"

namespace perpend::cli {

namespace {

extern "C" void on_signal(int signal) {
  request_stop_of_process();
  std::signal(signal, SIG_DFL);
}

}  // namespace

void install_interrupt_handler() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
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

}  // namespace perpend::cli
