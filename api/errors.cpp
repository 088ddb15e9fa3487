#include "api/errors.hpp"

#include <atomic>
#include <cmath>

namespace perpend {

namespace {

std::atomic<bool> has_callers_code{false};

}  // namespace

void note_callers_code() {
  has_callers_code = true;
}

ErrorKind kind_of_exception(bool has_callback) {
  return has_callback || has_callers_code ? ErrorKind::foreign : ErrorKind::internal;
}

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::scene:
      return "scene";
    case ErrorKind::argument:
      return "argument";
    case ErrorKind::file:
      return "file";
    case ErrorKind::foreign:
      return "foreign";
    case ErrorKind::internal:
      return "internal";
    case ErrorKind::arithmetic:
      return "arithmetic";
  }
  return "unknown";
}

std::string describe(const Error& error) {
  return error.diagnostics.empty() ? error.message : dsl::render(error.diagnostics, false);
}

std::optional<Error> find_lcp_error(const InputMatrix& a, const InputVector& b) {
  if (auto error = find_input_error("A", a)) return error;
  if (auto error = find_input_error("b", b)) return error;
  const SparseRows& rows = a.rows();
  if (rows.num_rows == rows.num_columns && rows.num_rows == b.values().size()) return std::nullopt;
  return Error{ErrorKind::argument, "A has " + std::to_string(rows.num_rows) + " rows and " +
                                        std::to_string(rows.num_columns) + " columns, b has " +
                                        std::to_string(b.values().size()) + " entries: an LCP needs as many of each"};
}

std::optional<Error> find_limit_error(std::optional<double> limit) {
  if (!limit || (std::isfinite(*limit) && *limit > 0.0)) return std::nullopt;
  return Error{ErrorKind::argument, "the limit must be a finite time above 0 s"};
}

}  // namespace perpend
