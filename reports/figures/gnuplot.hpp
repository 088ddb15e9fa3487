// Runs gnuplot on a script, and writes text that gnuplot takes as text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::reports {

/// A string literal: single quotes, in which gnuplot expands neither variables nor commands; no backquote is left all
/// the same.
[[nodiscard]] std::string gnuplot_string(std::string_view text);
/// The same for the label of a tic, in which gnuplot also looks for formats.
[[nodiscard]] std::string gnuplot_tic(std::string_view text);
/// Between two strings: an expression, since a quoted string has no line break.
inline constexpr const char* gnuplot_line_break = ".sprintf('%c', 10).";
/// A quoted string in lines of at most `width` characters.
[[nodiscard]] std::string gnuplot_lines(std::string_view text, std::size_t width);

/// A number as data: "NaN" is a hole.
[[nodiscard]] std::string gnuplot_number(double value);

struct GnuplotResult {
  std::string picture;  ///< what it wrote to its standard output
  std::string failure;  ///< why there is no picture; empty: there is one
  std::string said{};   ///< what it printed, by default to its error output
};

/// The script goes in by standard input and the picture comes out by standard output: no shell is involved, no name of
/// a file (gnuplot takes an output whose name begins with "|" for a command), and no disk that may be full.
[[nodiscard]] GnuplotResult run_gnuplot(std::string_view script, const char* program = "gnuplot");

/// The same of each script, by one process: to start it takes two thirds of the time of a picture. Each finds gnuplot
/// as it starts, and draws by `set terminal` and what follows, to the output that is set. Where one of them fails each
/// is run by a process of its own, so that it keeps no other from being drawn.
[[nodiscard]] std::vector<GnuplotResult> run_gnuplot(std::span<const std::string> scripts,
                                                     const char* program = "gnuplot");

/// "5.4 patchlevel 4" and what it was built with; empty: it cannot be run.
[[nodiscard]] std::string gnuplot_version(const char* program = "gnuplot");

}  // namespace perpend::reports
