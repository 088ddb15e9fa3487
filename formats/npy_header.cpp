#include "formats/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "formats/reading.hpp"

namespace perpend::formats {

namespace {

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

}  // namespace

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

}  // namespace perpend::formats
