#include "kernel/solvers/fischer_burmeister_merit.hpp"

#include <cmath>

#include "kernel/solvers/active_set_step.hpp"
#include "kernel/solvers/sparse_queries.hpp"

namespace perpend {

namespace {

/// z + w - hypot(z, w) without cancellation where both are positive.
double phi(double z, double w, double radius) {
  return z > 0.0 && w > 0.0 ? 2.0 * z * w / (z + w + radius) : z + w - radius;
}

}  // namespace

void FischerBurmeister::evaluate(const GrowingVector& z, const GrowingVector& w) {
  phi_.resize(z.size());
  by_z_.resize(z.size());
  by_w_.resize(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double radius = std::hypot(z[i], w[i]);
    phi_[i] = phi(z[i], w[i], radius);
    // At (0, 0) any element of the generalized gradient serves: that of z = w > 0.
    by_z_[i] = radius > 0.0 ? 1.0 - z[i] / radius : 1.0 - std::sqrt(0.5);
    by_w_[i] = radius > 0.0 ? 1.0 - w[i] / radius : 1.0 - std::sqrt(0.5);
  }
}

void FischerBurmeister::gradient(const SparseRows& a, GrowingVector& out) const {
  out = by_z_.cwiseProduct(phi_);
  for (int i = 0; i < a.num_rows; ++i) {
    const double amount = by_w_[i] * phi_[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out[a.column[k]] += a.value[k] * amount;
  }
}

/// A is shifted as in ActiveSetStep: J is singular where supports are redundant.
void FischerBurmeister::assemble(const SparseRows& a) {
  add_diagonal_entries(a, jacobian_, diagonal_at_);
  const double added = ActiveSetStep::shift * largest_entry(a);
  for (int i = 0; i < a.num_rows; ++i) {
    jacobian_.value[diagonal_at_[i]] += added;
    for (int k = jacobian_.first[i]; k < jacobian_.first[i + 1]; ++k) jacobian_.value[k] *= by_w_[i];
    jacobian_.value[diagonal_at_[i]] += by_z_[i];
  }
}

bool FischerBurmeister::newton_direction(const SparseRows& a, GrowingVector& d) {
  assemble(a);
  right_ = -phi_;
  return factor_.factorize(jacobian_, SparseFactor::Kind::general) && factor_.solve(right_, d);
}

}  // namespace perpend
