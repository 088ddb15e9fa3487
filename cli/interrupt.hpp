// Ctrl-C and its like, which every thread sees by must_stop() of kernel/model/stop.hpp, and limits of time as users
// write them.
#pragma once

#include <optional>
#include <string>

namespace perpend::cli {

/// SIGINT, SIGTERM and SIGHUP ask for the end; a second one ends the program at once. A signal that is ignored when the
/// program starts, as SIGHUP is under nohup, stays ignored.
void install_interrupt_handler();

/// "60s", "90 s", "500ms", "2 min" or "1.5h" in seconds; nothing where it is no such time above 0.
[[nodiscard]] std::optional<double> read_time_limit(const std::string& text);

}  // namespace perpend::cli
