// Fits: which values of the keys of a sweep agree with numbers of a source.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/claims/claim_expression.hpp"
#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

constexpr std::size_t most_keys = 2;  // of which a region can be looked at

bool fail_fit(Analysis& a, Span span, std::string message, std::string hint) {
  a.report.error(span, "S056", std::move(message), std::move(hint));
  return false;
}

bool is_monotonic(const std::vector<double>& values) {
  const bool is_ascending = values.front() < values.back();
  return std::adjacent_find(values.begin(), values.end(),
                            [&](double x, double y) { return is_ascending ? x >= y : x <= y; }) == values.end();
}

/// Whether the sweep is a grid on which a region has neighbours and edges.
bool check_grid(Analysis& a, const SweepSpec& sweep, Span span) {
  if (sweep.is_zipped)
    return fail_fit(a, span, fmt::format("sweep '{}' is no grid: its keys are taken together, or drawn", sweep.name),
                    "give its keys as lists or ranges, without combine = zip");
  if (sweep.axes.size() > most_keys)
    return fail_fit(a, span,
                    fmt::format("sweep '{}' has {} keys, and a fit takes one or two", sweep.name, sweep.axes.size()),
                    "fix the others in a sweep of its own");
  for (const SweepAxis& axis : sweep.axes) {
    if (axis.is_of_words)
      return fail_fit(a, span, fmt::format("'{}' takes words, which are not estimated", axis.key),
                      "make a sweep and a fit for each word");
    if (axis.values.size() < 2 || !is_monotonic(axis.values))
      return fail_fit(a, span, fmt::format("the values of '{}' neither ascend nor descend", axis.key),
                      "a fit needs at least two of them, in order");
  }
  return true;
}

const SweepSpec* read_grid(Analysis& a, const Expression& e) {
  const auto index = resolve(a, a.sweeps, e, "sweep", false);
  if (!index) return nullptr;
  const SweepSpec& sweep = a.experiment.sweeps[static_cast<std::size_t>(*index)];
  return check_grid(a, sweep, e.span) ? &sweep : nullptr;
}

/// Whether each query asks one run at a point of the sweep. Counts them.
bool check_queries(Analysis& a, const ClaimExpression& value, const SweepSpec& sweep, Span span, int& count) {
  if (value.op == ClaimExpression::Op::query) {
    ++count;
    const ClaimQuery& query = value.query;
    const QueryForm* form = find_query_form(query.function);
    if (form == nullptr || form->subject != QuerySubject::run || query.function == "order" || !query.sweep.empty() ||
        !query.point.empty())
      return fail_fit(a, span, "a datum is asked of one run at each point of the sweep",
                      "write max, min, final, rms, mean, at or first_time of a measure and a method, without a sweep");
    const std::vector<std::string>& methods = sweep.methods;
    if (!methods.empty() && std::find(methods.begin(), methods.end(), query.method) == methods.end())
      return fail_fit(a, span, fmt::format("sweep '{}' does not run method '{}'", sweep.name, query.method),
                      "add it to the methods of the sweep");
  }
  return std::all_of(value.operands.begin(), value.operands.end(),
                     [&](const ClaimExpression& operand) { return check_queries(a, operand, sweep, span, count); });
}

/// The number and its deviation, which go with the value.
bool read_number(Analysis& a, const Expression& e, const ClaimValue& value, FitDatum& datum) {
  const auto near = read_near(a, e, "S056");
  if (!near) return false;
  if (!(near->tolerance > 0.0) || !std::isfinite(near->tolerance) || !std::isfinite(near->value))
    return fail_fit(
        a, e.operands[1]->span,
        fmt::format("a number and its standard deviation are finite, and the deviation is above 0, found {}",
                    a.evaluator().source(e)),
        "a number that is exactly right leaves nothing to fit: say how far it may be off");
  if (!same_dimension(near->dimension, value.dimension)) {
    a.report.error(
        e.span, "S031",
        fmt::format("the value is {}, and the number {}", describe(value.dimension), describe(near->dimension)));
    return false;
  }
  datum.printed = near->value;
  datum.deviation = near->tolerance;
  datum.unit = near->unit != nullptr && same_dimension(near->unit->dimension, near->dimension)
                   ? *near->unit
                   : si_unit(near->dimension);
  return true;
}

