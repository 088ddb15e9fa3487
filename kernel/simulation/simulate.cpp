#include "kernel/simulation/simulate.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "kernel/dynamics/stiff_elements.hpp"
#include "kernel/lcp/contact_solver.hpp"
#include "kernel/linear/reused_solver.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/model/numbers/finite.hpp"
#include "kernel/simulation/contradiction.hpp"
#include "kernel/simulation/law_faults.hpp"
#include "kernel/simulation/stop_words.hpp"

namespace perpend {

namespace {

/// The time that calls of one kind take, which is not that of the steps. Where some stand for all, the shortest of them
/// does: another process may have had the core during the others.
class CallTimer {
 public:
  explicit CallTimer(int calls_per_timing) : calls_per_timing_(calls_per_timing), calls_to_timing_(calls_per_timing) {}

  template <class Call>
  void time(const Call& call) {
    ++calls_;
    if (--calls_to_timing_ > 0) return call();
    calls_to_timing_ = calls_per_timing_;
    clock_.begin();
    call();
    const double seconds = clock_.end();
    sum_ += seconds;
    shortest_ = std::min(shortest_, seconds);
  }

  [[nodiscard]] double seconds() const {
    if (calls_per_timing_ == 1) return sum_;
    return calls_ < calls_per_timing_ ? 0.0 : shortest_ * static_cast<double>(calls_);
  }

 private:
  PieceClock clock_{};
  int calls_per_timing_;
  int calls_to_timing_;
  long calls_ = 0;
  double sum_ = 0.0;
  double shortest_ = std::numeric_limits<double>::infinity();
};

/// Solves by the route of the run and shows every pair to the observer.
class ObservedSolve final : public Solve {
 public:
  ObservedSolve(const Model& model, const ConstraintRows& layout, RouteSolver& solver,
                const std::vector<LcpSolverChoice>& lcp_solvers, SimulationObserver& observer)
      : model_(model),
        solver_(solver),
        contact_solver_(layout, solver, lcp_solvers),
        observer_(observer),
        timer_(observer.calls_per_timing()) {}

  void operator()(const Problem& problem, Solution& solution) override {
    solver_.solve(problem, solution);
    if (solves_ == 0) expect(solution);
    ++solves_;
    last_dependent_rows_ = &solution.dependent_rows;
    timer_.time([&] { observer_.on_solve(problem, solution); });
  }

  void solve_contacts(const ContactProblem& problem, ContactSolution& solution) override {
    contact_solver_.solve(problem, solution);
    if (solves_ == 0) expect(solution.joints);
    ++solves_;
    last_dependent_rows_ = &solution.joints.dependent_rows;
    for (const LcpAttempt& attempt : solution.attempts) add_attempt(attempt, step_ + 1, use_);
    timer_.time([&] { observer_.on_contact_solve(problem, solution, contact_solver_.lcp()); });
  }

  /// Steps made so far, for the first failure of a solver.
  void set_step(long step) { step_ = step; }
  [[nodiscard]] const std::vector<LcpUse>& lcp_use() const { return use_; }

  [[nodiscard]] long solves() const { return solves_; }
  [[nodiscard]] double observer_seconds() const { return timer_.seconds(); }
  [[nodiscard]] const std::vector<int>& redundant_rows() const { return redundant_rows_; }
  [[nodiscard]] std::vector<int> dependent_rows() const {
    return last_dependent_rows_ == nullptr ? std::vector<int>{} : *last_dependent_rows_;
  }

 private:
  /// Where the run begins the loops are closed: what follows from others does so to rounding.
  void expect(const Solution& first) {
    if (first.status != Status::converged || first.dependent_rows.empty()) return;
    redundant_rows_ = first.dependent_rows;
    solver_.expect(perpend::redundant_rows(model_, redundant_rows_));
  }

