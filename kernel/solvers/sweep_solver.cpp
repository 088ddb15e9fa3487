#include "kernel/solvers/sweep_solver.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Less than a tenth in the second half of the sweeps. Only a word for what happened: the residual may rest for
/// thousands of sweeps while impulses cross a pile, and fall after that.
constexpr double least_fall = 0.9;

bool has_stagnated(const std::vector<double>& history) {
  if (history.size() < 4) return false;
  const auto middle = history.begin() + static_cast<std::ptrdiff_t>(history.size() / 2);
  return *std::min_element(middle, history.end()) > least_fall * *std::min_element(history.begin(), middle);
}

}  // namespace

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
