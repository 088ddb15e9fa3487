// Carries out the statements of a block: for, if, let, param and include happen here; the rest goes to the block's
// reader.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "dsl/values/evaluator.hpp"

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
      : document_(document), report_(report), evaluator_(document, scopes_.front(), report) {}

  /// The statements as a block of their own, or as part of the one around them.
  void run(std::span<const Statement> statements, const BlockReader& reader);
  void run_in_same_block(std::span<const Statement> statements, const BlockReader& reader);

  [[nodiscard]] ScopePlace place() const { return scope().place(); }
  /// The block in the scope of an instance whose part is declared there. `before` binds its parameters and says whether
  /// to go on; `after` still sees all names.
  void run_instance(const ScopePlace& declared, const std::string& prefix, std::span<const Statement> statements,
                    const BlockReader& reader, const std::function<bool()>& before, const std::function<void()>& after);
  void bind(Symbol name, Binding binding);
  void bind_thing(Symbol name, std::string full) {
    scope().bind_thing(name, std::string(evaluator_.text(name)), std::move(full));
  }
  void bind_member(const std::string& name, const Value& value) { scope().bind_member(name, value); }

  [[nodiscard]] const Evaluator& evaluator() const {
    return inside_function_ != nullptr ? *inside_function_ : evaluator_;
  }
  /// While signals are read for an expression inside a function of the scene, names are those that it sees.
  class ReadingFor {
   public:
    ReadingFor(Walker& walker, const Evaluator& evaluator)
        : walker_(walker), outer_(std::exchange(walker.inside_function_, &evaluator)) {}
    ~ReadingFor() { walker_.inside_function_ = outer_; }
    ReadingFor(const ReadingFor&) = delete;
    ReadingFor& operator=(const ReadingFor&) = delete;

   private:
    Walker& walker_;
    const Evaluator* outer_;
  };
  /// Expressions may read them from now on.
  void read_signals(const SignalReader* signals) { evaluator_.read_signals(signals); }
  /// Whether functions that nobody calls are looked into where their blocks end: once the blocks have all names.
  void look_into_functions(bool is_wanted) { looks_into_functions_ = is_wanted; }
  /// Values of let that these names stand in are not asked for yet: measures that a later pass declares.
  void leave_for_later(std::set<Symbol> names) { later_ = std::move(names); }
  /// A new pass over the same document has the whole budget again.
  void start_pass();

 private:
  void carry_out(const Statement& statement, const BlockReader& reader);
  void loop(const Statement& statement, const BlockReader& reader);
  void iterate(const Statement& statement, const Value& value, const BlockReader& reader);
  void bind(const Statement& statement, std::optional<Value> value);
  [[nodiscard]] Scope& scope() { return scopes_[num_instances_]; }
  [[nodiscard]] const Scope& scope() const { return scopes_[num_instances_]; }
  [[nodiscard]] bool is_exhausted(const Statement& statement);
  [[nodiscard]] bool waits(const Expression& expression, const ScopePlace& place,
                           std::set<const Statement*>& seen) const;
  void let(const Statement& statement);
  void close_block();
  void look_into_functions() const;

  const Document& document_;
  Report& report_;
  std::deque<Scope> scopes_{1};    ///< that of the document, then those of instances inside each other; used again
  std::size_t num_instances_ = 0;  ///< that are open
  Evaluator evaluator_;
  const Evaluator* inside_function_ = nullptr;
  std::set<Symbol> later_;
  long statements_ = 0;
  long iterations_ = 0;
  int depth_ = 0;
  int conditional_depth_ = 0;  ///< inside for or if, where a param would not have one meaning
  bool is_stopped_ = false;
  bool looks_into_functions_ = false;
};

}  // namespace perpend::dsl
