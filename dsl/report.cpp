#include "dsl/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace perpend::dsl {

namespace {

/// Errors with one hint at one place that are shown: the second says what differs from round to round of a loop.
constexpr int most_of_one_place = 2;

/// Moves an offset back to the start of its character.
std::size_t character_start(std::string_view text, std::size_t offset) {
  while (offset > 0 && offset < text.size() && (text[offset] & 0xC0) == 0x80) --offset;
  return offset;
}

void clean(std::string& line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
}

std::vector<std::size_t> find_line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  return starts;
}

}  // namespace

Report::Line Report::find_line(Span span) {
  const std::string_view text = document_->sources[span.file].text;
  std::vector<std::size_t>& starts = line_starts_[span.file];
  if (starts.empty()) starts = find_line_starts(text);
  const auto next = std::upper_bound(starts.begin(), starts.end(), std::min<std::size_t>(span.begin, text.size()));
  const std::size_t end = next == starts.end() ? text.size() : *next - 1;
  return {static_cast<int>(next - starts.begin()), *(next - 1), end};
}

void Report::set_place(Diagnostic& diagnostic, Span span) {
  const std::string_view text = document_->sources[span.file].text;
  constexpr std::size_t window = 160;  // bytes shown on each side of the caret: a few lines of a terminal
  const std::size_t offset = std::min<std::size_t>(span.begin, text.size());
  const Line line = find_line(span);
  const std::size_t end = std::clamp<std::size_t>(offset + span.length, offset, std::max(line.end, offset));
  const std::size_t left = offset - line.begin > window ? character_start(text, offset - window) : line.begin;
  const std::size_t right = line.end > offset + window ? character_start(text, offset + window) : line.end;
  diagnostic.line = line.number;
  diagnostic.column = 1 + count_characters(text.substr(line.begin, offset - line.begin));
  diagnostic.source_column = 1 + count_characters(text.substr(left, offset - left));
  const std::size_t shown_end = std::max(std::min(end, right), offset);
  diagnostic.length = std::max(1, count_characters(text.substr(offset, shown_end - offset)));
  diagnostic.source_line = std::string(text.substr(left, right - left));
  clean(diagnostic.source_line);
}

void Report::add(Diagnostic::Severity severity, Span span, std::string_view code, std::string message,
                 std::string hint) {
  if (is_full()) return;
  const std::string place = fmt::format("{} {} {} {} {}", span.file, span.begin, span.length, code, hint);
  if (!seen_.insert(place + " " + message).second) return;
  if (severity == Diagnostic::Severity::error) ++num_errors_;
  // More warnings than anybody reads are dropped; errors are never crowded out by them.
  if (severity == Diagnostic::Severity::warning && ++num_warnings_ > 200) return;
  Said& said = said_[place];
  if (severity == Diagnostic::Severity::error && ++said.count > most_of_one_place) {
    std::string& shown = diagnostics_[said.last].hint;
    shown = fmt::format("{}{}and {} more like it here", said.hint, said.hint.empty() ? "" : "; ",
                        said.count - most_of_one_place);
    return;
  }
  const SourceFile& source = document_->sources[span.file];
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.file = source.name;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  set_place(diagnostic, span);
  said.last = diagnostics_.size();
  said.hint = diagnostic.hint;
  diagnostics_.push_back(std::move(diagnostic));
}

void Report::error(Span span, std::string_view code, std::string message, std::string hint) {
  add(Diagnostic::Severity::error, span, code, std::move(message), std::move(hint));
}

void Report::warning(Span span, std::string_view code, std::string message, std::string hint) {
  add(Diagnostic::Severity::warning, span, code, std::move(message), std::move(hint));
}

void Report::error_about(const std::string& name, std::string_view code, std::string message, std::string hint) {
  ++num_errors_;
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.file = name;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostics_.push_back(std::move(diagnostic));
}

SourcePlace Report::source_place(Span span) {
  return {document_->sources[span.file].name, find_line(span).number};
}

std::string Report::place(Span span) {
  return fmt::format("{}:{}", document_->sources[span.file].name, find_line(span).number);
}

std::vector<Diagnostic> Report::take() {
  std::unordered_map<std::string, int> rank;  // files in the order in which they were first reported
  for (const Diagnostic& d : diagnostics_) rank.emplace(d.file, static_cast<int>(rank.size()));
  const auto key = [&](const Diagnostic& d) {
    return std::tuple(d.severity == Diagnostic::Severity::warning, rank[d.file], d.line, d.column);
  };
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  return std::move(diagnostics_);
}

void Report::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Diagnostic::Severity::error) ++num_errors_;
  diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace perpend::dsl
