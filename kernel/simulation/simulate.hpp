// The simulation loop: steps of one method from one state, every solve and every state shown to an observer.
#pragma once

#include <functional>
#include <string>

#include "kernel/linear/kkt_solver.hpp"
#include "kernel/linear/route.hpp"
#include "kernel/model/linear_algebra.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "kernel/simulation/divergence.hpp"
#include "kernel/simulation/row_names.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

/// The energy ledger: each step's change of energy split by its cause. [J]
///     Delta E = applied + joints + contact + friction + stabilization + correction + integration
/// With the mean velocity w = (v + v_solved)/2 the kinetic energy changes by exactly (h f + J^T impulse) . w, so that
///     applied = h f_other . w: loads and dampers (gravity and springs are in the potential)
///     stabilization = impulse_s . J w: impulse_s is the part of the impulse that the stabilizing target causes
///     joints = (impulse - impulse_s) . J w
///     contact, friction = normal and tangential impulses of contacts times their rates at w
///     correction = E(after) - E(before) of a correction of position or velocity after the solve
///     integration = the remainder: what the position update does to the potential against the force of the step
/// With contacts the impulses are no linear function of the target: stabilization is not split from joints, and the
/// push of Delta counts as work of contacts.
struct Ledger {
  double applied = 0.0;
  double joints = 0.0;
  double stabilization = 0.0;
  double correction = 0.0;
  double integration = 0.0;
  double contact = 0.0;   ///< of normal impulses
  double friction = 0.0;  ///< of friction between bodies

  Ledger& operator+=(const Ledger& other) {
    applied += other.applied;
    joints += other.joints;
    stabilization += other.stabilization;
    correction += other.correction;
    integration += other.integration;
    contact += other.contact;
    friction += other.friction;
    return *this;
  }
};

struct Lcp;
class ReusedSolver;

/// One recorded instant. At step 0 the report is empty.
struct Instant {
  long step = 0;
  const State& state;
  const Evaluation& evaluation;  ///< at `state`
  const StepReport& report;      ///< of the step that led here
  const Ledger& ledger;          ///< sums since the start; NaN where the method has no impulses
};

class SimulationObserver {
 public:
  virtual ~SimulationObserver() = default;
  /// After each solve, with the data that it was made from.
  virtual void on_solve(const Problem& problem, const Solution& solution) = 0;
  /// `lcp`: what the solvers were given, valid during the call; null when no contact was active.
  virtual void on_contact_solve(const ContactProblem&, const ContactSolution&, const Lcp* /*lcp*/) {}
  /// Among so many calls of one kind one is timed, for all of them: 1 where one may take much longer than another. The
  /// clock costs as much as a thirtieth of a step of a small mechanism.
  [[nodiscard]] virtual int calls_per_timing() const { return 1; }
  /// After each step, and at step 0. False ends the run here.
  [[nodiscard]] virtual bool on_instant(const Instant& instant) = 0;
};

using StepFunction = std::function<Status(StepContext&, const State& now, State& next)>;

struct SimulationSettings {
  double step = 0.0;  ///< [s]
  long num_steps = 0;
  bool ledger = false;  ///< fill Instant::ledger (one more substitution a step)
  DependentRows dependent_rows = DependentRows::stop;
  Integration integration{};  ///< its `step` is taken from above
  LinearAlgebra linear_algebra{};
  /// Solvers of contact problems in the order to try them; empty: the default for the problem's law.
  std::vector<LcpSolverChoice> lcp_solvers{};
  /// The one that the runs before had; nullptr: this run makes its own.
  ReusedSolver* solver = nullptr;
};

struct SimulationResult {
  Status status = Status::not_run;
  std::string message;  ///< where and why it stopped; empty when all steps were made
  Divergence divergence;
  long steps = 0;
  State state;
  std::vector<int> dependent_rows;  ///< of the last solve
  std::vector<int> redundant_rows;  ///< that followed from others at the first solve
  RedundancyCounts redundancy;
  std::vector<int> implying_rows;  ///< of a bounded row that no multiplier can satisfy: the rows that it follows from
  /// Which rows follow from others and which solution was chosen; empty when none, and when the run stopped there.
  std::string dependence;
  RouteFacts route;
  std::vector<LcpUse> lcp_use;  ///< what each LCP solver did
  ImpactFacts impacts;
  long solves = 0;
  long factorizations = 0;
  double seconds = 0.0;           ///< in steps
  double observer_seconds = 0.0;  ///< in the observer
};

[[nodiscard]] SimulationResult simulate(const Model& model, const State& initial, const StepFunction& step,
                                        const SimulationSettings& settings, SimulationObserver& observer);

}  // namespace perpend
