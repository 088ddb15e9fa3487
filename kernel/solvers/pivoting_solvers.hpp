// Registry rows of the LCP solvers that pivot, each defined in the file of its solver.
#pragma once

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

extern const LcpSolverType lemke_solver;
extern const LcpSolverType dantzig_solver;
extern const LcpSolverType murty_solver;
extern const LcpSolverType enumerate_solver;
extern const LcpSolverType parametric_solver;

}  // namespace perpend
