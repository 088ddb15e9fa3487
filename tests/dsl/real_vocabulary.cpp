#include "tests/dsl/real_vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/vocabulary.hpp"

namespace perpend::dsl {

const Vocabulary& real_vocabulary() {
  return vocabulary();
}

Loaded load_real(const std::string& text) {
  Parsed parsed = parse_text("test.scene", text);
  if (!parsed.document) return {std::nullopt, std::move(parsed.diagnostics)};
  return elaborate(*parsed.document, real_vocabulary());
}

std::string real_scene(const std::string& in_world, const std::string& in_experiment, const char* space) {
  return fmt::format(
      "experiment x {{\n world {} {{\n{}\n}}\n run {{ step = 1 ms; duration = 1 s }}\n method plain = none\n{}\n}}\n",
      space, in_world, in_experiment);
}

const Diagnostic* diagnostic_of(const std::vector<Diagnostic>& diagnostics, std::string_view code) {
  const auto found =
      std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) { return d.code == code; });
  return found == diagnostics.end() ? nullptr : &*found;
}

}  // namespace perpend::dsl
