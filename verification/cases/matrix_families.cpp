// Matrices about which one question is asked: definite, of full rank, P, with all eigenvalues within the unit circle.
#include <cmath>

#include "verification/cases/case_random.hpp"
#include "verification/cases/exact_truth.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

namespace {

constexpr const char* by_minors = "leading principal minors in exact integers";

Case spd_case(const MatrixX& a, bool truth, std::string reason) {
  return {.name = "", .question = Question::spd, .truth = truth, .reason = std::move(reason), .a = sparse_rows(a)};
}

Case decided(const MatrixX& a) {
  return spd_case(a, is_positive_definite_exactly(a), by_minors);
}

/// Correctly rounded, on every machine.
double power_of_ten(int exponent) {
  double power = 1.0;
  for (int k = 0; k < std::abs(exponent); ++k) power *= 10.0;
  return exponent < 0 ? 1.0 / power : power;
}

/// G G^T of whole numbers.
MatrixX gram_of(CaseRandom& random, int n, int columns) {
  const MatrixX g = random.whole_matrix(n, columns, 3);
  return g * g.transpose();
}

/// Fractions that no double holds: every entry is rounded, alike on both sides of the diagonal.
MatrixX rounded(const MatrixX& a) {
  return 0.1 * a + a / 3.0;
}

/// A of n points on a ring with `chords` more springs between them, whole stiffnesses: 1^T A 1 = 0.
SparseRows ring(CaseRandom& random, int n, double ground) {
  std::vector<double> diagonal(static_cast<std::size_t>(n), 0.0), next(static_cast<std::size_t>(n), 0.0);
  for (int i = 0; i < n; ++i) {
    next[i] = random.whole(1, 9);
    diagonal[i] += next[i];
    diagonal[(i + 1) % n] += next[i];
  }
  diagonal[static_cast<std::size_t>(random.whole(0, n - 1))] += ground;
  SparseRows rows{.num_rows = n, .num_columns = n, .first = {0}, .column = {}, .value = {}};
  const auto add = [&rows](int j, double value) {
    rows.column.push_back(j);
    rows.value.push_back(value);
  };
  for (int i = 0; i < n; ++i) {
    if (i == n - 1) add(0, -next[i]);
    if (i > 0) add(i - 1, -next[i - 1]);
    add(i, diagonal[i]);
    if (i < n - 1) add(i + 1, -next[i]);
    if (i == 0) add(n - 1, -next[n - 1]);
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
  return rows;
}

Case p_case(const MatrixX& a) {
  return {.name = "",
          .question = Question::p_matrix,
          .truth = is_p_matrix_exactly(a),
          .reason = "principal minors in exact integers",
          .a = sparse_rows(a)};
}

Case rho_case(const MatrixX& x, bool truth, std::string reason) {
  return {.name = "", .question = Question::rho, .truth = truth, .reason = std::move(reason), .a = sparse_rows(x)};
}

}  // namespace

// Definite or not.

/// Definite and singular ones, of whole numbers and of rounded ones.
Case gram(std::uint64_t seed, long index) {
  CaseRandom random = random_of("gram", seed, index);
  const int n = random.whole(2, 7);
  const MatrixX a = gram_of(random, n, random.one_in(3) ? n - 1 : n + 1);
  return decided(random.one_in(2) ? a : rounded(a));
}

/// Rank n - 1 but for rounding, which alone decides.
Case near_singular(std::uint64_t seed, long index) {
  CaseRandom random = random_of("near_singular", seed, index);
  const int n = random.whole(2, 6);
  return decided(rounded(gram_of(random, n, n - 1)));
}

/// Singular in whole numbers, with A v = 0; a_kk with v_k != 0 is then lowered by its last bit: v^T A v < 0.
Case indefinite_by_a_hair(std::uint64_t seed, long index) {
  CaseRandom random = random_of("indefinite_by_a_hair", seed, index);
  const int n = random.whole(3, 8);
  const MatrixX g = random.whole_matrix(n - 1, n - 1, 3);
  MatrixX rows(n, n - 1);
  rows << g, g.colwise().sum();  // v = (1, .., 1, -1)
  MatrixX a = rows * rows.transpose();
  const int k = random.whole(0, n - 1);
  a(k, k) = std::nextafter(a(k, k), -1.0);
  return spd_case(a, false,
                  "v^T A v < 0 for v = (1, .., 1, -1): singular but for one diagonal entry, lowered by its last bit");
}

/// Gram matrices with rows and columns scaled by 10^-8 to 10^8, as units of length and angle mix.
Case badly_scaled(std::uint64_t seed, long index) {
  CaseRandom random = random_of("badly_scaled", seed, index);
  const int n = random.whole(3, 6);
  MatrixX a = gram_of(random, n, random.one_in(4) ? n - 1 : n + 1);
  VectorX d(n);
  for (double& x : d) x = power_of_ten(random.whole(-8, 8));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) a(i, j) = a(j, i) = a(i, j) * (d[i] * d[j]);
  return decided(a);
}

