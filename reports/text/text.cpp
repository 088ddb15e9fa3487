#include "reports/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>

namespace perpend::reports {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Bytes of the well-formed character at the start of `text`, 0 when there is none. Unicode 15, table 3-7.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) > 0x9F;
  const bool too_large = first == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  if (first == 0xC2) return static_cast<unsigned char>(character[1]) < 0xA0;  // C1 controls
  // Not characters at all (U+FFFE, U+FFFF), and marks that reorder the text around them (U+202A-E, U+2066-9).
  if (character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF") return true;
  return character.size() == 3 && ((character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
                                   (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9"));
}

std::string cleaned(std::string_view text, bool keep_breaks) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    // Nearly all of every text, at once.
    const auto num_plain =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    result += text.substr(0, num_plain);
    text.remove_prefix(num_plain);
    if (text.empty()) break;
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    const bool is_break = character == "\n" || character == "\t" || character == "\r";
    if (is_break) {
      result += keep_breaks && character != "\r" ? character : " ";
    } else {
      result += length == 0 || is_control(character) ? replacement : character;
    }
  }
  return result;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The division rounds, too, unless there is nothing to round.
double divided_outward(double value, double factor, double outside) {
  return value == 0 || factor == 1 ? value : std::nextafter(value / factor, outside);
}

/// Digits and exponent as %g writes them: 1234 and -5 are "1.234e-5", 1234 and 1 are "12.34".
std::string general_form(std::string digits, int exponent) {
  const int precision = static_cast<int>(digits.size());
  digits.erase(digits.find_last_not_of('0') + 1);
  if (exponent < -4 || exponent >= precision) {
    if (digits.size() > 1) digits.insert(1, ".");
    return digits + "e" + std::to_string(exponent);
  }
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto before_point = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= before_point) return digits + std::string(before_point - digits.size(), '0');
  return digits.insert(before_point, ".");
}

/// The decimal number of `digits` digits next to `value` on the side `outside`. Exact: a double is a decimal number of
/// at most 767 digits, and these are cut or counted up as text.
std::string rounded_outward(double value, int digits, double outside) {
  if (!std::isfinite(value) || value == 0) return significant(value);
  std::array<char, 800> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific, 767);
  const std::string all(buffer.data(), end.ptr);
  const std::size_t e = all.find('e');
  int exponent = std::atoi(all.c_str() + e + 1);
  std::string kept = all[0] + all.substr(2, static_cast<std::size_t>(digits) - 1);
  const bool is_cut = all.find_first_not_of('0', kept.size() + 1) < e;
  if (is_cut && (value > 0) == (outside > 0)) {
    const std::size_t last = kept.find_last_not_of('9');
    if (last == std::string::npos) {
      kept = "1" + std::string(kept.size() - 1, '0');
      ++exponent;
    } else {
      ++kept[last];
      std::fill(kept.begin() + static_cast<std::ptrdiff_t>(last) + 1, kept.end(), '0');
    }
  }
  return (value < 0 ? "-" : "") + general_form(kept, exponent);
}

/// "1.4e-05" -> "1.4e-5", "2e+03" -> "2e3".
std::string without_padding(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string exponent = text.substr(e + 1);
  const bool negative = exponent[0] == '-';
  exponent.erase(0, exponent.find_first_not_of("+-0"));
  return text.substr(0, e) + 'e' + (negative ? "-" : "") + exponent;
}

struct Prefix {
  double factor;
  const char* name;
};
constexpr std::array prefixes{Prefix{1e6, "M"},       Prefix{1e3, "k"},  Prefix{1.0, ""},    Prefix{1e-3, "m"},
                              Prefix{1e-6, "\u00b5"}, Prefix{1e-9, "n"}, Prefix{1e-12, "p"}, Prefix{1e-15, "f"}};

/// The one that leaves one to three digits in front of the point of `size` > 0, as far as there is one.
const Prefix& prefix_for(double size, std::string_view base) {
  std::size_t index = base == "s" ? 2 : base == "m" ? 1 : 0;  // neither kiloseconds nor megametres
  while (index + 1 < prefixes.size() && size < prefixes[index].factor) ++index;
  return prefixes[index];
}

/// "m" of "mm", "N m" of "kN m": what a prefix may stand before; nothing: the unit takes none.
std::optional<std::string_view> base_unit(const Unit& unit) {
  static constexpr std::array<std::string_view, 8> bases{"m", "s", "N", "J", "W", "Pa", "N m", "N s"};
  for (const std::string_view base : bases)
    for (const Prefix& prefix : prefixes)
      if (unit.name == std::string(prefix.name) + std::string(base) && unit.factor == prefix.factor) return base;
  return std::nullopt;
}

}  // namespace

std::string significant(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == 0) return "0";
  return without_padding(fmt::format("{:.{}g}", value, digits));
}

