#include "formats/lcp_file.hpp"

#include "formats/npz.hpp"
#include "formats/siconos_matrix.hpp"

namespace perpend {

namespace {

using namespace formats;

/// Which of two names an archive has.
std::string one_of(const NpzArchive& archive, const std::string& name, const std::string& other,
                   const std::string& path) {
  if (archive.has(name) && archive.has(other)) fail(path, "has both " + name + " and " + other + "; keep one");
  if (!archive.has(name) && !archive.has(other))
    fail(path, "an LCP has arrays A or M, and b or q; there is " + archive.listed());
  return archive.has(name) ? name : other;
}

VectorX read_column(const NpzArchive& archive, const std::string& name, int size) {
  VectorX vector = to_vector(read_dense(archive, name), archive.label(name));
  if (vector.size() != size)
    fail(archive.label(name),
         std::to_string(vector.size()) + " numbers; the matrix has " + std::to_string(size) + " rows");
  return vector;
}

LcpFile read_archive(const std::string& path) {
  const NpzArchive archive(path);
  const std::string matrix = one_of(archive, "A", "M", path), right = one_of(archive, "b", "q", path);
  LcpFile lcp;
  lcp.a = to_rows(read_dense(archive, matrix), archive.label(matrix));
  if (lcp.a.num_rows != lcp.a.num_columns)
    fail(archive.label(matrix), std::to_string(lcp.a.num_rows) + " x " + std::to_string(lcp.a.num_columns) +
                                    "; the matrix of an LCP is square");
  lcp.b = read_column(archive, right, lcp.a.num_rows);
  if (archive.has("z")) lcp.z = read_column(archive, "z", lcp.a.num_rows);
  return lcp;
}

/// The size of an LCP, its matrix and its right side.
LcpFile read_siconos(const std::string& path) {
  const std::string bytes = read_bytes(path);
  Words words(bytes, path);
  const long size = words.count("the size of the LCP", max_size);
  LcpFile lcp;
  lcp.a = read_siconos_matrix(words);
  if (lcp.a.num_rows != size || lcp.a.num_columns != size)
    fail(path, "a matrix of " + std::to_string(lcp.a.num_rows) + " x " + std::to_string(lcp.a.num_columns) +
                   " in an LCP of size " + std::to_string(size));
  lcp.b = read_siconos_vector(words, size, "q");
  return lcp;
}

}  // namespace

Reading<LcpFile> read_lcp_file(const std::string& path) {
  return guarded(path, [&] {
    const std::string format = parts_of(path).format;
    if (format != ".npz" && format != ".dat")
      fail(path, "an LCP in one file is a .npz or a .dat; of .mtx and others give the matrix and the right side");
    return format == ".npz" ? read_archive(path) : read_siconos(path);
  });
}

}  // namespace perpend
