// The registries of solvers: those of LCPs, a row a file, and the linear ones, which a method may name.
#pragma once

#include <span>

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

extern const LcpSolverType auto_solver;
extern const LcpSolverType lemke_solver;
extern const LcpSolverType dantzig_solver;
extern const LcpSolverType murty_solver;
extern const LcpSolverType enumerate_solver;
extern const LcpSolverType pgs_solver;
extern const LcpSolverType psor_solver;
extern const LcpSolverType nsgs_solver;
extern const LcpSolverType min_map_solver;
extern const LcpSolverType fischer_burmeister_solver;
extern const LcpSolverType interior_point_solver;
extern const LcpSolverType fixed_point_solver;
extern const LcpSolverType parametric_solver;
extern const LcpSolverType proximal_newton_solver;
extern const LcpSolverType block_pivoting_solver;

/// Solvers of linear systems, and of the dense one with bounds.
[[nodiscard]] std::span<const TypeSpec> linear_solver_types();

}  // namespace perpend
