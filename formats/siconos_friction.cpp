#include "formats/friction_formats.hpp"
#include "formats/siconos_matrix.hpp"

namespace perpend::formats {

namespace {

/// Whether the header of a dense, block or sparse H of the size that is wanted comes next, in whole numbers.
bool is_matrix_next(Words words, long num_rows, long num_columns) {
  constexpr int words_of_a_header = 3;
  if (words.num_left() < words_of_a_header) return false;
  const std::string_view storage = words.next("").text;
  return (storage == "0" || storage == "1" || storage == "2") && words.next("").text == std::to_string(num_rows) &&
         words.next("").text == std::to_string(num_columns);
}

}  // namespace

// dimension, number of contacts, then W, q, mu of a local problem or M, H, q, w, mu of a global one. Nothing in the
// file says which it is. A matrix of another size than the contacts ask for is M; one of that size is W when just q and
// mu follow, or no header of H does.
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

}  // namespace perpend::formats
