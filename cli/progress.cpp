#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/messages.hpp"

namespace perpend::cli {

namespace {

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(10);
constexpr int bar_width = 24;

std::string minutes(double seconds) {
  const long whole = static_cast<long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::string scene, bool quiet)
    : scene_(std::move(scene)),
      quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_shown_(start_) {}

Progress::~Progress() {
  clear_bar();
}

void Progress::clear_bar() {
  if (bar_is_shown_) say("\r\033[K");
  bar_is_shown_ = false;
}

void Progress::update(const std::string& what, long done, long planned) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || planned <= 0 || now - last_shown_ < (is_terminal_ ? bar_interval : line_interval)) return;
  last_shown_ = now;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(planned));
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string left = share > 0.0 ? minutes(elapsed * (1.0 - share) / share) + " left" : "";
  if (!is_terminal_) {
    say(fmt::format("{}: {:.0f} % ({}), {}\n", scene_, 100.0 * share, what, left));
    return;
  }
  const int filled = static_cast<int>(share * bar_width);
  say(fmt::format("\r\033[K{} [{}{}] {:3.0f} % {} {}", scene_, std::string(filled, '#'),
                  std::string(bar_width - filled, '.'), 100.0 * share, left, what));
  std::fflush(stderr);
  bar_is_shown_ = true;
}

}  // namespace perpend::cli
