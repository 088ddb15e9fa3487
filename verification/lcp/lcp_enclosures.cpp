// H+: with z* a solution and d = |y - z*|, a row in which both are complementary gives <A> d <= |e|, hence
// d <= <A>^-1 |e| <= max_i(|e_i|/t_i) v, since <A>^-1 >= 0.
// Positive definite: lambda |y - z*|^2 <= (y - z*)^T A (y - z*) <= -(y - z*)^T e.
#include "verification/lcp/lcp_enclosures.hpp"

#include <algorithm>

#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/lcp/lcp_newton.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

std::vector<int> active_rows(const VectorX& y) {
  std::vector<int> rows;
  for (Eigen::Index i = 0; i < y.size(); ++i)
    if (y[i] > 0.0) rows.push_back(static_cast<int>(i));
  return rows;
}

/// Distance of y from an enclosed point, entry by entry: its upper or lower ends.
VectorX distance_to(const VectorX& y, const std::vector<int>& active, const std::vector<Interval>& z,
                    double Interval::*end) {
  VectorX distance = VectorX::Zero(y.size());
  for (std::size_t k = 0; k < active.size(); ++k) distance[active[k]] = abs(z[k] - y[active[k]]).*end;
  return distance;
}

/// Every row left out opens strictly.
bool all_others_open(const SparseRows& a, const VectorX& b, const VectorX& y, const std::vector<Interval>& z) {
  for (int i = 0; i < a.num_rows; ++i) {
    if (y[i] > 0.0) continue;
    Interval w = b[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.value[k] != 0.0 && y[a.column[k]] > 0.0) w = w + scale(a.value[k], z[a.column[k]]);
    if (!(w.lo > 0.0)) return false;
  }
  return true;
}

MatrixX active_block(const SparseRows& a, const std::vector<int>& active) {
  std::vector<int> place(static_cast<std::size_t>(a.num_rows), -1);
  const auto m = static_cast<int>(active.size());
  for (int k = 0; k < m; ++k) place[active[k]] = k;
  MatrixX block = MatrixX::Zero(m, m);
  for (int i = 0; i < m; ++i)
    for (int k = a.first[active[i]]; k < a.first[active[i] + 1]; ++k)
      if (place[a.column[k]] >= 0) block(i, place[a.column[k]]) = a.value[k];
  return block;
}

void append_strict(const SparseRows& a, const VectorX& b, LcpCertificate& certificate) {
  const std::vector<int> active = active_rows(certificate.y);
  std::vector<Interval> right(active.size());
  for (std::size_t k = 0; k < active.size(); ++k) right[k] = -b[active[k]];
  const std::vector<Interval> z = enclose_solution(active_block(a, active), right);
  if (z.size() != active.size()) return;
  std::vector<Interval> whole(static_cast<std::size_t>(a.num_rows), 0.0);
  for (std::size_t k = 0; k < active.size(); ++k) {
    if (!(z[k].lo > 0.0)) return;
    whole[active[k]] = z[k];
  }
  if (!all_others_open(a, b, certificate.y, whole)) return;
  certificate.enclosures.push_back(
      {.theorem = "strict complementarity: the active equations solved with a verified bound",
       .radius = distance_to(certificate.y, active, z, &Interval::hi),
       .is_strict = true,
       .least = distance_to(certificate.y, active, z, &Interval::lo)});
}

/// Upper bound of the 2-norm.
double norm_up(const VectorX& e) {
  double sum = 0.0;
  for (const double x : e) sum = add_up(sum, multiply_up(x, x));
  return sqrt_up(sum);
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
  certificate.dominance = std::move(v);
}

void append_definite(const SparseRows& a, LcpCertificate& certificate) {
  const double lambda = positive_eigenvalue_bound(dense(a));
  if (!(lambda > 0.0)) return;
  const double radius = divide_up(norm_up(certificate.error), lambda);
  certificate.enclosures.push_back({"positive definite: the error divided by the smallest eigenvalue [MathiasPang90]",
                                    VectorX::Constant(a.num_rows, radius), true, false});
}

}  // namespace

void append_enclosures(const SparseRows& a, const VectorX& b, const LcpEffort& effort, LcpCertificate& certificate) {
  const auto is_enough = [&] { return a.num_rows > effort.largest_thorough && !certificate.enclosures.empty(); };
  append_h_plus_enclosure(a, certificate);
  if (a.num_rows > effort.largest_dense) return;
  if (!is_enough()) append_strict(a, b, certificate);
  if (!is_enough()) append_definite(a, certificate);
  if (certificate.enclosures.empty()) append_by_branches(a, b, effort.most_ambiguous, certificate);
}

}  // namespace perpend
