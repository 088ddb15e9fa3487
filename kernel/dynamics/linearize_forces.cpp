#include "kernel/dynamics/linearize_forces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/dynamics/linear_elements.hpp"
#include "kernel/dynamics/pose_derivatives.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/linear/kkt_solver.hpp"
#include "kernel/model/numbers/dual.hpp"

namespace perpend {

namespace {

/// Error of multipliers, relative to the largest: a solve in doubles of a mechanism of condition 1000.
constexpr Extended solve_share = 1e-12L;
/// K and D of one mechanism in one pose, part by part.
template <class In>
class Linearizer {
 public:
  /// References stay.
  Linearizer(const Model& model, const State& pose, const VectorX& lambda)
      : model_(model),
        time_(pose.time),
        near_(ExtendedVector::Zero(model.num_joint_coordinates)),
        lambda_(lambda),
        poses_(model, pose, result_),
        elements_(poses_, result_) {
    if (pose.coordinates.size() == near_.size()) near_ = pose.coordinates.cast<Extended>();
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      all_.push_back(poses_.motions({static_cast<int>(i), world_body, world_body})[0]);
    all_.emplace_back();
  }
  Linearizer(const Linearizer&) = delete;
  Linearizer& operator=(const Linearizer&) = delete;

  LinearForces linearize() {
    for (const Joint& joint : model_.joints) add_coordinate_springs(joint);
    for (const Force& force : model_.forces) add_force(force);
    for (const Joint& joint : model_.joints) add_constraint_force(joint);
    poses_.finish();
    return std::move(result_);
  }
  /// What rounding of lengths and angles may do to forces, against their size [N].
  [[nodiscard]] double force_doubt() const { return static_cast<double>(elements_.force_doubt()); }

 private:
  using Motions = std::array<typename In::Motion, num_sides>;

  void add_constraint_force(const Joint& joint);
  void add_coordinate_springs(const Joint& joint);
  void add_force(const Force& force);
  void add_law(const Force& force);
  void add_law_derivatives(const Force& force, const std::vector<Extended>& values);
  void add_slope(const Force& force, const Covector<In>& push, const SignalRow<In>& signal, bool is_rate,
                 Extended slope);
  [[nodiscard]] Covector<In> wrench(const Force& force, const Motions& at, const std::vector<Extended>& signals) const;
  void add_drag(const Force& force);

  const Model& model_;
  Extended time_;
  ExtendedVector near_;
  std::vector<typename In::Motion> all_;  // of all bodies, the world last
  const VectorX& lambda_;
  LinearForces result_;
  PoseDerivatives<In> poses_;    // into result_
  LinearElements<In> elements_;  // too
};

template <class In>
void Linearizer<In>::add_constraint_force(const Joint& joint) {
  if (follows_law(joint))
    return poses_.object("what '" + joint.name +
                         "', which follows a law of the state, does to small motions is not "
                         "linearized");
  const VectorX lambda = lambda_.segment(joint.first_row, joint.num_rows);
  if ((lambda.array() == 0.0).all()) return;
  const Extended largest = lambda.cwiseAbs().maxCoeff();
  const Extended doubt = (solve_share * lambda_.cwiseAbs().maxCoeff() + elements_.force_doubt()) / largest;
  poses_.add(
      bodies_of(joint), "the force of joint '" + joint.name + "'", -1, doubt,
      [&](const Motions& at) {
        typename In::Rows rows;
        In::rows(joint, at, time_, branches(model_, joint, near_), rows);
        Covector<In> force{};
        for (int side = 0; side < num_sides; ++side)
          for (int i = 0; i < joint.num_rows; ++i)
            for (int j = 0; j < In::num_velocities; ++j)
              force[side][j] += Extended(lambda[i]) * rows.jacobian[side][i][j];
        return force;
      },
      result_.from_constraints);
}

template <class In>
void Linearizer<In>::add_coordinate_springs(const Joint& joint) {
  for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which) {
    const CoordinateElement& element = joint.element[which];
    if (element.stiffness == 0.0 && element.damping == 0.0) continue;
    const auto value_at = [&](const Motions& at) {
      typename In::Coordinate value;
      In::coordinate(joint, at, which, near_[joint.first_coordinate + which], value);
      return value;
    };
    const typename In::Coordinate now = value_at(poses_.motions(bodies_of(joint)));
    elements_.add(bodies_of(joint), now.jacobian, element.stiffness, element.damping);
    const Extended pull = Extended(element.stiffness) * (now.value - Extended(element.rest));
    const Extended pull_doubt =
        number_share * Extended(element.stiffness) * (std::abs(now.value) + std::abs(Extended(element.rest)));
    elements_.doubt(pull_doubt / poses_.length());
    if (pull == 0) continue;
    poses_.add(
        bodies_of(joint), "the spring of joint '" + joint.name + "'", 1, pull_doubt / std::abs(pull),
        [&](const Motions& at) {
          Covector<In> moment = value_at(at).jacobian;
          for (auto& side : moment)
            for (Extended& entry : side) entry *= pull;
          return moment;
        },
        result_.from_applied);
  }
}

/// On the bodies of a force, or of the joint that a motor turns.
ActedBodies law_bodies(const Model& model, const Force& force) {
  return force.joint >= 0 ? bodies_of(model.joints[force.joint]) : acted_bodies(force);
}

/// The force with all its laws constant: law `which` is 1, the others are 0; -1: all are.
Force with_unit_law(Force force, int which) {
  int i = 0;
  for (TimeFunction* law : laws_of(force)) *law = TimeFunction(i++ == which ? 1.0 : 0.0);
  return force;
}

/// The force with its laws constant at what they are now.
Force with_constant_laws(Force force, Extended time, const std::vector<Extended>& values) {
  for (TimeFunction* law : laws_of(force)) *law = TimeFunction(static_cast<double>((*law)(time, values.data())));
  force.signals.clear();
  return force;
}

template <class In>
Covector<In> Linearizer<In>::wrench(const Force& force, const Motions& at, const std::vector<Extended>& signals) const {
  Covector<In> sum{};
  if (force.joint >= 0) {
    const Joint& joint = model_.joints[force.joint];
    typename In::Coordinate value;
    In::coordinate(joint, at, force.coordinate, near_[joint.first_coordinate + force.coordinate], value);
    const Extended push = force.push(time_, signals.data());
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < In::num_velocities; ++j) sum[side][j] = push * value.jacobian[side][j];
    return sum;
  }
  typename In::Applied value;
  In::force(force, {at[0], at[1]}, {time_, signals.data()}, value);
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < In::num_velocities; ++j) sum[side][j] = value.conservative[side][j] + value.other[side][j];
  return sum;
}

