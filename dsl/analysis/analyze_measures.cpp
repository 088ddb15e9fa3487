// Measures: a signal, of an entity or of the whole scene, brought to one number by a reduction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "dsl/analysis/signals.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/syntax/unit_syntax.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying_programs.hpp"

namespace perpend::dsl {

namespace {

bool check_reduction(Analysis& a, const MeasureSpec& measure, Span span) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(span, "S051", std::move(message), std::move(hint));
    return false;
  };
  const int components = std::min(2, num_components(a, *measure.signal));
  const std::string_view name = measure.signal->spec.name;
  const Reduction reduction = measure.reduction;
  if (components == 0 && reduction == Reduction::none)
    return fail(fmt::format("'{}' has one component a row, and a measure is one number", name),
                fmt::format("write max_abs({}) or norm({})", measure.text, measure.text));
  if (components == 2 && reduction == Reduction::none)
    return fail(
        fmt::format("'{}' has {} components, and a measure is one number", name, a.is_spatial() ? "three" : "two"),
        a.is_spatial() ? fmt::format("write x({0}), y({0}), z({0}) or norm({0})", measure.text)
                       : fmt::format("write x({0}), y({0}) or norm({0})", measure.text));
  if (reduction == Reduction::z && !a.is_spatial()) return fail("the plane has no z", "write x, y or norm");
  if (components == 2 || (reduction != Reduction::x && reduction != Reduction::y && reduction != Reduction::z))
    return true;
  return fail(fmt::format("'{}' has no components {}", name, a.is_spatial() ? "x, y and z" : "x and y"),
              components == 1 ? "leave the reduction out" : "write max_abs or norm");
}

/// Read as a unit behind a number is: in an expression `m^2/s` would bind otherwise. Blanks stand in a string: "N m".
std::optional<Unit> read_unit_name(Analysis& a, const MeasureSpec& measure, const Expression& e) {
  const std::string text = e.kind == ExpressionKind::string ? std::string(e.text) : a.evaluator().source(e);
  const char* end = text.data() + text.size();
  const UnitReading reading = read_unit(text.data(), end);
  if (!reading.unit || reading.end != end) {
    const bool has_guess = reading.hint.substr(0, 12) == "did you mean";
    a.report.error(e.span, "S019", fmt::format("'{}' is not a unit", text),
                   has_guess ? reading.hint : "as in unit = mm, unit = m/s or unit = \"kg m^2\"");
    return std::nullopt;
  }
  if (same_dimension(reading.unit->dimension, measure.dimension)) return reading.unit;
  a.report.error(e.span, "S031",
                 fmt::format("'{}' is {}, found {}",
                             measure.signal != nullptr ? measure.signal->spec.name : std::string_view(measure.text),
                             describe(measure.dimension), describe(reading.unit->dimension)));
  return std::nullopt;
}

/// A name or a function that the scene itself gives.
bool is_own(const Analysis& a, const Expression& e) {
  const Binding* binding = a.evaluator().find(e.name);
  if (binding == nullptr) return false;
  return e.kind == ExpressionKind::name || std::holds_alternative<FunctionValue>(binding->value.data);
}

/// A signal, or its reduction; anything else computes. Names of the scene come first, and a word that nothing knows is
/// taken for a signal.
bool is_plain(const Analysis& a, const Expression& e) {
  if (e.kind == ExpressionKind::name)
    return !is_own(a, e) && a.measures.find(std::string(a.text(e.name))) == nullptr && a.text(e.name) != "t";
  if (e.kind != ExpressionKind::call || is_own(a, e)) return false;
  if (find_signal(a, a.text(e.name)) != nullptr) return true;
  const auto rows = reductions();
  const bool is_reduction =
      std::any_of(rows.begin(), rows.end(), [&](const ReductionName& r) { return r.name == a.text(e.name); });
  if (is_reduction && e.operands.size() == 1) {
    const Expression& operand = *e.operands[0];
    const SignalType* hidden = is_measure(a, operand) ? find_signal(a, a.text(operand.name)) : nullptr;
    if (hidden != nullptr && hidden->num_components != 0) return false;  // a measure is a number, without rows
    const bool may_be_signal = operand.kind == ExpressionKind::name || operand.kind == ExpressionKind::call;
    return may_be_signal && find_function(a.text(operand.name)) == nullptr && !is_own(a, operand);
  }
  return is_reduction || (find_function(a.text(e.name)) == nullptr && a.text(e.name) != "table");
}

bool read_plain(Analysis& a, const Expression& e, MeasureSpec& measure) {
  const Expression* signal = read_reduction(a, e, measure);
  if (signal == nullptr || !read_signal(a, *signal, measure) || !check_reduction(a, measure, e.span)) return false;
  measure.dimension = dimension_of(a.world.model, measure);
  return true;
}