/// Data as they are read, before the sweep need be known: `over` may come last.
struct ReadData {
  NameTable names;
  std::vector<FitDatum> data;
  std::vector<Span> spans;  ///< of their values
};

void read_datum(Analysis& a, const Statement& s, ReadData& read) {
  if (!check_parts(a, s, datum_block, true, true, false)) return;
  const auto declared = declare(a, read.names, s, "datum");
  FitDatum datum;
  const Expression *near = nullptr, *written = nullptr;
  const FieldSet fields = read_block(
      a, s, datum_block, fmt::format("datum {}", a.text(s.name)), {},
      [&](const LanguageField& field, const Statement& p) { (field.spec.name == "near" ? near : written) = p.value; });
  if (!declared || !fields.is_good() || near == nullptr || written == nullptr) return;
  read.names.add(*declared, {static_cast<int>(read.data.size()), s.name_span});
  auto value = read_claim_value(a, *written);
  if (!value || !read_number(a, *near, *value, datum)) return;
  datum.name = *declared;
  datum.words = s.label != nullptr ? std::string(s.label->text) : "";
  datum.source = fields.properties().get_or<std::string>("source", a.experiment.source);
  datum.note = fields.properties().get_or<std::string>("note", "");
  datum.text = a.evaluator().source(*written);
  datum.value = std::move(value->expression);
  read.data.push_back(std::move(datum));
  read.spans.push_back(written->span);
}

bool check_data(Analysis& a, const ReadData& read, const SweepSpec& sweep, Span span) {
  for (std::size_t i = 0; i < read.data.size(); ++i) {
    int count = 0;
    if (!check_queries(a, read.data[i].value, sweep, read.spans[i], count)) return false;
    if (count == 0)
      return fail_fit(a, read.spans[i], "the value of a datum asks nothing of the runs",
                      "write for instance max(measure, method)");
  }
  if (!read.data.empty() && read.data.size() >= sweep.axes.size()) return true;
  return fail_fit(a, span,
                  fmt::format("{} cannot determine {} key{}",
                              read.data.empty()       ? "a fit without data"
                              : read.data.size() == 1 ? "one datum"
                                                      : "these data",
                              sweep.axes.size(), sweep.axes.size() == 1 ? "" : "s"),
                  "add datum name { value = max(measure, method); near = 20 mm within 2 mm }");
}

}  // namespace

void analyze_fit(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, fit_block, true, true, false)) return;
  const auto declared = declare(a, a.fits, s, "fit");
  const long errors = a.report.num_errors();
  FitSpec fit;
  const SweepSpec* sweep = nullptr;
  ReadData read;
  const FieldSet fields = read_block(
      a, s, fit_block, fmt::format("fit {}", a.text(s.name)), {},
      [&](const LanguageField&, const Statement& p) { sweep = read_grid(a, *p.value); },
      [&](const Statement& d) {
        if (a.text(d.keyword) != "datum") return false;
        read_datum(a, d, read);
        return true;
      });
  if (a.report.num_errors() > errors || !declared || !fields.is_good() || sweep == nullptr) return;
  if (!check_data(a, read, *sweep, s.name_span)) return;
  fit.confidence = fields.properties().number_or("confidence", fit.confidence);
  if (!(fit.confidence > 0.0 && fit.confidence < 1.0)) {
    fail_fit(a, s.name_span, "a confidence lies between 0 and 1", "as in confidence = 0.95");
    return;
  }
  fit.name = *declared;
  fit.words = s.label != nullptr ? std::string(s.label->text) : "";
  fit.sweep = sweep->name;
  fit.data = std::move(read.data);
  fit.note = fields.properties().get_or<std::string>("note", "");
  fit.place = a.report.source_place(s.name_span);
  a.fits.add(*declared, {static_cast<int>(a.experiment.fits.size()), s.name_span});
  a.experiment.fits.push_back(std::move(fit));
}

}  // namespace perpend::dsl
