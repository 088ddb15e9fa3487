// What is wrong with a scene, where, and what to do: data first, text on request.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::dsl {

struct Diagnostic {
  enum class Severity { error, warning };

  Severity severity = Severity::error;
  std::string code;  ///< "S012", a row of `diagnostic_codes`
  std::string file;
  int line = 0;    ///< from 1; 0: the file as a whole
  int column = 0;  ///< from 1, in characters
  int length = 1;  ///< characters underlined, on this line
  std::string message;
  std::string hint;
  std::string source_line;  ///< the line, or a window of a very long one, with blanks for tabs and control characters
  int source_column = 0;    ///< column of the caret in `source_line`
};

/// One line of the manual for each code.
struct DiagnosticCode {
  std::string_view code;
  std::string_view meaning;
};
[[nodiscard]] std::span<const DiagnosticCode> diagnostic_codes();

/// Errors and warnings as text with the source line and a caret; at most 50, then the count of the rest.
[[nodiscard]] std::string render(std::span<const Diagnostic> diagnostics, bool color);

[[nodiscard]] bool has_errors(std::span<const Diagnostic> diagnostics);

}  // namespace perpend::dsl