  const Model& model_;
  RouteSolver& solver_;
  ContactSolver contact_solver_;
  SimulationObserver& observer_;
  CallTimer timer_;
  std::vector<LcpUse> use_;
  std::vector<int> redundant_rows_;
  long step_ = 0;
  const std::vector<int>* last_dependent_rows_ = nullptr;
  long solves_ = 0;
};

Integration with_step(const SimulationSettings& settings) {
  Integration integration = settings.integration;
  integration.step = settings.step;
  return integration;
}

/// The run's compliance stands in the rows of every evaluation that a step sees.
Evaluation compliant_evaluation(const Model& model, const LinearAlgebra& linear_algebra) {
  Evaluation evaluation = allocate_evaluation(model);
  add_compliance(linear_algebra, evaluation.rows);
  return evaluation;
}

/// What changes from state to state; layouts and constants are the same in both.
void exchange(Evaluation& one, Evaluation& other, bool has_contacts) {
  auto& [motions, spatial_motions, mass, rows, coordinates, force, other_force, energies, free_velocity, contacts,
         active_gap, contact_margin, finder] = one;
  motions.swap(other.motions);
  spatial_motions.swap(other.spatial_motions);
  mass.diagonal.swap(other.mass.diagonal);
  mass.blocks.swap(other.mass.blocks);
  rows.values.swap(other.rows.values);
  rows.phi.swap(other.rows.phi);
  rows.phi_t.swap(other.rows.phi_t);
  rows.jdot_v.swap(other.rows.jdot_v);
  coordinates.swap(other.coordinates);
  force.swap(other.force);
  other_force.swap(other.other_force);
  std::swap(energies, other.energies);
  if (!has_contacts) return;
  free_velocity.swap(other.free_velocity);
  std::swap(contacts, other.contacts);
  std::swap(active_gap, other.active_gap);
  std::swap(contact_margin, other.contact_margin);
  std::swap(finder, other.finder);
}

class Simulation {
 public:
  Simulation(const Model& model, const State& initial, const SimulationSettings& settings, SimulationObserver& observer)
      : model_(model),
        settings_(settings),
        observer_(observer),
        integration_(with_step(settings)),
        now_(compliant_evaluation(model, settings.linear_algebra)),
        after_(now_),
        scratch_(now_),
        solver_(new_solver()),
        solve_(model, now_.rows, solver_, settings.lcp_solvers, observer),
        state_(initial),
        next_(initial),
        start_time_(initial.time),
        show_timer_(observer.calls_per_timing()),
        limits_(divergence_limits(model)),
        lengths_(model) {}

  SimulationResult run(const StepFunction& step);

 private:
  [[nodiscard]] RouteSolver& new_solver();
  [[nodiscard]] Status judge() const;
  [[nodiscard]] std::string explain(const StepContext& context, const SimulationResult& result) const;
  [[nodiscard]] LawFault find_fault(long step, Status status);
  [[nodiscard]] bool show(long step);
  [[nodiscard]] Ledger ledger_of_step();
  double stabilization_work(const VectorX& rates);

