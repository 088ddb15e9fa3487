// The groups of an FCLIB file, read through HDF5 itself: FCLIB's own reader ends the program at the first thing that is
// wrong, and trusts every size. [AcaryBremondKoziaraPerignon14]
#include <algorithm>

#include "formats/friction_formats.hpp"
#include "formats/hdf5_file.hpp"
#include "formats/sparse_rows.hpp"

namespace perpend::formats {

namespace {

/// Of `nz`: compressed rows. -1 is compressed columns, else it is the number of triplets.
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

}  // namespace

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

}  // namespace perpend::formats
