#include "dsl/analysis/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "dsl/values/functions.hpp"
#include "dsl/values/rotations.hpp"

namespace perpend::dsl {

namespace {

bool is_function_of_language(std::string_view name) {
  const std::span<const std::string_view> turns = rotation_functions();
  return find_function(name) != nullptr || name == "table" || name == "mesh" ||
         std::find(turns.begin(), turns.end(), name) != turns.end();
}

}  // namespace

void Walker::start_pass() {
  statements_ = 0;
  iterations_ = 0;
  is_stopped_ = false;
}

void Walker::run(std::span<const Statement> statements, const BlockReader& reader) {
  scope().open_block();
  run_in_same_block(statements, reader);
  close_block();
}

void Walker::close_block() {
  look_into_functions();
  scope().close_block();
}

void Walker::look_into_functions() const {
  if (!looks_into_functions_ || is_stopped_) return;
  for (const Symbol name : scope().innermost())
    if (const auto* own = std::get_if<FunctionValue>(&scope().find(name)->value.data)) evaluator_.look_into(*own);
}

void Walker::run_instance(const ScopePlace& declared, const std::string& prefix, std::span<const Statement> statements,
                          const BlockReader& reader, const std::function<bool()>& before,
                          const std::function<void()>& after) {
  if (++num_instances_ == scopes_.size()) scopes_.emplace_back();
  scope().open_instance(declared, prefix);
  evaluator_.look_up_in(scope());
  if (before()) {
    run_in_same_block(statements, reader);
    look_into_functions();
    after();
  }
  scope().close_instance();
  --num_instances_;
  evaluator_.look_up_in(scope());
}

void Walker::run_in_same_block(std::span<const Statement> statements, const BlockReader& reader) {
  ++depth_;
  for (const Statement& statement : statements) {
    if (is_stopped_ || is_exhausted(statement)) break;
    carry_out(statement, reader);
  }
  --depth_;
}

bool Walker::is_exhausted(const Statement& statement) {
  constexpr int most_levels = 1000;  // each is a few hundred bytes of stack
  const bool is_too_deep = depth_ > most_levels;
  const bool is_too_long = ++statements_ > document_.limits.statements;
  is_stopped_ = report_.is_full() || is_too_deep || is_too_long;
  if (is_too_deep) report_.error(statement.keyword_span, "S006", "blocks and includes inside each other too deeply");
  if (is_too_long)
    report_.error(statement.keyword_span, "S025",
                  fmt::format("more than {} statements are carried out", document_.limits.statements),
                  "includes and loops multiply");
  return is_stopped_;
}

void Walker::carry_out(const Statement& s, const BlockReader& reader) {
  switch (s.kind) {
    case StatementKind::invalid:
      return;
    case StatementKind::property:
      return reader.property(s);
    case StatementKind::declaration:
      return reader.declaration(s);
    case StatementKind::let:
      return let(s);
    case StatementKind::function:
      if (is_function_of_language(evaluator_.text(s.name)))
        return report_.error(s.name_span, "S009",
                             fmt::format("'{}' is a function of the language", evaluator_.text(s.name)),
                             "choose another name");
      return bind(s, Value{FunctionValue{&s, scope().place()}});
    case StatementKind::loop:
      return loop(s, reader);
    case StatementKind::include: {
      const auto found = document_.includes.find(&s);
      if (found != document_.includes.end()) run_in_same_block(document_.bodies[found->second], reader);
      return;
    }
    case StatementKind::condition: {
      const auto is_true = evaluator_.condition(*s.value);
      ++conditional_depth_;
      if (is_true) run(*is_true ? s.body : s.otherwise, reader);
      --conditional_depth_;
      return;
    }
    case StatementKind::param:
      if (reader.param && conditional_depth_ == 0) return bind(s, reader.param(s));
      report_.error(s.keyword_span, "S011", "a param belongs to the experiment itself",
                    "inside blocks, for and if write let");
      return bind(s, std::nullopt);
  }
}

/// Whether a value stands in it that is not known yet, perhaps in a function of the scene that it calls; `seen` has
/// been looked into. What a signal is of is no value: position(arm).
bool Walker::waits(const Expression& e, const ScopePlace& place, std::set<const Statement*>& seen) const {
  const bool is_name = e.kind == ExpressionKind::name, is_call = e.kind == ExpressionKind::call;
  const Binding* binding = is_name || is_call ? place.scope->find(e.name, place) : nullptr;
  if (is_name)
    return binding != nullptr ? std::holds_alternative<NotYet>(binding->value.data) : later_.contains(e.name);
  const auto* own = binding != nullptr ? std::get_if<FunctionValue>(&binding->value.data) : nullptr;
  if (own != nullptr && seen.insert(own->statement).second && waits(*own->statement->value, own->place, seen))
    return true;
  const bool names_things = is_call && own == nullptr && !is_function_of_language(evaluator_.text(e.name));
  return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* operand) {
    const bool is_thing = names_things && operand->kind != ExpressionKind::argument;
    return !is_thing && waits(*operand, place, seen);
  });
}

void Walker::let(const Statement& s) {
  std::set<const Statement*> seen;
  if (!later_.empty() && waits(*s.value, scope().inside(), seen)) return bind(s, Value{NotYet{}});
  bind(s, evaluator_.evaluate(*s.value));
}

void Walker::bind(const Statement& s, std::optional<Value> value) {
  bind(s.name, {value ? std::move(*value) : Value{Poison{}}, s.name_span});
}

void Walker::bind(Symbol name, Binding binding) {
  if (const Binding* earlier = scope().find_own(name)) {
    report_.error(binding.declared, "S015", fmt::format("'{}' is declared twice", evaluator_.text(name)),
                  fmt::format("first at {}", report_.place(earlier->declared)));
    return;
  }
  scope().bind(name, std::move(binding));
}

void Walker::loop(const Statement& s, const BlockReader& reader) {
  const auto over = evaluator_.evaluate(*s.value);
  if (!over) return;
  ++conditional_depth_;
  if (const auto* range = std::get_if<RangeValue>(&over->data)) {
    const long count = range->last - range->first + 1;
    if (count > document_.limits.loop_iterations) {
      report_.error(s.value->span, "S025",
                    fmt::format("a loop of {} repetitions; {} are allowed", count, document_.limits.loop_iterations));
    } else {
      for (long i = range->first; i <= range->last && !is_stopped_; ++i)
        iterate(s, Value{Quantity{static_cast<double>(i), {}, nullptr}}, reader);
    }
  } else if (const auto* list = std::get_if<ListValue>(&over->data)) {
    for (const Value& value : **list) {
      if (is_stopped_) break;
      iterate(s, value, reader);
    }
  } else {
    report_.error(s.value->span, "S021", fmt::format("a loop runs over a range or a list, found {}", describe(*over)),
                  "as in 1..n");
  }
  --conditional_depth_;
}

void Walker::iterate(const Statement& s, const Value& value, const BlockReader& reader) {
  if (++iterations_ > document_.limits.loop_iterations) {
    report_.error(s.keyword_span, "S025",
                  fmt::format("all loops together repeat more than {} times", document_.limits.loop_iterations));
    is_stopped_ = true;
    return;
  }
  scope().open_block();
  bind(s, value);
  run_in_same_block(s.body, reader);
  close_block();
}

}  // namespace perpend::dsl
