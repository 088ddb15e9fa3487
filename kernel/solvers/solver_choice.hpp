// Which solver an LCP is given to, from facts that are exact and cost less than one product with A.
#pragma once

#include <span>

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

/// What a choice rests on.
struct LcpFacts {
  int num_unknowns = 0;
  long num_entries = 0;  ///< of A that are stored
  LcpClass structure = LcpClass::unknown;
  int num_frictional = 0;  ///< contacts with a slip
  bool is_planar = false;  ///< each of these has two directions and a normal force of its own, which alone bounds it
  bool is_convex = false;  ///< friction is in the generators of cones
};

[[nodiscard]] LcpFacts facts_of(const Lcp& lcp);

struct SolverStep {
  const LcpSolverType* type = nullptr;
  double iterations = 0.0;  ///< its option of that name; 0: left alone
};

/// Solvers to try, each where those before it have no answer, and why.
struct SolverChoice {
  SolverReason reason = SolverReason::bare;
  std::span<const SolverStep> order;
};

/// By what was measured on piles of 10 to 1,000 contacts: docs/solving-lcp.md has the times.
[[nodiscard]] SolverChoice choose_solver(const LcpFacts& facts);

}  // namespace perpend
