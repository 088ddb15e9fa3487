// With D the diagonal of A, the eigenvalues of D^1/2 A^-1 D^1/2 are positive and their sum is sum_i a_ii (A^-1)_ii: the
// smallest of D^-1/2 A D^-1/2 is at least 1 over that sum, and at most n over it. A guess between is proved by the
// pivots of A - c D.
#include "verification/statements/ball_cholesky.hpp"

#include <cmath>

#include "verification/arithmetic/flint_memory.hpp"

namespace perpend {

namespace {

/// Entries of A, its diagonal times 1 - c.
void set_shifted(arb_mat_t m, const MatrixX& a, double c, int bits) {
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) arb_set_d(arb_mat_entry(m, i, j), a(i, j));
  if (c == 0.0) return;
  arb_t share;
  arb_init(share);
  arb_set_d(share, c);
  for (Eigen::Index i = 0; i < a.rows(); ++i) arb_submul(arb_mat_entry(m, i, i), share, arb_mat_entry(m, i, i), bits);
  arb_clear(share);
}

bool has_positive_pivots(arb_mat_t factor, const MatrixX& a, double c, int bits) {
  arb_mat_t m;
  arb_mat_init(m, a.rows(), a.cols());
  set_shifted(m, a, c, bits);
  const bool is_positive = arb_mat_cho(factor, m, bits) != 0;
  arb_mat_clear(m);
  return is_positive;
}

/// 1 / sum_i a_ii (A^-1)_ii, rounded down.
double inverse_of_trace(const MatrixX& a, const arb_mat_t inverse, int bits) {
  arb_t sum, entry;
  arb_init(sum);
  arb_init(entry);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    arb_set_d(entry, a(i, i));
    arb_addmul(sum, entry, arb_mat_entry(inverse, i, i), bits);
  }
  arb_inv(sum, sum, bits);
  arf_t lower;
  arf_init(lower);
  arb_get_lbound_arf(lower, sum, bits);
  const double bound = arf_get_d(lower, ARF_RND_FLOOR);
  arf_clear(lower);
  arb_clear(entry);
  arb_clear(sum);
  return bound;
}

/// By powers of D^1/2 A^-1 D^1/2, rounded: nothing is claimed of it.
double guess_smallest(const MatrixX& a, const arb_mat_t inverse) {
  const VectorX root = a.diagonal().cwiseSqrt();
  MatrixX scaled(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      scaled(i, j) = root[i] * arf_get_d(arb_midref(arb_mat_entry(inverse, i, j)), ARF_RND_NEAR) * root[j];
  VectorX x = VectorX::LinSpaced(a.rows(), 1.0, 2.0).normalized();
  double largest = 0.0;
  for (int i = 0; i < 30; ++i) {
    const VectorX y = scaled * x;
    largest = y.norm();
    x = y / largest;
  }
  return 1.0 / largest;
}

}  // namespace

BallCholesky::BallCholesky(const MatrixX& a, int bits) : a_(a), bits_(bits) {
  release_flint_at_end_of_thread();
  arb_mat_init(factor_, a.rows(), a.cols());
  is_positive_ = has_positive_pivots(factor_, a, 0.0, bits);
}

BallCholesky::~BallCholesky() {
  arb_mat_clear(factor_);
}

double BallCholesky::smallest_scaled() const {
  arb_mat_t inverse, shifted;
  arb_mat_init(inverse, a_.rows(), a_.cols());
  arb_mat_init(shifted, a_.rows(), a_.cols());
  arb_mat_inv_cho_precomp(inverse, factor_, bits_);
  double bound = inverse_of_trace(a_, inverse, bits_);
  const double guess = 0.99 * guess_smallest(a_, inverse);
  if (guess > bound && guess < 1.0 && has_positive_pivots(shifted, a_, guess, bits_)) bound = guess;
  arb_mat_clear(shifted);
  arb_mat_clear(inverse);
  return std::isnormal(bound) && bound > 0.0 ? bound : 0.0;
}

}  // namespace perpend
