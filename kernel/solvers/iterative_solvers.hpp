// Registry rows of the LCP solvers that iterate, each defined in the file of its solver.
#pragma once

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

extern const LcpSolverType pgs_solver;
extern const LcpSolverType psor_solver;
extern const LcpSolverType nsgs_solver;
extern const LcpSolverType min_map_solver;
extern const LcpSolverType fischer_burmeister_solver;
extern const LcpSolverType interior_point_solver;
extern const LcpSolverType fixed_point_solver;

}  // namespace perpend
