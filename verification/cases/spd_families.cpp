// Symmetric matrices, definite and not.
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

}  // namespace

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

}  // namespace perpend::cases
