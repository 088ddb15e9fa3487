#include "formats/friction_formats.hpp"
#include "formats/siconos_matrix.hpp"

namespace perpend::formats {

// dimension, number of contacts, then W, q, mu of a local problem or M, H, q, w, mu of a global one. Nothing in the
// file says which it is. After the first matrix a local one has no more than q and mu; a global one has another matrix
// too.
FrictionProblem read_siconos_friction(Words& words) {
  FrictionProblem problem;
  const Word dimension = words.next("the dimension");
  problem.dimension = static_cast<int>(to_count(dimension, "the dimension", 3, words.file()));
  if (problem.dimension < 2) fail(words.file(), dimension, "the dimension is 2 in the plane or 3 in space");
  const long num_contacts = words.count("the number of contacts", max_size / problem.dimension);
  SparseRows first = read_siconos_matrix(words);
  const long size = first.num_rows;
  if (words.num_left() <= size + num_contacts) {
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
  words.require_end();
  check_friction(problem, words.file());
  return problem;
}

}  // namespace perpend::formats
