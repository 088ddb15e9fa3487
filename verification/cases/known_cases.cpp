// Answers that are known by hand: definiteness, rank, stability, P-matrices and complementarity problems, and the worst
// ones for pivoting.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "verification/cases/families.hpp"

namespace perpend::cases {

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

namespace {

MatrixX square(int n, std::initializer_list<double> entries) {
  MatrixX a(n, n);
  auto next = entries.begin();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = *next++;
  return a;
}

VectorX vector(std::initializer_list<double> entries) {
  VectorX x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.begin());
  return x;
}

Case matrix_case(const char* name, Question question, const MatrixX& a, bool truth, const char* reason) {
  return {.name = name, .question = question, .truth = truth, .reason = reason, .a = sparse_rows(a)};
}

Case pick(const std::vector<Case>& cases, long index) {
  return cases[static_cast<std::size_t>(index) % cases.size()];
}

constexpr double last_bit = 0x1p-52;

/// |i - 10| on the diagonal, 1 next to it: W21+.
MatrixX wilkinson() {
  MatrixX w = MatrixX::Zero(21, 21);
  for (int i = 0; i < 21; ++i) {
    w(i, i) = std::abs(i - 10);
    if (i > 0) w(i, i - 1) = w(i - 1, i) = 1.0;
  }
  return w;
}

std::vector<Case> make_spd() {
  constexpr const char* hilbert =
      "Hilbert's matrix is positive definite, and its multiple is exact in doubles to n = 20";
  const double e = last_bit;
  const auto spd = [](const char* name, const MatrixX& a, bool truth, const char* reason) {
    return matrix_case(name, Question::spd, a, truth, reason);
  };
  return {spd("hilbert_6", scaled_hilbert(6), true, hilbert),
          spd("hilbert_12", scaled_hilbert(12), true, hilbert),
          spd("hilbert_16", scaled_hilbert(16), true, hilbert),
          spd("hilbert_20", scaled_hilbert(20), true, hilbert),
          spd("one_bit_inside", square(2, {1, 1 - e, 1 - e, 1}), true, "determinant 1 - (1 - e)^2 > 0, e = 2^-52"),
          spd("one_bit_outside", square(2, {1, 1 + e, 1 + e, 1}), false, "determinant 1 - (1 + e)^2 < 0, e = 2^-52"),
          spd("on_the_edge", square(2, {1, 1, 1, 1}), false, "x^T A x = 0 for x = (1, -1)"),
          spd("wilkinson_21", wilkinson(), false, "smallest eigenvalue -1.12544152211998"),
          spd("fathi_10", fathi_matrix(10), true, "M M^T with det M = 1 [Fathi79]")};
}

std::vector<Case> make_rank() {
  MatrixX thin(3, 3), dependent(3, 4);
  thin << 1, 0, 0, 0, 1, 0, 1, 1, 0x1p-30;
  dependent << 1, 2, 3, 4, 4, 3, 2, 1, 5, 5, 5, 5;
  return {matrix_case("thin_row", Question::rank, thin, true, "determinant 2^-30, though J J^T in doubles is singular"),
          matrix_case("sum_of_rows", Question::rank, dependent, false, "row 3 = row 1 + row 2")};
}

/// M = 1, B = [[2, 0, 0, 0], [-2, 0, 2, 0]]: P = diag(1, 0, 1, 0), in whole coordinates T.
Case update_of(const char* name, double a, double b, bool truth, const char* reason) {
  MatrixX inverse;
  const MatrixX t = unimodular(4, 1, 7, inverse);
  const MatrixX p = t * VectorX(vector({1, 0, 1, 0})).asDiagonal() * inverse;
  const MatrixX one = MatrixX::Identity(4, 4);
  MatrixX x(8, 8);
  x << one - b * p, one - a * p, -b * p, one - a * p;
  return matrix_case(name, Question::rho, x, truth, reason);
}

std::vector<Case> make_rho() {
  return {update_of("nilpotent_1_1", 1, 1, true, "a = b = 1: z^4 (z - 1)^4"),
          update_of("defective_0_4", 0, 4, true, "a = 0, b = 4: -1 twice in each block"),
          update_of("free_0_0", 0, 0, true, "a = b = 0: 1 twice in each block"),
          update_of("bounded_2_0", 2, 0, true, "a = 2, b = 0: 1 and -1"),
          update_of("bounded_0_2", 0, 2, true, "a = 0, b = 2: i and -i"),
          update_of("edge_1_2", 1, 2, true, "a = 1, b = 2: 0 and -1"),
          update_of("unstable_1_2.01", 1, 2.01, false, "a = 1, b = 2.01: |trace| > 1 + determinant"),
          update_of("unstable_2_0.01", 2, 0.01, false, "a = 2, b = 0.01: |trace| > 1 + determinant"),
          update_of("unstable_0.5_-0.01", 0.5, -0.01, false, "a = 0.5, b = -0.01: trace > 1 + determinant"),
          update_of("slow_10_10", 20 * 0.0829, 100 * 0.0829 * 0.0829, false,
                    "alpha = beta = 10/s at h = 0.0829 s: rho = 1.00196"),
          update_of("golden_10_10", 2, 1, false, "alpha = beta = 10/s at h = 0.1 s: rho is the golden ratio")};
}

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

const std::vector<Case>& all_spd() {
  static const std::vector<Case> cases = make_spd();
  return cases;
}
const std::vector<Case>& all_rank() {
  static const std::vector<Case> cases = make_rank();
  return cases;
}
const std::vector<Case>& all_rho() {
  static const std::vector<Case> cases = make_rho();
  return cases;
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

long num_known_spd() {
  return static_cast<long>(all_spd().size());
}
long num_known_rank() {
  return static_cast<long>(all_rank().size());
}
long num_known_rho() {
  return static_cast<long>(all_rho().size());
}
long num_known_p() {
  return static_cast<long>(all_p().size());
}
long num_known_lcp() {
  return static_cast<long>(all_lcp().size());
}

Case known_spd(std::uint64_t, long index) {
  return pick(all_spd(), index);
}

Case known_rank(std::uint64_t, long index) {
  return pick(all_rank(), index);
}

Case known_rho(std::uint64_t, long index) {
  return pick(all_rho(), index);
}

Case known_p(std::uint64_t, long index) {
  return pick(all_p(), index);
}

Case known_lcp(std::uint64_t, long index) {
  return pick(all_lcp(), index);
}

}  // namespace perpend::cases
