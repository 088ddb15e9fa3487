#include "cli/lcp_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/messages.hpp"
#include "kernel/lcp/contact_structure.hpp"
#include "kernel/lcp/matrix_market.hpp"
#include "kernel/solvers/sparse_queries.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 1UL << 30;

std::optional<std::string> read_text(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    say(fmt::format("{}: error: no such file\n", path));
    return std::nullopt;
  }
  if (const std::uintmax_t size = fs::file_size(path, error); error || size > most_bytes) {
    say(fmt::format("{}: error: cannot be read, or larger than 1 GB\n", path));
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) {
    say(fmt::format("{}: error: cannot be read\n", path));
    return std::nullopt;
  }
  return text;
}

template <class T>
std::optional<T> accept(std::variant<T, FileError> read) {
  if (const auto* error = std::get_if<FileError>(&read)) {
    say(fmt::format("error: {}\n", error->message));
    return std::nullopt;
  }
  return std::move(std::get<T>(read));
}

std::optional<SparseRows> read_matrix(const std::string& path) {
  const auto text = read_text(path);
  return text ? accept(read_matrix_market(*text, path)) : std::nullopt;
}

std::optional<VectorX> read_vector(const std::string& path) {
  const auto matrix = read_matrix(path);
  return matrix ? accept(to_vector(*matrix, path)) : std::nullopt;
}

std::optional<BoxedFriction> read_box(const std::string& path, int size) {
  const auto rows = read_matrix(path);
  if (!rows) return std::nullopt;
  const auto fail = [&](const std::string& message) -> std::optional<BoxedFriction> {
    say(fmt::format("{}: error: {}\n", path, message));
    return std::nullopt;
  };
  if (rows->num_rows != size || rows->num_columns != 2)
    return fail(fmt::format("{} x {}; a box has the {} rows of the matrix and 2 columns: normal from 0, or -1, and mu",
                            rows->num_rows, rows->num_columns, size));
  BoxedFriction box{std::vector<int>(size, 0), std::vector<double>(size, 0.0)};
  std::vector<double> normal(size, 0.0);
  for (int i = 0; i < size; ++i)
    for (int k = rows->first[i]; k < rows->first[i + 1]; ++k)
      (rows->column[k] == 0 ? normal : box.friction)[i] = rows->value[k];
  for (int i = 0; i < size; ++i) {
    if (normal[i] != std::floor(normal[i]) || normal[i] < -1.0 || normal[i] >= size)
      return fail(fmt::format("row {}: the normal '{}' is no row of the matrix and not -1", i + 1, normal[i]));
    box.normal[i] = static_cast<int>(normal[i]);
  }
  for (int i = 0; i < size; ++i)
    if (box.normal[i] >= 0 && (box.normal[box.normal[i]] >= 0 || !(box.friction[i] >= 0.0)))
      return fail(fmt::format("row {}: bounded by a row that is no normal, or by mu < 0", i + 1));
  return box;
}

/// What may be a Gram matrix: symmetric but for rounding, no diagonal entry below 0.
bool is_gram_like(const SparseRows& a) {
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i && a.value[k] < 0.0) return false;
  return is_nearly_symmetric(a);
}

}  // namespace

std::vector<LcpFiles> find_lcp_files(const std::string& folder) {
  std::vector<LcpFiles> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.extension() != ".mtx") continue;
    const std::string base = (path.parent_path() / path.stem()).string();
    const std::string right = base + "_q.mtx", box = base + "_box.mtx";
    std::error_code missing;
    if (!fs::exists(right, missing)) continue;
    found.push_back({path.stem().string(), path.string(), right, fs::exists(box, missing) ? box : ""});
  }
  std::sort(found.begin(), found.end(),
            [](const LcpFiles& one, const LcpFiles& other) { return one.name < other.name; });
  if (error)
    say(fmt::format("{}: error: {}\n", folder, error.message()));
  else if (found.empty())
    say(fmt::format("{}: error: no BASE.mtx with a BASE_q.mtx beside it\n", folder));
  return found;
}

std::optional<LcpProblem> read_lcp(const LcpFiles& files) {
  auto a = read_matrix(files.matrix);
  auto b = a ? read_vector(files.right) : std::nullopt;
  if (!b) return std::nullopt;
  if (a->num_rows != a->num_columns || a->num_rows != b->size()) {
    say(fmt::format("{}: error: {} x {} with {} right sides; an LCP has as many of each\n", files.matrix, a->num_rows,
                    a->num_columns, b->size()));
    return std::nullopt;
  }
  LcpProblem problem{.name = files.name, .a = {}, .b = {}, .contacts = {}};
  if (!files.box.empty()) {
    const auto box = read_box(files.box, a->num_rows);
    if (!box) return std::nullopt;
    split_boxed_friction(*a, *b, *box, problem.a, problem.b);
  } else {
    problem.a = std::move(*a);
    problem.b = std::move(*b);
  }
  problem.contacts = find_friction_contacts(problem.a);
  // Of a file the signs of eigenvalues are not known; a solver that needs them shows by its residual that they are not.
  problem.structure = !problem.contacts.empty() ? LcpClass::copositive
                      : is_gram_like(problem.a) ? LcpClass::symmetric
                                                : LcpClass::unknown;
  return problem;
}

}  // namespace perpend::cli
