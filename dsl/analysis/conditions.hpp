// Measures that claims and figures compute by themselves: `abs(drift)` of a query, and conditions `left > right` of
// first_time and fraction, of measures, signals and t.
#pragma once

#include <optional>
#include <string>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

/// The left side of a condition, and the reduction that it stands in: `final(e, post) < 3 mm` of fraction.
struct ComparedSide {
  const Expression* left = nullptr;
  std::string_view reduction{};        ///< empty: none
  const Expression* method = nullptr;  ///< named inside the reduction
};
/// `form`: first_time or fraction. Where the condition is none, all of it.
[[nodiscard]] ComparedSide compared_side(const Analysis& a, std::string_view form, const Expression& condition);

/// A measure against a number that is the same at all points of sweeps, as it is; other sides become a measure of their
/// difference, which is added where the scene has none like it, against 0.
[[nodiscard]] std::optional<MeasureCondition> read_condition(Analysis& a, const Expression& condition,
                                                             const Expression& left);

/// The name of a measure for an expression that stands in the place of one, `form`(e, method): one that the scene has,
/// or a new one. Nothing: it is no number that changes during the run.
[[nodiscard]] std::optional<std::string> measure_of_expression(Analysis& a, std::string_view form, const Expression& e);

/// Whether a figure draws it as a measure of its own: neither the name of one nor a query.
[[nodiscard]] bool is_drawn_expression(const Analysis& a, const Expression& e);

/// Where claims and figures themselves are not read: the measures that they add.
void add_measures_of_queries(Analysis& a, const Statement& s);

}  // namespace perpend::dsl
