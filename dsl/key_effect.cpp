#include "dsl/key_effect.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "dsl/measured_expressions.hpp"
#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array effectless{"title", "source", "note"};
/// Properties of the run that say how it solves. Its step stands apart, and all others say what is simulated.
constexpr std::array solving{"solver", "route", "cfm", "cfm_rows", "rotation", "gyroscopic"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Where a statement stands.
enum class Place { experiment, run, method, problem };

class EffectSearch {
 public:
  EffectSearch(const Document& document, std::string_view key) : document_(document), measured_(document) {
    if (const Symbol symbol = document.names.find(key); symbol != no_symbol) reached_.insert(symbol);
  }

  KeyEffect find() {
    // A name may be used before the statement that gives it.
    for (std::size_t before = 0; before != reached_.size();) {
      before = reached_.size();
      spread(document_.bodies.front(), false);
    }
    visit(document_.bodies.front(), Place::experiment, false);
    return effect_;
  }

 private:
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }

  [[nodiscard]] std::span<const Statement> included(const Statement& statement) const {
    const auto found = document_.includes.find(&statement);
    return found == document_.includes.end() ? std::span<const Statement>() : document_.bodies[found->second];
  }

  [[nodiscard]] bool mentions(const Expression* e) const {
    if (e == nullptr) return false;
    const bool has_name = e->kind == ExpressionKind::name || e->kind == ExpressionKind::call;
    if (has_name && reached_.contains(e->name)) return true;
    return std::any_of(e->operands.begin(), e->operands.end(), [&](const Expression* one) { return mentions(one); });
  }

  [[nodiscard]] bool mentions_within(std::span<const Statement> statements) const {
    return std::any_of(statements.begin(), statements.end(), [&](const Statement& s) {
      return mentions(s.value) || mentions_within(s.body) || mentions_within(s.otherwise);
    });
  }

  /// In the value of an option `tolerance: ...`, however deep.
  [[nodiscard]] bool mentions_in_tolerance(const Expression* e) const {
    if (e == nullptr) return false;
    if (e->kind == ExpressionKind::argument && word(e->name) == "tolerance") return mentions(e);
    return std::any_of(e->operands.begin(), e->operands.end(),
                       [&](const Expression* one) { return mentions_in_tolerance(one); });
  }

  /// Names whose values depend on those reached. `is_reached`: whether the statements are there at all does.
  void spread(std::span<const Statement> statements, bool is_reached) {
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::include) {
        spread(included(s), is_reached);
        continue;
      }
      const bool is_mentioned = is_reached || mentions(s.value);
      const bool is_binding = s.kind == StatementKind::let || s.kind == StatementKind::param ||
                              s.kind == StatementKind::loop || s.kind == StatementKind::function;
      if (is_binding && is_mentioned) reached_.insert(s.name);
      const bool is_branch = s.kind == StatementKind::loop || s.kind == StatementKind::condition;
      spread(s.body, is_branch && is_mentioned);
      spread(s.otherwise, is_branch && is_mentioned);
    }
  }

  void visit(std::span<const Statement> statements, Place place, bool is_reached) {
    for (const Statement& s : statements) visit(s, place, is_reached);
  }

  void visit(const Statement& s, Place place, bool is_reached) {
    const auto any_mentions = [&](std::span<const Expression* const> all) {
      return std::any_of(all.begin(), all.end(), [&](const Expression* one) { return mentions(one); });
    };
    const bool is_mentioned = is_reached || mentions(s.value) || any_mentions(s.indices) || any_mentions(s.parameters);
    switch (s.kind) {
      case StatementKind::include:
        return visit(included(s), place, is_reached);
      case StatementKind::loop:
      case StatementKind::condition:
        visit(s.body, place, is_mentioned);
        return visit(s.otherwise, place, is_mentioned);
      case StatementKind::let:
      case StatementKind::function:
      case StatementKind::param:  // what it reaches counts, not that it does
      case StatementKind::invalid:
        return;
      case StatementKind::property:
      case StatementKind::declaration:
        break;
    }
    const std::string_view keyword = word(s.keyword);
    if (place == Place::experiment) {
      if (is_one_of(effectless, keyword)) return;
      if (is_judged_part(keyword) || keyword == "sweep") {
        const std::vector<const Expression*> measured =
            keyword == "sweep" ? std::vector<const Expression*>() : measured_.of(s);
        const bool changes = any_mentions(measured) || (is_mentioned && !measured.empty());
        effect_.on_judgment = effect_.on_judgment || is_mentioned || mentions_within(s.body);
        effect_.on_problem = effect_.on_problem || changes;
        effect_.on_rest = effect_.on_rest || changes;
        return;
      }
      if (keyword == "experiment") return visit(s.body, Place::experiment, is_mentioned);
      place = keyword == "run" ? Place::run : keyword == "method" ? Place::method : Place::problem;
    }
    if (is_mentioned) note(s, place, keyword);
    visit(s.body, place, is_mentioned);
  }

  void note(const Statement& s, Place place, std::string_view keyword) {
    const bool is_gravity = place == Place::problem && s.kind == StatementKind::property && keyword == "gravity";
    if (is_gravity)
      effect_.on_gravity = true;
    else if (place != Place::method || keyword == "step")
      effect_.on_rest = true;
    if (place == Place::problem || (place == Place::run && keyword != "step" && !is_one_of(solving, keyword))) {
      effect_.on_problem = true;
    } else if (keyword == "step") {
      effect_.on_step = true;
    } else if (mentions_in_tolerance(s.value)) {
      effect_.on_tolerance = true;
    } else {
      effect_.on_methods = true;
    }
  }

  const Document& document_;
  MeasuredExpressions measured_;
  std::set<Symbol> reached_;
  KeyEffect effect_;
};

}  // namespace

KeyEffect effect_of(const Document& document, std::string_view key) {
  KeyEffect effect = EffectSearch(document, key).find();
  // Properties of the run, for which the scene has no names.
  if (key == "step") effect.on_step = true;
  if (key == "duration") effect.on_problem = true;
  for (const std::string_view setting : {"step", "duration", "verify_every"})
    if (key == setting) effect.on_rest = true;
  return effect;
}

}  // namespace perpend::dsl
