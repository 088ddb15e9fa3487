#include "kernel/solvers/projected_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace perpend {

namespace {

/// The operator may give a structural 0 or 1 with the rounding of sums that cancelled.
bool is_close(double a, double expected) {
  return std::abs(a - expected) <= 0x1p-40 * (1.0 + std::abs(expected));
}

/// Place of the first tangent among the unknowns of a block.
int first_tangent_of(const LcpContact& contact) {
  return contact.normal >= 0 ? 1 : 0;
}

/// The slip rows of Coulomb's law, or of a joint's dry friction: exactly what the projection solves.
bool has_slip_of_coulomb(const SweepBlock& block, const double* a) {
  const int first = first_tangent_of(block.contact), slip = block.size - 1;
  for (int j = 0; j < block.size; ++j) {
    const bool is_tangent = j >= first && j < slip;
    const double expected = is_tangent ? -1.0 : j < first ? block.contact.friction : 0.0;
    if (!is_close(a[slip * block.size + j], expected)) return false;
    if (is_tangent && !is_close(a[j * block.size + slip], 1.0)) return false;
  }
  return true;
}

/// Largest sum of |a_ij| over the tangents: a bound of the norm of their symmetric block.
double tangent_norm(const SweepBlock& block, const double* a) {
  const int first = first_tangent_of(block.contact), end = first + block.contact.num_tangents;
  double largest = 0.0;
  for (int i = first; i < end; ++i) {
    double sum = 0.0;
    for (int j = first; j < end; ++j) sum += std::abs(a[i * block.size + j]);
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace

double projection_shift(const std::vector<double>& x, double bound, std::vector<double>& sorted) {
  sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0, shift = 0.0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double tau = (sum - bound) / static_cast<double>(i + 1);
    if (i > 0 && sorted[i] <= tau) break;
    shift = tau;
  }
  return std::max(shift, 0.0);
}

bool ProjectedSweep::prepare(const Lcp& lcp, const SweepBlocks& blocks, std::string& note) {
  norm_.resize(static_cast<Eigen::Index>(blocks.blocks().size()));
  for (Eigen::Index b = 0; b < norm_.size(); ++b) {
    const SweepBlock& block = blocks.blocks()[b];
    norm_[b] = tangent_norm(block, blocks.values(block));
    if (block.contact.slip >= 0 && !has_slip_of_coulomb(block, blocks.values(block))) {
      note = "row " + std::to_string(block.contact.slip) + " is no slip of Coulomb's law";
      return false;
    }
    for (const int row : blocks.rows(block))
      if (row != block.contact.slip && !(lcp.matrix->diagonal(row) > 0.0)) {
        note = "row " + std::to_string(row) + " has no positive diagonal to divide by; nsgs or lemke need none";
        return false;
      }
  }
  return true;
}

void ProjectedSweep::visit_row(const Lcp& lcp, int row, double diagonal, VectorX& z) const {
  const double slack = lcp.matrix->product(row) + lcp.b[row];
  set(*lcp.matrix, row, std::max(0.0, z[row] - omega_ * slack / diagonal), z);
}

void ProjectedSweep::visit_friction(const Lcp& lcp, const LcpContact& contact, double norm, VectorX& z) {
  const double bound =
      std::max(0.0, lcp.b[contact.slip] + (contact.normal >= 0 ? contact.friction * z[contact.normal] : 0.0));
  const double sigma = z[contact.slip];
  target_.resize(contact.num_tangents);
  for (int i = 0; i < contact.num_tangents; ++i) {
    const int row = contact.first_tangent + i;
    const double rate = lcp.matrix->product(row) + lcp.b[row] - sigma;
    target_[i] = z[row] - omega_ * rate / norm;
  }
  const double shift = projection_shift(target_, bound, sorted_);
  for (int i = 0; i < contact.num_tangents; ++i)
    set(*lcp.matrix, contact.first_tangent + i, std::max(0.0, target_[i] - shift), z);
  set(*lcp.matrix, contact.slip, norm * shift / omega_, z);
}

void ProjectedSweep::visit(const Lcp& lcp, const SweepBlocks& blocks, int index, VectorX& z) {
  const SweepBlock& block = blocks.blocks()[index];
  const LcpContact& contact = block.contact;
  if (contact.slip < 0) {
    for (const int row : blocks.rows(block)) visit_row(lcp, row, lcp.matrix->diagonal(row), z);
    return;
  }
  if (contact.normal >= 0) visit_row(lcp, contact.normal, lcp.matrix->diagonal(contact.normal), z);
  visit_friction(lcp, contact, norm_[index], z);
}

}  // namespace perpend
