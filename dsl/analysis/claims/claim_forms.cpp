#include "dsl/analysis/claims/claim_forms.hpp"

#include <algorithm>
#include <array>

namespace perpend::dsl {

namespace {

constexpr std::array<QueryForm, 21> query_form_rows{{
    {"max", "max(measure, method, after: t, until: t)", "largest value over the run, or over after < t <= until"},
    {"min", "min(measure, method, after: t, until: t)", "smallest value over the run, or over after < t <= until"},
    {"final", "final(measure, method)", "value at the end"},
    {"rms", "rms(measure, method, after: t, until: t)",
     "root of the mean square over the run, or over after < t <= until"},
    {"mean", "mean(measure, method, after: t, until: t)", "mean over the run, or over after < t <= until"},
    {"at", "at(measure, method, step: n) or time: t", "value at a step or time"},
    {"first_time", "first_time(measure > value, method)",
     "first time at which the condition holds; some time after the end of a run that does not meet it"},
    {"order", "order(measure, method, over: sweep.key, reduce: max|min|final|rms|mean)",
     "fitted exponent of the measure against the key"},
    {"median", "median(measure, method, over: sweep, reduce: max|min|final|rms|mean, confidence: 0.95)",
     "value that half of the runs of the sweep do not exceed; with a confidence its interval, between two sorted "
     "values",
     QuerySubject::points},
    {"quantile", "quantile(measure, method, over: sweep, share: 0.9, reduce: max|min|final|rms|mean, confidence: 0.95)",
     "value below which this share of the runs of the sweep lies, linearly between two of them; with a confidence its "
     "interval",
     QuerySubject::points},
    {"average", "average(measure, method, over: sweep, reduce: max|min|final|rms|mean)",
     "mean over the runs of the sweep", QuerySubject::points},
    {"fraction", "fraction(measure < value, method, over: sweep, reduce: max|min|final|rms|mean, confidence: 0.95)",
     "share of the runs of the sweep that complete and whose reduced measure fulfils the condition; with a confidence "
     "the exact binomial interval of its probability",
     QuerySubject::points},
    {"boundary", "boundary(method, sweep: s, key: value)",
     "where outcomes change on the line of a refined sweep with these values of its other keys: the interval that is "
     "left",
     QuerySubject::boundary},
    {"best", "best(fit.key)", "value of the key at the point of the grid that fits best", QuerySubject::fit},
    {"lowest", "lowest(fit.key)",
     "smallest value of the key in the confidence region, interpolated; below it where the grid ends inside",
     QuerySubject::fit},
    {"highest", "highest(fit.key)", "largest value of the key in it", QuerySubject::fit},
    {"misfit", "misfit(fit)", "chi^2 of the fit at its best point", QuerySubject::fit},
    {"goodness", "goodness(fit)",
     "chance of a misfit at least this large, if the model and the standard deviations of the data are right",
     QuerySubject::fit},
    {"rho", "rho(method, step: h)",
     "spectral radius of the method's update of the mechanism linearized at rest in its start pose, enclosed with a "
     "proof",
     QuerySubject::stability},
    {"rho_floating", "rho_floating(method, step: h)", "the same by plain floating-point eigenvalues, not proved",
     QuerySubject::stability},
    {"stability_limit", "stability_limit(method, parameter: step)",
     "value up to which every smaller one of the step or of an option is stable, enclosed with a proof; where smaller "
     "unstable values are not excluded, between 0 and the value found",
     QuerySubject::stability},
}};

}  // namespace

std::span<const QueryForm> query_forms() {
  return query_form_rows;
}

const QueryForm* find_query_form(std::string_view name) {
  const auto* found =
      std::find_if(query_form_rows.begin(), query_form_rows.end(), [&](const QueryForm& f) { return f.name == name; });
  return found == query_form_rows.end() ? nullptr : found;
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
  const auto names = a.measures.base_names();
  const bool is_measure = name != no_symbol && std::find(names.begin(), names.end(), a.text(name)) != names.end();
  // A method behind it says that runs are asked, whatever stands before it.
  const auto is_argument = [](const Expression* operand) { return operand->kind == ExpressionKind::argument; };
  const bool has_two = e.operands.size() >= 2 && !is_argument(e.operands[0]) &&
                       std::all_of(e.operands.begin() + 2, e.operands.end(), is_argument);
  if (has_two && e.operands[1]->kind == ExpressionKind::name && first.kind != ExpressionKind::number &&
      a.methods.num_indices(a.text(e.operands[1]->name)))
    return true;
  // An unknown bare name is more likely a misspelt measure than a number.
  return is_measure || (first.kind == ExpressionKind::name && a.evaluator().find(name) == nullptr &&
                        a.text(name) != "pi" && a.text(name) != "inf");
}

}  // namespace perpend::dsl
