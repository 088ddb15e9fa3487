#include "verification/checker/reading/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace perpend::checker {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const char* name, const char* what) {
  throw DataError(std::string(name) + ' ' + what);
}

const std::string& text_of(const json& value, const char* name) {
  if (!value.is_string()) fail(name, "is not a text");
  return value.get_ref<const std::string&>();
}

long whole_of(const json& value, const char* name) {
  if (!value.is_number_integer()) fail(name, "is not a whole number");
  return value.get<long>();
}

bool are_compressed_rows(const std::vector<int>& first, const SparseMatrix& a, std::size_t num_entries) {
  if (first.size() != static_cast<std::size_t>(a.num_rows) + 1 || first.front() != 0) return false;
  for (int i = 0; i < a.num_rows; ++i)
    if (first[i] > first[i + 1]) return false;
  return static_cast<std::size_t>(first.back()) == num_entries;
}

std::vector<int> whole_numbers(const json& from, const char* name) {
  std::vector<int> result;
  for (const json& value : list(from, name)) result.push_back(whole_number(value, name));
  return result;
}

}  // namespace

std::shared_ptr<const json> parsed(const std::string& written) {
  std::vector<std::set<std::string>> keys;  // of the objects that are not at their end
  const auto watch = [&keys](int /*depth*/, json::parse_event_t event, const json& key) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event != json::parse_event_t::key) return true;
    if (!keys.back().insert(key.get_ref<const std::string&>()).second)
      throw DataError(fmt::format("an object has the key '{}' twice", key.get_ref<const std::string&>()));
    return true;
  };
  auto result = std::make_shared<const json>(json::parse(written, watch, false));
  return result->is_discarded() ? nullptr : result;
}

void expect_keys(const json& from, std::initializer_list<std::string_view> needed,
                 std::initializer_list<std::string_view> possible) {
  for (const std::string_view name : needed)
    if (!from.is_object() || !from.contains(name)) throw DataError(fmt::format("{} is missing", name));
  const auto is_among = [](std::initializer_list<std::string_view> names, const std::string& key) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  for (const auto& [key, value] : from.items())
    if (!is_among(needed, key) && !is_among(possible, key))
      throw DataError(fmt::format("has '{}', which nothing of its kind has", key));
}

bool has(const json& from, const char* name) {
  return from.contains(name);
}

std::size_t size(const json& of) {
  return of.size();
}

const json& member(const json& from, const char* name) {
  if (!from.is_object() || !from.contains(name)) fail(name, "is missing");
  return from.find(name).value();
}

const json& list(const json& from, const char* name) {
  const json& found = member(from, name);
  if (!found.is_array()) fail(name, "is not a list");
  return found;
}

std::vector<std::reference_wrapper<const json>> entries(const json& from, const char* name) {
  const json& all = list(from, name);
  return {all.begin(), all.end()};
}

const std::string* as_text(const json& value) {
  return value.get_ptr<const std::string*>();
}

bool is_list(const json& value) {
  return value.is_array();
}

const json& entry(const json& list, std::size_t i) {
  return list[i];
}

const json& object(const json& from, const char* name) {
  const json& found = member(from, name);
  if (!found.is_object()) fail(name, "is not an object");
  return found;
}

std::string text(const json& from, const char* name) {
  return text_of(member(from, name), name);
}

bool truth(const json& from, const char* name) {
  const json& value = member(from, name);
  if (!value.is_boolean()) fail(name, "is neither true nor false");
  return value.get<bool>();
}

int whole_number(const json& from, const char* name) {
  const long number = whole_of(from.is_object() ? member(from, name) : from, name);
  if (number < 0 || number >= 1L << 30) fail(name, "is out of range");
  return static_cast<int>(number);
}

int signed_number(const json& from, const char* name) {
  const long number = whole_of(member(from, name), name);
  if (number < -16 || number > 16) fail(name, "is out of range");
  return static_cast<int>(number);
}