/// D A D with powers of two: exact down to the subnormal numbers, and as definite as A.
Case extreme_spd(std::uint64_t seed, long index) {
  CaseRandom random = random_of("extreme_spd", seed, index);
  const int n = random.whole(2, 5);
  MatrixX a = gram_of(random, n, random.one_in(3) ? n - 1 : n + 1);
  Case made = decided(a);
  std::vector<int> exponent;
  for (int i = 0; i < n; ++i) exponent.push_back(random.whole(-530, 505));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = std::ldexp(a(i, j), exponent[i] + exponent[j]);
  made.a = sparse_rows(a);
  return made;
}

/// Free it is singular; one point held to the ground by however weak a spring makes it definite, one pushed away from
/// it indefinite.
Case ring_of_springs(std::uint64_t seed, long index) {
  CaseRandom random = random_of("ring_of_springs", seed, index);
  constexpr int sizes[] = {10, 50, 200, 1000, 2000};
  const int n = sizes[index % 5];
  const int kind = random.whole(0, 2);
  const double ground = kind == 0 ? 0.0 : std::ldexp(kind == 1 ? 1.0 : -1.0, -random.whole(0, 30));
  Case made{.name = "", .question = Question::spd, .truth = kind == 1, .reason = "", .a = ring(random, n, ground)};
  made.reason = kind == 0 ? "x^T A x = 0 when all points move alike"
                : kind == 1
                    ? "a connected ring held to the ground: x^T A x is a sum of squares that all vanish at 0 only"
                    : "x^T A x < 0 when all points move alike";
  return made;
}

// Rows that depend on each other, and rows that do but for their last bits.

/// Whole rows; the last is a combination of the others, or misses one by 2^-k in one entry.
Case dependent_rows(std::uint64_t seed, long index) {
  CaseRandom random = random_of("dependent_rows", seed, index);
  const int rows = random.whole(2, 6);
  MatrixX j = random.whole_matrix(rows, rows + random.whole(0, 3), 5);
  const int kind = random.whole(0, 2);
  if (kind > 0) {
    j.row(rows - 1).setZero();
    for (int i = 0; i + 1 < rows; ++i) j.row(rows - 1) += random.whole(-3, 3) * j.row(i);
  }
  if (kind == 2) j(rows - 1, random.whole(0, static_cast<int>(j.cols()) - 1)) += std::ldexp(1.0, -random.whole(10, 42));
  return {.name = "",
          .question = Question::rank,
          .truth = has_full_row_rank_exactly(j),
          .reason = "det(J J^T) in exact integers",
          .a = sparse_rows(j)};
}

// P-matrices, and matrices that just miss it.

/// Whole numbers with a large diagonal: often P, seldom definite.
Case whole_p(std::uint64_t seed, long index) {
  CaseRandom random = random_of("whole_p", seed, index);
  const int n = random.whole(2, 5);
  MatrixX a = random.whole_matrix(n, n, 3);
  for (int i = 0; i < n; ++i) a(i, i) = random.whole(1, 4);
  return p_case(a);
}

