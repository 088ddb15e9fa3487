#include "formats/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "formats/npy_header.hpp"
#include "formats/reading.hpp"

namespace perpend::formats {

namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a file are taken as little-endian");

constexpr const char* types_read = "float64, float32, int8 to int64, uint8 to uint64 and bool are read";

void read_type(const std::string& type, NpyArray& array, const std::string& file) {
  if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos)
    fail(file, "unknown type of numbers; " + std::string(types_read));
  array.is_big_endian = type[0] == '>';
  array.kind = type[1];
  const bool is_word = array.kind == 'S' || array.kind == 'U';
  const std::string size = type.substr(2);
  const bool is_known =
      is_word || (array.kind == 'f' && (size == "4" || size == "8")) || (array.kind == 'b' && size == "1") ||
      ((array.kind == 'i' || array.kind == 'u') && (size == "1" || size == "2" || size == "4" || size == "8"));
  // A word longer than 99 characters is no name of a storage.
  if (!is_known || size.size() > 2 || size.find_first_not_of("0123456789") != std::string::npos)
    fail(file, "unknown type of numbers; " + std::string(types_read));
  array.item_size = std::stoi(size) * (array.kind == 'U' ? 4 : 1);
}

/// The product of the shape; larger than any file when it overflows.
std::size_t num_items(const std::vector<long>& shape) {
  std::size_t product = 1;
  for (const long size : shape)
    if (__builtin_mul_overflow(product, static_cast<std::size_t>(size), &product)) return SIZE_MAX;
  return product;
}

NpyArray described(const NpyHeader& header, const std::string& file) {
  NpyArray array;
  read_type(header.type, array, file);
  array.by_rows = !header.by_columns;
  array.shape = header.shape;
  return array;
}

std::size_t num_data_bytes(const NpyArray& array, const std::string& file) {
  const std::size_t items = num_items(array.shape);
  if (items > static_cast<std::size_t>(max_entries))
    fail(file, "more than " + std::to_string(max_entries) + " numbers; write them as a sparse matrix");
  return items * array.item_size;
}

template <class T>
T item(const NpyArray& array, std::size_t index) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, array.data.data() + index * sizeof(T), sizeof(T));
  if (array.is_big_endian) std::reverse(std::begin(bytes), std::end(bytes));
  return std::bit_cast<T>(bytes);
}

/// As the type that holds it: visit(value).
template <class Visit>
void with_item(const NpyArray& array, std::size_t index, Visit visit) {
  const bool is_signed = array.kind == 'i';
  if (array.kind == 'f')
    return array.item_size == 8 ? visit(item<double>(array, index)) : visit(item<float>(array, index));
  switch (array.item_size) {
    case 1:
      return is_signed ? visit(item<std::int8_t>(array, index)) : visit(item<std::uint8_t>(array, index));
    case 2:
      return is_signed ? visit(item<std::int16_t>(array, index)) : visit(item<std::uint16_t>(array, index));
    case 4:
      return is_signed ? visit(item<std::int32_t>(array, index)) : visit(item<std::uint32_t>(array, index));
    default:
      return is_signed ? visit(item<std::int64_t>(array, index)) : visit(item<std::uint64_t>(array, index));
  }
}

void require_numbers(const NpyArray& array, const std::string& file) {
  if (array.kind == 'S' || array.kind == 'U') fail(file, "text where numbers are expected; " + std::string(types_read));
}

/// Integers above 2^53 may lie between two doubles.
template <class T>
double exactly(T value, std::size_t index, const std::string& file) {
  const auto nearest = static_cast<double>(value);
  // Of 64 bits or more: a long double holds both.
  if (static_cast<long double>(nearest) != static_cast<long double>(value))
    fail(file, "number " + std::to_string(index + 1) + " is an integer beyond 2^53 that no double holds");
  return nearest;
}

std::string header_text(const std::string& shape) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t before = 10, alignment = 64;
  header.append(alignment - (before + header.size() + 1) % alignment, ' ');
  header += '\n';
  const std::size_t size = header.size();
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(size % 256) + static_cast<char>(size / 256) + header;
}

void append_raw(std::string& bytes, double value) {
  const auto raw = std::bit_cast<std::array<char, sizeof(double)>>(value);
  bytes.append(raw.begin(), raw.end());
}

}  // namespace

std::size_t npy_file_size(std::string_view start, const std::string& file) {
  const NpyHeader header = parse_npy_header(start, file);
  return header.num_bytes + num_data_bytes(described(header, file), file);
}

NpyArray parse_npy(std::string_view bytes, const std::string& file) {
  const NpyHeader header = parse_npy_header(bytes, file);
  NpyArray array = described(header, file);
  array.data = bytes.substr(header.num_bytes);
  const std::size_t announced = num_data_bytes(array, file);
  if (array.data.size() != announced)
    fail(file,
         std::to_string(array.data.size()) + " bytes of numbers where the header says " + std::to_string(announced));
  return array;
}

Dense to_dense(const NpyArray& array, const std::string& file) {
  require_numbers(array, file);
  if (array.shape.empty() || array.shape.size() > 2)
    fail(file, std::to_string(array.shape.size()) + " dimensions; a matrix has two and a vector one");
  const long num_columns = array.shape.size() == 2 ? array.shape[1] : 1;
  check_sizes(array.shape[0], num_columns, file);
  Dense dense{array.shape[0], num_columns, array.by_rows, std::vector<double>(array.data.size() / array.item_size)};
  for (std::size_t k = 0; k < dense.value.size(); ++k)
    with_item(array, k, [&](auto value) {
      if constexpr (std::is_floating_point_v<decltype(value)>)
        dense.value[k] = value;
      else
        dense.value[k] = exactly(value, k, file);
    });
  return dense;
}

std::vector<long> to_integers(const NpyArray& array, const std::string& file) {
  if (array.shape.size() != 1 || (array.kind != 'i' && array.kind != 'u'))
    fail(file, "one row of integers is expected here");
  std::vector<long> integers(array.shape[0]);
  for (std::size_t k = 0; k < integers.size(); ++k)
    with_item(array, k, [&](auto value) {
      if constexpr (!std::is_floating_point_v<decltype(value)>) {
        if (!std::in_range<long>(value)) fail(file, "number " + std::to_string(k + 1) + " is out of range");
        integers[k] = static_cast<long>(value);
      }
    });
  return integers;
}

std::string to_word(const NpyArray& array, const std::string& file) {
  if (!array.shape.empty() || (array.kind != 'S' && array.kind != 'U')) fail(file, "one word is expected here");
  std::string word;
  for (const char c : array.data)
    if (c != '\0') word += c;
  return word;
}

std::string write_npy(const MatrixX& matrix) {
  std::string bytes = header_text(std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) append_raw(bytes, matrix(i, j));
  return bytes;
}

std::string write_npy(const VectorX& vector) {
  std::string bytes = header_text(std::to_string(vector.size()) + ",");
  for (const double value : vector) append_raw(bytes, value);
  return bytes;
}

}  // namespace perpend::formats
