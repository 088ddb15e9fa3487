#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <vector>

#include "cli/process.hpp"

namespace perpend::cli {

namespace {

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(10);
constexpr int bar_width = 24;

std::string minutes(double seconds) {
  const long whole = static_cast<long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

/// What the terminal shows now.
struct Screen {
  std::mutex mutex;
  std::vector<Progress*> running;
  bool bar_is_shown = false;

  void clear() {
    if (bar_is_shown) say("\r\033[K");
    bar_is_shown = false;
  }
};

Screen& screen() {
  static Screen shown;
  return shown;
}

}  // namespace

Progress::Progress(std::string scene, bool quiet)
    : scene_(std::move(scene)),
      quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_shown_(start_) {
  const std::lock_guard lock(screen().mutex);
  screen().running.push_back(this);
}

Progress::~Progress() {
  finish();
}

void Progress::finish() {
  const std::lock_guard lock(screen().mutex);
  std::erase(screen().running, this);
  screen().clear();
}

void Progress::tell(const std::string& line) {
  const std::lock_guard lock(screen().mutex);
  screen().clear();
  say(line + "\n");
}

std::string Progress::bar() const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const std::string left = share_ > 0.0 ? minutes(elapsed * (1.0 - share_) / share_) + " left" : "";
  const int filled = static_cast<int>(share_ * bar_width);
  return fmt::format("{} [{}{}] {:3.0f} % {} {}", scene_, std::string(filled, '#'),
                     std::string(bar_width - filled, '.'), 100.0 * share_, left, what_);
}

void Progress::draw() {
  std::string line = screen().running.size() == 1 ? bar() : "";
  if (screen().running.size() > 1)
    for (const Progress* one : screen().running)
      line += fmt::format("{}{} {:.0f} %", line.empty() ? "" : ", ", one->scene_.substr(one->scene_.rfind('/') + 1),
                          100.0 * one->share_);
  say("\r\033[K" + line);
  std::fflush(stderr);
  screen().bar_is_shown = true;
}

void Progress::update(const std::string& what, long done, long planned) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || planned <= 0 || now - last_shown_ < (is_terminal_ ? bar_interval : line_interval)) return;
  const std::lock_guard lock(screen().mutex);
  last_shown_ = now;
  share_ = std::min(1.0, static_cast<double>(done) / static_cast<double>(planned));
  what_ = what;
  if (is_terminal_) return draw();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string left = share_ > 0.0 ? minutes(elapsed * (1.0 - share_) / share_) + " left" : "";
  say(fmt::format("{}: {:.0f} % ({}), {}\n", scene_, 100.0 * share_, what, left));
}

}  // namespace perpend::cli
