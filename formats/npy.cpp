#include "formats/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <utility>

#include "formats/reading.hpp"

namespace perpend::formats {

namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a file are taken as little-endian");

/// The header of an .npy file.
struct NpyHeader {
  std::string type;  ///< such as <f8
  bool by_columns = false;
  std::vector<long> shape;
  std::size_t num_bytes = 0;  ///< of all that comes before the data
};

constexpr std::string_view magic = "\x93NUMPY";

/// The dictionary: 'descr', 'fortran_order' and 'shape', each once, in any order.
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  void read(NpyHeader& header) {
    expect('{');
    bool has_type = false, has_order = false, has_shape = false;
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !std::exchange(has_type, true))
        header.type = quoted();
      else if (key == "fortran_order" && !std::exchange(has_order, true))
        header.by_columns = truth();
      else if (key == "shape" && !std::exchange(has_shape, true))
        header.shape = tuple();
      else
        wrong();
      if (!accept(',') && !rest_.starts_with('}')) wrong();
    }
    if (!has_type || !has_order || !has_shape || rest_.find_first_not_of(" \n") != std::string_view::npos) wrong();
  }

 private:
  [[noreturn]] void wrong() const {
    fail(file_, "the header is not a dictionary with 'descr', 'fortran_order' and 'shape' of plain numbers");
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }

  bool accept(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void expect(char c) {
    if (!accept(c)) wrong();
  }

  bool accept(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string quoted() {
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) wrong();
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) wrong();
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool truth() {
    if (accept("True")) return true;
    if (!accept("False")) wrong();
    return false;
  }

  std::vector<long> tuple() {
    // NumPy itself has at most 32 dimensions.
    constexpr std::size_t most = 32;
    std::vector<long> sizes;
    expect('(');
    while (!accept(')')) {
      long size = 0;
      const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (code != std::errc{} || size < 0 || sizes.size() == most) wrong();
      rest_.remove_prefix(end - rest_.data());
      accept("L");  // as Python 2 wrote it
      sizes.push_back(size);
      if (!accept(',') && !rest_.starts_with(')')) wrong();
    }
    return sizes;
  }

  std::string_view rest_;
  const std::string& file_;
};

/// Little-endian, in 2 bytes before version 2.0 and in 4 since.
std::size_t header_length(std::string_view bytes, int width, const std::string& file) {
  const std::size_t start = magic.size() + 2;
  if (bytes.size() < start + width) fail(file, "ends inside the header");
  std::size_t length = 0;
  for (int k = width - 1; k >= 0; --k) length = 256 * length + static_cast<unsigned char>(bytes[start + k]);
  return length;
}

NpyHeader parse_npy_header(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(magic)) fail(file, "not an .npy file: it does not begin with \\x93NUMPY");
  if (bytes.size() < magic.size() + 2) fail(file, "ends inside the header");
  const int version = static_cast<unsigned char>(bytes[magic.size()]);
  if (version < 1 || version > 3 || bytes[magic.size() + 1] != 0)
    fail(file, "an unknown version of .npy; 1.0, 2.0 and 3.0 are read");
  const int width = version == 1 ? 2 : 4;
  const std::size_t length = header_length(bytes, width, file), start = magic.size() + 2 + width;
  if (length > bytes.size() - start) fail(file, "ends inside the header");
  NpyHeader header{.type = {}, .by_columns = false, .shape = {}, .num_bytes = start + length};
  Dictionary(bytes.substr(start, length), file).read(header);
  return header;
}

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
  // The integer has 64 bits or more: a long double holds both.
  if (static_cast<long double>(nearest) != static_cast<long double>(value))
    fail(file, "number " + std::to_string(index + 1) + " is an integer beyond 2^53 that no double holds");
  return nearest;
}

std::string header_text(const std::string& shape, const std::string& type = "<f8") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t before = 10, alignment = 64;
  header.append(alignment - (before + header.size() + 1) % alignment, ' ');
  header += '\n';
  const std::size_t size = header.size();
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(size % 256) + static_cast<char>(size / 256) + header;
}

/// By the length that the first byte of a character says. A byte that belongs to none is U+FFFD.
std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const std::size_t length = byte(i) < 0x80 ? 1 : byte(i) >= 0xf0 ? 4 : byte(i) >= 0xe0 ? 3 : byte(i) >= 0xc0 ? 2 : 0;
    bool is_whole = length > 0 && i + length <= text.size();
    char32_t point = length == 1 ? byte(i) : byte(i) & (0xffU >> (length + 1));
    for (std::size_t k = 1; is_whole && k < length; ++k) {
      is_whole = (byte(i + k) & 0xc0U) == 0x80;
      point = (point << 6U) | (byte(i + k) & 0x3fU);
    }
    points += is_whole && point <= 0x10ffff ? point : U'\ufffd';
    i += is_whole ? length : 1;
  }
  return points;
}

template <class T>
void append_raw(std::string& bytes, T value) {
  const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
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

std::string write_npy(std::span<const double> numbers) {
  std::string bytes = header_text(std::to_string(numbers.size()) + ",");
  bytes.reserve(bytes.size() + numbers.size_bytes());
  for (const double value : numbers) append_raw(bytes, value);
  return bytes;
}

std::string write_npy(std::span<const std::int64_t> integers) {
  std::string bytes = header_text(std::to_string(integers.size()) + ",", "<i8");
  bytes.reserve(bytes.size() + integers.size_bytes());
  for (const std::int64_t value : integers) append_raw(bytes, value);
  return bytes;
}

std::string write_npy(std::span<const std::string> texts) {
  std::vector<std::u32string> rows;
  std::size_t longest = 1;  // NumPy has no texts of no length
  for (const std::string& text : texts) longest = std::max(longest, rows.emplace_back(code_points(text)).size());
  std::string bytes = header_text(std::to_string(texts.size()) + ",", "<U" + std::to_string(longest));
  bytes.reserve(bytes.size() + 4 * longest * rows.size());
  for (std::u32string& row : rows) {
    row.resize(longest, U'\0');
    for (const char32_t character : row) append_raw(bytes, static_cast<std::uint32_t>(character));
  }
  return bytes;
}

}  // namespace perpend::formats
