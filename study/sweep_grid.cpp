#include "study/sweep_grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/vocabulary.hpp"

namespace perpend {

std::vector<GridPoint> grid(const SweepSpec& sweep) {
  std::vector<GridPoint> points(1);
  for (const SweepAxis& axis : sweep.axes) {
    std::vector<GridPoint> extended;
    for (const GridPoint& point : points) {
      for (std::size_t i = 0; i < axis.values.size(); ++i) {
        extended.push_back(point);
        extended.back().coordinates.push_back(axis.values[i]);
        extended.back().overrides.push_back({axis.key, axis.texts[i]});
      }
    }
    points = std::move(extended);
  }
  return points;
}

std::vector<dsl::Override> merge(const std::vector<dsl::Override>& given, const std::vector<dsl::Override>& swept) {
  std::vector<dsl::Override> merged;
  for (const dsl::Override& one : given)
    if (std::none_of(swept.begin(), swept.end(), [&](const dsl::Override& other) { return other.name == one.name; }))
      merged.push_back(one);
  merged.insert(merged.end(), swept.begin(), swept.end());
  return merged;
}

std::string values_text(const std::vector<dsl::Override>& overrides) {
  std::string text;
  for (const dsl::Override& one : overrides)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", one.name, one.value_text);
  return text;
}

std::optional<std::string> find_sweep_error(const dsl::Document& document, const Experiment& experiment,
                                            const std::vector<dsl::Override>& given,
                                            const std::vector<std::string>& methods) {
  for (const SweepSpec& sweep : experiment.sweeps) {
    for (const GridPoint& point : grid(sweep)) {
      const dsl::Loaded loaded = dsl::elaborate(document, vocabulary(), merge(given, point.overrides), methods);
      if (loaded.experiment) continue;
      for (const dsl::Diagnostic& diagnostic : loaded.diagnostics)
        if (diagnostic.severity == dsl::Diagnostic::Severity::error)
          return fmt::format("sweep {} at {}: line {}: {}", sweep.name, values_text(point.overrides), diagnostic.line,
                             diagnostic.message);
    }
  }
  return std::nullopt;
}

}  // namespace perpend
