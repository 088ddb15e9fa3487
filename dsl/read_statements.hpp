// The statements of a document that a run under one method reads, and the names that they mention.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/measured_expressions.hpp"
#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

[[nodiscard]] inline bool is_binding(const Statement& s) {
  return s.kind == StatementKind::let || s.kind == StatementKind::param || s.kind == StatementKind::function;
}

/// The document and the names of what is overridden outlive it.
class ReadStatements {
 public:
  ReadStatements(const Document& document, std::string_view method, std::span<const std::string> overridden);

  [[nodiscard]] const Document& document() const { return document_; }
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }

  /// A body whose statements may be left out and sorted: the file's, the experiment's, and blocks that join it.
  [[nodiscard]] bool stays_open(const Statement& s, bool is_open) const;
  /// The statements of a body that a run reads, those of includes in their place. `block`: keyword of the body's.
  [[nodiscard]] std::vector<const Statement*> statements(std::span<const Statement> body, bool is_open,
                                                         std::string_view block) const;
  /// A claim, a fit or a figure. What a run reads of it are the expressions that it measures.
  [[nodiscard]] bool is_judged(const Statement& s) const;
  [[nodiscard]] std::vector<const Expression*> measured(const Statement& judged) const { return measured_.of(judged); }
  /// Whether another value stands in its place.
  [[nodiscard]] bool is_replaced(const Statement& s, std::string_view block) const;
  /// By their symbols, whether names count: mentioned by a statement that is no let, param or function, or by one of
  /// these that counts.
  [[nodiscard]] std::vector<bool> used_names() const;

  /// Calls `note` with every name in it, those in functions that it calls too, and whether it is that of a call.
  template <class Note>
  void visit(const Expression* e, const Note& note) const {
    if (e == nullptr) return;
    if (e->kind == ExpressionKind::name || e->kind == ExpressionKind::call || e->kind == ExpressionKind::member) {
      note(e->name, e->kind == ExpressionKind::call);
      if (const auto found = functions_.find(e->name); found != functions_.end())
        for (const Symbol name : found->second) note(name, false);
    }
    for (const Expression* operand : e->operands) visit(operand, note);
  }

  /// The names in a statement itself, without those in its bodies.
  template <class Note>
  void visit_head(const Statement& s, std::string_view block, const Note& note) const {
    if (is_judged(s)) {
      for (const Expression* e : measured(s)) visit(e, note);
      for (const Expression* index : s.indices) visit(index, note);
      return;
    }
    if (!is_replaced(s, block)) visit(s.value, note);
    for (const Expression* index : s.indices) visit(index, note);
    for (const Expression* parameter : s.parameters) visit(parameter, note);
  }

  template <class Note>
  void visit_all(const Statement& s, std::string_view block, bool is_open, const Note& note) const {
    visit_head(s, block, note);
    if (s.kind == StatementKind::param) return;  // its block says where the value comes from
    for (const auto& body : {s.body, s.otherwise})
      for (const Statement* inner : statements(body, stays_open(s, is_open), word(s.keyword)))
        visit_all(*inner, word(s.keyword), stays_open(s, is_open), note);
  }

 private:
  void add(std::span<const Statement> body, bool is_open, std::string_view block,
           std::vector<const Statement*>& all) const;
  [[nodiscard]] bool is_unread(const Statement& s) const;
  [[nodiscard]] bool is_shown_only(const Statement& s, std::string_view block) const;
  void find_functions(std::span<const Statement> body);
  void spread_functions();
  void find_params(std::span<const Statement> body);

  const Document& document_;
  MeasuredExpressions measured_;
  std::string_view method_;
  std::span<const std::string> overridden_;
  std::map<Symbol, std::set<Symbol>> direct_, functions_;  // names that a function mentions, by its own
  std::set<std::string_view> params_;
};

}  // namespace perpend::dsl
