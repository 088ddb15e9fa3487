// One LCP under one solver, timed and certified.
#pragma once

#include <optional>

#include "kernel/solvers/lcp_solver.hpp"
#include "referee/lcp_files.hpp"
#include "reports/referee/solver_table.hpp"

namespace perpend {

struct LcpAnswer {
  reports::SolverAttempt attempt;
  VectorX z;
  VectorX ray{};  ///< direction of z that the solver ended on; empty: none
};

/// `limit`: of wall time for the solver [s], its certificate comes after it; nothing: none.
[[nodiscard]] LcpAnswer attempt_lcp(const LcpProblem& problem, LcpSolver& solver, bool certify,
                                    std::optional<double> limit = {});

/// "time limit" or "interrupted": why an attempt was broken off.
[[nodiscard]] const char* words_of(StopReason reason);

/// The certificate of z, whoever found it.
void certify_answer(const LcpProblem& problem, LcpAnswer& answer);

/// Whether "there is no solution", which a ray leads one to say, can be proved: by rows that contradict each other.
/// Rows that do not leave it open, unless the z found shows a solution. `ray`: the direction of z, or null.
void certify_ray(const LcpProblem& problem, const VectorX* ray, reports::SolverAttempt& attempt);

/// The facts of a problem that do not depend on a solver.
[[nodiscard]] reports::SolvedProblem describe_problem(const LcpProblem& problem);

}  // namespace perpend
