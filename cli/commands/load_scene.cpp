#include "cli/commands/load_scene.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

void print(const std::vector<dsl::Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;
  say(dsl::render(diagnostics, has_colors(STDERR_FILENO)));
}

}  // namespace

LoadedScene read_scene(const std::string& path, const std::vector<dsl::Override>& overrides,
                       const std::vector<std::string>& methods, std::vector<dsl::Diagnostic>& diagnostics) {
  LoadedScene scene;
  const dsl::Parsed parsed = dsl::parse_file(path, "");
  diagnostics = parsed.diagnostics;
  if (parsed.document == nullptr) return scene;
  scene.document = parsed.document;
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), overrides, methods);
  diagnostics.insert(diagnostics.end(), loaded.diagnostics.begin(), loaded.diagnostics.end());
  scene.experiment = std::move(loaded.experiment);
  return scene;
}

LoadedScene load_scene(const std::string& path, const std::vector<dsl::Override>& overrides, bool quiet,
                       const std::vector<std::string>& methods) {
  std::vector<dsl::Diagnostic> diagnostics;
  LoadedScene scene = read_scene(path, overrides, methods, diagnostics);
  // Next to an error its warnings may help; alone they are no error.
  if (!quiet || !scene.experiment) print(diagnostics);
  for (const dsl::Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == dsl::Diagnostic::Severity::warning)
      scene.warnings.push_back(diagnostic.line == 0 ? diagnostic.message
                                                    : fmt::format("line {}: {}", diagnostic.line, diagnostic.message));
  return scene;
}

std::optional<std::vector<dsl::Override>> read_overrides(const std::vector<std::string>& texts) {
  std::vector<dsl::Override> overrides;
  for (const std::string& text : texts) {
    dsl::Diagnostic error;
    const auto override_value = dsl::parse_override(text, error);
    if (!override_value) {
      print({error});
      return std::nullopt;
    }
    overrides.push_back(*override_value);
  }
  return overrides;
}

}  // namespace perpend::cli
