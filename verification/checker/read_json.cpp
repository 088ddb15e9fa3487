#include "verification/checker/read_json.hpp"

#include <arb.h>

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

/// Proved by the ball.
bool is_near(const Rational& x, const arb_t ball) {
  arb_t distance, most;
  arb_init(distance);
  arb_init(most);
  arb_set_fmpq(distance, x.raw(), 128);
  arb_sub(distance, distance, ball, 128);
  arb_abs(distance, distance);
  arb_set_ui(most, 1);
  arb_mul_2exp_si(most, most, -50);
  const bool result = arb_le(distance, most) != 0;
  arb_clear(distance);
  arb_clear(most);
  return result;
}

}  // namespace

const json& member(const json& from, const char* name) {
  if (!from.is_object() || !from.contains(name)) fail(name, "is missing");
  return from.find(name).value();
}

const json& list(const json& from, const char* name) {
  const json& found = member(from, name);
  if (!found.is_array()) fail(name, "is not a list");
  return found;
}

const json& object(const json& from, const char* name) {
  const json& found = member(from, name);
  if (!found.is_object()) fail(name, "is not an object");
  return found;
}

std::string text(const json& from, const char* name) {
  return text_of(member(from, name), name);
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

Rational decimal_of(const json& value, const char* name) {
  const auto number = read_decimal(text_of(value, name));
  if (!number) fail(name, "is not a decimal number");
  return *number;
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

bool is_direction(const std::vector<Rational>& direction, int i, int k) {
  const Rational turn = Rational(2L * i) / Rational(k);
  arb_t cos, sin;
  arb_init(cos);
  arb_init(sin);
  arb_sin_cos_pi_fmpq(sin, cos, turn.raw(), 128);
  const bool result = is_near(direction[0], cos) && is_near(direction[1], sin);
  arb_clear(cos);
  arb_clear(sin);
  return result;
}

}  // namespace perpend::checker