/// f changes by push slope d(signal): a spring or damper where the push is along the gradient of the signal, or else
/// entries of K alone, whose sum has to be symmetric.
template <class In>
void Linearizer<In>::add_slope(const Force& force, const Covector<In>& push, const SignalRow<In>& signal, bool is_rate,
                               Extended slope) {
  const ActedBodies pushed = law_bodies(model_, force);
  ExtendedVector along = ExtendedVector::Zero(model_.num_velocities), gradient = along;
  const auto scatter = [&](const ActedBodies& body, const Covector<In>& from, ExtendedVector& to) {
    const std::vector<int> columns = poses_.columns(body);
    const ExtendedVector numbers = poses_.flat(body, from);
    for (std::size_t i = 0; i < columns.size(); ++i) to[columns[i]] += numbers[static_cast<Eigen::Index>(i)];
  };
  scatter(pushed, push, along);
  scatter(signal.body, signal.row, gradient);
  if (along.isZero(0) || gradient.isZero(0)) return;
  Eigen::Index largest = 0;
  gradient.cwiseAbs().maxCoeff(&largest);
  const Extended ratio = along[largest] / gradient[largest];
  const Extended coefficient = -slope * ratio;
  const bool is_parallel =
      (along - ratio * gradient).cwiseAbs().maxCoeff() <= number_share * along.cwiseAbs().maxCoeff();
  result_.from_applied = result_.from_applied || !is_rate;
  if (is_parallel && (is_rate || coefficient >= 0)) {
    const auto number = static_cast<double>(coefficient);
    return elements_.add(signal.body, signal.row, is_rate ? 0.0 : number, is_rate ? number : 0.0);
  }
  if (is_rate)
    return poses_.object("the law of '" + force.name +
                         "' answers the rate of one motion with a force on another: its damping is not symmetric");
  for (Eigen::Index i = 0; i < along.size(); ++i)
    for (Eigen::Index j = 0; j < gradient.size(); ++j)
      if (along[i] != 0 && gradient[j] != 0)
        poses_.add_entry(static_cast<int>(i), static_cast<int>(j), -slope * along[i] * gradient[j]);
}

/// Where a law has a corner, the derivative is that of one side: then the differences to both sides tell.
bool is_smooth(const TimeFunction& law, Extended time, std::vector<Extended> values, std::size_t which,
               Extended slope) {
  constexpr Extended small = 1e-7L;  // rounding of 2^-64 leaves 12 digits of the difference, curvature 7 of the slope
  const Extended at = values[which];
  const Extended by = small * std::max(Extended(1), std::abs(at));
  const Extended here = law(time, values.data());
  values[which] = at + by;
  const Extended right = (law(time, values.data()) - here) / by;
  values[which] = at - by;
  const Extended left = (here - law(time, values.data())) / by;
  const Extended room = 1e-3L * (std::abs(slope) + std::abs(here)) + 1e-6L;
  return std::abs(right - slope) <= room && std::abs(left - slope) <= room;
}

