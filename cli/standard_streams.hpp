// Standard streams and write errors at the start of the program.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace perpend::cli {

/// A standard stream that came closed is held by a descriptor that refuses writes: its number would otherwise go to the
/// next file opened, and messages would land in a report.
void hold_standard_streams();

/// A full quota or a reader that went away is then an error of the write, with a message and no half-written file.
void ignore_write_signals();

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

}  // namespace perpend::cli
