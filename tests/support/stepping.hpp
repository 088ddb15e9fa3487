// Single steps of a method outside the simulation loop, every solve kept; and runs that keep every state.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "kernel/linear/route_solver.hpp"
#include "kernel/simulation/simulate.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend::test {

/// A solve with copies of what its Problem points at.
struct KeptSolve {
  MassMatrix mass;
  ConstraintRows rows;
  Problem problem;
  Solution solution;
};

class Stepper final : public Solve {
 public:
  explicit Stepper(const Model& model, DependentRows policy = DependentRows::stop)
      : model_(model),
        mass_(mass_matrix(model, initial_state(model)).diagonal),
        now_(allocate_evaluation(model)),
        scratch_(now_),
        solver_(now_.rows, now_.mass, {}, policy) {}

  State step(const Stabilizer& stabilizer, const State& state, double h) {
    solves.clear();
    report = {};
    const Integration integration{.step = h};
    evaluate(model_, state, now_, integration);
    StepContext context{model_, integration, h, now_, *this, scratch_, problem_, solution_, report};
    State next = state;
    status = stabilizer.step(context, state, next);
    return next;
  }

  /// Evaluation at any state.
  const Evaluation& at(const State& state) {
    evaluate(model_, state, scratch_);
    return scratch_;
  }

  void operator()(const Problem& problem, Solution& solution) override {
    solver_.solve(problem, solution);
    KeptSolve& kept = solves.emplace_back(KeptSolve{*problem.mass, *problem.rows, problem, solution});
    kept.problem.mass = &kept.mass;
    kept.problem.rows = &kept.rows;
  }

  void solve_contacts(const ContactProblem&, ContactSolution& solution) override { solution.status = Status::not_run; }

  [[nodiscard]] const VectorX& mass() const { return mass_; }

  Status status = Status::not_run;
  StepReport report;
  std::deque<KeptSolve> solves;  // never moves its elements

 private:
  const Model& model_;
  VectorX mass_;
  Evaluation now_;
  Evaluation scratch_;
  RouteSolver solver_;
  Problem problem_;
  Solution solution_;
};

/// Keeps every state.
class StateObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    states.push_back(instant.state);
    return true;
  }
  std::vector<State> states;
};

inline double largest(const VectorX& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

inline bool same_bits(const State& a, const State& b) {
  return a.time == b.time && a.q.size() == b.q.size() && (a.q.array() == b.q.array()).all() &&
         (a.v.array() == b.v.array()).all();
}

}  // namespace perpend::test