/// One principal minor that is 0 but for rounding.
Case hairline_p(std::uint64_t seed, long index) {
  CaseRandom random = random_of("hairline_p", seed, index);
  const int n = random.whole(2, 5);
  MatrixX a = random.whole_matrix(n, n, 1);
  for (int i = 0; i < n; ++i) a(i, i) = random.whole(3, 9);
  const int i = random.whole(0, n - 2);
  a(i, i + 1) = random.whole(1, 9);
  a(i + 1, i) = a(i, i) * a(i + 1, i + 1) / a(i, i + 1);
  const double factor = random.one_in(2) ? 0.1 : 1.0 / 3.0;
  return p_case(factor * a);
}

// Matrices whose spectral radius is 1, or near it: as one step of a simulation has them.

/// L U of unit triangles.
MatrixX unimodular(int n, int largest, std::uint64_t bits, MatrixX& inverse) {
  CaseRandom random(bits);
  MatrixX t = MatrixX::Identity(n, n);
  inverse = t;
  // Elementary steps: a multiple of one row added to another, undone on the columns of the inverse.
  for (int step = 0; step < 2 * n; ++step) {
    const int i = random.whole(0, n - 1), j = random.whole(0, n - 1);
    const int factor = random.whole(-largest, largest);
    if (i == j) continue;
    t.row(i) += factor * t.row(j);
    inverse.col(j) -= factor * inverse.col(i);
  }
  return t;
}

/// One Jordan block in whole coordinates T: T (lambda + N) T^-1. Numbers have at most 40 bits below the point and 12
/// above, so that nothing is rounded.
Case jordan_block(std::uint64_t seed, long index) {
  CaseRandom random = random_of("jordan_block", seed, index);
  const int n = random.whole(2, 4);
  const int sign = random.sign();
  const int kind = random.whole(-1, 1);
  const double lambda = sign * (1.0 + kind * std::ldexp(1.0, -random.whole(20, 36)));
  MatrixX inverse;
  const MatrixX t = unimodular(n, 1, random.bits(), inverse);
  MatrixX block = lambda * MatrixX::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) block(i, i + 1) = 1.0;
  return rho_case(t * block * inverse, kind <= 0,
                  kind == 0  ? "the only eigenvalue is 1 or -1, of one Jordan block"
                  : kind < 0 ? "the only eigenvalue is just inside the circle"
                             : "the only eigenvalue is just outside the circle");
}

/// X = F(P), P a projector: of feedback with coefficients a and b in a semi-implicit step,
///     F(p) = [[1 - b p, h (1 - a p)], [-b p / h, 1 - a p]],
/// F(0) is a drift with rho = 1, F(1) has trace 2 - a - b and determinant 1 - a. [Hong06], [Jury64]
Case projected_update(std::uint64_t seed, long index) {
  CaseRandom random = random_of("projected_update", seed, index);
  const int n = random.whole(2, 4);
  MatrixX inverse;
  const MatrixX t = unimodular(n, 1, random.bits(), inverse);
  MatrixX kept = MatrixX::Zero(n, n);
  kept.topLeftCorner(random.whole(1, n - 1), n).diagonal().setOnes();
  const MatrixX p = t * kept * inverse;
  const double h = std::ldexp(1.0, -random.whole(0, 3));
  double a = random.whole(-1, 17) / 8.0;
  double b = random.one_in(3) ? 4.0 - 2.0 * a : random.whole(0, 32) / 8.0;  // trace = -1 - determinant: on the edge
  if (random.one_in(3)) b += random.sign() * std::ldexp(1.0, -random.whole(16, 24));
  if (random.one_in(4)) a = random.one_in(2) ? 0.0 : 2.0;
  const double trace = 2.0 - a - b, determinant = 1.0 - a;
  const bool truth = std::abs(determinant) <= 1.0 && std::abs(trace) <= 1.0 + determinant;
  const MatrixX one = MatrixX::Identity(n, n);
  MatrixX x(2 * n, 2 * n);
  x << one - b * p, h * (one - a * p), -b / h * p, one - a * p;
  return rho_case(x, truth, "similar to blocks of 2 x 2, whose trace and determinant are exact");
}

}  // namespace perpend::cases
