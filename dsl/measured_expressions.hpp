// What claims, fits and figures measure by expressions, `max(abs(drift - 1 mm), post)`: a run records it, though no
// measure is declared for it. Found by the text alone, without the values of names: where that leaves open whether
// there is a measure, there is one.
#pragma once

#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

/// Parts of the experiment that say what is judged or shown of runs: claim, fit, figure.
[[nodiscard]] bool is_judged_part(std::string_view keyword);

/// How many operands stand in front of the first named argument.
[[nodiscard]] std::size_t num_positional(const Expression& call);

class MeasuredExpressions {
 public:
  /// The document outlives it.
  explicit MeasuredExpressions(const Document& document);

  /// Whether it has another value at each point of a sweep, by the name of a key or through lets.
  [[nodiscard]] bool is_swept(const Expression& e) const;
  /// Every expression that a claim, a fit or a figure measures, in the order of the text.
  [[nodiscard]] std::vector<const Expression*> of(const Statement& judged) const;

 private:
  using Found = std::vector<const Expression*>;

  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }
  void find_fixed();
  void find_swept();
  void add_swept_arguments(std::span<const Statement> statements);
  template <class Visit>
  void visit_bindings(std::span<const Statement> statements, const Visit& visit) const;
  [[nodiscard]] bool is_fixed(const Expression& e) const;
  [[nodiscard]] bool names_measure(const Expression& e) const;
  [[nodiscard]] bool names_method(const Expression& e) const;
  [[nodiscard]] bool compares_measure(std::string_view form, const Expression& condition) const;
  void add_of_extreme(const Expression& e, bool is_drawn, Found& found) const;
  void add_of_query(const Expression& e, bool is_drawn, Found& found) const;
  void add_of(const Expression& e, bool is_drawn, Found& found) const;
  void add_drawn(const Expression& e, Found& found) const;
  void add_in(std::span<const Statement> statements, bool is_figure, Found& found) const;

  const Document& document_;
  std::set<Symbol> methods_;
  std::set<Symbol> bound_;  ///< names of params, lets, functions, their parameters and loops
  std::set<Symbol> fixed_;  ///< those whose values do not change during a run
  std::set<Symbol> swept_;  ///< keys of sweeps, and names whose values mention them
};

}  // namespace perpend::dsl
