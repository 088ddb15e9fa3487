#include "cli/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <initializer_list>

#include "kernel/model/stop.hpp"

namespace perpend::cli {

namespace {

int first_error = 0;

extern "C" void on_signal(int signal) {
  request_stop_of_process();
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

void install_interrupt_handler() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace perpend::cli
