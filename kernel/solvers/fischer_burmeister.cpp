// Newton's method on the function of Fischer and Burmeister.
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/iterative_solvers.hpp"

namespace perpend {

namespace {

constexpr FieldSpec options[] = {newton_tolerance_field, newton_iterations_field};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<GlobalizedNewton>(newton_limits_of(options), NewtonStep::fischer_burmeister);
}

}  // namespace

const LcpSolverType fischer_burmeister_solver{
    .spec = {.name = "fischer_burmeister",
             .summary = "Newton's method on z + w - sqrt(z^2 + w^2) with a line search on its square",
             .arguments = options,
             .properties = {},
             .citation = "Fischer92, DeLucaFacchineiKanzow96"},
    .variants = "fischer_burmeister | fischer_burmeister(tolerance, iterations)",
    .solves = LcpClass::semidefinite,
    .make = make};

}  // namespace perpend
