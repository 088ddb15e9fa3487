// Whether what a caller gave is fit to compute with.
#pragma once

#include <optional>
#include <string>

#include "perpend/matrix.hpp"

namespace perpend {

template <class Input>
std::optional<Error> find_input_error(const char* name, const Input& input) {
  if (input.error().empty()) return std::nullopt;
  return Error{ErrorKind::argument, std::string(name) + ": " + input.error()};
}

/// Of A, n x n, and b, n.
[[nodiscard]] inline std::optional<Error> find_lcp_error(const InputMatrix& a, const InputVector& b) {
  if (auto error = find_input_error("A", a)) return error;
  if (auto error = find_input_error("b", b)) return error;
  const SparseRows& rows = a.rows();
  if (rows.num_rows == rows.num_columns && rows.num_rows == b.values().size()) return std::nullopt;
  return Error{ErrorKind::argument, "A has " + std::to_string(rows.num_rows) + " rows and " +
                                        std::to_string(rows.num_columns) + " columns, b has " +
                                        std::to_string(b.values().size()) + " entries: an LCP needs as many of each"};
}

}  // namespace perpend
