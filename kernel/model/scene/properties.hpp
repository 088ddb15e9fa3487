// Checked values handed from the scene language to the factories of the registries: SI numbers, no text to parse.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kernel/model/numbers/time_function.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

using TimeVector = std::array<TimeFunction, 2>;
using TimeVector3 = std::array<TimeFunction, 3>;
using TimeFunctions = std::vector<TimeFunction>;
using TimeRows = std::vector<TimeFunctions>;  ///< of a matrix, all of one size
using PropertyValue =
    std::variant<bool, double, std::string, Vec2, Vec3, Vec4, std::vector<double>, std::vector<Vec2>, MatrixX,
                 TimeFunction, TimeVector, TimeVector3, TimeFunctions, std::vector<Vec3>, TimeRows>;

/// Name to value; names are those of the schema rows, which outlive every Properties. A handful of entries: linear
/// search.
class Properties {
 public:
  /// Out of line: inlined, g++ 12 believes the other alternatives of the variant to be read uninitialized.
  void set(std::string_view name, PropertyValue value);

  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

  /// Pre: the schema check has put a value of type T there.
  template <class T>
  [[nodiscard]] const T& get(std::string_view name) const {
    return std::get<T>(*find(name));
  }

  template <class T>
  [[nodiscard]] T get_or(std::string_view name, T fallback) const {
    const PropertyValue* value = find(name);
    return value == nullptr ? fallback : std::get<T>(*value);
  }

  /// Whether a value of this type was given.
  template <class T>
  [[nodiscard]] bool holds(std::string_view name) const {
    const PropertyValue* value = find(name);
    return value != nullptr && std::holds_alternative<T>(*value);
  }

  /// Whether a number was given as a law of t and signals.
  [[nodiscard]] bool is_law(std::string_view name) const { return holds<TimeFunction>(name); }
  /// Such a number, constant or not; empty where it is not given.
  [[nodiscard]] TimeFunction law_or_empty(std::string_view name) const {
    if (!has(name)) return {};
    return is_law(name) ? get<TimeFunction>(name) : TimeFunction(number(name));
  }

  [[nodiscard]] double number(std::string_view name) const { return get<double>(name); }
  [[nodiscard]] double number_or(std::string_view name, double fallback) const { return get_or(name, fallback); }
  [[nodiscard]] const std::vector<std::pair<std::string_view, PropertyValue>>& entries() const { return entries_; }

 private:
  [[nodiscard]] const PropertyValue* find(std::string_view name) const {
    for (const auto& [key, value] : entries_)
      if (key == name) return &value;
    return nullptr;
  }

  std::vector<std::pair<std::string_view, PropertyValue>> entries_;
};

}  // namespace perpend
