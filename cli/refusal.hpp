// Files that are no problem of their kind, and why: a suite goes on with the next one, and tells of it in its results.
#pragma once

#include <stdexcept>
#include <utility>
#include <variant>

#include "formats/reading.hpp"

namespace perpend::cli {

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