template <class In>
void Linearizer<In>::add_law_derivatives(const Force& force, const std::vector<Extended>& values) {
  const std::vector<const TimeFunction*> laws = laws_of(force);
  const Motions at = poses_.motions(law_bodies(model_, force));
  const Covector<In> without = wrench(with_unit_law(force, -1), at, values);
  for (std::size_t k = 0; k < laws.size(); ++k) {
    Covector<In> push = wrench(with_unit_law(force, static_cast<int>(k)), at, values);
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < In::num_velocities; ++j) push[side][j] -= without[side][j];
    for (std::size_t i = 0; i < force.signals.size(); ++i) {
      std::vector<Dual<Extended>> moved(values.begin(), values.end());
      moved[i].rate = 1;
      const Extended slope = (*laws[k])(Dual<Extended>(time_), moved.data()).rate;
      if (!std::isfinite(slope) || !is_smooth(*laws[k], time_, values, i, slope))
        return poses_.object("the law of '" + force.name + "' is not smooth at the start");
      if (slope == 0) continue;
      const StateSignal& signal = force.signals[i];
      add_slope(force, push, signal_row<In>(model_, all_, near_.data(), signal), is_rate(signal.kind), slope);
    }
  }
}

template <class In>
void Linearizer<In>::add_drag(const Force& force) {
  elements_.add_drag(force, [&](const Motions& at) { return wrench(force, at, {}); });
}

/// The force turns with the bodies at the values that its laws have, and the laws change with their signals.
template <class In>
void Linearizer<In>::add_law(const Force& force) {
  std::vector<Extended> values(force.signals.size());
  signal_values<In>(model_, all_, near_.data(), force.signals, values.data());
  if (!force.length.empty()) {
    Force spring = force;
    spring.rest = static_cast<double>(force.length(time_, values.data()));
    elements_.add_stretched(spring);
    return add_law_derivatives(force, values);
  }
  if (force.type->spec.name == "angular_damper") {
    // At rest the law has no part in the change of the force: c dw + w dc, w = 0.
    return add_drag(with_constant_laws(force, time_, values));
  }
  if (force.bushing.damping.size() > 0) add_drag(with_constant_laws(force, time_, values));
  poses_.add(
      law_bodies(model_, force), "the force of '" + force.name + "'", -1, 0,
      [&](const Motions& at) { return wrench(force, at, values); }, result_.from_applied);
  add_law_derivatives(force, values);
}

template <class In>
void Linearizer<In>::add_force(const Force& force) {
  const bool has_law = !force.pull.empty() || !force.length.empty() || force.joint >= 0 || !force.signals.empty();
  if (has_law) return add_law(force);
  if (force.type->spec.name == "spring" || force.type->spec.name == "damper") return elements_.add_stretched(force);
  add_drag(force);
  poses_.add(
      acted_bodies(force), "the force of '" + force.name + "'", -1, 0,
      [&](const Motions& at) { return wrench(force, at, {}); }, result_.from_applied);
}

/// The largest part of M a that counts as balance: what the solve of the multipliers may leave.
constexpr double balance_share = 1e-9;

bool spins(const Model& model, const State& start) {
  if (model.space == Space::planar) return false;
  return std::any_of(model.bodies.begin(), model.bodies.end(), [&](const Body& body) {
    return body.kind == BodyKind::rigid && !start.v.segment<3>(body.offset + 3).isZero(0.0);
  });
}

}  // namespace

ConstraintRows bilateral_rows(const Model& model, ConstraintRows rows) {
  const Eigen::Index kept = model.num_joint_rows;
  rows.num_rows = model.num_joint_rows;
  rows.blocks.resize(model.joints.size());
  rows.kinds.resize(model.num_joint_rows);
  for (VectorX* numbers : {&rows.cfm, &rows.phi, &rows.phi_t, &rows.jdot_v}) numbers->conservativeResize(kept);
  return rows;
}

LinearForces linearize_forces(const Model& model, const State& start) {
  if (model.num_velocities == 0) return {};
  if (spins(model, start))
    return {.objection =
                "bodies turn at the start, and what their gyroscopic terms do to small motions is not decided"};
  State pose = start;
  pose.v.setZero();
  Evaluation at = allocate_evaluation(model);
  evaluate(model, pose, at);
  const ConstraintRows rows = bilateral_rows(model, at.rows);
  const Problem problem{.purpose = SolvePurpose::acceleration,
                        .mass = &at.mass,
                        .rows = &rows,
                        .compliance = VectorX::Zero(rows.num_rows),
                        .motion = at.force,
                        .target = -rows.jdot_v};
  Solution solution;
  KktSolver(rows, DependentRows::leave_out, at.mass).solve(problem, solution);
  if (solution.status != Status::converged) return {.objection = "the forces of the joints at the start are not known"};
  double doubt = 0.0;
  const auto linearize_in = [&](auto&& linearizer) {
    LinearForces forces = linearizer.linearize();
    doubt = linearizer.force_doubt();
    return forces;
  };
  LinearForces forces = model.space == Space::planar
                            ? linearize_in(Linearizer<InPlane<Extended>>(model, pose, solution.multiplier))
                            : linearize_in(Linearizer<InSpace<Extended>>(model, pose, solution.multiplier));
  VectorX inertial, pull = VectorX::Zero(rows.num_columns);
  multiply(at.mass, solution.x, inertial);
  add_jacobian_transposed(rows, solution.multiplier, pull);
  const double largest = std::max(at.force.cwiseAbs().maxCoeff(), pull.cwiseAbs().maxCoeff());
  forces.is_balanced = inertial.cwiseAbs().maxCoeff() <= balance_share * largest + doubt;
  return forces;
}

}  // namespace perpend
