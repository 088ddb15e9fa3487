// Ctrl-C ends the run at the next step, so that nothing is left half written.
#pragma once

namespace perpend::cli {

/// SIGINT and SIGTERM set the flag; a second one ends the program at once.
void install_interrupt_handler();
[[nodiscard]] bool is_interrupted();

}  // namespace perpend::cli
