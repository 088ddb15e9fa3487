#include "perpend/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/errors.hpp"
#include "api/scene_parts.hpp"
#include "perpend/method.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "study/runs/run_plan.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

Result<Scene> make_scene(std::shared_ptr<const Scene::Parts> parts) {
  return Scene(std::move(parts));
}

namespace {

std::string line_of(const Diagnostic& found) {
  const std::string place = found.line > 0 ? fmt::format("{}:{}", found.file, found.line) : found.file;
  return fmt::format("{}{}{}{}", place, place.empty() ? "" : ": ", found.message,
                     found.hint.empty() ? "" : fmt::format(" ({})", found.hint));
}

Error error_of(std::vector<Diagnostic> diagnostics) {
  const auto is_error = [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; };
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), is_error);
  std::string message = first == diagnostics.end() ? "the scene cannot be read" : line_of(*first);
  return {ErrorKind::scene, std::move(message), std::move(diagnostics)};
}

/// For names in code, which have no place in a file.
Error error_about(const std::string& file, const std::string& words) {
  return error_of({{.severity = Diagnostic::Severity::error,
                    .code = "",
                    .file = file,
                    .message = words,
                    .hint = "",
                    .source_line = ""}});
}

Result<Scene> check(dsl::Parsed parsed, const SceneOptions& options, const std::string& file) {
  if (parsed.document == nullptr) return error_of(std::move(parsed.diagnostics));
  auto parts = std::make_shared<Scene::Parts>();
  parts->document = parsed.document;
  parts->methods = options.methods;
  parts->file = file;
  for (const std::string& text : options.overrides) {
    Diagnostic error;
    const auto value = dsl::parse_override(text, error);
    if (!value) return error_of({error});
    parts->overrides.push_back(*value);
  }
  dsl::Loaded loaded = dsl::elaborate(*parts->document, vocabulary(), parts->overrides, parts->methods);
  if (!loaded.experiment) return error_of(std::move(loaded.diagnostics));
  parts->warnings = std::move(loaded.diagnostics);
  parts->experiment = std::move(*loaded.experiment);
  Experiment selected = parts->experiment;  // run() says what it leaves out
  std::vector<std::string> left_out;
  if (const auto error = select_methods(selected, parts->methods, left_out)) return error_about(file, *error);
  return make_scene(std::move(parts));
}

}  // namespace

Result<Scene> Scene::from_file(const std::string& path, const SceneOptions& options) {
  return guarded(kind_of_exception(false),
                 [&] { return check(dsl::parse_file(path, options.include_root), options, path); });
}

Result<Scene> Scene::from_text(const std::string& text, const SceneOptions& options, const std::string& name) {
  return guarded(kind_of_exception(false), [&] { return check(dsl::parse_text(name, text), options, name); });
}

const Experiment& Scene::experiment() const {
  return parts_->experiment;
}

std::vector<std::string> Scene::methods() const {
  if (!parts_->methods.empty()) return parts_->methods;
  std::vector<std::string> names;
  for (const MethodSpec& method : parts_->experiment.methods) names.push_back(method.name);
  return names;
}

std::span<const Diagnostic> Scene::warnings() const {
  return parts_->warnings;
}

std::optional<Error> register_method(const MethodType& type) {
  return guarded(ErrorKind::internal, [&]() -> std::optional<Error> {
    if (auto error = add_stabilizer_type(type)) return Error{ErrorKind::argument, std::move(*error)};
    note_callers_code();
    return std::nullopt;
  });
}

}  // namespace perpend
