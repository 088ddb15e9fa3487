// The rows of a query as arrays, one a column: for programs that compute on whole columns.
#pragma once

#include <string>
#include <vector>

#include "batch/database.hpp"
#include "formats/npz.hpp"

namespace perpend::batch {

/// A column of integers is of integers, one of numbers and NULLs of doubles with NaN for NULL, any other of text with
/// an empty one for NULL. A name that comes again has "#2" behind. The columns stand in memory. Throws DatabaseError.
[[nodiscard]] std::vector<formats::NamedArray> columns_of(Database& database, const std::string& sql);

}  // namespace perpend::batch