bool read_computed(Analysis& a, const Expression& e, MeasureSpec& measure) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return false;
  const auto* varying = std::get_if<VaryingValue>(&value->data);
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(e.span, "S051", std::move(message), std::move(hint));
    return false;
  };
  // A number that stays, as a line to compare with in a figure.
  if (const auto* number = std::get_if<Quantity>(&value->data)) {
    measure.dimension = number->dimension;
    measure.program = TimeFunction(number->value);
    return true;
  }
  if (varying == nullptr)
    return fail(fmt::format("a measure is one number, found {}", describe(*value)),
                "use t or a signal in it; perpend list signals prints them");
  if ((*varying)->is_condition) return fail("a measure is one number, found a condition", "if ... then 1 else 0");
  if ((*varying)->size != 0)
    return fail(fmt::format("a measure is one number, found {}", describe(*value)),
                "write x(...), y(...) or norm(...)");
  auto programs = write_programs(**varying, measure.text, e.span, a.report);
  if (!programs) return false;
  measure.dimension = (*varying)->dimension;
  measure.program = std::move(programs->functions.front());
  measure.operands = std::move(programs->operands);
  return true;
}

/// What the name of the measure is worth in later ones.
Value value_of(Analysis& a, const MeasureSpec& measure, const Expression& e) {
  if (measure.signal != nullptr) return signal_value({measure}, false, measure.dimension);
  return *a.evaluator().evaluate(e);
}

/// Torques and energies have one dimension: a torque is shown in N m and an energy in J, whatever unit the scene uses
/// for the other.
Unit unit_of(const Analysis& a, const MeasureSpec& measure) {
  const Unit known = a.preferred_unit(measure.dimension);
  if (!(measure.dimension == dimension::energy)) return known;
  const auto is_torque = [](const MeasureSpec& one) { return one.signal != nullptr && one.signal->is_torque; };
  const bool is_of_torques =
      is_torque(measure) || std::any_of(measure.operands.begin(), measure.operands.end(), is_torque);
  const bool is_joule = known.name.find('J') != std::string::npos;
  if (is_of_torques == !is_joule) return known;
  if (is_of_torques) return si_unit(measure.dimension);
  return measure.signal != nullptr ? *find_unit("J") : known;
}

/// The measure above that reads the signal of this name as a whole, energy and not energy(kinetic); null: none does.
const MeasureSpec* reader_of_signal(const Analysis& a, std::string_view name) {
  const SignalType* signal = find_signal(a, name);
  if (signal == nullptr) return nullptr;
  const auto reads = [&](const MeasureSpec& one) {
    return one.signal == signal && one.entity < 0 && one.entity_kind.empty();
  };
  for (const MeasureSpec& one : a.experiment.measures)
    if (reads(one) || std::any_of(one.operands.begin(), one.operands.end(), reads)) return &one;
  return nullptr;
}

/// A measure that is the signal of its name changes no meaning.
void warn_of_hidden_signal(Analysis& a, const MeasureSpec& measure, Span span) {
  if (measure.text == measure.name) return;
  if (const MeasureSpec* reader = reader_of_signal(a, measure.name))
    a.report.warning(
        span, "S076",
        fmt::format("'{0}' means this measure in claims, figures and below, and the signal in measure '{1}' above",
                    measure.name, reader->name),
        fmt::format("put it before '{}', or give it another name", reader->name));
}

}  // namespace

bool check_readings(Analysis& a, const MeasureSpec& measure, Span span) {
  const auto is_of_element = [](const MeasureSpec& one) { return one.state.is_of_element; };
  if (!is_of_element(measure) && std::none_of(measure.operands.begin(), measure.operands.end(), is_of_element))
    return true;
  a.report.error(span, "S051", "span belongs to the law of a spring or damper", "write distance(first, second)");
  return false;
}

std::string add_computed_measure(Analysis& a, MeasureSpec measure, const Value& value, Span span) {
  measure.unit = unit_of(a, measure);
  a.has_own_unit.push_back(false);
  a.measures.add(measure.name, {static_cast<int>(a.experiment.measures.size()), span});
  a.measure_values.push_back(value);
  a.experiment.measures.push_back(std::move(measure));
  return a.experiment.measures.back().name;
}

void analyze_measure(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, measure_block, true, false, true)) return;
  const auto declared = declare(a, a.measures, s, "measure");
  if (!std::holds_alternative<World>(a.experiment.system))
    return a.report.error(s.keyword_span, "S046", "a measure needs a world",
                          "a linear system has rho and stability_limit only");
  MeasureSpec measure;
  measure.text = a.evaluator().source(*s.value);
  const bool is_good = is_plain(a, *s.value) ? read_plain(a, *s.value, measure) : read_computed(a, *s.value, measure);
  if (!is_good || !check_readings(a, measure, s.value->span)) return;
  std::optional<Unit> unit;
  (void)read_block(a, s, measure_block, fmt::format("measure {}", a.text(s.name)), {},
                   [&](const LanguageField&, const Statement& p) { unit = read_unit_name(a, measure, *p.value); });
  if (!declared) return;
  measure.name = *declared;
  measure.unit = unit ? *unit : unit_of(a, measure);
  warn_of_hidden_signal(a, measure, s.name_span);
  a.has_own_unit.push_back(unit.has_value());
  a.measure_values.push_back(value_of(a, measure, *s.value));  // in which its name is that of a signal
  a.measures.add(*declared, {static_cast<int>(a.experiment.measures.size()), s.name_span});
  a.experiment.measures.push_back(std::move(measure));
}

}  // namespace perpend::dsl
