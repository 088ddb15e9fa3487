// Projected Gauss-Seidel: converges for a symmetric positive semidefinite A whose rows have a diagonal, when there is a
// solution; linearly, and slowly on piles: a stack of n equal bodies loses cos^2(pi / 2n) of the error in each sweep.
#include "kernel/solvers/iterative_solvers.hpp"
#include "kernel/solvers/projected_sweep.hpp"

namespace perpend {

namespace {

constexpr FieldSpec options[] = {sweep_tolerance_field, sweeps_field};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<ProjectedSweep>(sweep_limits_of(options), 1.0);
}

}  // namespace

const LcpSolverType pgs_solver{
    .spec = {.name = "pgs",
             .summary = "projected Gauss-Seidel, row by row, the friction of a contact by its cone; residual every 10 "
                        "sweeps",
             .arguments = options,
             .properties = {},
             .citation = "Cryer71, LuoTseng92"},
    .variants = "pgs | pgs(tolerance, sweeps)",
    .solves = LcpClass::symmetric,
    .make = make};

}  // namespace perpend
