// Writes matrices as the programs of others do: by hand for text, by libzip for archives.
#pragma once

#include <zip.h>
#include <zlib.h>

#include <iomanip>
#include <map>
#include <sstream>
#include <vector>

#include "formats/npy.hpp"
#include "tests/formats/files.hpp"

namespace perpend::test {

/// The bytes as gzip packs them.
inline std::string packed(const std::string& bytes) {
  z_stream stream{};
  BOOST_REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  std::string in = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  BOOST_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Any header with any bytes after it.
inline std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  const std::size_t size = dictionary.size() + 1;
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) bytes += static_cast<char>(size >> (8 * k));
  return bytes + dictionary + "\n" + data;
}

inline std::string npy_header(const std::string& type, const std::string& shape, bool by_columns = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") + ", 'shape': " + shape +
         ", }";
}

template <class T>
std::string raw(const std::vector<T>& values, bool big_endian = false) {
  std::string bytes;
  for (const T value : values) {
    std::string item(sizeof(T), '\0');
    std::memcpy(item.data(), &value, sizeof(T));
    bytes += big_endian ? std::string(item.rbegin(), item.rend()) : item;
  }
  return bytes;
}

template <class T>
std::string npy_list(const std::string& type, const std::vector<T>& values) {
  return npy(npy_header(type, "(" + std::to_string(values.size()) + ",)"), raw(values));
}

inline std::string zip_archive(const Folder& folder, const std::string& name,
                               const std::vector<std::pair<std::string, std::string>>& files, bool deflated = true) {
  const std::string path = folder.path(name);
  zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  BOOST_REQUIRE(zip != nullptr);
  for (const auto& [entry, bytes] : files) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(zip, entry.c_str(), source, 0);
    BOOST_REQUIRE(index >= 0);
    zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
  }
  BOOST_REQUIRE(zip_close(zip) == 0);
  return path;
}

/// Doubles in 17 digits, column by column, in lines that show the transpose.
inline std::string siconos_dense(const MatrixX& matrix) {
  std::ostringstream text;
  text << "0\n" << matrix.rows() << "\n" << matrix.cols() << "\n" << matrix.rows() << "\t" << matrix.cols() << "\n";
  text << std::setprecision(17) << std::scientific;
  for (int j = 0; j < matrix.cols(); ++j) {
    for (int i = 0; i < matrix.rows(); ++i) text << " " << matrix(i, j);
    text << " \n";
  }
  return text.str();
}

inline std::string siconos_triplets(const MatrixX& matrix) {
  std::ostringstream text;
  const SparseRows rows = sparse(matrix);
  const std::string sizes = std::to_string(matrix.rows()) + "-by-" + std::to_string(matrix.cols());
  text << "2\n" << matrix.rows() << "\n" << matrix.cols() << "\n1\nCSparse Version 3.1.9, May 4, 2016.  (c)\n";
  text << "triplet: " << sizes << ", nzmax: " << rows.value.size() << " nnz: " << rows.value.size() << "\n";
  text << std::setprecision(17);
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k)
      text << "    " << i << " " << rows.column[k] << " : " << rows.value[k] << "\n";
  return text.str();
}

inline std::string siconos_columns(const MatrixX& matrix) {
  std::ostringstream text, entries;
  entries << std::setprecision(17);
  long count = 0;
  for (int j = 0; j < matrix.cols(); ++j) {
    const long first = count;
    std::ostringstream column;
    column << std::setprecision(17);
    for (int i = 0; i < matrix.rows(); ++i)
      if (matrix(i, j) != 0.0) {
        column << "      " << i << " : " << matrix(i, j) << "\n";
        ++count;
      }
    entries << "    col " << j << " : locations " << first << " to " << count - 1 << "\n" << column.str();
  }
  text << "2\n" << matrix.rows() << "\n" << matrix.cols() << "\n0\nCSparse Version 3.1.9, May 4, 2016.  (c)\n";
  text << matrix.rows() << "-by-" << matrix.cols() << ", nzmax: " << count << " nnz: " << count << ", 1-norm: 1\n";
  return text.str() + entries.str();
}

/// Blocks of one column and of up to two rows, all of them.
inline std::string siconos_blocks(const MatrixX& matrix) {
  std::ostringstream text;
  text << std::setprecision(17) << std::scientific;
  std::vector<long> starts{0};
  while (starts.back() < matrix.rows()) starts.push_back(std::min<long>(starts.back() + 2, matrix.rows()));
  const long num_rows = static_cast<long>(starts.size()) - 1, num_columns = matrix.cols();
  text << "1\n" << matrix.rows() << "\n" << num_columns << "\n" << num_rows * num_columns << "\n";
  text << num_rows << "\n" << num_columns << "\n";
  for (long i = 1; i <= num_rows; ++i) text << starts[i] << "\t";
  for (long j = 1; j <= num_columns; ++j) text << j << "\t";
  text << "\n" << num_rows + 1 << "\n" << num_rows * num_columns << "\n";
  for (long i = 0; i <= num_rows; ++i) text << i * num_columns << "\t";
  for (long i = 0; i < num_rows; ++i)
    for (long j = 0; j < num_columns; ++j) text << j << "\t";
  for (long i = 0; i < num_rows; ++i)
    for (long j = 0; j < num_columns; ++j) {
      text << "\n" << i * num_columns + j << "\n";
      for (long row = starts[i]; row < starts[i + 1]; ++row) text << matrix(row, j) << "\n";
    }
  return text.str();
}

/// What scipy.sparse.save_npz puts into an archive.
inline std::vector<std::pair<std::string, std::string>> scipy_files(const MatrixX& matrix, const std::string& format) {
  const SparseRows rows = sparse(format == "csc" ? MatrixX(matrix.transpose()) : matrix);
  const std::vector<std::int64_t> shape{matrix.rows(), matrix.cols()};
  std::vector<std::pair<std::string, std::string>> files{
      {"format.npy", npy(npy_header("|S3", "()"), format)},
      {"shape.npy", npy_list("<i8", shape)},
      {"data.npy", npy_list("<f8", rows.value)},
  };
  if (format != "coo") {
    files.emplace_back("indices.npy", npy_list("<i4", rows.column));
    files.emplace_back("indptr.npy", npy_list("<i4", rows.first));
    return files;
  }
  std::vector<std::int32_t> row;
  for (int i = 0; i < rows.num_rows; ++i) row.resize(rows.first[i + 1], i);
  files.emplace_back("row.npy", npy_list("<i4", row));
  files.emplace_back("col.npy", npy_list("<i4", rows.column));
  return files;
}

}  // namespace perpend::test
