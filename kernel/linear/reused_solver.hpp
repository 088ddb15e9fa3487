// The solver of one run after another. A run of a few steps spends a fiftieth of its time on layouts and elimination
// orders that the run before it had, too.
#pragma once

#include <optional>

#include "kernel/linear/route_solver.hpp"

namespace perpend {

/// For one run at a time.
class ReusedSolver {
 public:
  /// RouteSolver(layout, mass, linear_algebra, policy), to the bit, whatever was solved before; it lives until the next
  /// call. Allocates nothing where the last two calls had the same arguments.
  [[nodiscard]] RouteSolver& as_new(const ConstraintRows& layout, const MassMatrix& mass,
                                    const LinearAlgebra& linear_algebra, DependentRows policy);

 private:
  struct Arguments {
    ConstraintRows layout;
    MassMatrix mass;
    LinearAlgebra linear_algebra;
    DependentRows policy;

    [[nodiscard]] bool are(const ConstraintRows& layout, const MassMatrix& mass, const LinearAlgebra& linear_algebra,
                           DependentRows policy) const;
  };
  std::optional<Arguments> arguments_;  // of `solver_`
  std::optional<RouteSolver> unused_;   // as it is made of them, once they have come twice
  std::optional<RouteSolver> solver_;
};

}  // namespace perpend
