#include "formats/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kernel/model/numbers/exact_number.hpp"

namespace perpend {

namespace {

enum class Symmetry { general, symmetric, skew };

struct Entry {
  int row = 0;
  int column = 0;
  double value = 0.0;
  int line = 0;
};

/// Reads line by line; the first thing that is wrong stays in `error`.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::variant<SparseRows, FileError> read() {
    if (read_header() && read_sizes() && read_entries() && mirror()) return compress();
    return FileError{error_};
  }

 private:
  bool fail(const std::string& message) {
    error_ = name_ + ":" + std::to_string(line_) + ": " + message;
    return false;
  }

  /// The next line, without its end. False at the end of the text.
  bool next_line(std::string_view& line) {
    if (text_.empty()) return false;
    ++line_;
    const std::size_t end = text_.find('\n');
    line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return true;
  }

  static std::string_view next_word(std::string_view& line) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    line.remove_prefix(static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_blank) - line.begin()));
    const auto end = std::find_if(line.begin(), line.end(), is_blank);
    const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
    line.remove_prefix(word.size());
    return word;
  }

  /// The next line with anything on it that is no comment.
  bool next_data_line(std::string_view& line) {
    while (next_line(line)) {
      std::string_view rest = line;
      const std::string_view word = next_word(rest);
      if (!word.empty() && word.front() != '%') return true;
    }
    return false;
  }

  static std::string lower(std::string_view word) {
    std::string text(word);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
  }

  bool read_header() {
    std::string_view line;
    if (!next_line(line)) return fail("the file is empty; expected '%%MatrixMarket matrix coordinate real general'");
    if (next_word(line) != "%%MatrixMarket" || lower(next_word(line)) != "matrix")
      return fail("not a Matrix Market file: the first line must begin with '%%MatrixMarket matrix'");
    const std::string format = lower(next_word(line)), field = lower(next_word(line)),
                      symmetry = lower(next_word(line));
    if (format != "coordinate" && format != "array")
      return fail("unknown format '" + format + "'; write coordinate or array");
    if (field != "real" && field != "integer" && field != "double")
      return fail("entries of type '" + field + "' are not read; write real or integer");
    if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
      return fail("unknown symmetry '" + symmetry + "'; write general or symmetric");
    is_array_ = format == "array";
    symmetry_ = symmetry == "general"     ? Symmetry::general
                : symmetry == "symmetric" ? Symmetry::symmetric
                                          : Symmetry::skew;
    return true;
  }

  bool read_count(std::string_view& line, const char* what, long limit, long& out) {
    const std::string_view word = next_word(line);
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
    if (code != std::errc{} || end != word.data() + word.size() || out < 0)
      return fail(std::string("the number of ") + what + " must be a whole number that is not negative");
    if (out > limit)
      return fail(std::string("the number of ") + what + " is " + std::to_string(out) + "; at most " +
                  std::to_string(limit) + " are read");
    return true;
  }

  bool read_sizes() {
    std::string_view line;
    if (!next_data_line(line)) return fail("the line of sizes is missing after the header");
    if (!read_count(line, "rows", max_matrix_market_size, rows_) ||
        !read_count(line, "columns", max_matrix_market_size, columns_))
      return false;
    if (symmetry_ != Symmetry::general && rows_ != columns_)
      return fail("a symmetric matrix has as many rows as columns");
    if (!is_array_) {
      if (!read_count(line, "entries", max_matrix_market_entries, count_)) return false;
    } else {
      count_ = symmetry_ == Symmetry::general     ? rows_ * columns_
               : symmetry_ == Symmetry::symmetric ? rows_ * (rows_ + 1) / 2
                                                  : rows_ * (rows_ - 1) / 2;
      if (count_ > max_matrix_market_entries)
        return fail("an array of " + std::to_string(count_) + " entries; at most " +
                    std::to_string(max_matrix_market_entries) + " are read: write it as coordinate");
    }
    if (!next_word(line).empty()) return fail("more numbers than sizes on this line");
    return true;
  }

  bool read_index(std::string_view& line, long size, const char* what, int& out) {
    const std::string_view word = next_word(line);
    long value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc{} || end != word.data() + word.size() || value < 1 || value > size)
      return fail(std::string(what) + " '" + std::string(word.substr(0, 40)) + "' is not one of 1 to " +
                  std::to_string(size));
    out = static_cast<int>(value - 1);
    return true;
  }

  bool read_value(std::string_view& line, double& out) {
    std::string_view word = next_word(line);
    if (word.empty()) return fail("the value is missing");
    if (word.front() == '+') word.remove_prefix(1);
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
    // Below the least double: the nearest is 0.
    if (code == std::errc::result_out_of_range)
      return fail("'" + std::string(word.substr(0, 40)) + "' is not a double");
    if (code != std::errc{} || end != word.data() + word.size())
      return fail("'" + std::string(word.substr(0, 40)) + "' is not a number");
    if (!std::isfinite(out)) return fail("entries must be finite");
    return is_meant_decimal(word, out) ||
           fail("'" + std::string(word.substr(0, 40)) +
                "' is an integer beyond 2^53 that no double holds; scale the problem, or round the number yourself");
  }

  /// Column by column, from the diagonal (below it: skew) where the upper half is not written.
  void next_place(int& row, int& column) const {
    if (++row < rows_) return;
    ++column;
    row = symmetry_ == Symmetry::general ? 0 : symmetry_ == Symmetry::symmetric ? column : column + 1;
  }

  bool read_entries() {
    // What is promised may be a lie: memory grows with what is there. A value takes at least two characters.
    entries_.reserve(std::min<std::size_t>(count_, text_.size() / 2 + 1));
    std::string_view line;
    int row = symmetry_ == Symmetry::skew ? 1 : 0, column = 0;
    for (long k = 0; k < count_; ++k) {
      if (!next_data_line(line))
        return fail("the file ends after " + std::to_string(k) + " of " + std::to_string(count_) + " entries");
      Entry entry{.row = row, .column = column, .line = line_};
      if (is_array_)
        next_place(row, column);
      else if (!read_index(line, rows_, "row", entry.row) || !read_index(line, columns_, "column", entry.column))
        return false;
      if (!read_value(line, entry.value)) return false;
      if (!next_word(line).empty()) return fail("one entry a line, please: there is more on this one");
      entries_.push_back(entry);
    }
    return !next_data_line(line) || fail("more entries than the " + std::to_string(count_) + " that were announced");
  }

  bool mirror() {
    if (symmetry_ == Symmetry::general) return true;
    const std::size_t written = entries_.size();
    for (std::size_t k = 0; k < written; ++k) {
      const Entry entry = entries_[k];
      line_ = entry.line;
      if (entry.row < entry.column) return fail("a symmetric matrix is written below its diagonal");
      if (entry.row != entry.column)
        entries_.push_back(
            {entry.column, entry.row, symmetry_ == Symmetry::skew ? -entry.value : entry.value, entry.line});
      else if (symmetry_ == Symmetry::skew)
        return fail("a skew-symmetric matrix has no diagonal");
    }
    return true;
  }

  std::variant<SparseRows, FileError> compress() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& one, const Entry& other) {
      return std::array{one.row, one.column, one.line} < std::array{other.row, other.column, other.line};
    });
    SparseRows out;
    out.num_rows = static_cast<int>(rows_);
    out.num_columns = static_cast<int>(columns_);
    out.first.assign(rows_ + 1, 0);
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const Entry& entry = entries_[k];
      if (k > 0 && entry.row == entries_[k - 1].row && entry.column == entries_[k - 1].column) {
        line_ = entry.line;
        fail("entry (" + std::to_string(entry.row + 1) + ", " + std::to_string(entry.column + 1) + ") comes twice");
        return FileError{error_};
      }
      ++out.first[entry.row + 1];
      out.column.push_back(entry.column);
      out.value.push_back(entry.value);
    }
    for (long i = 0; i < rows_; ++i) out.first[i + 1] += out.first[i];
    return out;
  }

  std::string_view text_;
  const std::string& name_;
  std::string error_;
  int line_ = 0;
  bool is_array_ = false;
  Symmetry symmetry_ = Symmetry::general;
  long rows_ = 0, columns_ = 0, count_ = 0;
  std::vector<Entry> entries_;
};

