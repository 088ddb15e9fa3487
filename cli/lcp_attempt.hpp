// One LCP under one solver, timed and certified.
#pragma once

#include "cli/lcp_files.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "reports/solver_table.hpp"

namespace perpend::cli {

struct LcpAnswer {
  reports::SolverAttempt attempt;
  VectorX z;
};

[[nodiscard]] LcpAnswer attempt_lcp(const LcpProblem& problem, LcpSolver& solver, bool certify);

/// The certificate of z, whoever found it.
void certify_answer(const LcpProblem& problem, LcpAnswer& answer);

/// Whether "there is no solution", which a ray leads one to say, can be proved. `ray`: the direction of z, or null.
void certify_ray(const LcpProblem& problem, const VectorX* ray, reports::SolverAttempt& attempt);

/// The facts of a problem that do not depend on a solver.
[[nodiscard]] reports::SolvedProblem describe_problem(const LcpProblem& problem);

}  // namespace perpend::cli
