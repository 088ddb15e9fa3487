#include "dsl/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>

#include "dsl/analysis/analysis.hpp"
#include "dsl/syntax/include.hpp"
#include "dsl/syntax/parse.hpp"

namespace perpend::dsl {

namespace fs = std::filesystem;

Parsed parse_file(const std::string& path, const std::string& root, const Limits& limits) {
  auto document = std::make_shared<Document>();
  document->limits = limits;
  Report report(*document);
  std::error_code error;
  const fs::path folder = root.empty() ? fs::absolute(path, error).parent_path() : fs::path(root);
  SourceReader reader(*document, report, fs::weakly_canonical(folder, error));
  const bool is_good = reader.read_scene(path);
  return {is_good ? std::move(document) : nullptr, report.take()};
}

Parsed parse_text(std::string name, std::string text, const Limits& limits) {
  auto document = std::make_shared<Document>();
  document->limits = limits;
  Report report(*document);
  SourceReader reader(*document, report, {});
  const bool is_good = reader.read_scene(std::move(name), std::move(text));
  return {is_good ? std::move(document) : nullptr, report.take()};
}

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A document with one expression; null after an error.
const Expression* read_expression(Document& document, const std::string& name, const std::string& text,
                                  Report& report) {
  if (text.size() > document.limits.file_bytes || find_invalid_text(text) != std::string_view::npos) {
    report.error_about(name, "S002", "the value is not text");
    return nullptr;
  }
  document.sources.push_back({name, "", text});
  return parse_expression(document, 0, report);
}

/// Values of overrides know constants and functions, but no names of the scene.
EvaluatedOverride evaluate(const Override& override, Document& document, Report& report) {
  EvaluatedOverride result{override.name, override.value_text, std::nullopt, false};
  Report own(document);
  if (const Expression* expression =
          read_expression(document, fmt::format("--set {}", override.name), override.value_text, own)) {
    const Scope empty;
    result.value = Evaluator(document, empty, own).evaluate(*expression);
  }
  for (Diagnostic& diagnostic : own.take()) report.add(std::move(diagnostic));
  return result;
}

}  // namespace

std::optional<Override> parse_override(const std::string& text, Diagnostic& error) {
  const std::size_t equals = text.find('=');
  const std::string_view name = trim(std::string_view(text).substr(0, equals));
  const bool has_value = equals != std::string::npos && !name.empty();
  const std::string_view value = has_value ? trim(std::string_view(text).substr(equals + 1)) : std::string_view();
  if (value.empty()) {
    error = {};
    error.code = "S062";
    error.file = "--set";
    error.message = fmt::format("'{}' does not read as name = value", text);
    error.hint = "as in --set \"g = 58.9 m/s^2\"";
    return std::nullopt;
  }
  const Override result{std::string(name), std::string(value)};
  Document document;
  Report report(document);
  if (read_expression(document, fmt::format("--set {}", name), result.value_text, report) != nullptr) return result;
  error = report.take().front();
  return std::nullopt;
}

Loaded elaborate(const Document& document, const Vocabulary& vocabulary, std::span<const Override> overrides,
                 std::span<const std::string> methods) {
  Report report(document);
  Analysis analysis(document, vocabulary, report);
  analysis.selected_methods = methods;
  std::deque<Document> override_documents;  // values point at their units
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const auto is_same = [&](const Override& later) { return later.name == overrides[i].name; };
    if (std::any_of(overrides.begin() + static_cast<std::ptrdiff_t>(i) + 1, overrides.end(), is_same)) continue;
    analysis.overrides.push_back(evaluate(overrides[i], override_documents.emplace_back(), report));
  }
  analyze_experiment(analysis, document.bodies.front());
  const bool is_good = report.num_errors() == 0;
  if (is_good && std::holds_alternative<World>(analysis.experiment.system))
    analysis.experiment.system = std::move(analysis.world);
  Loaded loaded;
  if (is_good) loaded.experiment = std::move(analysis.experiment);
  loaded.diagnostics = report.take();
  return loaded;
}

}  // namespace perpend::dsl
