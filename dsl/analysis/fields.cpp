#include "dsl/analysis/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/field_words.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

std::optional<PropertyValue> read_choice(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto known = split_choices(spec.choices);
  std::string word = e.kind == ExpressionKind::string ? std::string(e.text) : evaluator.source(e);
  if (e.kind == ExpressionKind::name) {
    // A param may hold the choice as a string: form = kind_of_form.
    const Binding* binding = evaluator.find(e.name);
    const bool is_choice = std::find(known.begin(), known.end(), word) != known.end();
    const auto* text = binding != nullptr && !is_choice ? std::get_if<std::string_view>(&binding->value.data) : nullptr;
    if (text != nullptr) word = *text;
  }
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  evaluator.report().error(e.span, "S022", fmt::format("'{}' cannot be '{}'", spec.name, word), suggest(word, known));
  return std::nullopt;
}

}  // namespace

std::optional<PropertyValue> read_field(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  switch (spec.type) {
    case FieldType::choice:
      return read_choice(evaluator, spec, e);
    case FieldType::time_number:
    case FieldType::time_vector:
    case FieldType::time_vector3:
    case FieldType::time_list:
      return read_time_field(evaluator, spec, e);
    default:
      return read_value(evaluator, spec, e);
  }
}

void report_unknown_field(Report& report, Span span, std::string_view key, std::string_view owner,
                          std::span<const std::string_view> known) {
  const std::string_view words = what_to_write(fmt::format("{}.{}", owner, key));
  report.error(span, "S012", fmt::format("unknown field '{}' of {}", key, owner),
               words.empty() ? suggest(key, known) : std::string(words));
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
