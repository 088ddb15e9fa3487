// H+: with z* a solution and d = |y - z*|, a row in which both are complementary gives <A> d <= |e|, hence
// d <= <A>^-1 |e| <= max_i(|e_i|/t_i) v, since <A>^-1 >= 0.
// Positive definite: lambda |y - z*|^2 <= (y - z*)^T A (y - z*) <= -(y - z*)^T e.
#include "verification/lcp_enclosures.hpp"

#include <algorithm>

#include "verification/dense_enclosure.hpp"
#include "verification/lcp_rows.hpp"
#include "verification/spd.hpp"

namespace perpend {

namespace {

std::vector<int> active_rows(const VectorX& y) {
  std::vector<int> rows;
  for (Eigen::Index i = 0; i < y.size(); ++i)
    if (y[i] > 0.0) rows.push_back(static_cast<int>(i));
  return rows;
}

/// Distance of y from an enclosed point, entry by entry.
VectorX radius_about(const VectorX& y, const std::vector<int>& active, const std::vector<Interval>& z) {
  VectorX radius = VectorX::Zero(y.size());
  for (std::size_t k = 0; k < active.size(); ++k) radius[active[k]] = abs(z[k] - y[active[k]]).hi;
  return radius;
}

/// Every row left out opens strictly.
bool all_others_open(const MatrixX& a, const VectorX& b, const VectorX& y, const std::vector<int>& active,
                     const std::vector<Interval>& z) {
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    if (y[i] > 0.0) continue;
    Interval w = b[i];
    for (std::size_t k = 0; k < active.size(); ++k)
      if (a(i, active[k]) != 0.0) w = w + scale(a(i, active[k]), z[k]);
    if (!(w.lo > 0.0)) return false;
  }
  return true;
}

void append_strict(const MatrixX& a, const VectorX& b, LcpCertificate& certificate) {
  const std::vector<int> active = active_rows(certificate.y);
  std::vector<Interval> right(active.size());
  for (std::size_t k = 0; k < active.size(); ++k) right[k] = -b[active[k]];
  const std::vector<Interval> z = enclose_solution(a(active, active), right);
  if (z.size() != active.size()) return;
  for (const Interval& entry : z)
    if (!(entry.lo > 0.0)) return;
  if (!all_others_open(a, b, certificate.y, active, z)) return;
  certificate.enclosures.push_back({"strict complementarity: the active equations solved with a verified bound",
                                    radius_about(certificate.y, active, z), false, true});
}

/// Upper bound of the 2-norm.
double norm_up(const VectorX& e) {
  double sum = 0.0;
  for (const double x : e) sum = add_up(sum, multiply_up(x, x));
  return sqrt_up(sum);
}

}  // namespace

double lowest_symmetric_eigenvalue(const MatrixX& a) {
  const MatrixX symmetric = 0.5 * (a + a.transpose());
  if (!symmetric.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const double lowest = certify_spd(symmetric).lambda_min;
  if (a == a.transpose()) return lowest;
  // Each entry was rounded once (and may have lost bits of the smallest doubles).
  const double largest_sum = a.rows() == 0 ? 0.0 : symmetric.cwiseAbs().rowwise().sum().maxCoeff();
  const double slip =
      multiply_up(1.0 + gamma_bound(static_cast<double>(a.rows()) + 4.0), multiply_up(unit_roundoff, largest_sum));
  return add_down(lowest, -add_up(slip, static_cast<double>(a.rows()) * 0x1p-1072));
}

void append_dense_enclosures(const MatrixX& a, const VectorX& b, LcpCertificate& certificate) {
  append_strict(a, b, certificate);
  const double lambda = lowest_symmetric_eigenvalue(a);
  if (!(lambda > 0.0)) return;
  const double radius = divide_up(norm_up(certificate.error), lambda);
  certificate.enclosures.push_back({"positive definite: the error divided by the smallest eigenvalue [MathiasPang90]",
                                    VectorX::Constant(b.size(), radius), true, false});
}

bool find_dominance(const SparseRows& a, VectorX& v, VectorX& t) {
  const int n = a.num_rows;
  VectorX diagonal = VectorX::Zero(n);
  for (int i = 0; i < n; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i) diagonal[i] = a.value[k];
  if (n > 0 && !(diagonal.minCoeff() > 0.0)) return false;
  // Gauss-Seidel on <A> v = diagonal: an H-matrix lets it converge, and then the right side is nearly t.
  constexpr int max_sweeps = 200;
  v = VectorX::Ones(n);
  t.resize(n);
  for (int sweep = 0; sweep < max_sweeps && v.allFinite(); ++sweep) {
    bool is_dominant = true;
    for (int i = 0; i < n; ++i) {
      double rest = 0.0;
      for (int k = a.first[i]; k < a.first[i + 1]; ++k)
        if (a.column[k] != i) rest = add_up(rest, multiply_up(std::abs(a.value[k]), v[a.column[k]]));
      t[i] = add_down(multiply_down(diagonal[i], v[i]), -rest);
      is_dominant = is_dominant && t[i] > 0.0;
    }
    if (is_dominant) return true;
    for (int i = 0; i < n; ++i) {
      double rest = diagonal[i];
      for (int k = a.first[i]; k < a.first[i + 1]; ++k)
        if (a.column[k] != i) rest += std::abs(a.value[k]) * v[a.column[k]];
      v[i] = rest / diagonal[i];
    }
  }
  return n == 0;
}

void append_h_plus_enclosure(const SparseRows& a, LcpCertificate& certificate) {
  VectorX v;
  VectorX t;
  if (!find_dominance(a, v, t)) return;
  double factor = 0.0;
  for (Eigen::Index i = 0; i < v.size(); ++i) factor = std::max(factor, divide_up(certificate.error[i], t[i]));
  VectorX radius(v.size());
  for (Eigen::Index i = 0; i < v.size(); ++i) radius[i] = multiply_up(factor, v[i]);
  certificate.enclosures.push_back(
      {"H-matrix with positive diagonal: the error through <A> v = t > 0 [ChenXiang06]", radius, true, false});
}

}  // namespace perpend
