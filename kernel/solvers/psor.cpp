// Projected successive over-relaxation: Gauss-Seidel with steps longer (omega > 1) or shorter than to the minimum.
// Converges as pgs does for 0 < omega < 2.
#include "kernel/solvers/iterative_solvers.hpp"
#include "kernel/solvers/projected_sweep.hpp"

namespace perpend {

namespace {

constexpr FieldSpec options[] = {{.name = "omega",
                                  .type = FieldType::number,
                                  .required = true,
                                  .doc = "relaxation, below 2; 1 is pgs",
                                  .minimum = 0.0,
                                  .maximum = 2.0,
                                  .exclusive_minimum = true},
                                 sweep_tolerance_field,
                                 sweeps_field};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  const double omega = options.number("omega");
  if (omega >= 2.0) return FactoryError{"omega", "with omega = 2 a step is as long back as forth", "take less than 2"};
  return std::make_unique<ProjectedSweep>(sweep_limits_of(options), omega);
}

}  // namespace

const LcpSolverType psor_solver{
    .spec = {.name = "psor",
             .summary = "projected over-relaxation: pgs with steps of omega; residual every 10 sweeps",
             .arguments = options,
             .properties = {},
             .citation = "Cryer71, LuoTseng92"},
    .variants = "psor(omega) | psor(omega, tolerance, sweeps)",
    .solves = LcpClass::symmetric,
    .make = make};

}  // namespace perpend
