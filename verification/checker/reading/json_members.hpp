// Members of JSON objects as exact numbers; all but `has` and `size` throw DataError with the name of what is wrong.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "verification/checker/arithmetic/sparse.hpp"

namespace perpend::checker {

/// What a line holds cannot be a certificate, in words.
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A bound on a multiplier.
struct Limit {
  int infinite = 0;  ///< sign of an infinite one; 0: finite
  Rational value;

  [[nodiscard]] bool is_finite() const { return infinite == 0; }
};

/// Null where it is no JSON. Throws DataError where an object has a key twice: readers differ in which value they take.
[[nodiscard]] std::shared_ptr<const nlohmann::json> parsed(const std::string& written);
/// All of those needed and none but these and those possible: what nobody reads may say anything.
void expect_keys(const nlohmann::json& from, std::initializer_list<std::string_view> needed,
                 std::initializer_list<std::string_view> possible = {});
[[nodiscard]] bool has(const nlohmann::json& from, const char* name);
/// Members or entries.
[[nodiscard]] std::size_t size(const nlohmann::json& of);
[[nodiscard]] const nlohmann::json& member(const nlohmann::json& from, const char* name);
[[nodiscard]] const nlohmann::json& list(const nlohmann::json& from, const char* name);
/// Those of the list.
[[nodiscard]] std::vector<std::reference_wrapper<const nlohmann::json>> entries(const nlohmann::json& from,
                                                                                const char* name);
/// Null where it is no text.
[[nodiscard]] const std::string* as_text(const nlohmann::json& value);
[[nodiscard]] bool is_list(const nlohmann::json& value);
/// Pre: a list of more entries.
[[nodiscard]] const nlohmann::json& entry(const nlohmann::json& list, std::size_t i);
[[nodiscard]] const nlohmann::json& object(const nlohmann::json& from, const char* name);
[[nodiscard]] std::string text(const nlohmann::json& from, const char* name);
[[nodiscard]] bool truth(const nlohmann::json& from, const char* name);
/// >= 0 and below 2^30. `from` is the object that has it, or the number itself.
[[nodiscard]] int whole_number(const nlohmann::json& from, const char* name);
/// Between -16 and 16: a power.
[[nodiscard]] int signed_number(const nlohmann::json& from, const char* name);

/// A text like "0.001"; `name` is for the error.
[[nodiscard]] Rational decimal_of(const nlohmann::json& value, const char* name);
[[nodiscard]] Rational decimal_of(const std::string& written, const char* name);
/// Hexadecimal, "p/q", or a whole number.
[[nodiscard]] Rational fraction_of(const nlohmann::json& value);
/// Hexadecimal floats, all finite.
[[nodiscard]] std::vector<Rational> numbers(const nlohmann::json& from, const char* name);
[[nodiscard]] std::vector<Rational> numbers_of(const nlohmann::json& array, const char* name);
/// The same, infinite ones too.
[[nodiscard]] std::vector<Limit> limits(const nlohmann::json& from, const char* name);
/// As many as `size`.
[[nodiscard]] std::vector<Rational> read_vector(const nlohmann::json& from, const char* name, int size);
/// {num_rows, num_columns, first, column, value}.
[[nodiscard]] SparseMatrix read_matrix(const nlohmann::json& from, const char* name);
[[nodiscard]] SparseMatrix read_square(const nlohmann::json& from, const char* name);

/// Whether these are cos and sin of 2 pi i/k to within 2^-50: a few roundings of doubles.
[[nodiscard]] bool is_direction(const std::vector<Rational>& direction, int i, int k);

}  // namespace perpend::checker
