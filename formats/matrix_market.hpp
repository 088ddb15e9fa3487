// The Matrix Market exchange formats. [BoisvertPozoRemington96]
// Read: `coordinate` and `array`, `real`, `double` and `integer`, `general`, `symmetric` and `skew-symmetric`. Entries
// of a coordinate file may come in any order, each once. A number is the nearest double; an integer that no double
// holds is refused.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

/// What is wrong, where, and what to do: "A.mtx:3: ...".
struct FileError {
  std::string message;
};

/// From text; `name` is what messages call it. Entries are finite, rows sorted by column; zeros that are written stay.
[[nodiscard]] std::variant<SparseRows, FileError> read_matrix_market(std::string_view text, const std::string& name);
/// A matrix of one column as a vector.
[[nodiscard]] std::variant<VectorX, FileError> to_vector(const SparseRows& matrix, const std::string& name);

/// 17 digits: reading gives the same bits.
[[nodiscard]] std::string write_matrix_market(const VectorX& vector);
[[nodiscard]] std::string write_matrix_market(const SparseRows& matrix);

/// Larger sizes are refused before memory is asked for.
inline constexpr long max_matrix_market_size = 1'000'000;
inline constexpr long max_matrix_market_entries = 50'000'000;

}  // namespace perpend
