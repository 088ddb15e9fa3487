// Which files one statement of `perpend certify` is about, and what they hold.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/reading.hpp"

namespace perpend::cli {

/// The files of one problem.
using Subject = std::vector<std::string>;

/// How many files a subject of the kind has.
struct KindRow {
  const char* name;
  std::size_t fewest;
  std::size_t most;
  const char* usage;
};

/// Null when there is none of that name.
[[nodiscard]] const KindRow* find_kind(const std::string& name);

/// Empty, with a message, when the command line is wrong.
[[nodiscard]] std::vector<Subject> subjects_of(const std::vector<std::string>& given, const KindRow& kind);

[[nodiscard]] std::string subject_text(const Subject& files);

/// Files that are no problem of their kind, and why: a suite goes on with the next one, and tells of it in its results.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The value that was read. Throws Refusal when the file is wrong.
template <class T>
T wanted(Reading<T> reading) {
  if (auto* value = std::get_if<T>(&reading)) return std::move(*value);
  throw Refusal(std::get<FileError>(reading).message);
}

}  // namespace perpend::cli