std::string in_unit(double value, const Unit& unit, int digits) {
  return significant(value / unit.factor, digits);
}

std::string with_unit(double value, const Unit& unit, int digits) {
  const std::string name = single_line(unit.name);
  return in_unit(value, unit, digits) + (name.empty() ? "" : " " + name);
}

std::string engineering(double value, const Unit& unit, int digits) {
  const bool is_length = unit.dimension == dimension::length;
  const bool is_time = unit.dimension == dimension::time;
  const double size = std::abs(value);
  if (!(is_length || is_time) || !std::isfinite(value) || size < prefixes.back().factor || size >= 1e15)
    return with_unit(value, unit, digits);
  // What rounds up to 1000 has the next prefix.
  const std::string base = is_length ? "m" : "s";
  const Prefix& prefix = prefix_for(size / (1.0 - 0.5 * std::pow(10.0, -digits)), base);
  return significant(value / prefix.factor, digits) + " " + prefix.name + base;
}

Unit unit_of_axis(const Unit& unit, double largest) {
  const double shown = largest / unit.factor;
  const std::optional<std::string_view> base = base_unit(unit);
  if (!base || !(shown < 0.1 || shown >= 1e4) || !(largest >= prefixes.back().factor) || largest >= 1e15) return unit;
  const Prefix& prefix = prefix_for(largest, *base);
  return {std::string(prefix.name) + std::string(*base), unit.dimension, prefix.factor};
}

std::string duration_text(double seconds) {
  struct Scale {
    double factor;
    const char* name;
  };
  constexpr Scale scales[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "\u00b5s"}, {1e-9, "ns"}};
  const Scale* scale = scales;
  while (scale->factor > 1e-9 && seconds < scale->factor) ++scale;
  const double value = seconds / scale->factor;
  return (value >= 100 ? fmt::format("{:.0f}", value) : significant(value, 3)) + " " + scale->name;
}

std::string measured_in_unit(double measured, double lower, double upper, const Unit& unit) {
  if (std::isnan(measured)) {
    const std::string enclosure =
        std::isfinite(lower) && std::isfinite(upper) ? enclosure_in_unit(lower, upper, unit) : "";
    return enclosure.empty() ? "no value" : "in " + enclosure + (unit.name.empty() ? "" : " " + unit.name);
  }
  const auto bound = [&](const char* words, double value, double side) {
    const std::string number = rounded_outward(divided_outward(value, unit.factor, side), 4, side);
    return fmt::format("{} {}{}", words, number, unit.name.empty() ? "" : " " + unit.name);
  };
  if (std::isinf(measured) && std::isfinite(lower)) return bound("at least", lower, -infinity);
  if (std::isinf(measured) && std::isfinite(upper)) return bound("at most", upper, infinity);
  return with_unit(measured, unit);
}

std::string enclosure_in_unit(double lower, double upper, const Unit& unit) {
  if (!(lower < upper)) return "";
  const double low = divided_outward(lower, unit.factor, -infinity);
  const double high = divided_outward(upper, unit.factor, infinity);
  int digits = 4;
  while (digits < 17 && significant(low, digits) == significant(high, digits)) ++digits;
  return "[" + rounded_outward(low, digits, -infinity) + ", " + rounded_outward(high, digits, infinity) + "]";
}

std::vector<std::string> distinct_texts(const std::vector<double>& values) {
  const std::set<double> wanted(values.begin(), values.end());
  std::vector<std::string> texts(values.size());
  for (int digits = 4; digits <= 17; ++digits) {
    std::transform(values.begin(), values.end(), texts.begin(),
                   [&](double value) { return significant(value, digits); });
    if (std::set<std::string>(texts.begin(), texts.end()).size() >= wanted.size()) break;
  }
  return texts;
}

std::string counted(long count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string with_unit_label(std::string_view name, std::string_view unit_name) {
  const std::string clean = single_line(name);
  return unit_name.empty() ? clean : clean + " [" + single_line(unit_name) + "]";
}

std::string single_line(std::string_view text) {
  return cleaned(text, false);
}

std::string plain_text(std::string_view text) {
  return cleaned(text, true);
}

std::size_t num_characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += is_continuation(c) ? 0 : 1;
  return count;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (num_characters(text) <= width) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t count = 0; bytes < text.size(); ++bytes)
    if (!is_continuation(text[bytes]) && count++ == width - 1) break;
  return std::string(text.substr(0, bytes)) + "\xE2\x80\xA6";
}

std::string as_file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_safe =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += is_safe ? c : '_';
  }
  constexpr std::size_t longest = 100;  // file systems allow 255 bytes, with room for endings
  name.resize(std::min(name.size(), longest));
  return name.empty() ? "_" : name;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./,:=+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace perpend::reports
