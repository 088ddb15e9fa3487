// What every function of the library returns: a value, or what was wrong. Nothing here exits, aborts or prints, but for
// one case: GMP and FLINT end the process when they find no memory for exact numbers.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dsl/diagnostic.hpp"

#ifndef EIGEN_DONT_VECTORIZE
#error \
    "Perpend is built with EIGEN_DONT_VECTORIZE, on which the layout of its types and its bits depend: link perpend::perpend, or take the flags of `pkg-config --cflags perpend`"
#endif

namespace perpend {

/// What is wrong with a scene, and where: code, file, line, message, hint.
using Diagnostic = dsl::Diagnostic;

enum class ErrorKind {
  scene,     ///< a scene, an override or a name in it; `diagnostics` say where
  argument,  ///< sizes that disagree, a NaN, an unknown name
  file,      ///< a file that cannot be written
  foreign,   ///< a method, solver or callback of the caller threw or returned a state of another size
  internal,  ///< memory ran out, or the library itself failed
  /// The calling thread does not round to nearest, or flushes small numbers to zero: nothing can be proved there.
  arithmetic,
};

[[nodiscard]] const char* to_string(ErrorKind kind);

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;                    ///< one line; for a scene the first diagnostic, with its place
  std::vector<Diagnostic> diagnostics{};  ///< for a scene: errors first, then warnings
};

/// All diagnostics as text with the source line and a caret, or the message alone.
[[nodiscard]] std::string describe(const Error& error);

/// A value, or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return held_.index() == 0; }
  [[nodiscard]] explicit operator bool() const { return has_value(); }

  /// Pre: there is a value. Otherwise throws std::logic_error with the message of the error.
  [[nodiscard]] const T& value() const& {
    expect_value();
    return std::get<0>(held_);
  }
  [[nodiscard]] T&& value() && {
    expect_value();
    return std::get<0>(std::move(held_));
  }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  /// Pre: there is no value. Otherwise throws std::bad_variant_access.
  [[nodiscard]] const Error& error() const { return std::get<1>(held_); }

 private:
  void expect_value() const {
    if (!has_value()) throw std::logic_error(describe(error()));
  }

  std::variant<T, Error> held_;
};

}  // namespace perpend
