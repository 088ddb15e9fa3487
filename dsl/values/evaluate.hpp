// Expressions to values.
#pragma once

#include <optional>

#include "dsl/analysis/scope.hpp"
#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

class Evaluator {
 public:
  Evaluator(const Document& document, const Scope& scope, Report& report)
      : document_(&document), scope_(&scope), report_(&report) {}

  /// Nothing after an error, which is reported; silent where the error was reported before.
  [[nodiscard]] std::optional<Value> evaluate(const Expression& expression) const;

  [[nodiscard]] std::optional<bool> condition(const Expression& expression) const;
  /// A whole number, |n| < 2^31: of an index or the end of a range.
  [[nodiscard]] std::optional<long> whole(const Expression& expression, const char* what) const;

  [[nodiscard]] std::string_view text(Symbol symbol) const { return document_->names.text(symbol); }
  [[nodiscard]] std::string source(const Expression& expression) const;
  [[nodiscard]] const Document& document() const { return *document_; }
  [[nodiscard]] const Scope& scope() const { return *scope_; }
  [[nodiscard]] Report& report() const { return *report_; }

 private:
  [[nodiscard]] std::optional<Value> name(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> index(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> call(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> vector(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> list(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> range(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> binary(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> apply_unit(std::optional<Value> value, const Expression& expression) const;

  const Document* document_;
  const Scope* scope_;
  Report* report_;
};

}  // namespace perpend::dsl
