// One step with contacts as its solves show it, and what laws of mechanics ask about.
#pragma once

#include <functional>

#include "kernel/model/mass_matrix.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "tests/support/contact_worlds.hpp"

namespace perpend::test {

/// Rows of every registered method that takes contacts in this model.
inline std::vector<TestedMethod> methods_for(const Model& model) {
  std::vector<TestedMethod> methods;
  for (const TestedMethod& tested : tested_methods())
    if (!tested.stabilizer()->objection(model)) methods.push_back(tested);
  return methods;
}

/// Those of them that the laws of a solved problem hold for: what sweeps leave depends on the order of the contacts,
/// and substeps with arms of the start turn bodies by what these miss. tests/stabilizers/small_steps_test.cpp has their
/// own.
inline std::vector<TestedMethod> solving_methods_for(const Model& model) {
  std::vector<TestedMethod> methods = methods_for(model);
  std::erase_if(methods, [](const TestedMethod& tested) { return !tested.solves_contacts; });
  return methods;
}

inline Vec3 position_of(const Model& model, const Body& body, const VectorX& q) {
  if (body.dof == 0)
    return model.space == Space::planar ? Vec3(body.position.x(), body.position.y(), 0.0) : body.spatial.position;
  if (model.space == Space::planar) return {q[body.q_offset], q[body.q_offset + 1], 0.0};
  return q.segment<3>(body.q_offset);
}

inline int num_linear(const Model& model) {
  return model.space == Space::planar ? 2 : 3;
}

/// The linear part of a vector over velocities.
inline Vec3 linear_part(const Model& model, const Body& body, const VectorX& v) {
  Vec3 result = Vec3::Zero();
  result.head(num_linear(model)) = v.segment(body.offset, num_linear(model));
  return result;
}

inline Vec3 angular_part(const Model& model, const Body& body, const VectorX& v) {
  if (model.space == Space::planar) return {0.0, 0.0, body.dof == 3 ? v[body.offset + 2] : 0.0};
  return body.dof == 6 ? Vec3(v.segment<3>(body.offset + 3)) : Vec3(Vec3::Zero());
}

/// About the origin, with the sums of the sizes of what it is summed from.
struct Momentum {
  Vec3 linear = Vec3::Zero();   ///< [kg m/s]
  Vec3 angular = Vec3::Zero();  ///< [kg m^2/s]
  double linear_size = 0.0;
  double angular_size = 0.0;
};

inline Momentum momentum(const Model& model, const State& state) {
  VectorX p;
  multiply(mass_matrix(model, state), state.v, p);
  Momentum sum;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const Vec3 at = position_of(model, body, state.q), linear = linear_part(model, body, p),
               spin = angular_part(model, body, p);
    sum.linear += linear;
    sum.angular += cross(at, linear) + spin;
    sum.linear_size += linear.norm();
    sum.angular_size += at.norm() * linear.norm() + spin.norm();
  }
  return sum;
}

/// The last dynamic solve of a step and the last position correction after it.
struct ContactStep {
  long step = 0;
  State before, after;
  double energy_before = 0.0, energy_after = 0.0;
  KeptContactSolve dynamics, correction;
  bool has_correction = false;
  double h = 0.0;

  /// From the unknowns of the dynamic solve to impulses: forces times h at acceleration level.
  [[nodiscard]] double to_impulse() const { return dynamics.problem.law == FrictionLaw::sliding ? h : 1.0; }
  [[nodiscard]] int num_contacts() const { return dynamics.problem.rows.size(); }
  [[nodiscard]] double normal_impulse(int c) const { return to_impulse() * dynamics.solution.normal[c]; }
  /// Sum over the directions: no less than the size of the friction impulse.
  [[nodiscard]] double friction_impulse(int c) const {
    if (dynamics.problem.law == FrictionLaw::sliding)
      return dynamics.problem.rows.contacts[c].friction * normal_impulse(c);
    const int k = dynamics.problem.num_directions;
    return dynamics.solution.tangential.segment(static_cast<Eigen::Index>(c) * k, k).sum();
  }
  [[nodiscard]] double total_impulse() const {
    double sum = 0.0;
    for (int c = 0; c < num_contacts(); ++c) sum += normal_impulse(c) + friction_impulse(c);
    return sum;
  }
};

/// Shows each step that was made to `check`.
class ContactStepObserver final : public SimulationObserver {
 public:
  ContactStepObserver(double h, std::function<void(const ContactStep&)> check) : check_(std::move(check)) {
    step_.h = h;
  }
  void on_solve(const Problem&, const Solution&) override {}
  void on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp*) override {
    step_.has_correction = is_correction(problem);
    KeptContactSolve& kept = step_.has_correction ? step_.correction : step_.dynamics;
    kept = {*problem.joints.mass, *problem.joints.rows, problem, solution};
    kept.problem.joints.mass = &kept.mass;
    kept.problem.joints.rows = &kept.joint_rows;
  }
  bool on_instant(const Instant& instant) override {
    step_.step = instant.step;
    step_.after = instant.state;
    step_.energy_after = instant.evaluation.energies.total();
    if (instant.step > 0) {
      impulse += step_.total_impulse();
      check_(step_);
    }
    step_.before = instant.state;
    step_.energy_before = step_.energy_after;
    return true;
  }
  double impulse = 0.0;  ///< of all contacts in all steps [N s]

 private:
  /// Corrections move from rest and aim at the gaps themselves.
  static bool is_correction(const ContactProblem& problem) {
    if (!(problem.joints.motion.array() == 0.0).all()) return false;
    for (int c = 0; c < problem.rows.size(); ++c)
      if (problem.bias[c] != problem.rows.contacts[c].gap) return false;
    return true;
  }

  std::function<void(const ContactStep&)> check_;
  ContactStep step_;
};

inline SimulationResult run_steps(const Model& model, const TestedMethod& tested, double step, long steps,
                                  SimulationObserver& observer, std::string_view solver = "lemke") {
  return simulate(model, initial_state(model), step_of(tested.stabilizer()),
                  {.step = step, .num_steps = steps, .lcp_solvers = by(solver)}, observer);
}

}  // namespace perpend::test
