// Expressions to values, with the names that they use.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/call_frame.hpp"
#include "dsl/values/scope.hpp"
#include "dsl/values/signal_reader.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

class Evaluator {
 public:
  Evaluator(const Document& document, const Scope& scope, Report& report)
      : Evaluator(document, scope.inside(), report) {}
  Evaluator(const Document& document, const ScopePlace& place, Report& report)
      : document_(&document), place_(place), report_(&report) {}

  /// From now on; null: none. It outlives the evaluator.
  void read_signals(const SignalReader* signals) { signals_ = signals; }
  /// From now on; it outlives the evaluator.
  void look_up_in(const Scope& scope) { place_ = scope.inside(); }

  /// Nothing after an error, which is reported; silent where the error was reported before.
  [[nodiscard]] std::optional<Value> evaluate(const Expression& expression) const;

  /// Reports what is wrong with a function of the scene whatever its arguments are, once: names and functions that do
  /// not exist, counts of arguments, circles, dimensions of what no argument is part of. Both branches of an `if` are
  /// looked at where the arguments decide.
  void look_into(const FunctionValue& own) const;

  [[nodiscard]] std::optional<bool> condition(const Expression& expression) const;
  /// A whole number, |n| < 2^31: of an index or the end of a range.
  [[nodiscard]] std::optional<long> whole(const Expression& expression, const char* what) const;

  /// `name`, `name[i, j]`, `left.name` with its indices worked out: "disk[2,5]". Nothing for another expression, which
  /// is silent, or after an error in an index.
  [[nodiscard]] std::optional<std::string> reference(const Expression& expression) const;
  [[nodiscard]] std::optional<std::string> indexed(std::string name, std::span<const Expression* const> indices) const;

  [[nodiscard]] std::string_view text(Symbol symbol) const { return document_->names.text(symbol); }
  [[nodiscard]] std::string source(const Expression& expression) const;
  [[nodiscard]] const Document& document() const { return *document_; }
  [[nodiscard]] const Scope& scope() const { return *place_.scope; }
  /// What a name is bound to where the expressions stand that are evaluated; null: it is not.
  [[nodiscard]] const Binding* find(Symbol name) const { return place_.scope->find(name, place_); }
  /// All names that find() knows.
  [[nodiscard]] std::vector<Symbol> bound() const { return place_.scope->bound(place_); }
  [[nodiscard]] Report& report() const { return *report_; }

 private:
  [[nodiscard]] const Value* parameter(Symbol name) const;
  [[nodiscard]] std::optional<Value> name(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> index(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> member(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> call(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> call_own(const FunctionValue& own, const Expression& expression) const;
  [[nodiscard]] std::optional<std::vector<Value>> arguments(const Expression& expression,
                                                            std::string_view signature) const;
  void report_no_condition(const Value& value, const Expression& expression) const;
  [[nodiscard]] std::optional<Value> choice(const Expression& expression) const;
  void look_at_branches(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> binary(const Expression& expression) const;
  [[nodiscard]] std::optional<Value> apply_unit(std::optional<Value> value, const Expression& expression) const;

  [[nodiscard]] Evaluator inside(const FunctionValue& own, const CallFrame& frame) const;

  const Document* document_;
  ScopePlace place_;
  Report* report_;
  const SignalReader* signals_ = nullptr;
  const CallFrame* frame_ = nullptr;  // null: outside of functions of the scene
  bool is_looking_ = false;           // into a function whose arguments are not known
  /// What was called and looked into of the functions of the scene.
  struct Calls {
    long count = 0;
    std::set<const Statement*> looked_into;
  };
  std::shared_ptr<Calls> calls_ = std::make_shared<Calls>();  // shared by calls inside
};

/// `name`, `name[i, j]`, `left.name` and what they are made of.
[[nodiscard]] bool reads_as_name(const Expression& expression);

}  // namespace perpend::dsl
