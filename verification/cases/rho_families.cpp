// Matrices whose spectral radius is 1, or near it: as one step of a simulation has them.
#include <cmath>

#include "verification/cases/case_random.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

namespace {

Case rho_case(const MatrixX& x, bool truth, std::string reason) {
  return {.name = "", .question = Question::rho, .truth = truth, .reason = std::move(reason), .a = sparse_rows(x)};
}

}  // namespace

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
