// What an option's text has to be, for its help and its errors, and options that take names: a,b or m[1,2],b.
#pragma once

#include <algorithm>
#include <charconv>
#include <CLI/CLI.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace perpend::cli {

/// CLI::PositiveNumber lets NaN pass.
inline const CLI::Validator positive_number(
    [](const std::string& text) {
      double value = 0.0;
      const bool is_positive = CLI::detail::lexical_cast(text, value) && value > 0.0 && std::isfinite(value);
      return is_positive ? std::string() : "'" + text + "' is not a positive number";
    },
    "POSITIVE");

inline const CLI::Validator nonnegative_number(
    [](const std::string& text) {
      double value = 0.0;
      const bool is_nonnegative = CLI::detail::lexical_cast(text, value) && value >= 0.0 && std::isfinite(value);
      return is_nonnegative ? std::string() : "'" + text + "' is not a number that is 0 or larger";
    },
    "NONNEGATIVE");

inline const CLI::Validator whole_number(
    [](const std::string& text) {
      int value = 0;
      const bool is_whole = CLI::detail::lexical_cast(text, value) && value >= 0;
      return is_whole ? std::string() : "'" + text + "' is not a whole number that is 0 or larger";
    },
    "WHOLE");

/// A whole number from 1 to `most`: CLI::PositiveNumber prints the largest double where it refuses one.
[[nodiscard]] inline CLI::Validator count_up_to(long most) {
  return {[most](const std::string& text) {
            long value = 0;
            const bool is_count = CLI::detail::lexical_cast(text, value) && value >= 1 && value <= most;
            return is_count ? std::string() : "'" + text + "' is not a whole number from 1 to " + std::to_string(most);
          },
          "COUNT"};
}

/// Runs at a time: beyond every machine of today.
inline constexpr long most_jobs = 4096;

/// "500MB", "64 kB" or "1.5GB" in bytes; nothing where it is no such size above 0.
[[nodiscard]] inline std::optional<double> read_memory_size(const std::string& text) {
  constexpr std::pair<const char*, double> units[] = {{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};
  constexpr double most = 1e15;  // [bytes]: below what a size can be
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || !(value > 0.0)) return std::nullopt;
  const char* const unit = std::find_if(rest, end, [](char c) { return c != ' '; });
  for (const auto& [name, bytes] : units)
    if (std::string(unit, end) == name && value * bytes <= most) return value * bytes;
  return std::nullopt;
}

inline const CLI::Validator memory_size(
    [](const std::string& text) {
      return read_memory_size(text) ? std::string() : "'" + text + "' is not a size such as 500MB (kB, MB, GB)";
    },
    "SIZE");

/// "60s", "90 s", "500ms", "2 min" or "1.5h" in seconds; nothing where it is no such time above 0.
[[nodiscard]] inline std::optional<double> read_time_limit(const std::string& text) {
  constexpr std::pair<const char*, double> units[] = {{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}, {"h", 3600.0}};
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || !std::isfinite(value) || !(value > 0.0)) return std::nullopt;
  const char* const unit = std::find_if(rest, end, [](char c) { return c != ' '; });
  for (const auto& [name, seconds] : units)
    if (std::string(unit, end) == name) return value * seconds;
  return std::nullopt;
}

inline const CLI::Validator time_limit(
    [](const std::string& text) {
      return read_time_limit(text) ? std::string() : "'" + text + "' is not a time such as 60s or 2min";
    },
    "TIME");

/// Names that were cut at every comma, with the indices of each put together again: "m[1" and "2]" are m[1,2].
[[nodiscard]] inline std::vector<std::string> join_indices(const std::vector<std::string>& pieces) {
  std::vector<std::string> names;
  bool is_open = false;
  for (std::string piece : pieces) {
    std::erase(piece, ' ');  // names have none
    is_open ? static_cast<void>(names.back() += "," + piece) : names.push_back(piece);
    is_open = std::count(names.back().begin(), names.back().end(), '[') >
              std::count(names.back().begin(), names.back().end(), ']');
  }
  return names;
}

inline void add_names(CLI::App& app, const std::string& option, std::vector<std::string>& names,
                      const std::string& words) {
  app.add_option_function<std::vector<std::string>>(
         option, [&names](const std::vector<std::string>& pieces) { names = join_indices(pieces); }, words)
      ->delimiter(',');
}

}  // namespace perpend::cli
