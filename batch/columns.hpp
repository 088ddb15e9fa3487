// The rows of a query as arrays, one a column: for programs that compute on whole columns.
#pragma once

#include <string>
#include <vector>

#include "batch/database.hpp"
#include "formats/npz.hpp"

namespace perpend::batch {

/// The names of the columns; one that comes again has "#2" behind.
[[nodiscard]] std::vector<std::string> unique_names(const Query& query);

/// A column of integers is of integers, one of numbers and NULLs of doubles with NaN for NULL, any other of text with
/// an empty one for NULL. Names as above. The columns stand in memory. Throws DatabaseError.
[[nodiscard]] std::vector<formats::NamedArray> columns_of(Database& database, const std::string& sql);

}  // namespace perpend::batch
