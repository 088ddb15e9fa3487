// Sweeps: values of params, of the step or of the duration; several keys make a grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "dsl/analysis/analysis.hpp"
#include "dsl/analysis/sweep_values.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Each is a run of every method. `perpend run` allows fewer.
constexpr double most_points = 1e8;

/// What the key is measured in: that of the param, or a time.
std::optional<Dimension> key_dimension(Analysis& a, const Statement& s) {
  const std::string_view key = a.text(s.keyword);
  const Binding* binding = a.evaluator().find(s.keyword);
  const auto* choice = binding != nullptr ? std::get_if<std::string_view>(&binding->value.data) : nullptr;
  if (choice != nullptr) {
    a.report.error(s.value->span, "S055", fmt::format("'{}' holds a choice, and its sweep lists words", key),
                   fmt::format("as in {} = [{}, ...]", key, *choice));
    return std::nullopt;
  }
  std::vector<std::string_view> known;
  for (const Parameter& p : a.experiment.parameters) {
    if (std::isnan(p.value)) continue;  // a string or a list
    if (p.name == key) return p.unit.dimension;
    known.push_back(p.name);
  }
  if (key == "step" || key == "duration") return dimension::time;
  known.push_back("step");
  known.push_back("duration");
  for (const Parameter& p : a.experiment.parameters) {
    const Binding* other = std::isnan(p.value) ? a.evaluator().find(a.document.names.find(p.name)) : nullptr;
    // A choice, which a list of words sweeps.
    if (other != nullptr && p.name != key && std::holds_alternative<std::string_view>(other->value.data))
      known.push_back(p.name);
  }
  a.report.error(
      s.keyword_span, "S055",
      fmt::format("'{}' cannot be swept: it is no param of a number or a choice, neither step nor duration", key),
      fmt::format("{}; a param of your own is declared with param {} = 1", suggest(key, known), key));
  return std::nullopt;
}

/// The axis of a param that holds a choice.
std::optional<SweepAxis> make_axis_of_words(Analysis& a, const WrittenValues& written) {
  const Statement& s = *written.statement;
  const Binding* binding = a.evaluator().find(s.keyword);
  if (binding == nullptr || !std::holds_alternative<std::string_view>(binding->value.data)) {
    a.report.error(
        s.value->span, "S055",
        fmt::format("'{}' is no param that holds a choice, and {} is a word", a.text(s.keyword), written.words.front()),
        fmt::format("write param {} = {}", a.text(s.keyword), written.words.front()));
    return std::nullopt;
  }
  SweepAxis axis;
  axis.key = a.text(s.keyword);
  axis.is_of_words = true;
  axis.words = written.words;
  for (const Quantity& q : written.values) axis.values.push_back(q.value);
  return axis;
}

std::optional<SweepAxis> make_axis(Analysis& a, const WrittenValues& written) {
  if (!written.words.empty()) return make_axis_of_words(a, written);
  const Statement& s = *written.statement;
  const auto dimension = key_dimension(a, s);
  if (!dimension) return std::nullopt;
  SweepAxis axis;
  axis.key = a.text(s.keyword);
  axis.unit = si_unit(*dimension);
  for (const Quantity& q : written.values) {
    if (!check_dimension(a.evaluator(), axis.key, *dimension, q, *s.value)) return std::nullopt;
    if (!std::isfinite(q.value)) {
      a.report.error(s.value->span, "S023", fmt::format("the values of '{}' must be finite", axis.key));
      return std::nullopt;
    }
    if (q.unit != nullptr && same_dimension(q.unit->dimension, *dimension)) axis.unit = *q.unit;
    axis.values.push_back(q.value);
  }
  return axis;
}

constexpr double most_sampled_points = 1e6;

/// A key outside of Saltelli's sample, or one of another size, would break its order.
bool check_sample(Analysis& a, const std::vector<WrittenValues>& all) {
  const auto is_saltelli = [](const WrittenValues& one) {
    return one.drawn != nullptr && one.drawn->draw == Draw::saltelli;
  };
  const auto first = std::find_if(all.begin(), all.end(), is_saltelli);
  if (first == all.end()) return true;
  for (const WrittenValues& one : all) {
    if (is_saltelli(one) && one.count == first->count) continue;
    a.report.error(one.statement->value->span, "S055", "all keys of a sweep belong to one sample of saltelli, or none",
                   fmt::format("write saltelli(first, last, {}) or log_saltelli for each", first->count));
    return false;
  }
  const double points = static_cast<double>(first->count) * static_cast<double>(all.size() + 2);
  if (points <= most_sampled_points) return true;
  a.report.error(first->statement->value->span, "S055",
                 fmt::format("a sample of {:.0f} points; {:.0f} are allowed", points, most_sampled_points),
                 "saltelli takes n (d + 2) points for d keys");
  return false;
}

