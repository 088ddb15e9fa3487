#include "kernel/solvers/sweep_solver.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

template <class Visit>
void for_each_row(const LcpContact& contact, const Visit& visit) {
  if (contact.normal >= 0) visit(contact.normal);
  for (int i = 0; i < contact.num_tangents; ++i) visit(contact.first_tangent + i);
  if (contact.slip >= 0) visit(contact.slip);
}

/// Less than a tenth in the second half of the sweeps. Only a word for what happened: the residual may rest for
/// thousands of sweeps while impulses cross a pile, and fall after that.
constexpr double least_fall = 0.9;

bool has_stagnated(const std::vector<double>& history) {
  if (history.size() < 4) return false;
  const auto middle = history.begin() + static_cast<std::ptrdiff_t>(history.size() / 2);
  return *std::min_element(middle, history.end()) > least_fall * *std::min_element(history.begin(), middle);
}

}  // namespace

void SweepBlocks::append(const LcpContact& contact) {
  SweepBlock block{.contact = contact, .first_row = static_cast<int>(rows_.size())};
  for_each_row(contact, [&](int row) { rows_.push_back(row); });
  block.size = static_cast<int>(rows_.size()) - block.first_row;
  blocks_.push_back(block);
}

void SweepBlocks::read_values(LcpMatrix& matrix, SweepBlock& block) {
  block.first_value = static_cast<int>(values_.size());
  values_.resize(values_.size() + static_cast<std::size_t>(block.size) * block.size);
  const std::span<const int> row = rows(block);
  for (int j = 0; j < block.size; ++j) {
    matrix.change(row[j], 1.0);
    for (int i = 0; i < block.size; ++i) values_[block.first_value + i * block.size + j] = matrix.product(row[i]);
    matrix.change(row[j], -1.0);
  }
}

void SweepBlocks::collect(const Lcp& lcp) {
  const int size = lcp.matrix->size();
  blocks_.clear();
  rows_.clear();
  values_.clear();
  owner_.assign(size, -1);
  for (int c = 0; c < static_cast<int>(lcp.contacts.size()); ++c)
    for_each_row(lcp.contacts[c], [&](int row) { owner_[row] = c; });
  for (int row = 0; row < size; ++row) {
    if (owner_[row] < 0) {
      append({.normal = row});
      continue;
    }
    const LcpContact& contact = lcp.contacts[owner_[row]];
    int least = size;
    for_each_row(contact, [&](int other) { least = std::min(least, other); });
    if (least == row) append(contact);
  }
  zero_.setZero(size);
  lcp.matrix->start_sweeps(zero_);
  for (SweepBlock& block : blocks_) read_values(*lcp.matrix, block);
}

void SweepSolver::start_from(const Lcp& lcp, const GrowingVector* start, GrowingVector& z) const {
  const int size = lcp.matrix->size();
  if (start != nullptr && start->size() == size && start->allFinite())
    z = start->cwiseMax(0.0);
  else
    z.setZero(size);
  lcp.matrix->start_sweeps(z);
}

double SweepSolver::residual(const Lcp& lcp, const GrowingVector& z) {
  slack_.resize(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) slack_[i] = lcp.matrix->product(static_cast<int>(i)) + lcp.b[i];
  return natural_residual(lcp, z, slack_);
}

LcpFailure SweepSolver::sweep_until_done(const Lcp& lcp, LcpSolution& solution) {
  const int num_blocks = static_cast<int>(blocks_.blocks().size());
  while (solution.iterations < limits_.sweeps && !must_stop()) {
    for (int block = 0; block < num_blocks; ++block) visit(lcp, blocks_, block, solution.z);
    const long sweep = ++solution.iterations;
    if (sweep != 1 && sweep % sweeps_between_residuals != 0) continue;
    solution.history.push_back(residual(lcp, solution.z));
    const double now = solution.history.back();
    if (std::isnan(now) || now <= limits_.tolerance) return LcpFailure::none;
  }
  if (!has_stagnated(solution.history)) return LcpFailure::limit;
  solution.note = "the residual fell by less than a tenth in the second half of the sweeps";
  return LcpFailure::stagnation;
}

void SweepSolver::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  solution.iterations = 0;
  solution.history.clear();
  solution.note.clear();
  solution.ray.resize(0);
  blocks_.collect(lcp);
  LcpFailure failure = LcpFailure::unsuited;
  const bool is_suited = prepare(lcp, blocks_, solution.note);
  start_from(lcp, start, solution.z);
  if (is_suited) failure = sweep_until_done(lcp, solution);
  conclude(lcp, limits_.tolerance, failure, solution);
}

SweepLimits sweep_limits_of(const Properties& options) {
  const SweepLimits standard;
  return {options.number_or("tolerance", standard.tolerance),
          static_cast<long>(options.number_or("sweeps", static_cast<double>(standard.sweeps)))};
}

}  // namespace perpend
