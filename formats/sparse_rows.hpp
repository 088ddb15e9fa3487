// Entries and columns of numbers as SparseRows, checked on the way: every value finite, every place in range and once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend::formats {

struct Entry {
  long row = 0, column = 0;  ///< from 0
  double value = 0.0;
};

/// Compressed storage of SciPy, CSparse and FCLIB: major is the row of CSR, the column of CSC.
struct Compressed {
  long num_rows = 0, num_columns = 0;
  bool by_rows = true;
  std::vector<long> first;  ///< one more than there are majors
  std::vector<long> minor;
  std::vector<double> value;
};

/// Values in the order of a file.
struct Dense {
  long num_rows = 0, num_columns = 0;
  bool by_rows = true;
  std::vector<double> value;
};

/// Neither negative nor above max_size.
void check_sizes(long num_rows, long num_columns, const std::string& file);
void check_finite(double value, long row, long column, const std::string& file);

/// Zeros that are written stay.
[[nodiscard]] SparseRows to_rows(long num_rows, long num_columns, std::vector<Entry> entries, const std::string& file);
[[nodiscard]] SparseRows to_rows(const Compressed& matrix, const std::string& file);
/// Zeros are left out.
[[nodiscard]] SparseRows to_rows(const Dense& matrix, const std::string& file);

[[nodiscard]] VectorX to_vector(std::span<const double> values, const std::string& file);
/// One column, or one row.
[[nodiscard]] VectorX to_vector(const Dense& matrix, const std::string& file);

}  // namespace perpend::formats