SweepDesign design_of(Draw draw) {
  if (draw == Draw::saltelli) return SweepDesign::saltelli;
  return draw == Draw::random ? SweepDesign::drawn : SweepDesign::spread;
}

/// False after an error.
bool make_axes(Analysis& a, std::vector<WrittenValues>& all, SweepSpec& sweep) {
  if (!check_sample(a, all)) return false;
  draw(all);
  bool is_good = true;
  for (const WrittenValues& written : all) {
    if (written.drawn != nullptr) {
      sweep.is_zipped = true;
      sweep.design = std::max(sweep.design, design_of(written.drawn->draw));
    }
    auto axis = make_axis(a, written);
    axis ? sweep.axes.push_back(std::move(*axis)) : static_cast<void>(is_good = false);
  }
  return is_good;
}

/// Points that are the same make the same runs. Drawn values are as they come.
void warn_about_twins(Analysis& a, const Statement& s, const SweepSpec& sweep) {
  if (sweep.design != SweepDesign::given) return;
  if (sweep.is_zipped) {
    std::set<std::vector<double>> points;
    for (std::size_t i = 0; i < sweep.axes.front().values.size(); ++i) {
      std::vector<double> point;
      for (const SweepAxis& axis : sweep.axes) point.push_back(i < axis.values.size() ? axis.values[i] : 0.0);
      if (!points.insert(point).second)
        return a.report.warning(s.keyword_span, "S055",
                                fmt::format("point {} of sweep '{}' is one of those before it", i + 1, a.text(s.name)),
                                "its runs are made once and count twice: leave it out");
    }
    return;
  }
  for (const SweepAxis& axis : sweep.axes) {
    std::set<double> values;
    for (std::size_t i = 0; i < axis.values.size(); ++i)
      if (!values.insert(axis.values[i]).second)
        return a.report.warning(
            s.keyword_span, "S055",
            fmt::format("'{}' of sweep '{}' is {} twice", axis.key, a.text(s.name), value_text(axis, axis.values[i])),
            "its runs are made once and count twice: leave one out");
  }
}

/// The points of the axes, which must not be too many, or, taken together, unequal.
bool check_points(Analysis& a, const Statement& s, const SweepSpec& sweep) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(s.keyword_span, "S055", std::move(message), std::move(hint));
    return false;
  };
  if (sweep.axes.empty()) return fail("a sweep without values", "write for instance step = [4, 2, 1] ms");
  warn_about_twins(a, s, sweep);
  if (sweep.is_zipped) {
    const SweepAxis& first = sweep.axes.front();
    for (const SweepAxis& axis : sweep.axes)
      if (axis.values.size() != first.values.size())
        return fail(fmt::format("keys that are taken together need equally many values: '{}' has {}, '{}' has {}",
                                first.key, first.values.size(), axis.key, axis.values.size()),
                    "drawn values are taken together, and so are those of combine = zip");
    return true;
  }
  double points = 1.0;
  for (const SweepAxis& axis : sweep.axes) points *= static_cast<double>(axis.values.size());
  if (points <= most_points) return true;
  // Beyond 2^53 the digits of the product mean nothing.
  const std::string count = points < 1e15 ? fmt::format("{:.0f}", points) : fmt::format("about {:.0e}", points);
  return fail(fmt::format("a grid of {} points; {:.0f} are allowed", count, most_points),
              "take fewer values, or random or quasi_random ones");
}

bool fail(Analysis& a, const Expression& e, std::string message, std::string hint) {
  a.report.error(e.span, "S055", std::move(message), std::move(hint));
  return false;
}

/// `key >= value`.
bool read_sweep_condition(Analysis& a, const SweepSpec& sweep, const Expression& e, SweepExpectation& expectation) {
  const auto comparison = comparison_of(e.op);
  const Expression& key = *e.operands[0];
  if (!comparison)
    return fail(a, e, "a condition compares a key of the sweep", "write key >= value, with > >= < or <=");
  const auto axis = std::find_if(sweep.axes.begin(), sweep.axes.end(), [&](const SweepAxis& x) {
    return key.kind == ExpressionKind::name && x.key == a.text(key.name);
  });
  std::vector<std::string_view> keys;
  for (const SweepAxis& x : sweep.axes) keys.push_back(x.key);
  if (axis != sweep.axes.end() && axis->is_of_words)
    return fail(a, key, fmt::format("'{}' takes words, which are not compared", axis->key),
                "name the methods alone, or leave the condition out");
  if (axis == sweep.axes.end())
    return fail(a, key, fmt::format("sweep '{}' has no key '{}'", sweep.name, a.evaluator().source(key)),
                suggest(a.evaluator().source(key), keys));
  const auto value = a.evaluator().evaluate(*e.operands[1]);
  const auto* q = value ? std::get_if<Quantity>(&value->data) : nullptr;
  if (q == nullptr)
    return value && fail(a, *e.operands[1], fmt::format("'{}' is compared with a number", axis->key), "");
  if (!check_dimension(a.evaluator(), axis->key, axis->unit.dimension, *q, *e.operands[1])) return false;
  expectation.conditions.push_back({static_cast<std::size_t>(axis - sweep.axes.begin()), *comparison, q->value});
  return true;
}

