// Problems with one solution in whole numbers, to which answers of solvers are compared.
#include <cmath>
#include <numeric>

#include "verification/cases/case_random.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

namespace {

Case near_case(Question question, const MatrixX& a, const VectorX& solution, const char* reason) {
  const VectorX product = a * solution;
  return {.name = "",
          .question = question,
          .truth = true,
          .reason = reason,
          .a = sparse_rows(a),
          .b = question == Question::lcp ? VectorX(-product) : product,
          .solution = solution,
          .num_solutions = 1};
}

VectorX whole_solution(CaseRandom& random, Eigen::Index n) {
  VectorX x(n);
  for (double& entry : x) entry = random.whole(1, 9);
  return x;
}

Case hilbert(Question question, const char* family, std::uint64_t seed, long index) {
  CaseRandom random = random_of(family, seed, index);
  const int n = 2 + static_cast<int>(index % 11);
  return near_case(question, scaled_hilbert(n), whole_solution(random, n),
                   "whole numbers below 2^53 throughout; Hilbert's matrix is positive definite");
}

/// Singular with A (1, .., 1, -1) = 0, and then 2^-k more in the middle of the null vector.
Case pencil(Question question, const char* family, std::uint64_t seed, long index) {
  CaseRandom random = random_of(family, seed, index);
  const int n = random.whole(3, 8);
  const MatrixX g = random.whole_matrix(n - 1, n - 1, 3);
  MatrixX rows(n, n - 1);
  rows << g, g.colwise().sum();
  MatrixX a = rows * rows.transpose();
  a.diagonal().array() += std::ldexp(1.0, -random.whole(8, 36));
  return near_case(question, a, whole_solution(random, n),
                   "whole numbers and one power of two, none rounded; a semidefinite matrix and a positive diagonal");
}

}  // namespace

MatrixX scaled_hilbert(int n) {
  long multiple = 1;
  for (long k = 2; k < 2 * n; ++k) multiple = std::lcm(multiple, k);
  MatrixX a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = static_cast<double>(multiple / (i + j + 1));
  return a;
}

Case hilbert_system(std::uint64_t seed, long index) {
  return hilbert(Question::system, "hilbert_system", seed, index);
}

Case hilbert_lcp(std::uint64_t seed, long index) {
  return hilbert(Question::lcp, "hilbert_lcp", seed, index);
}

Case near_singular_system(std::uint64_t seed, long index) {
  return pencil(Question::system, "near_singular_system", seed, index);
}

Case near_singular_lcp(std::uint64_t seed, long index) {
  return pencil(Question::lcp, "near_singular_lcp", seed, index);
}

/// A tridiagonal H+ matrix, a third of the pairs on each side and a third degenerate.
Case large_lcp(std::uint64_t seed, long index) {
  CaseRandom random = random_of("large_lcp", seed, index);
  constexpr int sizes[] = {50, 200, 500, 1000, 2000};
  const int n = sizes[index % 5];
  SparseRows a{.num_rows = n, .num_columns = n, .first = {0}, .column = {}, .value = {}};
  VectorX z = VectorX::Zero(n), b(n);
  for (double& x : z) x = random.one_in(3) ? random.whole(1, 5) : 0;
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
      a.column.push_back(j);
      a.value.push_back(i == j ? random.whole(9, 12) : random.sign() * random.whole(1, 4));
      sum += a.value.back() * z[j];
    }
    a.first.push_back(static_cast<int>(a.column.size()));
    b[i] = (z[i] > 0.0 || random.one_in(2) ? 0.0 : random.whole(1, 5)) - sum;
  }
  return {.name = "",
          .question = Question::lcp,
          .truth = true,
          .reason = "made around an answer in whole numbers; each diagonal entry exceeds the rest of its row",
          .a = std::move(a),
          .b = std::move(b),
          .solution = std::move(z),
          .num_solutions = 1};
}

}  // namespace perpend::cases
