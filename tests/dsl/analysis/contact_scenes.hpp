// Scenes with contacts, under the real vocabulary and the small one.
#pragma once

#include <cmath>
#include <limits>
#include "dsl/analysis/analyze_shapes.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "kernel/model/scene/scene_checks.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::dsl {

inline std::string world(const std::string& space, const std::string& statements, const std::string& more = "") {
  return "experiment x {\n world " + space + " {\n" + statements +
         "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none\n" + more + "\n}";
}

/// Three disks apart from each other, one of them fixed.
inline std::string disks(const std::string& statements, const std::string& more = "") {
  return world("planar",
               "body a[1] = disk(radius: 1 m) { mass = 1 kg }\n body a[2] = disk(radius: 1 m) { mass = 1 kg; at = (3, "
               "0) m; friction = 0.25 }\n fixed f = disk(radius: 1 m) { at = (6, 0) m; restitution = 1 }\n particle p "
               "{ mass = 1 kg; at = (9, 0) m; friction = 2 }\n" +
                   statements,
               more);
}

inline Experiment load_real_good(const std::string& text) {
  Loaded loaded = load_real(text);
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  return std::move(*loaded.experiment);
}

inline Model model_of(const Experiment& e) {
  return std::get<World>(e.system).model;
}

inline std::string real_code(const std::string& text) {
  const Loaded loaded = load_real(text);
  return loaded.diagnostics.empty() ? "" : loaded.diagnostics.front().code;
}

/// The small vocabulary with other answers of the algorithms.
inline Loaded load_with(const SceneChecks& checks, const std::string& text) {
  Vocabulary vocabulary = small_vocabulary();
  vocabulary.checks = &checks;
  Parsed parsed = parse_text("test.scene", text);
  BOOST_REQUIRE(parsed.document != nullptr);
  return elaborate(*parsed.document, vocabulary);
}

inline std::string codes(const Loaded& loaded) {
  std::string text;
  for (const Diagnostic& d : loaded.diagnostics) text += d.code + " ";
  return text;
}

/// A few roundings of numbers of size 1.
inline constexpr double rounding = 1e-15;

}  // namespace perpend::dsl