/// Whether some run of the sweep is meant.
bool fits_a_run(const SweepSpec& sweep, const SweepExpectation& expectation) {
  for (const SweepCondition& condition : expectation.conditions) {
    const std::vector<double>& values = sweep.axes[condition.axis].values;
    if (std::none_of(values.begin(), values.end(), [&](double x) { return holds(condition, x); })) return false;
  }
  const auto runs = [&](const std::string& method) {
    return sweep.methods.empty() ||
           std::find(sweep.methods.begin(), sweep.methods.end(), method) != sweep.methods.end();
  };
  return std::all_of(expectation.methods.begin(), expectation.methods.end(), runs);
}

/// `diverges` or `diverges(a, b, key >= value)`.
bool read_expectation(Analysis& a, const Expression& e, SweepSpec& sweep) {
  const bool has_word = e.kind == ExpressionKind::name || e.kind == ExpressionKind::call;
  const auto outcome = has_word ? outcome_of(a.text(e.name)) : std::nullopt;
  if (!outcome)
    return fail(a, e, fmt::format("'{}' is not an outcome of a run", a.evaluator().source(e)),
                "completes, unstable, diverges, unsolvable or any, as in diverges(method, key >= value)");
  SweepExpectation expectation{*outcome, {}, {}};
  for (const Expression* argument : e.operands) {
    if (argument->kind == ExpressionKind::binary) {
      if (!read_sweep_condition(a, sweep, *argument, expectation)) return false;
      continue;
    }
    const auto names = read_names(a, a.methods, *argument, "method");
    if (!names) return false;
    expectation.methods.insert(expectation.methods.end(), names->begin(), names->end());
  }
  if (!fits_a_run(sweep, expectation))
    return fail(a, e, fmt::format("no run of sweep '{}' is meant by this", sweep.name),
                "each method must run in the sweep, and each condition hold at some point");
  sweep.expectations.push_back(std::move(expectation));
  return true;
}

/// Once methods and keys are known.
void read_expectations(Analysis& a, const Expression& e, SweepSpec& sweep) {
  if (e.kind != ExpressionKind::list) return static_cast<void>(read_expectation(a, e, sweep));
  for (const Expression* item : e.operands) static_cast<void>(read_expectation(a, *item, sweep));
}

}  // namespace

void analyze_sweep(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, sweep_block, true, false, false)) return;
  const auto declared = declare(a, a.sweeps, s, "sweep");
  SweepSpec sweep;
  const Expression *expect = nullptr, *refine = nullptr, *grid = nullptr;
  std::vector<WrittenValues> written;
  FieldSet fields(a.evaluator(), "sweep");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (!fields.claim(a.text(p.keyword), p.keyword_span, *p.value)) return;
    if (a.text(p.keyword) == "methods") {
      if (auto names = read_names(a, a.methods, *p.value, "method")) sweep.methods = std::move(*names);
      return;
    }
    if (a.text(p.keyword) == "combine") {
      const std::string_view word = p.value->kind == ExpressionKind::name ? a.text(p.value->name) : std::string_view();
      sweep.is_zipped = word == "zip";
      grid = word == "grid" ? p.value : nullptr;
      if (word == "zip" || word == "grid") return;
      fields.fail();
      return a.report.error(p.value->span, "S055", "'combine' is grid or zip");
    }
    if (a.text(p.keyword) == "expect") {
      expect = p.value;
      return;
    }
    if (a.text(p.keyword) == "refine") {
      refine = p.value;
      return;
    }
    auto values = read_values(a, *p.value);
    if (!values) return fields.fail();
    values->statement = &p;
    written.push_back(std::move(*values));
  };
  reader.declaration = [&](const Statement& d) { report_misplaced(a, d, "a sweep"); };
  a.walker.run(s.body, reader);
  if (!make_axes(a, written, sweep) || !fields.is_good()) fields.fail();
  if (grid != nullptr && sweep.is_zipped)
    a.report.error(grid->span, "S055", "drawn values make no grid: each point has the next value of every key",
                   "leave combine out, or give lists or ranges");
  if (fields.is_good() && !check_points(a, s, sweep)) return;
  if (!declared) return;
  sweep.name = *declared;
  if (expect != nullptr && fields.is_good()) read_expectations(a, *expect, sweep);
  if (refine != nullptr && fields.is_good() && !read_refinement(a, *refine, sweep)) return;
  a.sweeps.add(*declared, {static_cast<int>(a.experiment.sweeps.size()), s.name_span});
  a.experiment.sweeps.push_back(std::move(sweep));
}

}  // namespace perpend::dsl
