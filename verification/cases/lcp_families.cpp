// LCPs made around an answer, or around a contradiction of their rows. Whole numbers: nothing is rounded.
#include <cmath>

#include "verification/cases/case_random.hpp"
#include "verification/cases/exact_truth.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

namespace {

constexpr const char* planted_words = "made around an answer in whole numbers";

Case lcp_case(const MatrixX& a, const VectorX& b, bool truth, std::string reason) {
  return {.name = "",
          .question = Question::solvable,
          .truth = truth,
          .reason = std::move(reason),
          .a = sparse_rows(a),
          .b = b};
}

/// b = w - A z with whole z, w >= 0, of which one is 0 in each pair; both in a third of the pairs of a degenerate one.
Case plant(CaseRandom& random, const MatrixX& a, bool is_degenerate = false) {
  const Eigen::Index n = a.rows();
  VectorX z = VectorX::Zero(n), w = VectorX::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int kind = is_degenerate ? random.whole(0, 2) : random.whole(0, 1);
    if (kind < 2) (kind == 0 ? z : w)[i] = random.whole(1, 5);
  }
  Case made = lcp_case(a, w - a * z, true, planted_words);
  made.solution = z;
  return made;
}

MatrixX skew(CaseRandom& random, int n, int largest) {
  const MatrixX k = random.whole_matrix(n, n, largest);
  return k - k.transpose();
}

MatrixX definite(CaseRandom& random, int n) {
  const MatrixX g = random.whole_matrix(n, n, 2);
  return g * g.transpose() + MatrixX::Identity(n, n) + skew(random, n, 1);
}

/// y >= 0 whole, rows of A with y^T A <= 0, b^T y = -gap: no z >= 0 has A z + b >= 0, by Farkas.
Case contradiction(CaseRandom& random, double gap) {
  const int n = random.whole(2, 6);
  MatrixX a = random.whole_matrix(n, n, 3);
  VectorX b(n), y(n);
  for (int i = 0; i < n; ++i) y[i] = i + 1 < n ? random.whole(0, 2) : 1;
  for (double& x : b) x = random.whole(-3, 3);
  const VectorX above = a.topRows(n - 1).transpose() * y.head(n - 1);
  for (int j = 0; j < n; ++j) a(n - 1, j) = -above[j] - random.whole(0, 2);
  b[n - 1] = -b.head(n - 1).dot(y.head(n - 1)) - gap;
  Case made = lcp_case(a, b, false, "y >= 0 with A^T y <= 0 and b^T y < 0: the rows contradict each other");
  made.num_solutions = 0;
  return made;
}

}  // namespace

Case planted_definite(std::uint64_t seed, long index) {
  CaseRandom random = random_of("planted_definite", seed, index);
  return only(plant(random, definite(random, random.whole(1, 8))));
}

Case planted_semidefinite(std::uint64_t seed, long index) {
  CaseRandom random = random_of("planted_semidefinite", seed, index);
  const int n = random.whole(2, 8);
  const MatrixX g = random.whole_matrix(n, n / 2, 2);
  return plant(random, g * g.transpose() + skew(random, n, 1));
}

/// Unit triangle, rows and columns in any order: every principal minor is 1.
Case planted_p(std::uint64_t seed, long index) {
  CaseRandom random = random_of("planted_p", seed, index);
  const int n = random.whole(2, 8);
  MatrixX a = random.whole_matrix(n, n, 4).triangularView<Eigen::UnitLower>();
  for (int i = n - 1; i > 0; --i) {
    const int j = random.whole(0, i);
    a.row(i).swap(a.row(j));
    a.col(i).swap(a.col(j));
  }
  return only(plant(random, a));
}

/// Each diagonal entry exceeds the sum of its row.
Case planted_h_plus(std::uint64_t seed, long index) {
  CaseRandom random = random_of("planted_h_plus", seed, index);
  const int n = random.whole(2, 8);
  MatrixX a = random.whole_matrix(n, n, 3);
  a.diagonal().setZero();
  a.diagonal() = (a.cwiseAbs().rowwise().sum().array() + 1.0).matrix().eval();
  return only(plant(random, a));
}

Case degenerate(std::uint64_t seed, long index) {
  CaseRandom random = random_of("degenerate", seed, index);
  return only(plant(random, definite(random, random.whole(1, 8)), true));
}

/// Contacts with Coulomb's law in the plane, unit masses: normals N, tangents D = [T, -T], slips s, mu = 1/2,
///     A = [[G_nn, G_nt, 0], [G_tn, G_tt, E], [mu, -E^T, 0]].
Case contact_like(std::uint64_t seed, long index) {
  CaseRandom random = random_of("contact_like", seed, index);
  const int c = random.one_in(10) ? random.whole(4, 8) : random.whole(1, 2);
  const MatrixX normals = random.whole_matrix(3 + c / 2, c, 2), tangents = random.whole_matrix(3 + c / 2, c, 2);
  MatrixX j(normals.rows(), 3 * c);
  j << normals, tangents, -tangents;
  MatrixX a = MatrixX::Zero(4 * c, 4 * c);
  a.topLeftCorner(3 * c, 3 * c) = j.transpose() * j;
  for (int k = 0; k < c; ++k) {
    a(c + k, 3 * c + k) = a(2 * c + k, 3 * c + k) = 1.0;
    a(3 * c + k, k) = 0.5;
    a(3 * c + k, c + k) = a(3 * c + k, 2 * c + k) = -1.0;
  }
  return plant(random, a);
}

Case planted_any(std::uint64_t seed, long index) {
  CaseRandom random = random_of("planted_any", seed, index);
  const int n = random.whole(2, 6);
  return plant(random, random.whole_matrix(n, n, 4));
}

Case infeasible(std::uint64_t seed, long index) {
  CaseRandom random = random_of("infeasible", seed, index);
  return contradiction(random, random.whole(1, 4));
}

Case infeasible_by_a_hair(std::uint64_t seed, long index) {
  CaseRandom random = random_of("infeasible_by_a_hair", seed, index);
  return contradiction(random, std::ldexp(1.0, -random.whole(30, 44)));
}

/// Any small whole numbers: none, one, some or infinitely many solutions.
Case whole_lcp(std::uint64_t seed, long index) {
  CaseRandom random = random_of("whole_lcp", seed, index);
  const int n = random.whole(1, 3);
  const MatrixX a = random.whole_matrix(n, n, 2);
  const VectorX b = random.whole_matrix(n, 1, 2);
  const long count = count_solutions_exactly(a, b);
  Case made = lcp_case(a, b, count != 0, "each choice of the entries that are 0, projected in rationals");
  made.num_solutions = count;
  return made;
}

/// R A C and R b with powers of two: C^-1 z for each solution z.
Case extreme_lcp(std::uint64_t seed, long index) {
  CaseRandom random = random_of("extreme_lcp", seed, index);
  Case made = whole_lcp(random.bits(), index);
  MatrixX a = dense(made.a);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const int row = random.whole(-500, 500), column = random.whole(-500, 500);
    for (double& entry : a.row(i)) entry = std::ldexp(entry, row);
    for (double& entry : a.col(i)) entry = std::ldexp(entry, column);
    made.b[i] = std::ldexp(made.b[i], row);
  }
  made.a = sparse_rows(a);
  return made;
}

}  // namespace perpend::cases
