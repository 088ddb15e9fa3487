// What a reader of formats/ gives, or its message to the user.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <variant>

#include "cli/messages.hpp"
#include "formats/reading.hpp"

namespace perpend::cli {

/// The value that was read; nothing, with its message, when the file is wrong.
template <class T>
std::optional<T> accept(Reading<T> reading) {
  if (auto* value = std::get_if<T>(&reading)) return std::move(*value);
  // A message may have several lines, one for each error.
  std::string line;
  for (std::istringstream lines(std::get<FileError>(reading).message); std::getline(lines, line);)
    say(fmt::format("error: {}\n", line));
  return std::nullopt;
}

}  // namespace perpend::cli
