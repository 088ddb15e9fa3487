// Expressions as a scene without parts, functions and loops writes them: names of its own stay, all else is its value.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "dsl/syntax/document.hpp"
#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// What names stand for while a document is written out.
struct FlatNames {
  /// In expressions that keep it: of let and loops.
  struct Meaning {
    std::string text;
    bool is_symbolic = false;  ///< it depends on a param
  };
  /// Names of the document, or of an instance.
  struct Level {
    Scope scope;
    std::map<Symbol, Meaning> meanings;
    std::map<Symbol, std::string> things;    ///< flat names of what the instance declares, and of its parameters
    std::map<std::string, Meaning> members;  ///< of values that instances export, where they depend on a param
  };

  [[nodiscard]] Level& here() { return levels[num_instances]; }
  [[nodiscard]] const Level& here() const { return levels[num_instances]; }
  [[nodiscard]] const Level& level_of(const Scope& scope) const;
  void bind(Symbol name, Span span, Value value, Meaning meaning) {
    here().scope.bind(name, {std::move(value), span});
    here().meanings.insert_or_assign(name, std::move(meaning));
  }

  std::deque<Level> levels = std::deque<Level>(1);  ///< of the document, then of instances inside each other
  std::size_t num_instances = 0;                    ///< that are open
  std::set<Symbol> params{};
  std::set<Symbol> declared{};  ///< every name that something is declared under; a let may bear the same one
  std::map<std::string, std::string> instances{};  ///< with what stands before the flat names of their parts
  bool is_in_claim = false;
  bool is_in_figure = false;
};

/// A string of the language, with its escapes.
[[nodiscard]] std::string quoted(std::string_view text);

/// A value that reads back as the same bits; empty for what has no text: functions of time and of the state.
[[nodiscard]] std::string literal(const Value& value);

/// Whether a text has to stand in parentheses where an operand is expected.
[[nodiscard]] bool is_compound_text(std::string_view text);

class FlatExpressions {
 public:
  /// All outlive this.
  FlatExpressions(const Document& document, const FlatNames& names) : document_(document), names_(names) {}

  [[nodiscard]] std::string written(const Expression& e) const;
  [[nodiscard]] std::string in_parentheses(const Expression& e) const;
  /// The value of a property. Figures and sweeps name measures, methods and sweeps in theirs.
  [[nodiscard]] std::string property(const Statement& s) const;

  [[nodiscard]] bool is_symbolic(const Expression& e) const;
  /// Whether all of it has a value now: no name of a declared thing, no t, no type.
  [[nodiscard]] bool is_closed(const Expression& e) const;

 private:
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }
  [[nodiscard]] ScopePlace place() const {
    return inside_function_ != nullptr ? *inside_function_ : names_.here().scope.inside();
  }
  [[nodiscard]] const Scope& scope() const { return *place().scope; }
  [[nodiscard]] bool is_own(const Scope& scope, Symbol name) const;
  [[nodiscard]] const std::string* thing_of(Symbol name) const;
  [[nodiscard]] bool is_param(Symbol name) const;
  [[nodiscard]] const FlatNames::Meaning* meaning_of_member(const Expression& e) const;
  [[nodiscard]] const FlatNames::Meaning* meaning_of(Symbol name) const;
  [[nodiscard]] bool names_thing(const Expression& e) const;
  [[nodiscard]] bool takes_things(const Expression& call) const;
  [[nodiscard]] std::string list_of(std::span<const Expression* const> operands) const;
  [[nodiscard]] const FunctionValue* own_function(const Expression& call) const;
  [[nodiscard]] const std::string* argument_of(Symbol name) const;
  [[nodiscard]] std::string body_of(const FunctionValue& function, const Expression& call) const;
  [[nodiscard]] std::string joined(std::span<const Expression* const> operands) const;
  [[nodiscard]] std::string unit_of(const Expression& e) const { return e.unit == nullptr ? "" : " " + e.unit->name; }
  [[nodiscard]] std::optional<std::string> flat_reference(const Expression& e) const;

  const Document& document_;
  const FlatNames& names_;
  mutable const ScopePlace* inside_function_ = nullptr;           ///< where the call that is written out looks names up
  mutable const std::map<Symbol, std::string>* frame_ = nullptr;  ///< arguments of the call that is written out
};

}  // namespace perpend::dsl
