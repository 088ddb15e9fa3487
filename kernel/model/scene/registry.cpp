#include "kernel/model/scene/registry.hpp"

#include <algorithm>
#include <cctype>

namespace perpend {

namespace {

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto is_inside = [&](char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), is_inside);
}

bool is_option(FieldType type) {
  return type == FieldType::flag || type == FieldType::number || type == FieldType::integer ||
         type == FieldType::choice;
}

std::optional<std::string> find_option_error(const FieldSpec& field) {
  const std::string name = "option '" + std::string(field.name) + "'";
  if (!is_name(field.name)) return name + ": a name is letters, digits and _, and does not begin with a digit";
  if (field.doc.empty()) return name + " has no line of documentation";
  if (!is_option(field.type)) return name + " is no flag, number, integer or choice";
  if (field.type == FieldType::choice && field.choices.empty()) return name + " is a choice without choices";
  // Negated, so that a NaN is an error too.
  if (!(field.minimum <= field.maximum)) return name + ": the minimum is not below the maximum";
  if (field.required && !field.default_text.empty()) return name + " is required and has a default";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_spec_error(const TypeSpec& spec) {
  if (!is_name(spec.name))
    return "'" + std::string(spec.name) + "': a name is letters, digits and _, and does not begin with a digit";
  const std::string name = "'" + std::string(spec.name) + "'";
  if (spec.summary.empty()) return name + " has no summary";
  if (!spec.properties.empty()) return name + " has properties; its options belong in arguments";
  for (const FieldSpec& field : spec.arguments) {
    if (auto error = find_option_error(field)) return name + ": " + *error;
    const auto is_same = [&](const FieldSpec& other) { return other.name == field.name; };
    if (std::count_if(spec.arguments.begin(), spec.arguments.end(), is_same) > 1)
      return name + ": there are two options '" + std::string(field.name) + "'";
  }
  return std::nullopt;
}

}  // namespace perpend
