#include "perpend/matrix.hpp"

#include <fmt/format.h>

#include <cmath>

namespace perpend {

namespace {

/// Statements count entries of rows in int.
constexpr long most_rows = std::numeric_limits<int>::max() - 1;

std::string find_row_error(const SparseRows& rows, int i) {
  if (rows.first[i] < 0 || rows.first[i + 1] < rows.first[i] ||
      rows.first[i + 1] > static_cast<int>(rows.column.size()))
    return fmt::format("row {}: 'first' does not count up to the number of entries", i + 1);
  for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) {
    if (rows.column[k] < 0 || rows.column[k] >= rows.num_columns)
      return fmt::format("row {}: column {} of {}", i + 1, rows.column[k] + 1, rows.num_columns);
    if (k > rows.first[i] && rows.column[k] <= rows.column[k - 1])
      return fmt::format("row {}: its columns do not increase", i + 1);
    if (!std::isfinite(rows.value[k]))
      return fmt::format("row {}, column {}: {} is not a finite number", i + 1, rows.column[k] + 1, rows.value[k]);
  }
  return "";
}

std::string find_error(const SparseRows& rows) {
  if (rows.num_rows <= 0 || rows.num_columns <= 0)
    return fmt::format("it has {} rows and {} columns", rows.num_rows, rows.num_columns);
  if (rows.first.size() != static_cast<std::size_t>(rows.num_rows) + 1 || rows.first.front() != 0 ||
      static_cast<std::size_t>(rows.first.back()) != rows.column.size() || rows.column.size() != rows.value.size())
    return "its compressed rows do not fit together";
  for (int i = 0; i < rows.num_rows; ++i)
    if (std::string error = find_row_error(rows, i); !error.empty()) return error;
  return "";
}

}  // namespace

void InputMatrix::start(long rows, long columns) {
  rows_.first.push_back(0);
  if (rows > 0 && columns > 0 && rows <= most_rows && columns <= most_rows) {
    rows_.num_rows = static_cast<int>(rows);
    rows_.num_columns = static_cast<int>(columns);
  } else {
    error_ = fmt::format("it has {} rows and {} columns", rows, columns);
  }
}

void InputMatrix::add(long column, double value) {
  if (!error_.empty() || value == 0.0) return;  // false of a NaN
  if (rows_.column.size() >= static_cast<std::size_t>(most_rows)) {
    error_ = fmt::format("it has more than {} entries", most_rows);
    return;
  }
  if (!std::isfinite(value))
    error_ = fmt::format("row {}, column {}: {} is not a finite number", rows_.first.size(), column + 1, value);
  rows_.column.push_back(static_cast<int>(column));
  rows_.value.push_back(value);
}

InputMatrix::InputMatrix(long rows, long columns, std::span<const double> row_major) {
  start(rows, columns);
  if (!error_.empty()) return;
  // By division: the product of two sizes may be more than a long holds.
  const auto size = static_cast<long>(row_major.size());
  if (size / columns != rows || size % columns != 0) {
    error_ = fmt::format("{} rows of {} columns from {} numbers", rows, columns, size);
    return;
  }
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < columns; ++j) add(j, row_major[static_cast<std::size_t>(i * columns + j)]);
    end_row();
  }
}

InputMatrix::InputMatrix(SparseRows rows) : rows_(std::move(rows)), error_(find_error(rows_)) {}

InputVector::InputVector(std::span<const double> values)
    : values_(Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()))) {
  check();
}

void InputVector::check() {
  if (values_.size() == 0) error_ = "it has no entries";
  for (Eigen::Index i = 0; i < values_.size(); ++i)
    if (!std::isfinite(values_[i])) {
      error_ = fmt::format("entry {}: {} is not a finite number", i + 1, values_[i]);
      return;
    }
}

}  // namespace perpend
