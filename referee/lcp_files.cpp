#include "referee/lcp_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "kernel/lcp/contact_structure.hpp"
#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

namespace {

namespace fs = std::filesystem;

Reading<BoxedFriction> read_box(const std::string& path, int size) {
  Reading<SparseRows> reading = read_matrix(path);
  if (const auto* error = std::get_if<FileError>(&reading)) return *error;
  const auto& rows = std::get<SparseRows>(reading);
  const auto wrong = [&](const std::string& message) { return FileError{path + ": " + message}; };
  if (rows.num_rows != size || rows.num_columns != 2)
    return wrong(fmt::format("{} x {}; a box has the {} rows of the matrix and 2 columns: normal from 0, or -1, and mu",
                             rows.num_rows, rows.num_columns, size));
  BoxedFriction box{std::vector<int>(size, 0), std::vector<double>(size, 0.0)};
  std::vector<double> normal(size, 0.0);
  for (int i = 0; i < size; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k)
      (rows.column[k] == 0 ? normal : box.friction)[i] = rows.value[k];
  for (int i = 0; i < size; ++i) {
    if (normal[i] != std::floor(normal[i]) || normal[i] < -1.0 || normal[i] >= size)
      return wrong(fmt::format("row {}: the normal '{}' is neither a row of the matrix nor -1", i + 1, normal[i]));
    box.normal[i] = static_cast<int>(normal[i]);
  }
  for (int i = 0; i < size; ++i)
    if (box.normal[i] >= 0 && (box.normal[box.normal[i]] >= 0 || !(box.friction[i] >= 0.0)))
      return wrong(fmt::format("row {}: bounded by a row that is not a normal, or by mu < 0", i + 1));
  return box;
}

Reading<LcpFile> read_parts(const LcpFiles& files) {
  auto matrix = read_matrix(files.matrix);
  if (const auto* error = std::get_if<FileError>(&matrix)) return *error;
  auto vector = read_vector(files.right);
  if (const auto* error = std::get_if<FileError>(&vector)) return *error;
  auto& a = std::get<SparseRows>(matrix);
  auto& b = std::get<VectorX>(vector);
  if (a.num_rows == a.num_columns && a.num_rows == b.size()) return LcpFile{std::move(a), std::move(b), {}};
  return FileError{fmt::format("{}: {} x {} with {} right sides; an LCP has as many of each", files.matrix, a.num_rows,
                               a.num_columns, b.size())};
}

/// What may be a Gram matrix: symmetric but for rounding, no diagonal entry below 0.
bool is_gram_like(const SparseRows& a) {
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i && a.value[k] < 0.0) return false;
  return is_nearly_symmetric(a);
}

}  // namespace

std::string find_file(const std::string& base, const std::string& format) {
  std::error_code missing;
  for (const char* packing : {"", ".gz"})
    if (std::string file = base + format + packing; fs::exists(file, missing)) return file;
  return "";
}

std::string box_next_to(const std::string& matrix) {
  return find_file(parts_of(matrix).base + "_box", ".mtx");
}

Reading<LcpFile> with_box_split(LcpFile lcp, const std::string& path) {
  const int size = lcp.a.num_rows;
  const Reading<BoxedFriction> box = read_box(path, size);
  if (const auto* error = std::get_if<FileError>(&box)) return *error;
  if (lcp.a.num_columns != size || lcp.b.size() != size)
    return FileError{
        fmt::format("{}: a box belongs to a square matrix with as many right sides; here it is {} x {} with {}", path,
                    size, lcp.a.num_columns, lcp.b.size())};
  LcpFile split{.a = {}, .b = {}, .z = std::move(lcp.z)};
  split_boxed_friction(lcp.a, lcp.b, std::get<BoxedFriction>(box), split.a, split.b);
  return split;
}

std::optional<LcpFiles> lcp_files_of(const std::string& path) {
  const auto [base, format, packing] = parts_of(path);
  const std::string name = fs::path(base).filename().string();
  if (format == ".npz" || format == ".dat") return LcpFiles{name, path, "", ""};
  if (format != ".mtx" && format != ".npy" && format != ".txt" && format != ".csv") return std::nullopt;
  for (const char* ending : {"_q", "_b"})
    if (const std::string right = find_file(base + ending, format); !right.empty())
      return LcpFiles{name, path, right, box_next_to(path)};
  return std::nullopt;
}

Reading<std::vector<LcpFiles>> find_lcp_files(const std::string& folder) {
  std::vector<LcpFiles> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (auto files = lcp_files_of(entry->path().string())) found.push_back(std::move(*files));
  std::sort(found.begin(), found.end(),
            [](const LcpFiles& one, const LcpFiles& other) { return one.name < other.name; });
  if (error) return FileError{fmt::format("{}: {}", folder, error.message())};
  if (found.empty())
    return FileError{fmt::format("{}: no BASE.mtx with its BASE_q.mtx, and no .dat or .npz file", folder)};
  return found;
}

LcpProblem lcp_problem(std::string name, SparseRows a, VectorX b) {
  LcpProblem problem{.name = std::move(name), .a = std::move(a), .b = std::move(b), .contacts = {}};
  problem.contacts = find_friction_contacts(problem.a);
  // The signs of eigenvalues are not known; a solver that needs them shows by its residual that they are not.
  problem.structure = !problem.contacts.empty() ? LcpClass::copositive
                      : is_gram_like(problem.a) ? LcpClass::symmetric
                                                : LcpClass::unknown;
  return problem;
}

Reading<LcpProblem> read_lcp(const LcpFiles& files) {
  auto reading = files.right.empty() ? read_lcp_file(files.matrix) : read_parts(files);
  if (!files.box.empty() && std::holds_alternative<LcpFile>(reading))
    reading = with_box_split(std::move(std::get<LcpFile>(reading)), files.box);
  if (const auto* error = std::get_if<FileError>(&reading)) return *error;
  auto& whole = std::get<LcpFile>(reading);
  return lcp_problem(files.name, std::move(whole.a), std::move(whole.b));
}

}  // namespace perpend
