// Every row of every schema with a scene that it can be written in: laws over them need no list of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernel/model/scene/schema.hpp"

namespace perpend::dsl {

/// Where fields of one owner are written: the parentheses or the braces of a type, or the block of a kind.
struct Place {
  std::string owner;              ///< "rod, arguments"
  std::vector<FieldSpec> fields;  ///< those of the language that are values; the others have rules of their own
  bool is_argument = false;       ///< `name: value, ...` instead of `name = value; ...`
  std::function<std::string(const std::string& fields)> scene;
};

/// All places in the language's blocks and in the shipped registries.
[[nodiscard]] std::vector<Place> schema_places();

/// A value of the field's type within its bounds, in its SI unit.
[[nodiscard]] std::string good_value(const FieldSpec& field);

/// `number` as the field wants its values, a vector or a list of it where that is its type.
[[nodiscard]] std::string value_text(const FieldSpec& field, double number, Dimension dimension);

/// The required fields but `without`, with `extra` behind them, as they are written in the place.
[[nodiscard]] std::string fields_text(const Place& place, std::string_view without, const std::string& extra);

/// `name: value` or `name = value`.
[[nodiscard]] std::string field_text(const Place& place, std::string_view name, const std::string& value);

}  // namespace perpend::dsl
