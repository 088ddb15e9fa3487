// What solvers in plain doubles offer to a proof that an LCP has a solution, or none.
#pragma once

#include "kernel/solvers/lcp_solver.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// `iterations` > 0: of an iterative solver, at most.
[[nodiscard]] LcpSolution solve_plainly(const SparseRows& a, const VectorX& b, const char* solver, int iterations = 0);

/// An answer, of Lemke's method or else of the interior point; where both find none, y >= 0 with A^T y < 0 that makes
/// b^T y least.
[[nodiscard]] SolvabilityGuess guess_solvability(const SparseRows& a, const VectorX& b, const LcpSolution& by_lemke);

/// LCP(A, b) has a solution, from that guess; what is left undecided names the wedge that Lemke's method ended on.
[[nodiscard]] Statement state_solvable(const SparseRows& a, const VectorX& b, const Effort& effort = {});

}  // namespace perpend
