#include "formats/friction_file.hpp"

#include "formats/friction_formats.hpp"

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

}  // namespace

void check_friction(const FrictionProblem& problem, const std::string& file) {
  const bool is_local = problem.form == FrictionProblem::Form::local;
  const long m = problem.dimension * problem.mu.size();
  is_local ? check_local(problem, m, file) : check_global(problem, m, file);
  for (Eigen::Index k = 0; k < problem.mu.size(); ++k)
    if (problem.mu[k] < 0.0)
      fail(file, "the coefficient of friction of contact " + std::to_string(k + 1) + " is negative");
}

}  // namespace formats

Reading<FrictionProblem> read_friction(const std::string& path) {
  using namespace formats;
  return guarded(path, [&] {
    const std::string extension = extension_of(path);
    if (extension == "hdf5" || extension == "h5") return read_fclib(path);
    if (extension != "dat") fail(path, "friction problems are read from FCLIB's .hdf5 and .h5 and from Siconos' .dat");
    const std::string bytes = read_bytes(path);
    Words words(bytes, path);
    return read_siconos_friction(words);
  });
}

}  // namespace perpend
