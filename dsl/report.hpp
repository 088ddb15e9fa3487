// Collects what is wrong, in the order found, each thing once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dsl/diagnostic.hpp"
#include "dsl/syntax/document.hpp"
#include "kernel/model/scene/experiment.hpp"

namespace perpend::dsl {

class Report {
 public:
  explicit Report(const Document& document) : document_(&document) {}

  void error(Span span, std::string_view code, std::string message, std::string hint = {});
  void warning(Span span, std::string_view code, std::string message, std::string hint = {});
  /// About a whole file or an argument of the command line.
  void error_about(const std::string& name, std::string_view code, std::string message, std::string hint = {});

  [[nodiscard]] long num_errors() const { return num_errors_; }
  /// So many errors that more of them help nobody: stop looking.
  [[nodiscard]] bool is_full() const { return num_errors_ >= 200; }
  [[nodiscard]] std::vector<Diagnostic> take();  ///< errors first, then by file and line
  [[nodiscard]] const Document& document() const { return *document_; }
  /// One that another Report has made.
  void add(Diagnostic diagnostic);
  [[nodiscard]] SourcePlace source_place(Span span);
  /// "chain.scene:12", for a message that points at a second place.
  [[nodiscard]] std::string place(Span span);

 private:
  struct Line {
    int number = 1;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Line find_line(Span span);
  void set_place(Diagnostic& diagnostic, Span span);
  void add(Diagnostic::Severity severity, Span span, std::string_view code, std::string message, std::string hint);

  /// Errors of one code and hint at one place, as in the rounds of a loop.
  struct Said {
    int count = 0;
    std::size_t last = 0;  ///< of the diagnostics that are shown
    std::string hint{};    ///< of that one
  };

  const Document* document_;
  std::vector<Diagnostic> diagnostics_;
  std::unordered_set<std::string> seen_;
  std::unordered_map<std::string, Said> said_;
  std::unordered_map<int, std::vector<std::size_t>> line_starts_;  ///< by file, made at its first diagnostic
  long num_errors_ = 0;
  long num_warnings_ = 0;
};

}  // namespace perpend::dsl