Rational decimal_of(const std::string& written, const char* name) {
  const auto number = read_decimal(written);
  if (!number) fail(name, "is not a decimal number");
  return *number;
}

Rational decimal_of(const json& value, const char* name) {
  return decimal_of(text_of(value, name), name);
}

Rational fraction_of(const json& value) {
  if (!value.is_string()) throw DataError("a number is not a text");
  const auto& written = value.get_ref<const std::string&>();
  if (auto number = read_hexadecimal(written)) return *number;
  Rational number;
  const bool is_fraction = !written.empty() && written.find_first_not_of("-0123456789/") == std::string::npos;
  if (!is_fraction || fmpq_set_str(number.raw(), written.c_str(), 10) != 0) throw DataError("a number cannot be read");
  if (fmpz_sgn(fmpq_denref(number.raw())) <= 0) throw DataError("a fraction has no denominator");
  fmpq_canonicalise(number.raw());
  return number;
}

std::vector<Rational> numbers_of(const json& array, const char* name) {
  if (!array.is_array()) fail(name, "is not a list");
  std::vector<Rational> result;
  for (const json& value : array) {
    auto number = read_hexadecimal(text_of(value, name));
    if (!number) fail(name, "holds what is not a finite hexadecimal number");
    result.push_back(std::move(*number));
  }
  return result;
}

std::vector<Rational> numbers(const json& from, const char* name) {
  return numbers_of(list(from, name), name);
}

std::vector<Limit> limits(const json& from, const char* name) {
  std::vector<Limit> result;
  for (const json& value : list(from, name)) {
    const std::string& written = text_of(value, name);
    if (written == "inf" || written == "-inf") {
      result.push_back({written == "inf" ? 1 : -1, {}});
      continue;
    }
    auto number = read_hexadecimal(written);
    if (!number) fail(name, "holds what is not a hexadecimal number");
    result.push_back({0, std::move(*number)});
  }
  return result;
}

std::vector<Rational> read_vector(const json& from, const char* name, int size) {
  std::vector<Rational> x = numbers(from, name);
  if (static_cast<int>(x.size()) != size) fail(name, "has another size");
  return x;
}

SparseMatrix read_matrix(const json& data, const char* name) {
  const json& from = object(data, name);
  SparseMatrix a;
  a.num_rows = whole_number(from, "num_rows");
  a.num_columns = whole_number(from, "num_columns");
  const std::vector<int> first = whole_numbers(from, "first"), columns = whole_numbers(from, "column");
  const std::vector<Rational> values = numbers(from, "value");
  if (values.size() != columns.size() || !are_compressed_rows(first, a, values.size()))
    fail(name, "is not compressed rows");
  a.rows.resize(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = first[i]; k < first[i + 1]; ++k) {
      if (columns[k] >= a.num_columns || (k > first[i] && columns[k] <= columns[k - 1]))
        fail(name, "has columns that do not increase, or that it has not");
      a.rows[i].push_back({columns[k], values[k]});
    }
  return a;
}

SparseMatrix read_square(const json& data, const char* name) {
  SparseMatrix a = read_matrix(data, name);
  if (!a.is_square()) fail(name, "is not square");
  return a;
}

bool is_direction(const std::vector<Rational>& direction, int i, int k) {
  constexpr long precision = 128;
  const Rational turn = Rational(2L * i) / Rational(k), most = power_of_two(-50);
  Ball cos, sin;
  arb_sin_cos_pi_fmpq(sin.raw(), cos.raw(), turn.raw(), precision);
  const auto is_near = [&](const Rational& x, const Ball& truth) {
    const Ball distance = (Ball(x, precision) - truth).abs();
    return arb_le(distance.raw(), Ball(most).raw()) != 0;
  };
  return is_near(direction[0], cos) && is_near(direction[1], sin);
}

}  // namespace perpend::checker
