// Newton's method on min(z, w) = 0. Each step solves for one guess of the active set; from the true one it ends at
// once. Plain, it may go round in a circle even where the solution is unique [BenGharbiaGilbert12]. Globalized, a step
// that does not take half of the merit of Fischer and Burmeister away gives way to their Newton step and line search.
#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace min_map {
namespace {

class PlainMinMap final : public LcpSolver {
 public:
  explicit PlainMinMap(NewtonLimits limits) : limits_(limits) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool comes_again(const std::vector<char>& active);

  NewtonLimits limits_;
  ActiveSetStep step_;
  GrowingVector d_;
  std::vector<char> seen_;  // active sets, one after the other
};

/// An active set may come twice in a row, to refine the solution on it; later, it comes from a circle.
bool PlainMinMap::comes_again(const std::vector<char>& active) {
  const auto size = static_cast<std::ptrdiff_t>(active.size());
  const auto is_at = [&](auto from) { return std::equal(active.begin(), active.end(), from); };
  if (!seen_.empty() && is_at(seen_.end() - size)) return false;
  for (auto from = seen_.begin(); from != seen_.end(); from += size)
    if (is_at(from)) return true;
  seen_.insert(seen_.end(), active.begin(), active.end());
  return false;
}

LcpFailure PlainMinMap::iterate(const Lcp& lcp, LcpSolution& solution) {
  seen_.clear();
  while (solution.iterations < limits_.iterations && !must_stop()) {
    const double residual = natural_residual(lcp, solution.z, solution.w);
    if (std::isnan(residual) || residual <= limits_.tolerance) return LcpFailure::none;
    if (!step_.compute(lcp, solution.z, solution.w, d_)) return LcpFailure::singular_basis;
    if (comes_again(step_.active())) return LcpFailure::cycle;
    solution.z += d_;
    lcp.matrix->multiply(solution.z, solution.w);
    solution.w += lcp.b;
    ++solution.iterations;
    solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
  }
  return LcpFailure::limit;
}

void PlainMinMap::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  const LcpFailure failure = iterate(lcp, solution);
  // Only what rounding left below 0: a point on a circle may clip to a solution by luck.
  if (natural_residual(lcp, solution.z, solution.w) <= limits_.tolerance) solution.z = solution.z.cwiseMax(0.0);
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 newton_iterations_field,
                                 {.name = "globalized",
                                  .type = FieldType::flag,
                                  .doc = "line search on the merit of Fischer and Burmeister",
                                  .default_text = "true"}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  const NewtonLimits limits = newton_limits_of(options);
  if (!options.get_or("globalized", true)) return std::make_unique<PlainMinMap>(limits);
  return std::make_unique<GlobalizedNewton>(limits, NewtonStep::active_set);
}

}  // namespace
}  // namespace min_map

const LcpSolverType min_map_solver{
    .spec = {.name = "min_map",
             .summary = "Newton's method on min(z, w), one active set per step, globalized",
             .arguments = min_map::options,
             .properties = {},
             .citation = "DeLucaFacchineiKanzow00, BenGharbiaGilbert12"},
    .variants = "min_map | min_map(tolerance, iterations, globalized)",
    .solves = LcpClass::semidefinite,
    .make = min_map::make};

}  // namespace perpend
