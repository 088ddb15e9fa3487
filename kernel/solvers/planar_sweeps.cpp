#include "kernel/solvers/planar_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// A change below this, against the largest impulse, is none.
constexpr double least_change = 0x1p-50;

double row_product(const SparseRows& w, int i, const GrowingVector& x) {
  double sum = 0.0;
  for (int k = w.first[i]; k < w.first[i + 1]; ++k) sum += w.value[k] * x[w.column[k]];
  return sum;
}

double entry_of(const SparseRows& w, int i, int j) {
  for (int k = w.first[i]; k < w.first[i + 1]; ++k)
    if (w.column[k] == j) return w.value[k];
  return 0.0;
}

}  // namespace

std::array<double, 2> planar_impulse(const std::array<double, 4>& w, std::array<double, 2> q, double friction) {
  const double nn = w[0], nt = w[1], tn = w[2], tt = w[3];
  if (q[0] >= 0.0) return {0.0, 0.0};
  const double determinant = nn * tt - nt * tn;
  const double normal = (nt * q[1] - tt * q[0]) / determinant;
  const double tangent = (tn * q[0] - nn * q[1]) / determinant;
  if (determinant > 0.0 && normal >= 0.0 && std::abs(tangent) <= friction * normal) return {normal, tangent};
  // t = share c, against u_t
  const auto slide = [&](double share) { return -q[0] / (nn + share * nt); };
  const double first = q[1] >= 0.0 ? -friction : friction;
  for (const double share : {first, -first}) {
    const double c = slide(share);
    if (c >= 0.0 && std::isfinite(c) && ((tn + share * tt) * c + q[1]) * share <= 0.0) return {c, share * c};
  }
  const double c = slide(first);
  return c >= 0.0 && std::isfinite(c) ? std::array{c, first * c} : std::array{0.0, 0.0};
}

void PlanarSweeps::prepare(const PlanarContacts& problem) {
  problem_ = &problem;
  own_.clear();
  for (const PlanarContact& contact : problem.contacts()) {
    const int n = contact.normal, t = contact.tangent;
    Own& own = own_.emplace_back();
    own.nn = entry_of(problem.matrix(), n, n);
    if (t < 0) continue;
    own.nt = entry_of(problem.matrix(), n, t);
    own.tn = entry_of(problem.matrix(), t, n);
    own.tt = entry_of(problem.matrix(), t, t);
  }
}

/// Returns the largest change.
double PlanarSweeps::visit(int c, GrowingVector& x) const {
  const SparseRows& w = problem_->matrix();
  const PlanarContact& contact = problem_->contacts()[c];
  const int n = contact.normal, t = contact.tangent;
  const Own& own = own_[c];
  double q = row_product(w, n, x) + problem_->b()[n] - own.nn * x[n];
  if (t < 0) {
    const double impulse = q < 0.0 && own.nn > 0.0 ? -q / own.nn : 0.0;
    return std::abs(std::exchange(x[n], impulse) - impulse);
  }
  q -= own.nt * x[t];
  const double q_t = row_product(w, t, x) + problem_->b()[t] - own.tn * x[n] - own.tt * x[t];
  const auto [normal, tangent] = planar_impulse({own.nn, own.nt, own.tn, own.tt}, {q, q_t}, contact.friction);
  const double change = std::max(std::abs(x[n] - normal), std::abs(x[t] - tangent));
  x[n] = normal;
  x[t] = tangent;
  return change;
}

bool PlanarSweeps::run(long sweeps, GrowingVector& x) const {
  for (long sweep = 0; sweep < sweeps && !must_stop(); ++sweep) {
    double change = 0.0;
    for (int c = 0; c < static_cast<int>(own_.size()); ++c) change = std::max(change, visit(c, x));
    if (!(change > least_change * x.lpNorm<Eigen::Infinity>())) return false;
  }
  return true;
}

}  // namespace perpend
