// P-matrices and complementarity problems that are known by hand, and the worst ones for pivoting.
#include <cmath>
#include <vector>

#include "verification/cases/families.hpp"
#include "verification/cases/known_pieces.hpp"

namespace perpend::cases {

namespace {

std::vector<Case> make_p() {
  const auto p = [](const char* name, const MatrixX& a, bool truth, const char* reason) {
    return matrix_case(name, Question::p_matrix, a, truth, reason);
  };
  return {p("skewed", square(2, {1, -3, 0, 1}), true, "minors 1, 1, 1; the symmetric part is indefinite"),
          p("circle", square(3, {1, 2, 0, 0, 1, 2, 2, 0, 1}), true, "minors 1, 1, 1, 1, 1, 1, 9; not H+"),
          p("circulant", square(3, {1, 0, 2, 2, 1, 0, 0, 2, 1}), true, "minors 1, 1, 1, 1, 1, 1, 9"),
          p("three_solutions", square(2, {1, 2, 2, 1}), false, "determinant -3"),
          p("segment", square(2, {1, 1, 1, 1}), false, "determinant 0"),
          p("murty_8", murty_triangle(8), true, "a unit triangle: each minor is 1 [Murty78]")};
}

Case lcp_of(const char* name, const MatrixX& a, const VectorX& b, long count, const char* reason) {
  return {.name = name,
          .question = Question::solvable,
          .truth = count != 0,
          .reason = reason,
          .a = sparse_rows(a),
          .b = b,
          .num_solutions = count};
}

std::vector<Case> make_lcp() {
  const MatrixX rod = square(1, {-0.8});
  return {lcp_of("skewed", square(2, {1, -3, 0, 1}), vector({-1, -1}), 1, "z = (4, 1); P and H+"),
          lcp_of("circle", square(3, {1, 2, 0, 0, 1, 2, 2, 0, 1}), vector({-1, -1, -1}), 1, "z = e/3; P"),
          lcp_of("contradiction", square(2, {0, 1, -1, 0}), vector({-1, -1}), 0, "y = (0, 1): A^T y <= 0, b^T y < 0"),
          lcp_of("three_solutions", square(2, {1, 2, 2, 1}), vector({-1, -1}), 3, "(1, 0), (0, 1), (1/3, 1/3)"),
          lcp_of("segment", square(2, {1, 1, 1, 1}), vector({-1, -1}), infinitely_many, "z_1 + z_2 = 1"),
          lcp_of("degenerate", square(2, {2, 1, 1, 2}), vector({-2, -1}), 1, "z = (1, 0), where w = (0, 0)"),
          lcp_of("murty_8", murty_triangle(8), -VectorX::Ones(8), 1, "z = e_1; P [Murty78]"),
          lcp_of("circulant", square(3, {1, 0, 2, 2, 1, 0, 0, 2, 1}), vector({1, 1, 1}), 1, "z = 0; P"),
          lcp_of("painleve_slow", rod, vector({-2}), 0, "a rod that pushes itself into the ground: w = -4/5 z - 2 < 0"),
          lcp_of("painleve_fast", rod, vector({2}), 2, "w = 2 - 4/5 z: z = 0 lets go, z = 5/2 holds")};
}

const std::vector<Case>& all_p() {
  static const std::vector<Case> cases = make_p();
  return cases;
}
const std::vector<Case>& all_lcp() {
  static const std::vector<Case> cases = make_lcp();
  return cases;
}

}  // namespace

MatrixX murty_triangle(int n) {
  MatrixX a = MatrixX::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(i, j) = 2.0;
  return a;
}

VectorX falling_right(int n) {
  VectorX b(n);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) b[i] = -(sum += std::ldexp(1.0, n - i));
  return b;
}

MatrixX fathi_matrix(int n) {
  const MatrixX m = murty_triangle(n);
  return m * m.transpose();
}

long num_known_p() {
  return static_cast<long>(all_p().size());
}
long num_known_lcp() {
  return static_cast<long>(all_lcp().size());
}

Case known_p(std::uint64_t, long index) {
  return pick(all_p(), index);
}

Case known_lcp(std::uint64_t, long index) {
  return pick(all_lcp(), index);
}

}  // namespace perpend::cases
