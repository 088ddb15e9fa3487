// What the program shares with the system around it: standard streams, messages to the user, signals.
#pragma once

#include <fmt/format.h>

#include <stop_token>
#include <string>
#include <utility>

namespace perpend::cli {

/// A standard stream that came closed is held by a descriptor that refuses writes: its number would otherwise go to the
/// next file opened, and messages would land in a report.
void hold_standard_streams();

/// To standard error. A closed or full one must not stop a run, so its own errors are ignored.
void say(const std::string& text);

/// To standard output. The first failure is kept; nothing is written after it.
void write_out(const std::string& text);

template <class... T>
void print_out(fmt::format_string<T...> format, T&&... arguments) {
  write_out(fmt::format(format, std::forward<T>(arguments)...));
}

/// What was written is seen now.
void flush_out();

/// errno of what kept standard output from being written, 0: nothing did. Call it last. A reader that has gone away, as
/// `head` does, wants no more: that is no failure.
[[nodiscard]] int output_error();

/// A full quota or a reader that went away is then an error of the write, with a message and no half-written file.
void ignore_write_signals();

/// SIGINT, SIGTERM and SIGHUP ask for the end by this token; a second one ends the program at once. A signal that is
/// ignored when the program starts, as SIGHUP is under nohup, stays ignored.
[[nodiscard]] std::stop_token install_interrupt_handler();

}  // namespace perpend::cli
