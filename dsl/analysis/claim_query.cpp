// Queries of claims: the table of their query_form_rows, and which calls are queries.
#include <algorithm>
#include <array>

#include "dsl/analysis/query_reader.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array<QueryForm, 11> query_form_rows{{
    {"max", "max(measure, method, after: t)", "largest value over the run, or later than t"},
    {"min", "min(measure, method, after: t)", "smallest value over the run, or later than t"},
    {"final", "final(measure, method)", "value at the end"},
    {"rms", "rms(measure, method, after: t)", "root of the mean square over the run, or later than t"},
    {"mean", "mean(measure, method, after: t)", "mean over the run, or later than t"},
    {"at", "at(measure, method, step: n) or time: t", "value at a step or time"},
    {"first_time", "first_time(measure > value, method)", "first time at which the condition holds"},
    {"order", "order(measure, method, over: sweep.key, reduce: max|min|final|rms|mean)",
     "fitted exponent of the measure against the key"},
    {"rho", "rho(method, step: h)",
     "spectral radius of the method's update of the mechanism linearized at rest in its start pose, enclosed with a "
     "proof"},
    {"rho_floating", "rho_floating(method, step: h)", "the same by plain floating-point eigenvalues, not proved"},
    {"stability_limit", "stability_limit(method, parameter: step)",
     "value up to which every smaller one of the step or of an option is stable, enclosed with a proof; where smaller "
     "unstable values are not excluded, between 0 and the value found"},
}};

}  // namespace

const QueryForm* find_query_form(std::string_view name) {
  const auto* found =
      std::find_if(query_form_rows.begin(), query_form_rows.end(), [&](const QueryForm& f) { return f.name == name; });
  return found == query_form_rows.end() ? nullptr : found;
}

std::span<const QueryForm> query_forms() {
  return query_form_rows;
}

bool is_query(const Analysis& a, const Expression& e) {
  if (e.kind != ExpressionKind::call || find_query_form(a.text(e.name)) == nullptr) return false;
  if (a.text(e.name) != "max" && a.text(e.name) != "min") return true;
  if (e.operands.empty()) return false;
  const Expression& first = *e.operands[0];
  const Symbol name = first.kind == ExpressionKind::index && first.operands[0]->kind == ExpressionKind::name
                          ? first.operands[0]->name
                      : first.kind == ExpressionKind::name ? first.name
                                                           : no_symbol;
  const auto names = a.measures.names(a.document.names);
  const bool is_measure = name != no_symbol && std::find(names.begin(), names.end(), a.text(name)) != names.end();
  // An unknown bare name is more likely a misspelt measure than a number.
  return is_measure || (first.kind == ExpressionKind::name && a.evaluator().scope().find(name) == nullptr &&
                        a.text(name) != "pi" && a.text(name) != "inf");
}

std::optional<ClaimValue> read_query(Analysis& a, const Expression& e) {
  return QueryReader(a, e).read();
}

}  // namespace perpend::dsl