  const Model& model_;
  const SimulationSettings& settings_;
  SimulationObserver& observer_;
  Integration integration_;
  Evaluation now_;
  Evaluation after_;
  Evaluation scratch_;
  std::optional<RouteSolver> own_solver_;
  RouteSolver& solver_;
  ObservedSolve solve_;
  State state_;
  State next_;
  double start_time_;
  CallTimer show_timer_;
  VectorX limits_;
  ChangingLengths lengths_;
  Problem problem_;
  Solution solution_;
  StepReport report_;
  Ledger ledger_;
  // Scratch of the ledger.
  VectorX mean_velocity_;
  VectorX rates_;
  Problem split_problem_;
  Solution split_;
};

RouteSolver& Simulation::new_solver() {
  const auto& [algebra, policy] = std::tie(settings_.linear_algebra, settings_.dependent_rows);
  if (settings_.solver != nullptr) return settings_.solver->as_new(now_.rows, now_.mass, algebra, policy);
  return own_solver_.emplace(now_.rows, now_.mass, algebra, policy);
}

/// The impulse is linear in the right-hand side of the solve: its stabilizing part is the answer to the stabilizing
/// target alone, rows at a bound staying there. Pre: the factorization is still that of the dynamic solve.
double Simulation::stabilization_work(const VectorX& rates) {
  if (report_.stabilization_target.size() == 0) return 0.0;
  split_problem_.mass = &now_.mass;
  split_problem_.rows = &now_.rows;
  split_problem_.compliance = problem_.compliance;
  split_problem_.motion.setZero(model_.num_velocities);
  split_problem_.target = report_.stabilization_target;
  solver_.solve_again(split_problem_, split_);
  return report_.target_to_impulse * split_.multiplier.dot(rates);
}

Ledger Simulation::ledger_of_step() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  // The split is exact for one solve between two velocities only; see Ledger.
  if (!report_.has_impulses || report_.v_solved.size() == 0) return {nan, nan, nan, nan, nan, nan, nan};
  Ledger entry;
  mean_velocity_ = 0.5 * (state_.v + report_.v_solved);
  apply_jacobian(now_.rows, mean_velocity_, rates_);
  entry.applied = settings_.step * now_.other_force.dot(mean_velocity_);
  if (model_.contacts.enabled) {
    entry.contact = report_.contact_rate;
    entry.friction = report_.friction_rate;
  } else {
    entry.stabilization = stabilization_work(rates_);
  }
  entry.joints = report_.impulse.dot(rates_) - entry.stabilization;
  if (report_.corrected) entry.correction = after_.energies.total() - report_.energies_before.total();
  const double change = after_.energies.total() - now_.energies.total();
  entry.integration =
      change - (entry.applied + entry.stabilization + entry.joints + entry.contact + entry.friction + entry.correction);
  return entry;
}

/// A law is evaluated where the step begins, and by some methods where it ends or on the way there.
LawFault Simulation::find_fault(long step, Status status) {
  LawFault fault = find_law_fault(step, model_, state_, now_);
  if (fault.status != Status::converged) return fault;
  // A step that could not be made may have left the state at which it stopped.
  const double reached = (next_.time - state_.time) / settings_.step;
  if (reached > 1e-9 && reached < 1.0 - 1e-9) {
    fault = find_law_fault_on_way(step, model_, next_);
  } else if (is_finite(next_)) {
    evaluate_rows(model_, next_, scratch_);
    fault = find_law_fault(step, model_, next_, scratch_);
  }
  const bool may_be_within = status == Status::not_finite || status == Status::iteration_limit;
  if (fault.status != Status::converged || !may_be_within) return fault;
  return find_law_fault_within(step, model_, state_, settings_.step);
}

Status Simulation::judge() const {
  if (!is_finite(next_.q) || !is_finite(next_.v)) return Status::not_finite;
  if (!is_finite(after_.rows.phi) || !are_turns_known(after_)) return Status::not_finite;
  if (!lengths_.are_positive(model_, next_, after_)) return Status::not_finite;
  return find_divergence(after_.rows, limits_).row >= 0 ? Status::diverged : Status::converged;
}

bool Simulation::show(long step) {
  bool goes_on = false;
  show_timer_.time([&] { goes_on = observer_.on_instant({step, state_, now_, report_, ledger_}); });
  return goes_on;
}

/// What the status alone does not say; empty: nothing.
std::string Simulation::explain(const StepContext& context, const SimulationResult& result) const {
  if (result.status == Status::converged) return "";
  const long step = result.steps + 1;
  const std::string where = "at step " + std::to_string(step) + ": ";
  if (result.status == Status::contradictory || result.status == Status::singular ||
      result.status == Status::iteration_limit) {
    const std::string words = describe_contradiction(model_, state_, settings_.step);
    if (!words.empty()) return where + words;
  }
  // A method that stops by itself has solutions that converged.
  const ContactSolution& contacts = context.contact_solution;
  if (contacts.status != Status::converged && !contacts.attempts.empty())
    return describe_failed_contacts(step, model_, context.contact_problem, contacts);
  if (result.status == Status::not_finite) return describe_not_finite(step, model_, context.contact_problem, contacts);
  if (result.status == Status::iteration_limit && solution_.status == Status::iteration_limit)
    return where + "no multipliers within their bounds were found; rows nearly follow from others";
  return "";
}

SimulationResult Simulation::run(const StepFunction& step) {
  const CpuClock::time_point start = CpuClock::now();
  SimulationResult result;
  evaluate(model_, state_, now_, integration_);
  StepContext context{model_, integration_, settings_.step, now_, solve_, scratch_, problem_, solution_, report_};
  const bool can_begin = lengths_.are_positive(model_, state_, now_) && are_turns_known(now_);
  result.status = can_begin ? Status::converged : Status::not_finite;
  bool go_on = show(0) && result.status == Status::converged;
  while (go_on && result.steps < settings_.num_steps) {
    solve_.set_step(result.steps);
    result.status = step(context, state_, next_);
    if (result.status != Status::converged) break;
    next_.time = start_time_ + static_cast<double>(result.steps + 1) * settings_.step;
    evaluate(model_, next_, after_, integration_);
    next_.coordinates = after_.coordinates;
    result.status = judge();
    if (result.status == Status::not_finite) break;
    result.impacts += report_.impacts;
    if (settings_.ledger) ledger_ += ledger_of_step();
    swap(state_, next_);
    exchange(now_, after_, model_.contacts.enabled);
    ++result.steps;
    go_on = show(result.steps) && result.status == Status::converged;
  }
  LawFault fault;
  if (result.status != Status::converged) fault = find_fault(result.steps + 1, result.status);
  if (fault.status != Status::converged) result.status = fault.status;
  result.message = fault.status != Status::converged ? fault.message : explain(context, result);
  if (result.status == Status::diverged) result.divergence = find_divergence(now_.rows, limits_);
  result.state = state_;
  result.dependent_rows = solve_.dependent_rows();
  result.redundant_rows = solve_.redundant_rows();
  result.redundancy = solver_.redundancy();
  result.implying_rows = solver_.implying_rows();
  result.lcp_use = solve_.lcp_use();
  result.route = route_facts(model_, settings_.linear_algebra);
  result.solves = solve_.solves();
  result.factorizations = solver_.num_factorizations();
  result.observer_seconds = solve_.observer_seconds() + show_timer_.seconds();
  result.seconds = std::max(0.0, cpu_seconds_since(start) - result.observer_seconds);
  return result;
}

}  // namespace

SimulationResult simulate(const Model& model, const State& initial, const StepFunction& step,
                          const SimulationSettings& settings, SimulationObserver& observer) {
  SimulationResult result = Simulation(model, initial, settings, observer).run(step);
  if (result.message.empty()) result.message = describe_stop(model, result);
  if (result.status == Status::diverged || result.status == Status::not_finite)
    if (const auto stiff = stiffest_element(model, initial, settings.step); stiff && stiff->ratio > explicit_limit)
      result.message += "; " + describe(*stiff);
  if (result.status != Status::singular && result.status != Status::contradictory && !result.dependent_rows.empty())
    result.dependence = describe_dependent_rows(model, result.dependent_rows) + "; multipliers of least norm";
  return result;
}

}  // namespace perpend
