// The registry of LCP solvers: one row a file.
#include <array>

#include "kernel/solvers/iterative_solvers.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "kernel/solvers/pivoting_solvers.hpp"

namespace perpend {

std::span<const LcpSolverType* const> lcp_solver_types() {
  static constexpr std::array<const LcpSolverType*, 12> rows{
      &lemke_solver,       &dantzig_solver,    &murty_solver,   &enumerate_solver,          &pgs_solver,
      &psor_solver,        &nsgs_solver,       &min_map_solver, &fischer_burmeister_solver, &interior_point_solver,
      &fixed_point_solver, &parametric_solver,
  };
  return rows;
}

}  // namespace perpend
