// Files that live as long as a test, and matrices to compare.
#pragma once

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "formats/reading.hpp"
#include "kernel/model/contacts/lcp.hpp"
#include "tests/support/random.hpp"

namespace perpend::test {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "perpend-formats-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    // A new file: some file systems wait for the disk when one is cut short and written again.
    std::filesystem::remove(path(name));
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::string path_;
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Every other entry is zero; sizes of 1e-300 to 1e300, so that no digit is spare.
inline MatrixX sample_matrix(int num_rows, int num_columns, std::uint64_t seed) {
  Random random(seed);
  MatrixX matrix = MatrixX::Zero(num_rows, num_columns);
  for (int i = 0; i < num_rows; ++i)
    for (int j = i % 2; j < num_columns; j += 2) {
      const double digits = random.uniform(-1.0, 1.0);
      matrix(i, j) = std::ldexp(digits, random.below(2000) - 1000);
    }
  return matrix;
}

inline SparseRows sparse(const MatrixX& matrix) {
  SparseRows rows{static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()), {0}, {}, {}};
  for (int i = 0; i < rows.num_rows; ++i) {
    for (int j = 0; j < rows.num_columns; ++j)
      if (matrix(i, j) != 0.0) {
        rows.column.push_back(j);
        rows.value.push_back(matrix(i, j));
      }
    rows.first.push_back(static_cast<int>(rows.value.size()));
  }
  return rows;
}

inline bool same(const MatrixX& one, const MatrixX& other) {
  return one.rows() == other.rows() && one.cols() == other.cols() && (one.array() == other.array()).all();
}

template <class T>
T value_of(const Reading<T>& reading) {
  if (const auto* error = std::get_if<FileError>(&reading)) BOOST_FAIL(error->message);
  return std::get<T>(reading);
}

template <class T>
std::string message_of(const Reading<T>& reading) {
  const auto* error = std::get_if<FileError>(&reading);
  return error == nullptr ? "" : error->message;
}

/// The message without the folder.
template <class T>
bool fails_with(const Reading<T>& reading, const std::string& text) {
  const std::string message = message_of(reading);
  const bool is_found = message.find(text) != std::string::npos;
  if (!is_found) BOOST_TEST_MESSAGE("message: '" << message << "', expected: '" << text << "'");
  return is_found;
}

/// Compressed rows as every reader must give them.
inline bool is_well_formed(const SparseRows& rows) {
  if (rows.first.size() != static_cast<std::size_t>(rows.num_rows) + 1 || rows.first.front() != 0) return false;
  if (rows.column.size() != rows.value.size() || rows.first.back() != static_cast<int>(rows.value.size())) return false;
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k)
      if (rows.column[k] < 0 || rows.column[k] >= rows.num_columns || !std::isfinite(rows.value[k]) ||
          (k > rows.first[i] && rows.column[k] <= rows.column[k - 1]))
        return false;
  return true;
}

inline bool is_well_formed(const VectorX& vector) {
  return vector.allFinite();
}

}  // namespace perpend::test
