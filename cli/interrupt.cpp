#include "cli/interrupt.hpp"

#include <csignal>

namespace perpend::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void on_signal(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void install_interrupt_handler() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool is_interrupted() {
  return interrupted != 0;
}

}  // namespace perpend::cli
