// From the text of a scene to an Experiment. Everything that a user types ends here as an Experiment or as diagnostics.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dsl/diagnostic.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

struct KeyEffect;

/// What a hostile or mistaken file may cost.
struct Limits {
  std::size_t file_bytes = 64UL * 1024 * 1024;  ///< of one file, and of all files together
  int nesting = 200;                            ///< brackets and blocks inside each other
  int expression_depth = 1000;                  ///< operators in one chain
  int include_depth = 16;
  long loop_iterations = 1'000'000;  ///< of all loops together
  long statements = 10'000'000;      ///< carried out in a pass over the document
};

/// A parsed text with its includes. Immutable: elaborating it again with other overrides costs no parsing.
struct Document;

struct Parsed {
  std::shared_ptr<const Document> document;  ///< null when there are errors
  std::vector<Diagnostic> diagnostics;
};

/// `root`: the folder that includes may not leave; empty: the folder of the file.
[[nodiscard]] Parsed parse_file(const std::string& path, const std::string& root, const Limits& limits = {});

/// A text without a file: its includes are errors.
[[nodiscard]] Parsed parse_text(std::string name, std::string text, const Limits& limits = {});

/// A value that replaces the one in the scene: of a param, or of `step` or `duration` of the run.
struct Override {
  std::string name;
  std::string value_text;
};

/// What replaces the key of a sweep at one of its values: "5 ms", which reads back as the same double, or a word.
[[nodiscard]] std::string value_text(const SweepAxis& axis, double value);

/// "g = 58.9 m/s^2". Nothing, and why in `error`, when it does not read so.
[[nodiscard]] std::optional<Override> parse_override(const std::string& text, Diagnostic& error);

struct Loaded {
  std::optional<Experiment> experiment;  ///< only when there are no errors
  std::vector<Diagnostic> diagnostics;   ///< warnings too
};

/// How much of a scene is read.
enum class Extent {
  whole,
  runs,  ///< without sweeps, figures and claims: each of many points of a sweep would read them again
};

/// Checks the document against the vocabulary. The Experiment points into the rows of `vocabulary`, not into the
/// document. `methods`: those that will run, by name; whether the others can is not asked. Empty: all.
[[nodiscard]] Loaded elaborate(const Document& document, const Vocabulary& vocabulary,
                               std::span<const Override> overrides = {}, std::span<const std::string> methods = {},
                               Extent extent = Extent::whole);

/// A scene for runs, at one set of values after the other.
class Elaboration {
 public:
  /// `document` and `vocabulary` have to live as long. `methods`: as of `elaborate`.
  Elaboration(const Document& document, const Vocabulary& vocabulary, std::vector<std::string> methods);
  ~Elaboration();
  Elaboration(const Elaboration&) = delete;
  Elaboration& operator=(const Elaboration&) = delete;

  /// As `elaborate` does.
  [[nodiscard]] Loaded read(std::span<const Override> overrides);
  /// The same where, since the last call, other values stand for params alone that reach nothing but methods and
  /// gravity: `effect` says what of them. What they do not reach stays as it is in `experiment`, the last result.
  /// False, and nothing is left of it, where it cannot: `read` says why.
  [[nodiscard]] bool read_again(std::span<const Override> overrides, const KeyEffect& effect, Experiment& experiment);

 private:
  struct Reading;
  const Document& document_;
  const Vocabulary& vocabulary_;
  std::vector<std::string> methods_;
  std::unique_ptr<Reading> last_;
};

struct LoadedMethod {
  std::optional<MethodSpec> method;  ///< only when there are no errors
  std::vector<Diagnostic> diagnostics;
};

/// A method without a scene: what stands after `method name =`, "baumgarte(alpha: 10/s)", and its step, "0.01 s".
[[nodiscard]] LoadedMethod parse_method(const std::string& text, const std::string& step, const Vocabulary& vocabulary);

struct LoadedSolvers {
  std::vector<LcpSolverChoice> solvers;  ///< empty after errors
  std::vector<Diagnostic> diagnostics;
};

/// Solvers of contact problems without a scene: what stands after `solver =`, "pgs(sweeps: 500)" or a list.
[[nodiscard]] LoadedSolvers parse_lcp_solvers(const std::string& text, const Vocabulary& vocabulary);

/// The scene and all that it includes, by paths from its folder.
[[nodiscard]] std::vector<SceneFile> scene_files(const Document& document);

/// The text of the scene file itself, as read; for the report.
[[nodiscard]] const std::string& source_text(const Document& document);

/// The scene file and every file that it includes, one after the other; for its hash.
[[nodiscard]] std::string all_text(const Document& document);

/// The manual page of the language in Markdown, made from the schema rows.
[[nodiscard]] std::string language_reference(const Vocabulary& vocabulary);

/// A unit that scenes may write.
struct UnitRow {
  Unit unit;
  std::string_view doc;  ///< "millimetre"
};
[[nodiscard]] std::span<const UnitRow> unit_table();

}  // namespace perpend::dsl