void append_line(std::string& text, double value) {
  char digits[32];
  const auto [end, code] = std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::general, 17);
  text.append(digits, end);
  text += '\n';
}

}  // namespace

std::variant<SparseRows, FileError> read_matrix_market(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::variant<VectorX, FileError> to_vector(const SparseRows& matrix, const std::string& name) {
  if (matrix.num_columns != 1)
    return FileError{name + ": has " + std::to_string(matrix.num_columns) + " columns; a vector has one"};
  VectorX vector = VectorX::Zero(matrix.num_rows);
  for (int i = 0; i < matrix.num_rows; ++i)
    if (matrix.first[i] < matrix.first[i + 1]) vector[i] = matrix.value[matrix.first[i]];
  return vector;
}

std::string write_matrix_market(const VectorX& vector) {
  std::string text = "%%MatrixMarket matrix array real general\n" + std::to_string(vector.size()) + " 1\n";
  for (Eigen::Index i = 0; i < vector.size(); ++i) append_line(text, vector[i]);
  return text;
}

std::string write_matrix_market(const SparseRows& matrix) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(matrix.num_rows) + " " +
                     std::to_string(matrix.num_columns) + " " + std::to_string(matrix.value.size()) + "\n";
  for (int i = 0; i < matrix.num_rows; ++i)
    for (int k = matrix.first[i]; k < matrix.first[i + 1]; ++k) {
      text += std::to_string(i + 1) + " " + std::to_string(matrix.column[k] + 1) + " ";
      append_line(text, matrix.value[k]);
    }
  return text;
}

}  // namespace perpend
