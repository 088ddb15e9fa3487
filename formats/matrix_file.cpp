#include "formats/matrix_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "formats/npz.hpp"
#include "formats/siconos_matrix.hpp"
#include "formats/words.hpp"

namespace perpend {

namespace {

using namespace formats;

constexpr std::string_view blanks = " \t\r\v\f";

/// The line without its comment.
std::string_view content_of(std::string_view line) {
  return line.substr(0, line.find_first_of("#%"));
}

/// Cuts the first number off. One comma may stand between two numbers, so a comma wants a number on both sides.
class RowReader {
 public:
  RowReader(std::string_view line, long number, const std::string& file) : line_(line), number_(number), file_(file) {}

  /// How many numbers were appended.
  long read(std::vector<double>& values) {
    long num_values = 0;
    bool is_open = false;  // after a comma
    for (skip_blanks(); at_ < line_.size(); skip_blanks()) {
      if (line_[at_] == ',') {
        if (is_open || num_values == 0) fail(file_, here(), "a number is missing before the comma");
        is_open = true;
        ++at_;
        continue;
      }
      values.push_back(to_number(word(), file_));
      is_open = false;
      ++num_values;
    }
    if (is_open) fail(file_, here(), "a number is missing after the comma");
    return num_values;
  }

 private:
  void skip_blanks() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }
  [[nodiscard]] Word here() const { return {{}, number_, static_cast<long>(at_) + 1}; }

  Word word() {
    Word word = here();
    const std::size_t end = std::min(line_.find_first_of(" \t\r\v\f,", at_), line_.size());
    word.text = line_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  std::string_view line_;
  long number_;
  const std::string& file_;
  std::size_t at_ = 0;
};

/// A row a line, numbers between blanks or commas; `#` and `%` begin a comment.
Dense read_table(std::string_view text, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Dense table;
  for (long number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = content_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const long num_values = RowReader(line, number, file).read(table.value);
    if (num_values == 0) continue;
    if (table.num_rows > 0 && num_values != table.num_columns)
      fail(file, {{}, number, 1},
           std::to_string(num_values) + " numbers on this line; the lines before have " +
               std::to_string(table.num_columns));
    table.num_columns = num_values;
    ++table.num_rows;
    if (static_cast<long>(table.value.size()) > max_entries)
      fail(file, {{}, number, 1},
           "more than " + std::to_string(max_entries) + " numbers; write them as .mtx coordinate");
  }
  if (table.num_rows == 0) fail(file, "no numbers in this file");
  return table;
}

/// FILE.npz:NAME. The name is empty when it is not given.
struct ArrayPath {
  std::string file, name;
};

ArrayPath split(const std::string& path) {
  constexpr std::string_view mark = ".npz:";
  const std::size_t at = path.rfind(mark);
  if (at == std::string::npos) return {path, ""};
  return {path.substr(0, at + mark.size() - 1), path.substr(at + mark.size())};
}

std::string only_name(const NpzArchive& archive, const ArrayPath& path) {
  if (!path.name.empty()) return path.name;
  if (archive.names().size() != 1) fail(path.file, "has " + archive.listed() + "; say which: " + path.file + ":NAME");
  return archive.names().front();
}

[[noreturn]] void fail_format(const std::string& path) {
  fail(path,
       "matrices and vectors are read from .mtx, .npy, .npz, .txt, .csv and .dat files, packed by gzip too but for "
       ".npz");
}

Dense read_dense_file(const std::string& path, const std::string& format) {
  const std::string bytes = read_bytes(path);
  return format == ".npy" ? to_dense(parse_npy(bytes, path), path) : read_table(bytes, path);
}

bool is_dense(const std::string& format) {
  return format == ".npy" || format == ".txt" || format == ".csv";
}

/// For the files that hold a matrix in a storage of its own.
SparseRows read_rows_file(const std::string& path, const std::string& format) {
  if (format != ".mtx" && format != ".dat") fail_format(path);
  const std::string bytes = read_bytes(path);
  if (format == ".mtx") return accepted(read_matrix_market(bytes, path));
  Words words(bytes, path);
  SparseRows rows = read_siconos_matrix(words);
  words.require_end();
  return rows;
}

SparseRows matrix_of(const std::string& whole_path) {
  const ArrayPath path = split(whole_path);
  const std::string format = parts_of(path.file).format;
  if (format == ".npz") {
    const NpzArchive archive(path.file);
    if (path.name.empty() && is_sparse(archive)) return read_sparse(archive, path.file);
    const std::string name = only_name(archive, path);
    return to_rows(read_dense(archive, name), archive.label(name));
  }
  return is_dense(format) ? to_rows(read_dense_file(path.file, format), path.file) : read_rows_file(path.file, format);
}

VectorX vector_of(const std::string& whole_path) {
  const ArrayPath path = split(whole_path);
  const std::string format = parts_of(path.file).format;
  if (format == ".npz") {
    const NpzArchive archive(path.file);
    const std::string name = only_name(archive, path);
    return to_vector(read_dense(archive, name), archive.label(name));
  }
  if (is_dense(format)) return to_vector(read_dense_file(path.file, format), path.file);
  return accepted(perpend::to_vector(read_rows_file(path.file, format), path.file));
}

void append_hexadecimal(std::string& text, double value) {
  char digits[32];
  const bool is_negative = std::signbit(value);
  const auto [end, code] =
      std::to_chars(std::begin(digits), std::end(digits), is_negative ? -value : value, std::chars_format::hex);
  text += is_negative ? "-0x" : "0x";
  text.append(digits, end);
}

}  // namespace

Reading<SparseRows> read_matrix(const std::string& path) {
  return guarded(path, [&] { return matrix_of(path); });
}

Reading<VectorX> read_vector(const std::string& path) {
  return guarded(path, [&] { return vector_of(path); });
}

std::string write_text(const MatrixX& matrix) {
  std::string text;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      append_hexadecimal(text, matrix(i, j));
      text += j + 1 < matrix.cols() ? ' ' : '\n';
    }
  return text;
}

}  // namespace perpend
