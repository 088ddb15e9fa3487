#include "formats/sparse_rows.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "formats/reading.hpp"

namespace perpend::formats {

namespace {

std::string place(long row, long column) {
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

SparseRows empty_rows(long num_rows, long num_columns) {
  SparseRows rows;
  rows.num_rows = static_cast<int>(num_rows);
  rows.num_columns = static_cast<int>(num_columns);
  rows.first.assign(num_rows + 1, 0);
  return rows;
}

void check_entry(const Entry& entry, long num_rows, long num_columns, const std::string& file) {
  if (entry.row < 0 || entry.row >= num_rows || entry.column < 0 || entry.column >= num_columns)
    fail(file, "an entry at row " + std::to_string(entry.row) + ", column " + std::to_string(entry.column) +
                   ", counted from 0, of a matrix of " + std::to_string(num_rows) + " x " +
                   std::to_string(num_columns));
  check_finite(entry.value, entry.row, entry.column, file);
}

}  // namespace

void check_sizes(long num_rows, long num_columns, const std::string& file) {
  for (const auto& [size, what] : {std::pair{num_rows, "rows"}, {num_columns, "columns"}}) {
    if (size < 0) fail(file, "the number of " + std::string(what) + " is negative");
    if (size > max_size)
      fail(file, std::to_string(size) + " " + what + "; at most " + std::to_string(max_size) + " are read");
  }
}

void check_finite(double value, long row, long column, const std::string& file) {
  if (!std::isfinite(value))
    fail(file, place(row, column) + ": " + (std::isnan(value) ? "not a number" : "infinite") +
                   "; nothing can be proved of it");
}

SparseRows to_rows(long num_rows, long num_columns, std::vector<Entry> entries, const std::string& file) {
  check_sizes(num_rows, num_columns, file);
  for (const Entry& entry : entries) check_entry(entry, num_rows, num_columns, file);
  std::sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
    return std::tie(one.row, one.column) < std::tie(other.row, other.column);
  });
  SparseRows rows = empty_rows(num_rows, num_columns);
  rows.column.reserve(entries.size());
  rows.value.reserve(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Entry& entry = entries[k];
    if (k > 0 && entry.row == entries[k - 1].row && entry.column == entries[k - 1].column)
      fail(file, place(entry.row, entry.column) + " comes twice; write the sum once");
    ++rows.first[entry.row + 1];
    rows.column.push_back(static_cast<int>(entry.column));
    rows.value.push_back(entry.value);
  }
  for (long i = 0; i < num_rows; ++i) rows.first[i + 1] += rows.first[i];
  return rows;
}

SparseRows to_rows(const Compressed& matrix, const std::string& file) {
  const std::vector<long>& first = matrix.first;
  const long num_majors = matrix.by_rows ? matrix.num_rows : matrix.num_columns;
  const long num_entries = static_cast<long>(std::min(matrix.minor.size(), matrix.value.size()));
  check_sizes(matrix.num_rows, matrix.num_columns, file);
  if (static_cast<long>(first.size()) != num_majors + 1)
    fail(file, std::to_string(first.size()) + " pointers; " + std::to_string(num_majors) + " " +
                   (matrix.by_rows ? "rows" : "columns") + " have one more");
  if (first.front() != 0) fail(file, "the first pointer is not 0");
  std::vector<Entry> entries;
  for (long major = 0; major < num_majors; ++major) {
    if (first[major] > first[major + 1] || first[major + 1] > num_entries)
      fail(file, "pointer " + std::to_string(major + 2) + " is " + std::to_string(first[major + 1]) +
                     ": smaller than the one before, or more than the " + std::to_string(num_entries) + " entries");
    for (long k = first[major]; k < first[major + 1]; ++k)
      entries.push_back(
          {matrix.by_rows ? major : matrix.minor[k], matrix.by_rows ? matrix.minor[k] : major, matrix.value[k]});
  }
  return to_rows(matrix.num_rows, matrix.num_columns, std::move(entries), file);
}

SparseRows to_rows(const Dense& matrix, const std::string& file) {
  check_sizes(matrix.num_rows, matrix.num_columns, file);
  const long down = matrix.by_rows ? matrix.num_columns : 1, across = matrix.by_rows ? 1 : matrix.num_rows;
  SparseRows rows = empty_rows(matrix.num_rows, matrix.num_columns);
  for (long i = 0; i < matrix.num_rows; ++i) {
    for (long j = 0; j < matrix.num_columns; ++j) {
      const double value = matrix.value[i * down + j * across];
      check_finite(value, i, j, file);
      if (value == 0.0) continue;
      rows.column.push_back(static_cast<int>(j));
      rows.value.push_back(value);
    }
    rows.first[i + 1] = static_cast<int>(rows.value.size());
  }
  return rows;
}

VectorX to_vector(std::span<const double> values, const std::string& file) {
  check_sizes(static_cast<long>(values.size()), 1, file);
  for (std::size_t i = 0; i < values.size(); ++i) check_finite(values[i], static_cast<long>(i), 0, file);
  return Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

VectorX to_vector(const Dense& matrix, const std::string& file) {
  if (matrix.num_columns != 1 && matrix.num_rows != 1)
    fail(file, std::to_string(matrix.num_rows) + " x " + std::to_string(matrix.num_columns) +
                   "; a vector has one column or one row");
  return to_vector(std::span<const double>(matrix.value), file);
}

}  // namespace perpend::formats
