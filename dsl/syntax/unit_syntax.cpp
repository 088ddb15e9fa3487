#include "dsl/syntax/unit_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "dsl/suggest.hpp"
#include "dsl/syntax/lexemes.hpp"
#include "dsl/syntax/source.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

std::string_view read_word(const char* at, const char* end) {
  const char* last = at;
  while (last != end && is_word(*last)) ++last;
  return at != end && is_letter(*at) ? std::string_view(at, static_cast<std::size_t>(last - at)) : std::string_view();
}

/// `^2`, `^-1`; without it 1. Moves `at` behind it.
int read_exponent(const char*& at, const char* end) {
  const char* caret = skip_blanks(at, end, false);
  if (caret == end || *caret != '^') return 1;
  const char* digits = skip_blanks(caret + 1, end, false);
  int exponent = 1;
  const auto [rest, error] = std::from_chars(digits, end, exponent);
  if (error == std::errc::result_out_of_range) exponent = 1000;  // rejected as absurd below
  if (error == std::errc::invalid_argument) return 1;
  at = rest;
  return exponent;
}

/// The unit that is meant: by its name, or by its word in full as in 3 metres.
std::string nearest_unit(std::string_view word) {
  std::vector<std::string_view> names;
  std::vector<std::string_view> words;
  for (const UnitRow& row : unit_table()) {
    names.push_back(row.unit.name);
    words.push_back(row.doc.substr(0, row.doc.find_first_of(",;:")));
  }
  const std::string in_full = nearest_name(word, words);
  const auto row = std::find(words.begin(), words.end(), in_full);
  return row != words.end() ? std::string(names[static_cast<std::size_t>(row - words.begin())])
                            : nearest_name(word, names);
}

UnitReading unknown_unit(const char* word_end, std::string_view word) {
  const std::string nearest = word == "g" ? "gram" : nearest_unit(word);
  return {word_end, std::nullopt, fmt::format("unknown unit '{}'", word),
          nearest.empty() ? fmt::format("to multiply, write * {}", word) : fmt::format("did you mean '{}'?", nearest)};
}

/// Where the `/` of `1/kg` stands, as reports and tables print such a unit; `at` where none does.
const char* skip_one(const char* at, const char* end) {
  const char* one = skip_blanks(at, end, false);
  if (one == end || *one != '1') return at;
  const char* slash = skip_blanks(one + 1, end, false);
  if (slash == end || *slash != '/') return at;
  return find_unit(read_word(skip_blanks(slash + 1, end, false), end)) != nullptr ? slash : at;
}

}  // namespace

UnitReading read_unit(const char* begin, const char* end) {
  UnitProduct product;
  const char* after = skip_one(begin, end);
  bool has_unit = false;
  for (;;) {
    const char* at = skip_blanks(after, end, false);
    const bool divides = at != end && *at == '/';
    const bool multiplies = has_unit && at != end && *at == '*';
    if (divides || multiplies) at = skip_blanks(at + 1, end, false);
    const std::string_view word = read_word(at, end);
    const Unit* unit = find_unit(word);
    if (unit == nullptr) {
      // Behind a complete unit another word is the start of something else, most often of a statement.
      if (word.empty() || has_unit || divides || multiplies || is_keyword(word) || word == "within") break;
      return unknown_unit(word.data() + word.size(), word);
    }
    after = word.data() + word.size();
    has_unit = true;
    const int exponent = read_exponent(after, end);
    if (!product.multiply(*unit, divides ? -exponent : exponent))
      return {after, std::nullopt, "a unit of an absurd power", "exponents stay below 60"};
  }
  if (!has_unit) return {begin, std::nullopt, {}, {}};
  const char* written = skip_blanks(begin, after, false);
  std::string name = as_written({written, static_cast<std::size_t>(after - written)});
  if (name.front() == '/') name = fmt::format("1{}", name);
  return {after, product.result(std::move(name)), {}, {}};
}

}  // namespace perpend::dsl
