#include "formats/friction_file.hpp"

#include <algorithm>

#include "formats/hdf5_file.hpp"
#include "formats/siconos_matrix.hpp"
#include "formats/sparse_rows.hpp"
#include "formats/words.hpp"

namespace perpend {

namespace formats {

namespace {

void require(const SparseRows& matrix, long num_rows, long num_columns, const char* name, const std::string& file) {
  if (matrix.num_rows != num_rows || matrix.num_columns != num_columns)
    fail(file, std::string(name) + " is " + std::to_string(matrix.num_rows) + " x " +
                   std::to_string(matrix.num_columns) + " and should be " + std::to_string(num_rows) + " x " +
                   std::to_string(num_columns));
}

void require(const VectorX& vector, long size, const char* name, const std::string& file) {
  if (vector.size() != size)
    fail(file, std::string(name) + " has " + std::to_string(vector.size()) + " numbers and should have " +
                   std::to_string(size));
}

void check_local(const FrictionProblem& problem, long m, const std::string& file) {
  require(problem.W, m, m, "W", file);
  require(problem.q, m, "q", file);
  const long p = problem.R.num_rows;
  if (p == 0 && problem.V.num_columns == 0) return;
  require(problem.V, m, p, "V", file);
  require(problem.R, p, p, "R", file);
  require(problem.b, p, "s", file);
}

void check_global(const FrictionProblem& problem, long m, const std::string& file) {
  const long n = problem.M.num_rows;
  require(problem.M, n, n, "M", file);
  require(problem.H, n, m, "H", file);
  require(problem.q, n, "f", file);
  require(problem.w, m, "w", file);
  if (problem.G.num_columns == 0) return;
  require(problem.G, n, problem.G.num_columns, "G", file);
  require(problem.b, problem.G.num_columns, "b", file);
}

/// All sizes agree and no coefficient is negative.
void check_friction(const FrictionProblem& problem, const std::string& file) {
  const bool is_local = problem.form == FrictionProblem::Form::local;
  const long m = problem.dimension * problem.mu.size();
  is_local ? check_local(problem, m, file) : check_global(problem, m, file);
  for (Eigen::Index k = 0; k < problem.mu.size(); ++k)
    if (problem.mu[k] < 0.0)
      fail(file, "the coefficient of friction of contact " + std::to_string(k + 1) + " is negative");
}

// The groups of an FCLIB file, read through HDF5 itself: FCLIB's own reader ends the program at the first thing that is
// wrong, and trusts every size. [AcaryBremondKoziaraPerignon14]

/// This value of `nz` means compressed rows; -1 means compressed columns, and any other is the number of triplets.
constexpr long by_rows = -2;

std::vector<double> leading(std::vector<double> values, std::size_t count) {
  values.resize(std::min(count, values.size()));
  return values;
}

// Triplets: FCLIB's header calls `p` rows and `i` columns; CSparse, whose data Siconos writes, has them the other way
// round, and so have the files.
SparseRows read_triplets(const Hdf5File& file, const std::string& group, long num_rows, long num_columns, long count) {
  const std::vector<long> row = file.integers(group + "/i"), column = file.integers(group + "/p");
  const std::vector<double> value = file.numbers(group + "/x");
  const auto size = static_cast<std::size_t>(count);
  if (row.size() < size || column.size() < size || value.size() < size)
    fail(file.label(group), "fewer than the " + std::to_string(count) + " triplets that nz announces");
  std::vector<Entry> entries(size);
  for (std::size_t k = 0; k < size; ++k) entries[k] = {row[k], column[k], value[k]};
  return to_rows(num_rows, num_columns, std::move(entries), file.label(group));
}

SparseRows read_matrix(const Hdf5File& file, const std::string& group) {
  const long num_rows = file.integer(group + "/m", 0, max_size), num_columns = file.integer(group + "/n", 0, max_size);
  const long nz = file.integer(group + "/nz", by_rows, max_entries);
  if (nz >= 0) return read_triplets(file, group, num_rows, num_columns, nz);
  const auto room = static_cast<std::size_t>(file.integer(group + "/nzmax", 0, max_entries));
  return to_rows(Compressed{.num_rows = num_rows,
                            .num_columns = num_columns,
                            .by_rows = nz == by_rows,
                            .first = file.integers(group + "/p"),
                            .minor = file.integers(group + "/i"),
                            .value = leading(file.numbers(group + "/x"), room)},
                 file.label(group));
}

VectorX read_vector(const Hdf5File& file, const std::string& place) {
  return to_vector(file.numbers(place), file.label(place));
}

VectorX read_vector(const Hdf5File& file, const std::string& place, long size) {
  VectorX vector = read_vector(file, place);
  if (vector.size() != size)
    fail(file.label(place), std::to_string(vector.size()) + " numbers and should have " + std::to_string(size));
  return vector;
}

void read_local(const Hdf5File& file, FrictionProblem& problem) {
  const std::string group = "fclib_local";
  problem.W = read_matrix(file, group + "/W");
  problem.q = read_vector(file, group + "/vectors/q");
  if (!file.has(group + "/V") && !file.has(group + "/R")) return;
  problem.V = read_matrix(file, group + "/V");
  problem.R = read_matrix(file, group + "/R");
  problem.b = read_vector(file, group + "/vectors/s");
}

void read_global(const Hdf5File& file, FrictionProblem& problem) {
  const std::string group = "fclib_global";
  problem.M = read_matrix(file, group + "/M");
  problem.H = read_matrix(file, group + "/H");
  problem.q = read_vector(file, group + "/vectors/f");
  problem.w = read_vector(file, group + "/vectors/w");
  if (!file.has(group + "/G")) return;
  problem.G = read_matrix(file, group + "/G");
  problem.b = read_vector(file, group + "/vectors/b");
}

FrictionPoint read_point(const Hdf5File& file, const std::string& group, const FrictionProblem& problem) {
  const long m = problem.dimension * problem.mu.size();
  const auto read = [&](const char* name, long size) {
    const std::string place = group + "/" + name;
    return file.is_written(place) ? read_vector(file, place, size) : VectorX();
  };
  return {read("v", problem.M.num_rows), read("r", m), read("u", m), read("l", problem.b.size())};
}

void read_points(const Hdf5File& file, FrictionProblem& problem) {
  if (file.has("solution")) problem.solution = read_point(file, "solution", problem);
  if (!file.has("guesses")) return;
  const long num_guesses = file.integer("guesses/number_of_guesses", 0, max_size);
  for (long k = 1; k <= num_guesses; ++k)
    problem.guesses.push_back(read_point(file, "guesses/" + std::to_string(k), problem));
}

FrictionProblem read_fclib(const std::string& path) {
  const Hdf5File file(path);
  const bool is_local = file.has("fclib_local"), is_global = file.has("fclib_global");
  for (const char* rolling : {"fclib_local_rolling", "fclib_global_rolling"})
    if (file.has(rolling)) fail(path, std::string(rolling) + ": rolling friction is not read");
  if (is_local == is_global)
    fail(path, is_local ? "holds a local and a global problem; keep one of them in a file"
                        : "no FCLIB file: it has neither a group fclib_local nor fclib_global");
  FrictionProblem problem;
  problem.form = is_local ? FrictionProblem::Form::local : FrictionProblem::Form::global;
  const std::string group = is_local ? "fclib_local" : "fclib_global";
  problem.dimension = static_cast<int>(file.integer(group + "/spacedim", 2, 3));
  is_local ? read_local(file, problem) : read_global(file, problem);
  problem.mu = read_vector(file, group + "/vectors/mu");
  check_friction(problem, path);
  read_points(file, problem);
  return problem;
}

/// Whether the header of a dense, block or sparse H of the size that is wanted comes next, in whole numbers.
bool is_matrix_next(Words words, long num_rows, long num_columns) {
  constexpr int words_of_a_header = 3;
  if (words.num_left() < words_of_a_header) return false;
  const std::string_view storage = words.next("").text;
  return (storage == "0" || storage == "1" || storage == "2") && words.next("").text == std::to_string(num_rows) &&
         words.next("").text == std::to_string(num_columns);
}

/// dimension, number of contacts, then W, q, mu of a local problem or M, H, q, w, mu of a global one. Nothing in the
/// file says which it is. A matrix of another size than the contacts ask for is M; one of that size is W when just q
/// and mu follow, or no header of H does.
FrictionProblem read_siconos_friction(Words& words) {
  FrictionProblem problem;
  const Word dimension = words.next("the dimension");
  problem.dimension = static_cast<int>(to_count(dimension, "the dimension", 3, words.file()));
  if (problem.dimension < 2) fail(words.file(), dimension, "the dimension is 2 in the plane or 3 in space");
  const long num_contacts = words.count("the number of contacts", max_size / problem.dimension);
  SparseRows first = read_siconos_matrix(words);
  const long size = first.num_rows;
  const long m = problem.dimension * num_contacts;
  if (size == m && (words.num_left() == m + num_contacts || !is_matrix_next(words, size, m))) {
    problem.W = std::move(first);
    problem.q = read_siconos_vector(words, size, "q");
  } else {
    problem.form = FrictionProblem::Form::global;
    problem.M = std::move(first);
    problem.H = read_siconos_matrix(words);
    problem.q = read_siconos_vector(words, size, "q");
    problem.w = read_siconos_vector(words, problem.H.num_columns, "b");
  }
  problem.mu = read_siconos_vector(words, num_contacts, "mu");
  check_friction(problem, words.file());
  return problem;
}

}  // namespace

}  // namespace formats

Reading<FrictionProblem> read_friction(const std::string& path) {
  using namespace formats;
  return guarded(path, [&] {
    const std::string format = parts_of(path).format;
    if (format == ".hdf5" || format == ".h5") return read_fclib(path);
    if (format != ".dat") fail(path, "friction problems are read from FCLIB's .hdf5 and .h5 and from Siconos' .dat");
    const std::string bytes = read_bytes(path);
    Words words(bytes, path);
    return read_siconos_friction(words);
  });
}

}  // namespace perpend
