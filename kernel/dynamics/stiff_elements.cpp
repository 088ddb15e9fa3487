#include "kernel/dynamics/stiff_elements.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/linear/route_solver.hpp"

namespace perpend {

namespace {

/// The mechanism without gravity, contacts, springs, dampers and loads.
Model unloaded(const Model& model) {
  Model bare = model;
  bare.gravity.setZero();
  bare.spatial_gravity.setZero();
  bare.forces.clear();
  bare.contacts.enabled = false;
  for (Joint& joint : bare.joints)
    for (CoordinateElement& element : joint.element) element.stiffness = element.damping = 0.0;
  return bare;
}

/// Responses of the mechanism to generalized impulses, its joints kept and its limits and dry friction left out.
class Response {
 public:
  Response(const Model& bare, const State& state)
      : state_(state),
        at_(evaluated(bare, state)),
        solver_(at_.rows, at_.mass, LinearAlgebra{}, DependentRows::leave_out) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    problem_.mass = &at_.mass;
    problem_.rows = &at_.rows;
    problem_.compliance = at_.rows.cfm;
    problem_.target.setZero(bare.num_rows);
    if (bare.coordinate_rows.empty()) return;
    problem_.lower.setConstant(bare.num_rows, -infinity);
    problem_.upper.setConstant(bare.num_rows, infinity);
    problem_.lower.tail(bare.num_rows - bare.num_joint_rows).setZero();
    problem_.upper.tail(bare.num_rows - bare.num_joint_rows).setZero();
  }

  /// g^T v(g); 0 where the solve fails.
  double operator()(const VectorX& gradient) {
    problem_.motion = gradient;
    solver_.solve(problem_, solution_);
    return solution_.status == Status::converged ? std::max(gradient.dot(solution_.x), 0.0) : 0.0;
  }

  /// A spring is linear in the place where it is without force: two of these differ by its gradient times 1 N/m or
  /// 1 N m/rad.
  [[nodiscard]] VectorX gradient(Model& with_unit_spring, double& rest) const {
    const VectorX before = evaluated(with_unit_spring, state_).force;
    rest += 1.0;
    return evaluated(with_unit_spring, state_).force - before;
  }

 private:
  static Evaluation evaluated(const Model& model, const State& state) {
    Evaluation evaluation = allocate_evaluation(model);
    evaluate(model, state, evaluation);
    return evaluation;
  }

  const State& state_;
  Evaluation at_;
  RouteSolver solver_;
  Problem problem_;
  Solution solution_;
};

class StiffSearch {
 public:
  StiffSearch(const Model& model, const State& state, double step)
      : bare_(unloaded(model)), response_(bare_, state), step_(step) {}

  void try_force(const Force& force) {
    if (force.stiffness == 0.0 && force.damping == 0.0) return;
    Force& spring = bare_.forces.emplace_back(force);
    spring.type = bare_.space == Space::planar ? &spring_force : &spatial_spring_force;
    spring.stiffness = 1.0;
    spring.length = {};
    spring.signals.clear();
    compare(force.name, force.stiffness, force.damping, response_.gradient(bare_, spring.rest));
    bare_.forces.clear();
  }

  void try_coordinate(const CoordinateElement& element, std::size_t joint, int which) {
    if (element.stiffness == 0.0 && element.damping == 0.0) return;
    CoordinateElement& spring = bare_.joints[joint].element[which];
    spring.stiffness = 1.0;
    compare(bare_.joints[joint].name, element.stiffness, element.damping, response_.gradient(bare_, spring.rest));
    spring.stiffness = 0.0;
  }

  [[nodiscard]] std::optional<StiffElement> worst() const {
    return worst_.ratio > 0.0 ? std::optional(worst_) : std::nullopt;
  }

 private:
  void compare(const std::string& name, double stiffness, double damping, const VectorX& gradient) {
    const double mobility = response_(gradient);
    const double spring = step_ * std::sqrt(stiffness * mobility);
    const double damper = step_ * damping * mobility;
    if (spring > worst_.ratio) worst_ = {name, false, spring};
    if (damper > worst_.ratio) worst_ = {name, true, damper};
  }

  Model bare_;
  Response response_;
  double step_;
  StiffElement worst_;
};

}  // namespace

std::optional<StiffElement> stiffest_element(const Model& model, const State& state, double step) {
  StiffSearch search(model, state, step);
  for (const Force& force : model.forces) search.try_force(force);
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    for (int which = 0; which < model.joints[k].type->num_coordinates; ++which)
      search.try_coordinate(model.joints[k].element[which], k, which);
  return search.worst();
}

std::string describe(const StiffElement& element) {
  return fmt::format(
      "the {} of '{}' is stiff for this step: {} = {:.3g} at the start, and a force taken from the start "
      "of a step is stable below {:g} (rk4: 2.8)",
      element.is_damper ? "damper" : "spring", element.name, element.is_damper ? "h c/m" : "h omega", element.ratio,
      explicit_limit);
}

}  // namespace perpend
