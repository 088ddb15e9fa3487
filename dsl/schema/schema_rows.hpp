// Short ways to write rows of a schema.
#pragma once

#include "dsl/schema/schema.hpp"

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

/// The active gap of all contacts, or of those of one method.
[[nodiscard]] constexpr LanguageField active_gap_field(std::string_view fallback) {
  return {{.name = "active_gap",
           .dimension = dimension::length,
           .doc = "contacts with a gap up to this are solved for",
           .default_text = fallback,
           .minimum = 0.0}};
}
[[nodiscard]] constexpr LanguageField active_set_field(std::string_view fallback) {
  return choices(
      "active_set", "reach|gap", fallback,
      "reach: also contacts that the step, without contacts, would bring within active_gap; gap: only those within it");
}
[[nodiscard]] constexpr LanguageField restitution_law_field(std::string_view fallback) {
  return choices(
      "restitution_law", "newton|poisson", fallback,
      "newton: bodies part at that share of the velocity of approach; poisson: by a second impulse of that share of "
      "the first; both limited where they would create energy");
}
[[nodiscard]] constexpr LanguageField directions_field(std::string_view fallback) {
  return {{.name = "directions",
           .type = FieldType::integer,
           .doc = "number of edges of the friction pyramid: 4, 8 or 16; 2 in the plane",
           .default_text = fallback,
           .minimum = 2.0,
           .maximum = 16.0}};
}
[[nodiscard]] constexpr LanguageField friction_field(std::string_view doc, std::string_view fallback) {
  return {{.name = "friction", .doc = doc, .default_text = fallback, .minimum = 0.0}};
}

[[nodiscard]] constexpr LanguageField restitution_field(std::string_view doc, std::string_view fallback) {
  return {{.name = "restitution", .doc = doc, .default_text = fallback, .minimum = 0.0, .maximum = 1.0}};
}

}  // namespace perpend::dsl
