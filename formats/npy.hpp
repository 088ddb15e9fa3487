// Arrays as NumPy writes them: a header that is a dictionary of Python, then the bytes. Versions 1.0 to 3.0.
// [Kern07]
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/sparse_rows.hpp"

namespace perpend::formats {

/// A view of the bytes that were read.
struct NpyArray {
  char kind = 'f';  ///< f float, i integer, u unsigned, b bool, S bytes, U text
  int item_size = 8;
  bool is_big_endian = false;
  bool by_rows = true;  ///< else by columns: fortran_order
  std::vector<long> shape;
  std::string_view data;
};

/// How long the file is that begins so, by its header.
[[nodiscard]] std::size_t npy_file_size(std::string_view start, const std::string& file);
/// As many bytes as the shape says.
[[nodiscard]] NpyArray parse_npy(std::string_view bytes, const std::string& file);

/// One or two dimensions; one is a column. Each number is a double exactly.
[[nodiscard]] Dense to_dense(const NpyArray& array, const std::string& file);
/// One dimension of whole numbers.
[[nodiscard]] std::vector<long> to_integers(const NpyArray& array, const std::string& file);
/// No dimension: one word.
[[nodiscard]] std::string to_word(const NpyArray& array, const std::string& file);

/// Version 1.0, by rows, little-endian doubles.
[[nodiscard]] std::string write_npy(const MatrixX& matrix);
[[nodiscard]] std::string write_npy(const VectorX& vector);
[[nodiscard]] std::string write_npy(std::span<const double> numbers);
/// Integers of 64 bits.
[[nodiscard]] std::string write_npy(std::span<const std::int64_t> integers);
/// Text of UTF-8, each as long as the longest: kind U, of 32 bits a character. What is no UTF-8 is U+FFFD.
[[nodiscard]] std::string write_npy(std::span<const std::string> texts);

}  // namespace perpend::formats
