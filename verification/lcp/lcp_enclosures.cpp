// H+: with z* a solution and d = |y - z*|, a row in which both are complementary gives <A> d <= |e|, hence
// d <= <A>^-1 |e| <= max_i(|e_i|/t_i) v, since <A>^-1 >= 0.
// Positive definite: lambda |y - z*|^2 <= (y - z*)^T A (y - z*) <= -(y - z*)^T e.
// Dominance by Gauss-Seidel on <A> v.
#include "verification/lcp/lcp_enclosures.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>

#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_newton.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/solves/spd.hpp"

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
  for (std::size_t k = 0; k < active.size(); ++k) distance[active[k]] = abs(z[k] - y[active[k]]).*end + 0.0;  // no -0
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

double off_diagonal_size(const SparseRows& a, const VectorX& v, int i) {
  double rest = 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k)
    if (a.column[k] != i) rest += std::abs(a.value[k]) * v[a.column[k]];
  return rest;
}

/// <A> v >= t > 0, rounded downwards. A v that overflows shows nothing.
bool is_dominant(const SparseRows& a, const VectorX& diagonal, const VectorX& v, VectorX& t) {
  if (!v.allFinite()) return false;
  for (int i = 0; i < a.num_rows; ++i) {
    double rest = 0.0;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] != i) rest = add_up(rest, multiply_up(std::abs(a.value[k]), v[a.column[k]]));
    t[i] = add_down(multiply_down(diagonal[i], v[i]), -rest);
    if (!(t[i] > 0.0 && v[i] > 0.0)) return false;
  }
  return true;
}

/// What rounding of the entries of (A + A^T)/2 does to its eigenvalues: each was rounded once, and may have lost bits
/// of the smallest doubles.
double rounding_of_symmetric_part(const MatrixX& a, const MatrixX& symmetric) {
  if (a.rows() == 0 || a == a.transpose()) return 0.0;
  const double n = static_cast<double>(a.rows());
  const double largest_sum = symmetric.cwiseAbs().rowwise().sum().maxCoeff();
  return add_up(multiply_up(1.0 + gamma_bound(n + 4.0), multiply_up(unit_roundoff, largest_sum)), n * 0x1p-1072);
}

/// A factorization of A - c I that runs to its end shows lambda_min >= c - delta [Rump06]; NaN otherwise. k = n + 3:
/// Eigen multiplies by reciprocals.
class ShiftedFactor {
 public:
  explicit ShiftedFactor(const MatrixX& a) : a_(a) {}
  double bound(double c) {
    const double n = static_cast<double>(a_.rows());
    MatrixX s = a_;
    for (Eigen::Index i = 0; i < s.rows(); ++i) s(i, i) = add_down(a_(i, i), -c);
    const double delta = rounding(s);
    llt_.compute(s);
    const bool is_done = llt_.info() == Eigen::Success && llt_.matrixLLT().diagonal().allFinite() && n > 0.0;
    return is_done ? add_down(c, -delta) : std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] double rounding() const { return rounding(a_); }
  /// Inverse iteration: rounded.
  [[nodiscard]] double guess() const {
    VectorX x = VectorX::LinSpaced(a_.rows(), 1.0, 2.0).normalized();
    double smallest = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < 8; ++i) {
      const VectorX y = llt_.solve(x);
      smallest = 1.0 / x.dot(y);
      x = y / y.norm();
    }
    return smallest;
  }

 private:
  static double rounding(const MatrixX& s) {
    const double n = static_cast<double>(s.rows());
    double trace = 0.0;
    for (const double x : s.diagonal()) trace = add_up(trace, std::max(x, 0.0));
    const double gamma = gamma_bound(n + 3.0);
    const double underflow = 8.0 * n * (2.0 * n + std::max(0.0, s.diagonal().maxCoeff()) + 1.0) * 0x1p-1074;
    return add_up(multiply_up(divide_up(gamma, add_down(1.0, -2.0 * gamma)), trace), underflow);
  }

  const MatrixX& a_;
  Eigen::LLT<MatrixX> llt_;
};

}  // namespace

void append_enclosures(const SparseRows& a, const VectorX& b, const LcpEffort& effort, LcpCertificate& certificate) {
  const auto is_enough = [&] { return a.num_rows > effort.largest_thorough && !certificate.enclosures.empty(); };
  append_h_plus_enclosure(a, certificate);
  if (a.num_rows > effort.largest_dense) return;
  if (!is_enough()) append_strict(a, b, certificate);
  if (!is_enough()) append_definite(a, certificate);
  if (certificate.enclosures.empty()) append_by_branches(a, b, effort.most_ambiguous, certificate);
}

bool find_dominance(const SparseRows& a, VectorX& v, VectorX& t) {
  const int n = a.num_rows;
  VectorX diagonal = VectorX::Zero(n);
  for (int i = 0; i < n; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i) diagonal[i] = a.value[k];
  if (n > 0 && !(diagonal.minCoeff() > 0.0)) return false;
  // <A> v <= 0 for some v > 0: not an H-matrix, whose <A>^-1 is not negative.
  const VectorX ones = VectorX::Ones(n);
  bool has_dominant_row = n == 0;
  for (int i = 0; i < n && !has_dominant_row; ++i) has_dominant_row = diagonal[i] > off_diagonal_size(a, ones, i);
  if (!has_dominant_row) return false;
  // Gauss-Seidel on <A> v = diagonal: an H-matrix lets it converge, and then the right side is nearly t. Where ten
  // sweeps do not lessen the change it does not.
  constexpr int max_sweeps = 200;
  constexpr int patience = 10;
  std::array<double, patience> changes;
  changes.fill(infinity);
  v = VectorX::Ones(n);
  t.resize(n);
  for (int sweep = 0; sweep < max_sweeps && v.allFinite(); ++sweep) {
    double change = 0.0;
    bool looks_dominant = true;
    for (int i = 0; i < n; ++i) {
      const double rest = off_diagonal_size(a, v, i);
      const double next = (diagonal[i] + rest) / diagonal[i];
      looks_dominant = looks_dominant && diagonal[i] * v[i] > rest;
      change = std::max(change, std::abs(next - v[i]));
      v[i] = next;
    }
    if (looks_dominant && is_dominant(a, diagonal, v, t)) return true;
    double& before = changes[static_cast<std::size_t>(sweep % patience)];
    if (!(change < before)) break;
    before = change;
  }
  return is_dominant(a, diagonal, v, t);
}

double positive_eigenvalue_bound(const MatrixX& a) {
  const MatrixX symmetric = 0.5 * (a + a.transpose());
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (a.rows() == 0 || !symmetric.allFinite()) return nan;
  const double slip = rounding_of_symmetric_part(a, symmetric);
  ShiftedFactor factor(symmetric);
  double best = factor.bound(add_up(1.01 * factor.rounding(), slip));
  if (std::isnan(best)) return nan;
  const double guess = factor.guess();
  for (const double share : {0.99, 0.9, 0.5}) {
    if (!(share * guess > best)) continue;
    const double bound = factor.bound(share * guess);
    if (bound > best) {
      best = bound;
      break;
    }
  }
  return add_down(best, -slip);
}

double lowest_symmetric_eigenvalue(const MatrixX& a) {
  const MatrixX symmetric = 0.5 * (a + a.transpose());
  if (!symmetric.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const double lowest = certify_spd(symmetric).lambda_min;
  return add_down(lowest, -rounding_of_symmetric_part(a, symmetric));
}

}  // namespace perpend
