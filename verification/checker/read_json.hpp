// Members of JSON objects as exact numbers; each of these throws DataError with the name of what is wrong.
#pragma once

#include <string>
#include <vector>

#include "verification/checker/data.hpp"

namespace perpend::checker {

[[nodiscard]] const nlohmann::json& member(const nlohmann::json& from, const char* name);
[[nodiscard]] const nlohmann::json& list(const nlohmann::json& from, const char* name);
[[nodiscard]] const nlohmann::json& object(const nlohmann::json& from, const char* name);
[[nodiscard]] std::string text(const nlohmann::json& from, const char* name);
/// >= 0 and below 2^30. `from` is the object that has it, or the number itself.
[[nodiscard]] int whole_number(const nlohmann::json& from, const char* name);
/// Between -16 and 16: a power.
[[nodiscard]] int signed_number(const nlohmann::json& from, const char* name);
/// A text like "0.001".
[[nodiscard]] Rational decimal_of(const nlohmann::json& value, const char* name);
/// Hexadecimal floats, all finite.
[[nodiscard]] std::vector<Rational> numbers(const nlohmann::json& from, const char* name);
[[nodiscard]] std::vector<Rational> numbers_of(const nlohmann::json& array, const char* name);
/// The same, infinite ones too.
[[nodiscard]] std::vector<Limit> limits(const nlohmann::json& from, const char* name);

/// Whether these are cos and sin of 2 pi i/k to within 2^-50: a few roundings of doubles.
[[nodiscard]] bool is_direction(const std::vector<Rational>& direction, int i, int k);

}  // namespace perpend::checker
