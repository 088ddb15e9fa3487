#include "kernel/dynamics/linearize_forces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/dynamics/pose_derivatives.hpp"
#include "kernel/linear/kkt_solver.hpp"

namespace perpend {

namespace {

/// Error of multipliers, relative to the largest: a solve in doubles of a mechanism of condition 1000.
constexpr Extended solve_share = 1e-12L;
/// Error of lengths and angles, which come from a few doubles.
constexpr Extended number_share = 0x1p-48L;

/// The rate of a point along u as a row over the velocities of its body.
std::array<Extended, 3> row_along(const Vector2<Extended>& u, const PointMotion<Extended>& point, Extended sign) {
  return {sign * u.x(), sign * u.y(), sign * dot(u, perp(point.arm))};
}
std::array<Extended, 6> row_along(const Vector3<Extended>& u, const SpatialPoint<Extended>& point, Extended sign) {
  const Vector3<Extended> moment = cross(point.arm, u);
  return {sign * u.x(), sign * u.y(), sign * u.z(), sign * moment.x(), sign * moment.y(), sign * moment.z()};
}

ActedBodies acted_bodies(const Force& force) {
  return {force.body[0], force.body[1], world_body};
}

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
        poses_(model, pose, result_) {
    if (pose.coordinates.size() == near_.size()) near_ = pose.coordinates.cast<Extended>();
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
  [[nodiscard]] double force_doubt() const { return static_cast<double>(force_doubt_); }

 private:
  using Motions = std::array<typename In::Motion, num_sides>;

  void add_constraint_force(const Joint& joint);
  void add_coordinate_springs(const Joint& joint);
  void add_force(const Force& force);
  void add_stretched(const Force& force);
  void add_element(const ActedBodies& body, const Covector<In>& gradient, double stiffness, double damping);
  [[nodiscard]] bool depends_on_velocity(const Force& force) const;

  const Model& model_;
  Extended time_;
  ExtendedVector near_;
  const VectorX& lambda_;
  Extended force_doubt_ = 0;
  LinearForces result_;
  PoseDerivatives<In> poses_;  // into result_
};

template <class In>
void Linearizer<In>::add_constraint_force(const Joint& joint) {
  const VectorX lambda = lambda_.segment(joint.first_row, joint.num_rows);
  if ((lambda.array() == 0.0).all()) return;
  const Extended largest = lambda.cwiseAbs().maxCoeff();
  const Extended doubt = (solve_share * lambda_.cwiseAbs().maxCoeff() + force_doubt_) / largest;
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
    add_element(bodies_of(joint), now.jacobian, element.stiffness, element.damping);
    const Extended pull = Extended(element.stiffness) * (now.value - Extended(element.rest));
    const Extended pull_doubt =
        number_share * Extended(element.stiffness) * (std::abs(now.value) + std::abs(Extended(element.rest)));
    force_doubt_ = std::max(force_doubt_, pull_doubt / poses_.length());
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

template <class In>
void Linearizer<In>::add_element(const ActedBodies& body, const Covector<In>& gradient, double stiffness,
                                 double damping) {
  LinearForces::Element element;
  element.stiffness = stiffness;
  element.damping = damping;
  const std::vector<int> all = poses_.columns(body);
  const ExtendedVector g = poses_.flat(body, gradient);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (g[static_cast<Eigen::Index>(i)] == 0) continue;
    element.columns.push_back(all[i]);
    element.gradient.push_back(static_cast<double>(g[static_cast<Eigen::Index>(i)]));
  }
  result_.from_applied = result_.from_applied || stiffness != 0.0;
  if (!element.columns.empty()) result_.elements.push_back(std::move(element));
}

/// A spring or damper between two points: the gradient of their distance, and how a pull turns with them.
template <class In>
void Linearizer<In>::add_stretched(const Force& force) {
  const auto between = [&](const Motions& at) {
    return typename In::Vector(In::point(force, at[1], 1).position - In::point(force, at[0], 0).position);
  };
  const auto gradient_at = [&](const Motions& at) {
    const typename In::Vector d = between(at);
    const typename In::Vector u = d / std::sqrt(dot(d, d));
    return Covector<In>{row_along(u, In::point(force, at[0], 0), -1), row_along(u, In::point(force, at[1], 1), 1)};
  };
  const Motions now = poses_.motions(acted_bodies(force));
  const typename In::Vector d = between(now);
  const Extended length = std::sqrt(dot(d, d));
  if (!(length > 0)) return poses_.object("'" + force.name + "' has length 0 at the start, where it has no direction");
  add_element(acted_bodies(force), gradient_at(now), force.stiffness, force.damping);
  const Extended pull = Extended(force.stiffness) * (length - Extended(force.rest));
  const Extended pull_doubt = number_share * Extended(force.stiffness) * (poses_.length() + Extended(force.rest));
  force_doubt_ = std::max(force_doubt_, pull_doubt);
  if (pull == 0) return;
  poses_.add(
      acted_bodies(force), "the force of '" + force.name + "'", 1, pull_doubt / std::abs(pull),
      [&](const Motions& at) {
        Covector<In> value = gradient_at(at);
        for (auto& side : value)
          for (Extended& entry : side) entry *= pull;
        return value;
      },
      result_.from_applied);
}

template <class In>
bool Linearizer<In>::depends_on_velocity(const Force& force) const {
  const Motions rest = poses_.motions(acted_bodies(force));
  typename In::Applied still;
  In::force(force, {rest[0], rest[1]}, time_, still);
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < poses_.dof(force.body[side]); ++j) {
      Motions moving = rest;
      if (j < In::num_linear)
        moving[side].velocity[j] = poses_.length();
      else if constexpr (In::space == Space::planar)
        moving[side].spin = 1;
      else
        moving[side].spin[j - 3] = 1;
      typename In::Applied value;
      In::force(force, {moving[0], moving[1]}, time_, value);
      if (value.conservative != still.conservative || value.other != still.other) return true;
    }
  return false;
}

template <class In>
void Linearizer<In>::add_force(const Force& force) {
  if (force.type->spec.name == "spring" || force.type->spec.name == "damper") return add_stretched(force);
  if (depends_on_velocity(force))
    return poses_.object("how '" + force.name + "' depends on velocities is not linearized");
  poses_.add(
      acted_bodies(force), "the force of '" + force.name + "'", -1, 0,
      [&](const Motions& at) {
        typename In::Applied value;
        In::force(force, {at[0], at[1]}, time_, value);
        Covector<In> sum{};
        for (int side = 0; side < 2; ++side)
          for (int j = 0; j < In::num_velocities; ++j)
            sum[side][j] = value.conservative[side][j] + value.other[side][j];
        return sum;
      },
      result_.from_applied);
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
  if (!solution.x.allFinite() || !solution.multiplier.allFinite())
    return {.objection = "the forces of the joints at the start are not known"};
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
