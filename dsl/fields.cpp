#include "dsl/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/arithmetic.hpp"
#include "dsl/suggest.hpp"
#include "dsl/time_program.hpp"
#include "dsl/units.hpp"

namespace perpend::dsl {

namespace {

/// "did you mean 50/s?" for 50 s, "did you mean 1 kg?" for a bare 1.
std::string dimension_hint(Dimension expected, const Quantity& found, const Expression& e) {
  if (e.kind != ExpressionKind::number) return {};
  const std::string digits(e.text);
  const std::string unit = si_name(expected);
  const bool is_inverse = e.unit != nullptr && same_dimension(found.dimension, pow(expected, -1));
  if (is_inverse && e.unit->name.find_first_of(" /^") == std::string::npos)
    return fmt::format("did you mean {}/{}?", digits, e.unit->name);
  if (found.dimension != Dimension{} || unit.empty()) return {};
  return fmt::format("did you mean {}{}?", digits, unit.substr(0, 2) == "1/" ? unit.substr(1) : " " + unit);
}

bool report_type(const Evaluator& evaluator, const FieldSpec& spec, const char* wanted, const Value& found,
                 const Expression& e) {
  evaluator.report().error(e.span, "S021", fmt::format("'{}' is {}, found {}", spec.name, wanted, describe(found)));
  return false;
}

std::string bound_text(double bound, Dimension dimension) {
  return format_short(bound, si_unit(dimension));
}

bool check_bounds(const Evaluator& evaluator, const FieldSpec& spec, double value, const Expression& e) {
  const auto fail = [&](const char* code, std::string message) {
    evaluator.report().error(e.span, code, std::move(message));
    return false;
  };
  if (!std::isfinite(value)) return fail("S023", fmt::format("'{}' must be finite", spec.name));
  if (spec.type == FieldType::integer && std::nearbyint(value) != value)
    return fail("S024", fmt::format("'{}' is a whole number, found {}", spec.name, value));
  const bool is_low = spec.exclusive_minimum ? !(value > spec.minimum) : !(value >= spec.minimum);
  if (is_low)
    return fail("S023",
                fmt::format("'{}' must be {} {}, found {}", spec.name, spec.exclusive_minimum ? "above" : "at least",
                            bound_text(spec.minimum, spec.dimension), bound_text(value, spec.dimension)));
  if (!(value <= spec.maximum))
    return fail("S023", fmt::format("'{}' must be at most {}, found {}", spec.name,
                                    bound_text(spec.maximum, spec.dimension), bound_text(value, spec.dimension)));
  return true;
}

std::optional<double> to_number(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                const Expression& e) {
  const auto* q = std::get_if<Quantity>(&value.data);
  if (q == nullptr) {
    report_type(evaluator, spec, "a number", value, e);
    return std::nullopt;
  }
  if (!check_dimension(evaluator, spec.name, spec.dimension, *q, e) || !check_bounds(evaluator, spec, q->value, e))
    return std::nullopt;
  return q->value;
}

std::optional<Vec2> to_vector(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                              const Expression& e) {
  const auto* v = std::get_if<VectorValue>(&value.data);
  if (v == nullptr || v->size != 2) {
    report_type(evaluator, spec, "a vector (x, y)", value, e);
    return std::nullopt;
  }
  const bool is_zero = v->value[0] == 0.0 && v->value[1] == 0.0;
  const Quantity as_number{is_zero ? 0.0 : 1.0, v->dimension, v->unit};
  if (!check_dimension(evaluator, spec.name, spec.dimension, as_number, e)) return std::nullopt;
  if (!check_bounds(evaluator, spec, v->value[0], e) || !check_bounds(evaluator, spec, v->value[1], e))
    return std::nullopt;
  return Vec2(v->value[0], v->value[1]);
}

/// Each element of a list by `read`, which points at the whole list where the elements are not written out.
template <class T, class Read>
std::optional<PropertyValue> to_list(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                     const Expression& e, Read read) {
  const auto* list = std::get_if<ListValue>(&value.data);
  if (list == nullptr) {
    report_type(evaluator, spec, "a list", value, e);
    return std::nullopt;
  }
  const bool is_literal = e.kind == ExpressionKind::list && e.operands.size() == (*list)->size();
  std::vector<T> result;
  for (std::size_t i = 0; i < (*list)->size(); ++i) {
    const auto element = read(evaluator, spec, (**list)[i], is_literal ? *e.operands[i] : e);
    if (!element) return std::nullopt;
    result.push_back(*element);
  }
  return result;
}

std::optional<PropertyValue> read_choice(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto known = split_choices(spec.choices);
  std::string word = e.kind == ExpressionKind::string ? std::string(e.text) : evaluator.source(e);
  if (e.kind == ExpressionKind::name) {
    // A param may hold the choice as a string: form = kind_of_form.
    const Binding* binding = evaluator.scope().find(e.name);
    const bool is_choice = std::find(known.begin(), known.end(), word) != known.end();
    const auto* text = binding != nullptr && !is_choice ? std::get_if<std::string_view>(&binding->value.data) : nullptr;
    if (text != nullptr) word = *text;
  }
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  evaluator.report().error(e.span, "S022", fmt::format("'{}' cannot be '{}'", spec.name, word), suggest(word, known));
  return std::nullopt;
}

std::optional<PropertyValue> read_value(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto value = evaluator.evaluate(e);
  if (!value) return std::nullopt;
  switch (spec.type) {
    case FieldType::flag:
      if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
      report_type(evaluator, spec, "true or false", *value, e);
      return std::nullopt;
    case FieldType::text:
      if (const auto* text = std::get_if<std::string_view>(&value->data)) return std::string(*text);
      report_type(evaluator, spec, "a string", *value, e);
      return std::nullopt;
    case FieldType::vector:
      return to_vector(evaluator, spec, *value, e);
    case FieldType::number_list:
      return to_list<double>(evaluator, spec, *value, e, to_number);
    case FieldType::point_list:
      return to_list<Vec2>(evaluator, spec, *value, e, to_vector);
    default:
      return to_number(evaluator, spec, *value, e);
  }
}

}  // namespace

bool check_dimension(const Evaluator& evaluator, std::string_view field, Dimension expected, const Quantity& found,
                     const Expression& e) {
  if (same_dimension(expected, found.dimension) || is_bare_zero(found)) return true;
  evaluator.report().error(e.span, "S031",
                           fmt::format("'{}' is {}, found {}", field, describe(expected), describe(found.dimension)),
                           dimension_hint(expected, found, e));
  return false;
}

std::optional<PropertyValue> read_field(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  if (spec.type == FieldType::choice) return read_choice(evaluator, spec, e);
  if (spec.type == FieldType::time_number) {
    auto number = compile_time_number(evaluator, e);
    if (!number) return std::nullopt;
    const bool is_zero = number->function.is_constant() && number->function(0.0) == 0.0;
    if (!check_dimension(evaluator, spec.name, spec.dimension, {is_zero ? 0.0 : 1.0, number->dimension, nullptr}, e))
      return std::nullopt;
    return std::move(number->function);
  }
  if (spec.type == FieldType::time_vector) {
    auto pair = compile_time_vector(evaluator, e);
    if (!pair) return std::nullopt;
    const bool is_zero = pair->functions[0].is_constant() && pair->functions[1].is_constant() &&
                         pair->functions[0](0.0) == 0.0 && pair->functions[1](0.0) == 0.0;
    if (!check_dimension(evaluator, spec.name, spec.dimension, {is_zero ? 0.0 : 1.0, pair->dimension, nullptr}, e))
      return std::nullopt;
    return std::move(pair->functions);
  }
  return read_value(evaluator, spec, e);
}

void report_unknown_field(Report& report, Span span, std::string_view key, std::string_view owner,
                          std::span<const std::string_view> known) {
  report.error(span, "S012", fmt::format("unknown field '{}' of {}", key, owner), suggest(key, known));
}

const Expression* FieldSet::written(std::string_view key) const {
  for (const Written& field : written_)
    if (field.key == key) return field.value;
  return nullptr;
}

bool FieldSet::claim(std::string_view key, Span key_span, const Expression& value) {
  for (const Written& field : written_) {
    if (field.key != key) continue;
    evaluator_.report().error(key_span, "S014", fmt::format("'{}' of {} is given twice", key, owner_),
                              fmt::format("first at {}", evaluator_.report().place(field.span)));
    is_good_ = false;
    return false;
  }
  written_.push_back({key, key_span, &value});
  return true;
}

void FieldSet::set(std::string_view key, Span key_span, const Expression& value, std::span<const FieldSpec> specs,
                   std::span<const FieldSpec> elsewhere, std::string_view elsewhere_form) {
  const auto is_named = [&](const FieldSpec& spec) { return spec.name == key; };
  const auto spec = std::find_if(specs.begin(), specs.end(), is_named);
  if (spec == specs.end()) {
    is_good_ = false;
    if (std::any_of(elsewhere.begin(), elsewhere.end(), is_named)) {
      evaluator_.report().error(key_span, "S012", fmt::format("'{}' of {} stands in the wrong place", key, owner_),
                                fmt::format("write it {}", elsewhere_form));
      return;
    }
    std::vector<std::string_view> known;
    for (const FieldSpec& row : specs) known.push_back(row.name);
    return report_unknown_field(evaluator_.report(), key_span, key, owner_, known);
  }
  if (!claim(spec->name, key_span, value)) return;
  auto checked = read_field(evaluator_, *spec, value);
  if (!checked) {
    is_good_ = false;
    return;
  }
  properties_.set(spec->name, std::move(*checked));
}

void FieldSet::check_required(std::span<const FieldSpec> specs, Span span) {
  // An unknown or nameless field is most often the missing one.
  if (!is_good_) return;
  for (const FieldSpec& spec : specs) {
    if (!spec.required || has(spec.name)) continue;
    evaluator_.report().error(span, "S013", fmt::format("{} needs '{}'", owner_, spec.name), std::string(spec.doc));
    is_good_ = false;
  }
}

void FieldSet::report(const FactoryError& error, Span span) const {
  const Expression* field = written(error.field);
  evaluator_.report().error(field != nullptr ? field->span : span, "S042", error.message, error.hint);
}

void read_named_arguments(FieldSet& fields, const Evaluator& evaluator, std::span<const Expression* const> arguments,
                          std::string_view owner, std::span<const FieldSpec> specs,
                          std::span<const FieldSpec> properties) {
  for (const Expression* argument : arguments) {
    if (argument->kind == ExpressionKind::argument) {
      Span key = argument->span;
      key.length = static_cast<std::uint32_t>(evaluator.text(argument->name).size());
      fields.set(evaluator.text(argument->name), key, *argument->operands[0], specs, properties, "inside { }");
      continue;
    }
    fields.fail();
    const std::string example = specs.empty() ? fmt::format("{} has no arguments", owner)
                                              : fmt::format("as in {}: {}", specs[0].name, evaluator.source(*argument));
    evaluator.report().error(argument->span, "S012", fmt::format("an argument of {} without a name", owner), example);
  }
}

}  // namespace perpend::dsl
