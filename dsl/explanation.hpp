// The long story of each code of a message: when it comes, what to do, and an example that makes it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// What an example is part of.
enum class ExampleFrame {
  file,        ///< it is the whole text
  experiment,  ///< statements of an experiment with one particle, a run and the method `plain`
  world,       ///< statements of a planar world; run and the method `plain` stand around it
  space,       ///< the same in space
};

struct Explanation {
  std::string_view code;
  std::string_view story;
  std::string_view example;
  ExampleFrame frame = ExampleFrame::experiment;
  std::string_view set = "";        ///< as --set takes it
  std::string_view file_name = "";  ///< a file that the example includes, with these bytes
  std::string_view file_bytes = "";
  Limits limits{};  ///< under which the example fails, where the usual ones would take too much text
};

/// In the order of the codes; each code has one.
[[nodiscard]] std::span<const Explanation> explanations();
[[nodiscard]] const Explanation* find_explanation(std::string_view code);

/// The whole text of the example's scene.
[[nodiscard]] std::string example_text(const Explanation& explanation);

/// What the example is answered with: parsed and checked as a command does it, from a folder of its own where it needs
/// files.
[[nodiscard]] std::vector<Diagnostic> diagnose_example(const Explanation& explanation, const Vocabulary& vocabulary);

/// Meaning, story, example and the answer to it, for people to read.
[[nodiscard]] std::string explain(const Explanation& explanation, const Vocabulary& vocabulary);

}  // namespace perpend::dsl
