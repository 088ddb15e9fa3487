// Carries out the statements of a block: for, if, let, param and include happen here; the rest goes to the block's
// reader.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <utility>

#include "dsl/values/evaluate.hpp"

namespace perpend::dsl {

/// What a block does with the statements that are its own.
struct BlockReader {
  std::function<void(const Statement&)> property;
  std::function<void(const Statement&)> declaration;
  /// Gives the value of a param; null where params do not belong.
  std::function<std::optional<Value>(const Statement&)> param;
};

class Walker {
 public:
  Walker(const Document& document, Report& report)
      : document_(document), report_(report), evaluator_(document, scope_, report) {}

  /// The block in a scope of its own, or in that of its surroundings.
  void run(std::span<const Statement> statements, const BlockReader& reader);
  void run_in_same_scope(std::span<const Statement> statements, const BlockReader& reader);

  /// The block in a scope of its own that begins with these names; `at_end` still sees all of them.
  void run_with(std::span<const std::pair<Symbol, Binding>> bindings, std::span<const Statement> statements,
                const BlockReader& reader, const std::function<void()>& at_end);
  void bind_member(const std::string& name, const Value& value) { scope_.bind_member(name, value); }

  [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }
  /// Expressions may read them from now on.
  void read_signals(const SignalReader* signals) { evaluator_.read_signals(signals); }
  /// Values of let that these names stand in are not asked for yet: measures that a later pass declares.
  void leave_for_later(std::set<Symbol> names) { later_ = std::move(names); }
  /// A new pass over the same document has the whole budget again.
  void start_pass();

 private:
  void carry_out(const Statement& statement, const BlockReader& reader);
  void loop(const Statement& statement, const BlockReader& reader);
  void iterate(const Statement& statement, const Value& value, const BlockReader& reader);
  void bind(const Statement& statement, std::optional<Value> value);
  void bind(Symbol name, Binding binding);
  [[nodiscard]] bool is_exhausted(const Statement& statement);
  [[nodiscard]] bool waits(const Expression& expression, std::set<const Statement*>& seen) const;
  void let(const Statement& statement);

  const Document& document_;
  Report& report_;
  Scope scope_;
  Evaluator evaluator_;
  std::set<Symbol> later_;
  long statements_ = 0;
  long iterations_ = 0;
  int depth_ = 0;
  int conditional_depth_ = 0;  ///< inside for or if, where a param would not have one meaning
  bool is_stopped_ = false;
};

}  // namespace perpend::dsl
