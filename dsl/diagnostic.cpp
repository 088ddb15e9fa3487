#include "dsl/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace perpend::dsl {

namespace {

constexpr std::array<DiagnosticCode, 63> codes{{
    {"S001", "the file cannot be read"},
    {"S002", "the file is not text in UTF-8"},
    {"S003", "the file, or all files together, are too large"},
    {"S004", "an include cannot be followed: cycle, outside the root, or too deep"},
    {"S005", "not a statement or expression of the language"},
    {"S006", "nested too deeply"},
    {"S007", "a number is out of range, or a whole number that 64 bits do not hold"},
    {"S008", "a string does not end or has an unknown escape"},
    {"S009", "a name is reserved"},
    {"S010", "there is not exactly one experiment"},
    {"S011", "unknown kind, or a kind that does not belong here"},
    {"S012", "unknown field, argument or option"},
    {"S013", "a field or argument is missing"},
    {"S014", "a field or argument is given twice"},
    {"S015", "a name is declared twice"},
    {"S016", "unknown type, method, signal or solver"},
    {"S017", "unknown name"},
    {"S018", "unknown function, or wrong arguments of one"},
    {"S019", "unknown unit"},
    {"S020", "a declaration lacks a part or has one too many"},
    {"S021", "a value of the wrong type"},
    {"S022", "not one of the choices"},
    {"S023", "out of the allowed range"},
    {"S024", "a whole number is needed"},
    {"S025", "too many repetitions"},
    {"S026", "the result is not a number: division by zero, root of a negative number, overflow"},
    {"S027", "a rotation without an axis, a length or an order of axes"},
    {"S028", "a function, or a law, that needs its own value: an algebraic loop"},
    {"S029", "a table that cannot be read: not numbers, not ascending, too short"},
    {"S031", "a field has the wrong dimension"},
    {"S032", "dimensions in an expression do not fit"},
    {"S041", "a body without mass or inertia"},
    {"S042", "the parts of a body, joint, force or method do not go together"},
    {"S043", "warning: a joint, drive or constraint does not close at the start"},
    {"S044", "a joint between a body and itself or between immovable bodies, a drive of something that is not a joint"},
    {"S045", "warning: a body is attached to nothing"},
    {"S046", "an essential part of the experiment is missing"},
    {"S047", "the step and the duration do not go together"},
    {"S048", "the sizes of a matrix or linear system do not agree"},
    {"S049", "warning: the velocities at the start break a joint, drive or constraint"},
    {"S050", "no position near the start closes all joints"},
    {"S051", "a measure needs a reduction or an entity"},
    {"S052", "a figure does not fit together"},
    {"S053", "a claim needs exactly one range"},
    {"S054", "a query of a claim is malformed"},
    {"S055", "a sweep is malformed or too large"},
    {"S056", "a fit does not fit together"},
    {"S061", "an override names nothing that can be overridden"},
    {"S062", "an override changes the dimension or does not read as name = value"},
    {"S063", "a drive or prescribed velocity is faster than the step resolves"},
    {"S064", "a method cannot run the mechanism"},
    {"S065", "warning: a choice has no effect on a method"},
    {"S066", "warning: bodies overlap at the start"},
    {"S067", "a contact between bodies that cannot touch"},
    {"S068", "warning: bodies that the scene lets touch never do"},
    {"S069", "a polygon that touches others is not convex"},
    {"S070", "warning: the dense system of a route will take long"},
    {"S071", "a gear or a rack needs a carrier"},
    {"S072", "warning: an angle without a unit that may be meant in degrees"},
    {"S073", "a part exports what it does not have, contains itself, or is asked for what it does not export"},
    {"S074", "warning: a method cannot run the mechanism, and others can"},
    {"S075", "a mesh that cannot be read, or is not the surface of a convex solid"},
    {"S076", "warning: a measure takes the name of a signal that a measure above it reads"},
}};

constexpr std::size_t most_shown = 50;

struct Palette {
  const char* error = "";
  const char* warning = "";
  const char* caret = "";
  const char* off = "";
};

constexpr Palette colors{"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;32m", "\x1b[0m"};

/// Names of files and texts of values come from outside: no control characters reach the terminal.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

void append_head(std::string& text, const Diagnostic& diagnostic, const Palette& palette) {
  const bool is_error = diagnostic.severity == Diagnostic::Severity::error;
  text += printable(diagnostic.file);
  if (diagnostic.line > 0) text += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  text += fmt::format(": {}{}{}[{}]: {}\n", is_error ? palette.error : palette.warning, is_error ? "error" : "warning",
                      palette.off, diagnostic.code, printable(diagnostic.message));
}

void append_source(std::string& text, const Diagnostic& diagnostic, const Palette& palette) {
  if (diagnostic.line == 0) {
    if (!diagnostic.hint.empty()) text += fmt::format("      | {}\n", printable(diagnostic.hint));
    return;
  }
  const std::string blanks(static_cast<std::size_t>(std::max(diagnostic.source_column - 1, 0)), ' ');
  const std::string tail(static_cast<std::size_t>(std::max(diagnostic.length - 1, 0)), '~');
  text += fmt::format("{:5} | {}\n", diagnostic.line, diagnostic.source_line);
  text += fmt::format("      | {}{}^{}{}", blanks, palette.caret, tail, palette.off);
  if (!diagnostic.hint.empty()) text += ' ' + printable(diagnostic.hint);
  text += '\n';
}

}  // namespace

std::span<const DiagnosticCode> diagnostic_codes() {
  return codes;
}

std::string render(std::span<const Diagnostic> diagnostics, bool color) {
  const Palette palette = color ? colors : Palette{};
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.first(std::min(diagnostics.size(), most_shown))) {
    append_head(text, diagnostic, palette);
    append_source(text, diagnostic, palette);
  }
  if (diagnostics.size() > most_shown) text += fmt::format("... and {} more\n", diagnostics.size() - most_shown);
  return text;
}

bool has_errors(std::span<const Diagnostic> diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

}  // namespace perpend::dsl
