// A vocabulary of a few rows with plausible factories: the language is tested without the kernel's algorithms.
#pragma once

#include <string>
#include <vector>

#include "dsl/load.hpp"

namespace perpend::dsl {

[[nodiscard]] const Vocabulary& small_vocabulary();

/// Parses and checks a text.
[[nodiscard]] Loaded load_text(const std::string& text, const std::vector<Override>& overrides = {});

/// As `load_text`; the test stops, with the diagnostics, when there are errors.
[[nodiscard]] Experiment load_good(const std::string& text, const std::vector<Override>& overrides = {});

/// "S012" of the first diagnostic; empty when there is none.
[[nodiscard]] std::string first_code(const std::string& text);

/// A scene around the given statements of an experiment: one particle, a run, one method.
[[nodiscard]] std::string scene_with(const std::string& statements);

/// The SI value of an expression, through a param.
[[nodiscard]] double value_of(const std::string& expression);

}  // namespace perpend::dsl
