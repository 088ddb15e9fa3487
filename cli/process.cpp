#include "cli/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <initializer_list>

namespace perpend::cli {

namespace {

int first_error = 0;

std::stop_source& interrupts() {
  static std::stop_source source;
  return source;
}

/// Asking for a stop is an atomic exchange where no callback is registered, and none is: Perpend polls.
extern "C" void on_signal(int signal) {
  interrupts().request_stop();
  std::signal(signal, SIG_DFL);
}

}  // namespace

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int held = ::open("/dev/null", O_RDONLY);  // takes the lowest free number: this one
  }
}

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

void write_out(const std::string& text) {
  if (first_error != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) first_error = errno != 0 ? errno : EIO;
}

void flush_out() {
  errno = 0;
  if (first_error == 0 && std::fflush(stdout) != 0) first_error = errno != 0 ? errno : EIO;
}

int output_error() {
  flush_out();
  return first_error == EPIPE ? 0 : first_error;
}

void ignore_write_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

std::stop_token install_interrupt_handler() {
  std::stop_token token = interrupts().get_token();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  return token;
}

}  // namespace perpend::cli
