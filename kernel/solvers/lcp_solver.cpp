#include "kernel/solvers/lcp_solver.hpp"

#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

void conclude(const Lcp& lcp, double tolerance, LcpFailure failure, LcpSolution& solution) {
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  solution.residual = natural_residual(lcp, solution.z, solution.w);
  if (solution.residual > tolerance)
    solution.residual = std::min(solution.residual, residual_beyond_rounding(lcp, solution.z, solution.w));
  const bool solved = solution.residual <= tolerance;
  solution.failure = solved ? LcpFailure::none : failure == LcpFailure::none ? LcpFailure::inaccurate : failure;
  solution.status = solved                                  ? Status::converged
                    : std::isnan(solution.residual)         ? Status::not_finite
                    : solution.failure == LcpFailure::limit ? Status::iteration_limit
                                                            : Status::unsolved;
  // What broke off says nothing of the problem. A ray was found, and what is unsuited stays so.
  const bool has_broken_off = !solved && failure != LcpFailure::ray && failure != LcpFailure::unsuited && must_stop();
  if (has_broken_off) solution.status = Status::interrupted;
}

bool has_wrong_row(const Lcp& lcp, const LcpSolution& solution) {
  if (solution.status == Status::converged) return leaves_a_row(lcp, solution.z, solution.w);
  return solution.status == Status::iteration_limit || solution.status == Status::unsolved;
}

void keep_solved(const Lcp& lcp, double tolerance, const GrowingVector& before, LcpSolution& solution) {
  if (solution.status == Status::converged) return;
  solution.z = before;
  conclude(lcp, tolerance, LcpFailure::none, solution);
}

}  // namespace perpend
