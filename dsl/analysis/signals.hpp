// Signals as scenes name them: of an entity or of the whole scene, on their own or inside expressions.
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

struct RunCondition {
  MeasureSpec program;
  bool sees_gaps = true;
};

/// A condition on t, signals and measures as a program, for stop_when. Nothing after an error.
[[nodiscard]] std::optional<RunCondition> read_run_condition(Analysis& a, const Expression& e);

/// That of the signal, for what it is measured at.
[[nodiscard]] Dimension dimension_of(const Model& model, const MeasureSpec& measure);

/// The name of a measure that stands before. In expressions it hides a signal of the same name.
[[nodiscard]] bool is_measure(const Analysis& a, const Expression& e);

/// One for a number, two or three for a vector; nothing where each row has its own.
[[nodiscard]] int num_components(const Analysis& a, const SignalType& signal);

/// Signals of the scene that is being analyzed, and its measures by name.
class SceneSignals final : public SignalReader {
 public:
  explicit SceneSignals(Analysis& a) : a_(a) {}

  [[nodiscard]] bool is_signal(const Expression& e) const override;
  [[nodiscard]] std::optional<Value> read(const Expression& e, const Evaluator& evaluator) const override;
  [[nodiscard]] std::optional<Elsewhere> elsewhere(const Expression& name) const override;
  [[nodiscard]] Elsewhere explain_member(const std::string& written) const override;
  [[nodiscard]] std::vector<std::string_view> names() const override;

 private:
  [[nodiscard]] bool is_reduced(const Expression& e) const;

  Analysis& a_;
};

}  // namespace perpend::dsl
