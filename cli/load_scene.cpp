#include "cli/load_scene.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/messages.hpp"
#include "kernel/contacts/start_overlaps.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

void print(const std::vector<dsl::Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;
  say(dsl::render(diagnostics, isatty(STDERR_FILENO) == 1));
}

/// "'ball' in 'left' (0.05 m) and 'ball' in 'right' (0.05 m)".
std::string words_of(const Model& model, const StartJam& jam) {
  const auto name = [&](int body) { return "'" + model.bodies[body].name + "'"; };
  constexpr std::size_t most_named = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(jam.overlaps.size(), most_named); ++i) {
    const StartOverlap& overlap = jam.overlaps[i];
    const char* separator = i == 0 ? "" : i + 1 == jam.overlaps.size() ? " and " : ", ";
    text +=
        fmt::format("{}{} in {} ({:.3g} m)", separator, name(overlap.body[1]), name(overlap.body[0]), overlap.depth);
  }
  if (jam.overlaps.size() > most_named) text += fmt::format(" and {} more pairs", jam.overlaps.size() - most_named);
  return text;
}

/// Overlaps that no motion opens, as warnings of the whole scene.
void warn_about_jams(const std::string& path, dsl::Loaded& loaded) {
  if (!loaded.experiment || !loaded.experiment->run) return;
  const auto* world = std::get_if<World>(&loaded.experiment->system);
  if (world == nullptr) return;
  // The scene language is silent below the same share: scenes print coordinates to ten digits or so.
  const double allowed = 1e-9 * characteristic_length(world->model);
  for (const StartJam& jam : start_jams(world->model, world->initial)) {
    if (std::none_of(jam.overlaps.begin(), jam.overlaps.end(), [&](const auto& o) { return o.depth > allowed; }))
      continue;
    dsl::Diagnostic warning;
    warning.severity = dsl::Diagnostic::Severity::warning;
    warning.code = "S066";
    warning.file = path;
    warning.message = fmt::format("no motion opens these overlaps at the start: {}", words_of(world->model, jam));
    warning.hint =
        "no method can separate them, and what it tries may be energy from nowhere: move or shrink a body, or let a "
        "pair "
        "pass through each other: contact name = between(a, b) { enabled = false }";
    loaded.diagnostics.push_back(warning);
  }
}

}  // namespace

LoadedScene load_scene(const std::string& path, const std::vector<dsl::Override>& overrides, bool quiet,
                       const std::vector<std::string>& methods) {
  LoadedScene scene;
  const dsl::Parsed parsed = dsl::parse_file(path, "");
  print(parsed.diagnostics);
  if (parsed.document == nullptr) return scene;
  scene.document = parsed.document;
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), overrides, methods);
  warn_about_jams(path, loaded);
  // Beside an error its warnings may help; alone they are no error.
  if (!quiet || !loaded.experiment) print(loaded.diagnostics);
  for (const dsl::Diagnostic& diagnostic : loaded.diagnostics)
    if (diagnostic.severity == dsl::Diagnostic::Severity::warning)
      scene.warnings.push_back(diagnostic.line == 0 ? diagnostic.message
                                                    : fmt::format("line {}: {}", diagnostic.line, diagnostic.message));
  scene.experiment = std::move(loaded.experiment);
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
