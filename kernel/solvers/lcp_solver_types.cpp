// The registry of LCP solvers: one row a file.
#include <array>

#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

std::span<const LcpSolverType* const> lcp_solver_types() {
  return {};
}

}  // namespace perpend
