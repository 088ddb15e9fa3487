// Newton's method on a nonsmooth equation whose zeros are the solutions, globalized by a line search on the merit of
// Fischer and Burmeister. [DeLucaFacchineiKanzow96, DeLucaFacchineiKanzow00]
#pragma once

#include "kernel/solvers/active_set_step.hpp"
#include "kernel/solvers/fischer_burmeister_merit.hpp"
#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

struct NewtonLimits {
  double tolerance = 1e-10;  ///< of the natural residual
  long iterations = 200;
};

/// What is tried first in each iteration.
enum class NewtonStep { active_set, fischer_burmeister };

class GlobalizedNewton final : public LcpSolver {
 public:
  GlobalizedNewton(NewtonLimits limits, NewtonStep first) : limits_(limits), first_(first) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool step_on_active_set(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool search_along_line(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] double clipped_residual(const Lcp& lcp, const GrowingVector& z);
  void move_to_trial(LcpSolution& solution);

  NewtonLimits limits_;
  NewtonStep first_;
  ActiveSetStep active_set_;
  FischerBurmeister function_;
  GrowingVector direction_, gradient_, trial_, trial_slack_, clipped_, clipped_slack_;
  std::vector<double> merits_;
};

inline constexpr FieldSpec newton_tolerance_field{.name = "tolerance",
                                                  .type = FieldType::number,
                                                  .doc = "largest natural residual, relative, that counts as solved",
                                                  .default_text = "1e-10",
                                                  .minimum = 0.0,
                                                  .exclusive_minimum = true};
inline constexpr FieldSpec newton_iterations_field{.name = "iterations",
                                                   .type = FieldType::integer,
                                                   .doc = "most Newton steps",
                                                   .default_text = "200",
                                                   .minimum = 1.0};
[[nodiscard]] NewtonLimits newton_limits_of(const Properties& options);

/// Empties what an earlier call left, and puts the finite start, or 0, into z with its w.
void start_newton(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution);

}  // namespace perpend
