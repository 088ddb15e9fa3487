// What expressions ask of the signals of a scene.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

class Evaluator;

/// What knows the signals of the scene, where expressions may read them.
class SignalReader {
 public:
  virtual ~SignalReader() = default;
  /// Whether this name or call is a signal, or a reduction of one.
  [[nodiscard]] virtual bool is_signal(const Expression& e) const = 0;
  /// Its value, with the names that `evaluator` knows; nothing after an error. Pre: is_signal.
  [[nodiscard]] virtual std::optional<Value> read(const Expression& e, const Evaluator& evaluator) const = 0;
  /// Why a name that means nothing here means something elsewhere; nothing: it does not.
  struct Elsewhere {
    std::string message;
    std::string hint;
    const char* code = "S017";
    std::optional<Span> place{};  ///< that the error points at; nothing: the use
  };
  [[nodiscard]] virtual std::optional<Elsewhere> elsewhere(const Expression& name) const = 0;
  /// Why `left.foot` has no value.
  [[nodiscard]] virtual Elsewhere explain_member(const std::string& written) const = 0;
  /// For suggestions.
  [[nodiscard]] virtual std::vector<std::string_view> names() const = 0;
};

}  // namespace perpend::dsl
