#include "kernel/solvers/projected_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernel/solvers/solver_types.hpp"

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

/// Largest sum of |a_ij| over one of each two opposite tangents: a bound of the norm of their symmetric block.
double tangent_norm(const SweepBlock& block, const double* a) {
  const int first = first_tangent_of(block.contact), end = first + block.contact.num_tangents;
  double largest = 0.0;
  for (int i = first; i < end; ++i) {
    double sum = 0.0;
    for (int j = first; j < end; ++j) sum += std::abs(a[i * block.size + j]);
    largest = std::max(largest, 0.5 * sum);
  }
  return largest;
}

constexpr FieldSpec pgs_options[] = {sweep_tolerance_field, sweeps_field};

Made<std::unique_ptr<LcpSolver>> make_pgs(const Properties& options) {
  return std::make_unique<ProjectedSweep>(sweep_limits_of(options), 1.0);
}

constexpr FieldSpec psor_options[] = {{.name = "omega",
                                       .type = FieldType::number,
                                       .required = true,
                                       .doc = "relaxation, below 2; 1 is pgs",
                                       .minimum = 0.0,
                                       .maximum = 2.0,
                                       .exclusive_minimum = true},
                                      sweep_tolerance_field,
                                      sweeps_field};

Made<std::unique_ptr<LcpSolver>> make_psor(const Properties& options) {
  const double omega = options.number("omega");
  if (omega >= 2.0) return FactoryError{"omega", "with omega = 2 a step is as long back as forth", "take less than 2"};
  return std::make_unique<ProjectedSweep>(sweep_limits_of(options), omega);
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

bool ProjectedSweep::pair_tangents(const SweepBlock& block, std::span<const int> rows, const double* a) {
  const int first = first_tangent_of(block.contact), end = first + block.contact.num_tangents;
  for (int i = first; i < end; ++i) {
    const double own = a[i * block.size + i];
    int found = -1;
    for (int j = first; j < end; ++j)
      if (is_close(a[i * block.size + j] / own, -1.0) && is_close(a[j * block.size + j] / own, 1.0)) found = j;
    if (found < 0) return false;
    opposite_[rows[i]] = rows[found];
  }
  return true;
}

bool ProjectedSweep::prepare(const Lcp& lcp, const SweepBlocks& blocks, std::string& note) {
  norm_.resize(static_cast<Eigen::Index>(blocks.blocks().size()));
  opposite_.assign(lcp.b.size(), -1);
  for (Eigen::Index b = 0; b < norm_.size(); ++b) {
    const SweepBlock& block = blocks.blocks()[b];
    const double* a = blocks.values(block);
    for (const int row : blocks.rows(block))
      if (row != block.contact.slip && !(lcp.matrix->diagonal(row) > 0.0)) {
        note = "row " + std::to_string(row + 1) + " has no positive diagonal to divide by; nsgs or lemke need none";
        return false;
      }
    if (block.contact.slip < 0) continue;
    norm_[b] = tangent_norm(block, a);
    if (!has_slip_of_coulomb(block, a) || !pair_tangents(block, blocks.rows(block), a)) {
      note =
          "row " + std::to_string(block.contact.slip + 1) + " is not a slip of Coulomb's law between opposite tangents";
      return false;
    }
  }
  return true;
}

void ProjectedSweep::visit_row(const Lcp& lcp, int row, double diagonal, GrowingVector& z) const {
  const double slack = lcp.matrix->product(row) + lcp.b[row];
  set(*lcp.matrix, row, std::max(0.0, z[row] - omega_ * slack / diagonal), z);
}

void ProjectedSweep::visit_friction(const Lcp& lcp, const LcpContact& contact, double norm, GrowingVector& z) {
  const double bound =
      std::max(0.0, lcp.b[contact.slip] + (contact.normal >= 0 ? contact.friction * z[contact.normal] : 0.0));
  const auto for_each_pair = [&](const auto& visit) {
    for (int row = contact.first_tangent; row < contact.first_tangent + contact.num_tangents; ++row)
      if (row < opposite_[row]) visit(row, opposite_[row]);
  };
  target_.clear();
  size_.clear();
  for_each_pair([&](int row, int other) {
    const double there = lcp.matrix->product(row) + lcp.b[row], back = lcp.matrix->product(other) + lcp.b[other];
    target_.push_back(z[row] - z[other] - omega_ * 0.5 * (there - back) / norm);
    size_.push_back(std::abs(target_.back()));
  });
  const double shift = projection_shift(size_, bound, sorted_);
  std::size_t at = 0;
  for_each_pair([&](int row, int other) {
    const double f = target_[at++];
    set(*lcp.matrix, row, std::max(0.0, f - shift), z);
    set(*lcp.matrix, other, std::max(0.0, -f - shift), z);
  });
  set(*lcp.matrix, contact.slip, norm * shift / omega_, z);
}

void ProjectedSweep::visit(const Lcp& lcp, const SweepBlocks& blocks, int index, GrowingVector& z) {
  const SweepBlock& block = blocks.blocks()[index];
  const LcpContact& contact = block.contact;
  if (contact.slip < 0) {
    for (const int row : blocks.rows(block)) visit_row(lcp, row, lcp.matrix->diagonal(row), z);
    return;
  }
  if (contact.normal >= 0) visit_row(lcp, contact.normal, lcp.matrix->diagonal(contact.normal), z);
  visit_friction(lcp, contact, norm_[index], z);
}

/// Projected Gauss-Seidel: converges for a symmetric positive semidefinite A whose rows have a diagonal, when there is
/// a solution; linearly, and slowly on piles: a stack of n equal bodies loses cos^2(pi / 2n) of the error in each
/// sweep.
const LcpSolverType pgs_solver{
    .spec = {.name = "pgs",
             .summary = "projected Gauss-Seidel, row by row, the friction of a contact by its cone; residual every 10 "
                        "sweeps",
             .arguments = pgs_options,
             .properties = {},
             .citation = "Cryer71, LuoTseng92"},
    .variants = "pgs | pgs(tolerance, sweeps)",
    .solves = LcpClass::symmetric,
    .make = make_pgs};

/// Projected successive over-relaxation: Gauss-Seidel with steps longer (omega > 1) or shorter than to the minimum.
/// Converges as pgs does for 0 < omega < 2.
const LcpSolverType psor_solver{
    .spec = {.name = "psor",
             .summary = "projected over-relaxation: pgs with steps of omega; residual every 10 sweeps",
             .arguments = psor_options,
             .properties = {},
             .citation = "Cryer71, LuoTseng92"},
    .variants = "psor(omega) | psor(omega, tolerance, sweeps)",
    .solves = LcpClass::symmetric,
    .make = make_psor};

}  // namespace perpend
