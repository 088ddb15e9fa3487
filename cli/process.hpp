// What the program shares with the system around it: standard streams, messages to the user, signals.
#pragma once

#include <fmt/format.h>

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "reports/files/atomic_file.hpp"

namespace perpend::cli {

/// A standard stream that came closed is held by a descriptor that refuses writes: its number would otherwise go to the
/// next file opened, and messages would land in a report.
void hold_standard_streams();

/// Maps the code of the program in one call, where the kernel can: a run takes hundreds of parts of it, each of them
/// with a fault that costs as much as hundreds of pages here.
void map_program_code();

/// Maps as much memory as a short run and its reports take in one call, for the same reason, and keeps what is freed.
void map_heap();

/// "4f2a61c0d9e3", "-dirty" behind it where files differed from that commit when the program was built; empty: not
/// known.
[[nodiscard]] const std::string& program_commit();
void set_program_commit(std::string commit);

/// Whether text to this descriptor may have colours: a terminal, and neither NO_COLOR nor TERM=dumb.
[[nodiscard]] bool has_colors(int descriptor);

/// Opens a page in the user's browser ($BROWSER, else xdg-open), and does not wait for it. Says when there is none.
void open_page(const std::string& path);

/// To standard error. A closed or full one must not stop a run, so its own errors are ignored.
void say(const std::string& text);

/// A line for each, on standard error.
void print_errors(const std::vector<reports::WriteError>& errors);

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
