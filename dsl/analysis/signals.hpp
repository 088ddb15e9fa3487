// Signals as scenes name them, of an entity or of the whole scene, with their arguments.
#pragma once

#include <optional>
#include <vector>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

[[nodiscard]] const SignalType* find_signal(const Analysis& a, std::string_view name);

/// Splits `reduction(signal)` or `signal`; the signal's expression comes back. Null after an error.
[[nodiscard]] const Expression* read_reduction(Analysis& a, const Expression& e, MeasureSpec& measure);

/// The signal with its entity and arguments into `measure`. False after an error.
[[nodiscard]] bool read_signal(Analysis& a, const Expression& e, MeasureSpec& measure);

/// That of the signal, for what it is measured at.
[[nodiscard]] Dimension dimension_of(const Model& model, const MeasureSpec& measure);

/// The name of a measure that stands before. In expressions it hides a signal of the same name.
[[nodiscard]] bool is_measure(const Analysis& a, const Expression& e);

/// One for a number, two or three for a vector; nothing where each row has its own.
[[nodiscard]] int num_components(const Analysis& a, const SignalType& signal);

/// What becomes of the name of a measure where it is no signal; nothing: no measure is called so.
[[nodiscard]] std::optional<SignalReader::Elsewhere> misplaced_measure(const Analysis& a, Symbol name);

}  // namespace perpend::dsl
