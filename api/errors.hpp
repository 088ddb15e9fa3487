// Where what is wrong becomes a value: input that is unfit to compute with, memory that ran out, and what a callback,
// method or solver of the caller throws.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <string>

#include "perpend/matrix.hpp"
#include "perpend/result.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend {

template <class Input>
std::optional<Error> find_input_error(const char* name, const Input& input) {
  if (input.error().empty()) return std::nullopt;
  return Error{ErrorKind::argument, std::string(name) + ": " + input.error()};
}

/// Checks A, n x n, and b, n.
[[nodiscard]] std::optional<Error> find_lcp_error(const InputMatrix& a, const InputVector& b);

/// Checks a wall time [s]; nothing: no limit.
[[nodiscard]] std::optional<Error> find_limit_error(std::optional<double> limit);

/// From now on methods or solvers of the caller may run.
void note_callers_code();

/// Whose fault an exception is: the caller's where a method, solver or callback of theirs may have run.
[[nodiscard]] ErrorKind kind_of_exception(bool has_callback);

/// What `work` gives; an Error of this kind when it throws, and ErrorKind::arithmetic where this thread computes so
/// that nothing could be proved.
template <class Work>
auto guarded(ErrorKind kind, const Work& work) -> decltype(work()) {
  try {
    if (const auto trouble = check_floating_environment()) return Error{ErrorKind::arithmetic, *trouble};
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::internal, "there is not enough memory"};
  } catch (const std::exception& thrown) {
    return Error{kind, thrown.what()};
  } catch (...) {
    return Error{kind, "something was thrown that is not a std::exception"};
  }
}

}  // namespace perpend
