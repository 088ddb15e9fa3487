#include "dsl/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>

#include "dsl/analysis/analysis.hpp"
#include "dsl/syntax/include.hpp"
#include "dsl/syntax/parse.hpp"
#include "dsl/values/units.hpp"

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

/// Adds a source with one expression; null after an error.
const Expression* read_expression(Document& document, const std::string& name, const std::string& text,
                                  Report& report) {
  if (text.size() > document.limits.file_bytes || find_invalid_text(text) != std::string_view::npos) {
    report.error_about(name, "S002", "the value is not text");
    return nullptr;
  }
  document.sources.push_back({name, "", text});
  return parse_expression(document, static_cast<std::uint16_t>(document.sources.size() - 1), report);
}

/// Values of overrides know constants and functions, but no names of the scene.
EvaluatedOverride evaluate(const Override& override, Document& document, Report& report) {
  EvaluatedOverride result{override.name, override.value_text, std::nullopt, false};
  Report own(document);
  if (const Expression* expression =
          read_expression(document, fmt::format("--set {}", override.name), override.value_text, own)) {
    const Scope empty;
    const std::string_view word = document.names.text(expression->name);
    result.is_word = expression->kind == ExpressionKind::name && word != "pi" && word != "inf";
    result.value = result.is_word ? Value{word} : Evaluator(document, empty, own).evaluate(*expression);
  }
  for (Diagnostic& diagnostic : own.take()) report.add(std::move(diagnostic));
  return result;
}

}  // namespace

std::string value_text(const SweepAxis& axis, double value) {
  return axis.is_of_words ? word_of(axis, value) : format_quantity(value, axis.unit);
}

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

LoadedMethod parse_method(const std::string& text, const std::string& step, const Vocabulary& vocabulary) {
  Document document;
  Report report(document);
  const Expression* type = read_expression(document, "the method", text, report);
  const Expression* size = type == nullptr ? nullptr : read_expression(document, "the step", step, report);
  if (size == nullptr) return {std::nullopt, report.take()};
  Statement of_step;
  of_step.kind = StatementKind::property;
  of_step.keyword = document.names.intern("step");
  of_step.keyword_span = size->span;
  of_step.value = size;
  Statement method;
  method.kind = StatementKind::declaration;
  method.has_body = true;
  method.keyword = document.names.intern("method");
  method.name = document.names.intern("it");
  method.keyword_span = method.name_span = type->span;
  method.value = type;
  method.body = {&of_step, 1};
  Analysis analysis(document, vocabulary, report);
  analyze_method(analysis, method);
  settle_methods(analysis);
  LoadedMethod loaded;
  if (report.num_errors() == 0) loaded.method = std::move(analysis.experiment.methods.front());
  loaded.diagnostics = report.take();
  return loaded;
}

LoadedSolvers parse_lcp_solvers(const std::string& text, const Vocabulary& vocabulary) {
  Document document;
  Report report(document);
  LoadedSolvers loaded;
  if (const Expression* solvers = read_expression(document, "the solver", text, report)) {
    Analysis analysis(document, vocabulary, report);
    loaded.solvers = read_lcp_solvers(analysis, *solvers);
  }
  if (report.num_errors() > 0) loaded.solvers.clear();
  loaded.diagnostics = report.take();
  return loaded;
}

namespace {

struct ReadScene {
  ReadScene(const Document& document, const Vocabulary& vocabulary, std::span<const std::string> methods, Extent extent)
      : report(document), analysis(document, vocabulary, report) {
    analysis.extent = extent;
    analysis.selected_methods = methods;
  }

  void set(std::span<const Override> overrides);
  bool finish();

  Report report;
  Analysis analysis;
  std::deque<Document> override_documents;  // values point at their units
};

void ReadScene::set(std::span<const Override> overrides) {
  analysis.overrides.clear();
  override_documents.clear();
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const auto is_same = [&](const Override& later) { return later.name == overrides[i].name; };
    if (std::any_of(overrides.begin() + static_cast<std::ptrdiff_t>(i) + 1, overrides.end(), is_same)) continue;
    analysis.overrides.push_back(evaluate(overrides[i], override_documents.emplace_back(), report));
  }
}

/// False after errors.
bool ReadScene::finish() {
  if (report.num_errors() > 0) return false;
  if (std::holds_alternative<World>(analysis.experiment.system)) analysis.experiment.system = std::move(analysis.world);
  return true;
}

Loaded read_whole(ReadScene& scene, std::span<const Override> overrides) {
  scene.set(overrides);
  analyze_experiment(scene.analysis, scene.analysis.document.bodies.front());
  Loaded loaded;
  if (scene.finish()) loaded.experiment = std::move(scene.analysis.experiment);
  loaded.diagnostics = scene.report.take();
  return loaded;
}

}  // namespace

Loaded elaborate(const Document& document, const Vocabulary& vocabulary, std::span<const Override> overrides,
                 std::span<const std::string> methods, Extent extent) {
  ReadScene scene(document, vocabulary, methods, extent);
  return read_whole(scene, overrides);
}

struct Elaboration::Reading : ReadScene {
  using ReadScene::ReadScene;
};

Elaboration::Elaboration(const Document& document, const Vocabulary& vocabulary, std::vector<std::string> methods)
    : document_(document), vocabulary_(vocabulary), methods_(std::move(methods)) {}

Elaboration::~Elaboration() = default;

Loaded Elaboration::read(std::span<const Override> overrides) {
  last_ = std::make_unique<Reading>(document_, vocabulary_, methods_, Extent::runs);
  Loaded loaded = read_whole(*last_, overrides);
  if (!loaded.experiment) last_.reset();
  return loaded;
}

bool Elaboration::read_again(std::span<const Override> overrides, const KeyEffect& effect, Experiment& experiment) {
  auto* const world = std::get_if<World>(&experiment.system);
  if (last_ == nullptr || world == nullptr) return false;
  Analysis& analysis = last_->analysis;
  analysis.world = std::move(*world);
  analysis.experiment = std::move(experiment);
  last_->set(overrides);
  analyze_experiment_again(analysis, document_.bodies.front(), effect);
  if (!last_->finish()) {
    last_.reset();
    return false;
  }
  experiment = std::move(analysis.experiment);
  static_cast<void>(last_->report.take());
  return true;
}

}  // namespace perpend::dsl
