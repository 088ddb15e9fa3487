// Planar worlds with contacts, built without the language.
#pragma once

#include <numbers>

#include "kernel/lcp/contact_solver.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::test {

inline Shape disk_shape(double radius) {
  return with_planar_form({.kind = ShapeKind::disk, .size = Vec2(radius, 0.0), .vertices = {}});
}

inline Shape box_shape(double width, double height) {
  return with_planar_form({.kind = ShapeKind::box, .size = Vec2(width, height), .vertices = {}});
}

/// Everything below the line through `point` with this angle [rad].
inline int add_ground(Model& model, Vec2 point = Vec2::Zero(), double angle = 0.0) {
  Body body;
  body.name = "ground" + std::to_string(model.bodies.size());
  body.kind = BodyKind::fixed;
  body.shape = with_planar_form(ShapeKind::halfplane);
  body.position = point;
  body.angle = angle;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline int add_body(Model& model, const Shape& shape, double mass, Vec2 at, Vec2 velocity = Vec2::Zero(),
                    double spin = 0.0) {
  Body body;
  body.name = "body" + std::to_string(model.bodies.size());
  body.mass = mass;
  body.shape = shape;
  body.inertia = shape.kind == ShapeKind::disk ? 0.5 * mass * shape.size.x() * shape.size.x()
                                               : mass * shape.size.squaredNorm() / 12.0;
  body.position = at;
  body.velocity = velocity;
  body.spin = spin;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline Model contact_world(double friction, double gravity = 9.81) {
  Model model;
  model.gravity = Vec2(0.0, -gravity);
  model.contacts.enabled = true;
  model.contacts.friction = friction;
  return model;
}

/// Rows of disks in a heap on the ground, `rows` at the bottom.
inline Model heap(int rows, double friction, double radius = 0.5) {
  Model model = contact_world(friction);
  add_ground(model);
  for (int row = 0; row < rows; ++row)
    for (int j = 0; j < rows - row; ++j)
      add_body(model, disk_shape(radius), 1.0 + 0.1 * j,
               Vec2((2 * j + row) * radius, radius + row * std::numbers::sqrt3 * radius));
  number_unknowns(model);
  return model;
}

/// The problem of one step of `stabilized_lcp` as the simulation makes it, kept by value.
struct KeptContactSolve {
  MassMatrix mass;
  ConstraintRows joint_rows;
  ContactProblem problem;
  ContactSolution solution;
};

class ContactKeeper final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  void on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp*) override {
    last = {*problem.joints.mass, *problem.joints.rows, problem, solution};
    last.problem.joints.mass = &last.mass;
    last.problem.joints.rows = &last.joint_rows;
    ++solves;
    all_converged &= solution.status == Status::converged;
  }
  bool on_instant(const Instant& instant) override {
    state = instant.state;
    ledger = instant.ledger;
    energy = instant.evaluation.energies.total();
    if (instant.step == 0) first_energy = energy;
    highest_energy = std::max(highest_energy, energy);
    return true;
  }

  KeptContactSolve last;
  State state;
  Ledger ledger;
  double energy = 0.0;
  double first_energy = 0.0;
  double highest_energy = -1e300;
  long solves = 0;
  bool all_converged = true;
};

inline SimulationResult run_contacts(const Model& model, const Stabilizer& stabilizer, double step, long steps,
                                     ContactKeeper& keeper, const std::vector<LcpSolverChoice>& solvers = {},
                                     const LinearAlgebra& linear_algebra = {}) {
  return simulate(
      model, initial_state(model),
      [&](StepContext& context, const State& now, State& next) { return stabilizer.step(context, now, next); },
      {.step = step, .num_steps = steps, .ledger = true, .linear_algebra = linear_algebra, .lcp_solvers = solvers},
      keeper);
}

inline std::vector<LcpSolverChoice> by(std::string_view solver) {
  return {{find_lcp_solver(solver), {}, std::string(solver)}};
}

}  // namespace perpend::test
