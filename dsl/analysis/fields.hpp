// Arguments and properties against their schema rows: from expressions to checked SI values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/analysis/field_values.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/schema.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

/// One value for one row; nothing after an error.
[[nodiscard]] std::optional<PropertyValue> read_field(const Evaluator& evaluator, const FieldSpec& spec,
                                                      const Expression& expression);

/// Fields collected for one declaration.
class FieldSet {
 public:
  /// `owner` names the type in messages: "rod".
  FieldSet(const Evaluator& evaluator, std::string_view owner) : evaluator_(evaluator), owner_(owner) {}

  /// Looks the key up in `specs`; `elsewhere` are rows of the same owner that stand in another place, for the hint.
  void set(std::string_view key, Span key_span, const Expression& value, std::span<const FieldSpec> specs,
           std::span<const FieldSpec> elsewhere, std::string_view elsewhere_form);
  /// Marks a key as given. False, with an error, when it was given before.
  bool claim(std::string_view key, Span key_span, const Expression& value);
  void check_required(std::span<const FieldSpec> specs, Span span);
  void fail() { is_good_ = false; }

  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] const Properties& properties() const { return properties_; }
  [[nodiscard]] bool has(std::string_view key) const { return written(key) != nullptr; }
  [[nodiscard]] const Expression* written(std::string_view key) const;
  /// Points at the field that a factory found fault with, or at `span`.
  void report(const FactoryError& error, Span span) const;

 private:
  struct Written {
    std::string_view key;
    Span span;
    const Expression* value;
  };

  const Evaluator& evaluator_;
  std::string_view owner_;
  Properties properties_;
  std::vector<Written> written_;
  bool is_good_ = true;
};

/// Named arguments of a call; positional ones are an error that names the first row.
void read_named_arguments(FieldSet& fields, const Evaluator& evaluator, std::span<const Expression* const> arguments,
                          std::string_view owner, std::span<const FieldSpec> specs,
                          std::span<const FieldSpec> properties);

/// Reports an unknown field with the nearest known one.
void report_unknown_field(Report& report, Span span, std::string_view key, std::string_view owner,
                          std::span<const std::string_view> known);

}  // namespace perpend::dsl
