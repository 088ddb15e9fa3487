// Short ways to write rows of a schema.
#pragma once

#include "dsl/schema.hpp"

namespace perpend::dsl {

[[nodiscard]] constexpr LanguageField text_field(std::string_view name, std::string_view doc) {
  return {{.name = name, .type = FieldType::text, .doc = doc}};
}

[[nodiscard]] constexpr LanguageField own(std::string_view name, std::string_view syntax, std::string_view doc,
                                          bool required = false, std::string_view fallback = "") {
  return {{.name = name, .required = required, .doc = doc, .default_text = fallback}, syntax};
}

[[nodiscard]] constexpr LanguageField choices(std::string_view name, std::string_view list, std::string_view fallback,
                                              std::string_view doc) {
  return {{.name = name, .type = FieldType::choice, .doc = doc, .default_text = fallback, .choices = list}};
}

[[nodiscard]] constexpr LanguageField friction_field(std::string_view doc, std::string_view fallback) {
  return {{.name = "friction", .doc = doc, .default_text = fallback, .minimum = 0.0}};
}

[[nodiscard]] constexpr LanguageField restitution_field(std::string_view doc, std::string_view fallback) {
  return {{.name = "restitution", .doc = doc, .default_text = fallback, .minimum = 0.0, .maximum = 1.0}};
}

}  // namespace perpend::dsl
