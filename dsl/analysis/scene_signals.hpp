// Signals inside expressions: what the values of a scene ask of its signals.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

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
