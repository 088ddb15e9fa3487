#include "kernel/dynamics/linearize_forces.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"
#include "kernel/linear/kkt_solver.hpp"

namespace perpend {

namespace {

using Extended = long double;
using ExtendedVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1>;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;

/// Step of the differences, as a share of the bodies' size, and in radians: order 4 leaves 1e-17, rounding of 64 bits
/// 3e-15.
constexpr Extended relative_step = 4e-5L;
/// Share of each part of `rest` that is granted: multipliers come from a solve in doubles and are good to 1e-11 or so
/// unless the mechanism is close to singular; the differences to 1e-14.
constexpr double granted_share = 1e-9;
/// What the differences of a number that is 0 may leave, against the size of the function over the step's unit.
constexpr Extended rounding_share = 1e-13L;

/// Coordinates of a mechanism of which those of one body, from `first` on, are others; without a mechanism all are 0.
struct Moved {
  const ExtendedVector* q = nullptr;
  int first = 0;
  int count = 0;
  std::array<Extended, 7> own{};

  Moved() = default;
  Moved(const ExtendedVector& all, int begin, int size) : q(&all), first(begin), count(size) {
    for (int i = 0; i < size; ++i) own[i] = all[begin + i];
  }
  Extended operator[](int i) const {
    if (i >= first && i < first + count) return own[i - first];
    return q == nullptr ? Extended(0) : (*q)[i];
  }
};

/// Error of multipliers, relative to the largest: a solve in doubles of a mechanism of condition 1000.
constexpr Extended solve_share = 1e-12L;
/// Error of lengths and angles, which come from a few doubles.
constexpr Extended number_share = 0x1p-48L;

/// What differs between the plane and space.
struct LinearPlane {
  using Motion = BodyMotion<Extended>;
  using Motions = PlanarMotions<Extended>;
  using Vector = Vector2<Extended>;
  static constexpr int width = 3;
  static constexpr int num_linear = 2;

  static Motion motion(const Body& body, const ExtendedVector& q, int moved, Extended by) {
    Moved at(q, std::max(body.offset, 0), body.dof);
    if (moved >= 0) at.own[moved] += by;
    return body_motion<Extended>(body, at, Moved{});
  }
  static void rows(const Joint& joint, const Motions& at, Extended time, const Extended*, JointRows<Extended>& out) {
    joint.type->evaluate_extended(joint, at, time, out);
  }
  static void coordinate(const Joint& joint, const Motions& at, int which, Extended,
                         CoordinateValue<Extended, 3>& out) {
    joint.type->coordinate_extended(joint, at, which, out);
  }
  static void force(const Force& force, const Motions& at, Extended time, ForceValue<Extended>& out) {
    force.type->evaluate_extended(force, {at[0], at[1]}, time, out);
  }
  using Rows = JointRows<Extended>;
  using Coordinate = CoordinateValue<Extended, 3>;
  using Applied = ForceValue<Extended>;

  static PointMotion<Extended> point(const Force& force, const Motions& at, int side) {
    return point_motion(at[side], force.anchor[side]);
  }
  static std::array<Extended, 3> row(const Vector& u, const PointMotion<Extended>& point, Extended sign) {
    return {sign * u.x(), sign * u.y(), sign * dot(u, perp(point.arm))};
  }
};

struct LinearSpace {
  using Motion = SpatialMotion<Extended>;
  using Motions = SpatialMotions<Extended>;
  using Vector = Vector3<Extended>;
  static constexpr int width = 6;
  static constexpr int num_linear = 3;

  static Motion motion(const Body& body, const ExtendedVector& q, int moved, Extended by) {
    Moved at(q, std::max(body.q_offset, 0), body.kind == BodyKind::rigid ? 7 : body.dof);
    if (moved >= 0 && moved < 3) at.own[moved] += by;
    if (moved >= 3) {
      const Vector3<Extended> turn = by * Vector3<Extended>::Unit(moved - 3);
      const Vector4<Extended> old(at.own[3], at.own[4], at.own[5], at.own[6]);
      const Vector4<Extended> turned = quaternion_product(quaternion_exponential(turn), old);
      for (int i = 0; i < 4; ++i) at.own[3 + i] = turned[i];
    }
    return spatial_motion<Extended>(body, at, Moved{});
  }
  static void rows(const Joint& joint, const Motions& at, Extended time, const Extended* near,
                   SpatialRows<Extended>& out) {
    joint.type->evaluate_spatial_extended(joint, at, time, near, out);
  }
  static void coordinate(const Joint& joint, const Motions& at, int which, Extended near,
                         CoordinateValue<Extended, 6>& out) {
    joint.type->coordinate_spatial_extended(joint, at, which, near, out);
  }
  static void force(const Force& force, const Motions& at, Extended time, SpatialForceValue<Extended>& out) {
    force.type->evaluate_spatial_extended(force, {at[0], at[1]}, time, out);
  }
  using Rows = SpatialRows<Extended>;
  using Coordinate = CoordinateValue<Extended, 6>;
  using Applied = SpatialForceValue<Extended>;

  static SpatialPoint<Extended> point(const Force& force, const Motions& at, int side) {
    return spatial_point(at[side], force.spatial_anchor[side]);
  }
  static std::array<Extended, 6> row(const Vector& u, const SpatialPoint<Extended>& point, Extended sign) {
    const Vector3<Extended> moment = cross(point.arm, u);
    return {sign * u.x(), sign * u.y(), sign * u.z(), sign * moment.x(), sign * moment.y(), sign * moment.z()};
  }
};

/// One side by side: a number for each velocity of the two bodies and of a carrier.
template <class In>
using Covector = std::array<std::array<Extended, In::width>, num_sides>;

template <class In>
class Linearizer {
 public:
  Linearizer(const Model& model, const State& pose, const VectorX& lambda)
      : model_(model),
        time_(pose.time),
        q_(pose.q.cast<Extended>()),
        near_(ExtendedVector::Zero(model.num_joint_coordinates)),
        lambda_(lambda),
        length_(characteristic_length(model)) {
    if (pose.coordinates.size() == near_.size()) near_ = pose.coordinates.cast<Extended>();
  }

  LinearForces linearize() {
    for (const Joint& joint : model_.joints) add_coordinate_springs(joint);
    for (const Force& force : model_.forces) add_force(force);
    for (const Joint& joint : model_.joints) add_constraint_force(joint);
    finish();
    return std::move(result_);
  }
  /// What rounding of lengths and angles may do to forces, against their size [N].
  [[nodiscard]] double force_doubt() const { return static_cast<double>(force_doubt_); }

 private:
  using Motions = typename In::Motions;
  using Bodies = std::array<int, num_sides>;

  [[nodiscard]] typename In::Motion motion(int body, int moved = -1, Extended by = 0) const {
    if (body == world_body) return {};
    const Body& own = model_.bodies[body];
    typename In::Motion result = In::motion(own, q_, moved, by);
    for (int i = 0; own.dof == 0 && i < In::num_linear; ++i)
      if (!own.shift[i].empty()) result.position[i] += own.shift[i](time_);
    return result;
  }
  [[nodiscard]] int dof(int body) const { return body == world_body ? 0 : model_.bodies[body].dof; }
  [[nodiscard]] std::vector<int> columns(const Bodies& body) const {
    std::vector<int> all;
    for (const int one : body)
      for (int j = 0; j < dof(one); ++j) all.push_back(model_.bodies[one].offset + j);
    return all;
  }
  [[nodiscard]] ExtendedVector flat(const Bodies& body, const Covector<In>& value) const {
    ExtendedVector all(dof(body[0]) + dof(body[1]) + dof(body[2]));
    Eigen::Index at = 0;
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < dof(body[side]); ++j) all[at++] = value[side][j];
    return all;
  }
  [[nodiscard]] const Extended* branches(const Joint& joint) const {
    const Joint& owner = joint.driven_joint < 0 ? joint : model_.joints[joint.driven_joint];
    return owner.first_coordinate < 0 ? nullptr : near_.data() + owner.first_coordinate;
  }
  [[nodiscard]] Motions motions(const Bodies& body) const {
    return {motion(body[0]), motion(body[1]), motion(body[2])};
  }
  [[nodiscard]] static Bodies bodies_of(const Joint& joint) { return perpend::bodies_of(joint); }
  [[nodiscard]] static Bodies bodies_of(const Force& force) { return {force.body[0], force.body[1], world_body}; }

  /// sign times the derivative of a covector over the poses of all bodies, into `rest`. `doubt`: share of it that may
  /// be wrong because the force itself is the difference of larger numbers.
  template <class Function>
  void add_derivative(const Bodies& body, const std::string& name, Extended sign, Extended doubt, Function value_at,
                      bool& has_part);
  void add_constraint_force(const Joint& joint);
  void add_coordinate_springs(const Joint& joint);
  void add_force(const Force& force);
  void add_stretched(const Force& force);
  void add_element(const Bodies& body, const Covector<In>& gradient, double stiffness, double damping);
  [[nodiscard]] bool depends_on_velocity(const Force& force) const;
  void object(std::string reason) {
    if (result_.objection.empty()) result_.objection = std::move(reason);
  }
  void finish();

  struct Sum {
    Extended value = 0;
    Extended size = 0;  ///< of its parts
  };
  const Model& model_;
  Extended time_;
  ExtendedVector q_;
  ExtendedVector near_;
  const VectorX& lambda_;
  Extended length_;
  Extended force_doubt_ = 0;
  std::map<std::pair<int, int>, Sum> rest_;
  LinearForces result_;
};

template <class In>
template <class Function>
void Linearizer<In>::add_derivative(const Bodies& body, const std::string& name, Extended sign, Extended doubt,
                                    Function value_at, bool& has_part) {
  const std::vector<int> all = columns(body);
  Eigen::Index column = 0;
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < dof(body[side]); ++j, ++column) {
      const Extended unit = j < In::num_linear ? length_ : Extended(1);
      const Extended e = relative_step * unit;
      const auto at = [&](Extended by) {
        Motions moved = motions(body);
        moved[side] = motion(body[side], j, by);
        return flat(body, value_at(moved));
      };
      const ExtendedVector one = at(e) - at(-e), two = at(2 * e) - at(-2 * e), four = at(4 * e) - at(-4 * e);
      const ExtendedVector fine = (8 * one - two) / (12 * e), coarse = (8 * two - four) / (24 * e);
      const ExtendedVector size = flat(body, value_at(motions(body))).cwiseAbs() + fine.cwiseAbs() * unit;
      const Extended largest = size.size() == 0 ? Extended(0) : size.maxCoeff();
      for (Eigen::Index i = 0; i < fine.size(); ++i) {
        if (one[i] == 0 && two[i] == 0 && four[i] == 0) continue;
        const Extended floor = rounding_share * largest / unit;
        // The finer one is off by a fifteenth of the difference.
        if (!(std::abs(fine[i] - coarse[i]) <= floor + Extended(granted_share) * (size[i] + largest) / unit))
          return object(name + " is not smooth at the start");
        Sum& sum = rest_[{all[i], all[column]}];
        sum.value += sign * fine[i];
        sum.size += std::max(Extended(1), doubt / Extended(granted_share)) * std::abs(fine[i]) +
                    floor / Extended(granted_share);
        has_part = true;
      }
    }
}

template <class In>
void Linearizer<In>::add_constraint_force(const Joint& joint) {
  const VectorX lambda = lambda_.segment(joint.first_row, joint.num_rows);
  if ((lambda.array() == 0.0).all()) return;
  const Extended largest = lambda.cwiseAbs().maxCoeff();
  const Extended doubt = (solve_share * lambda_.cwiseAbs().maxCoeff() + force_doubt_) / largest;
  add_derivative(
      bodies_of(joint), "the force of joint '" + joint.name + "'", -1, doubt,
      [&](const Motions& at) {
        typename In::Rows rows;
        In::rows(joint, at, time_, branches(joint), rows);
        Covector<In> force{};
        for (int side = 0; side < num_sides; ++side)
          for (int i = 0; i < joint.num_rows; ++i)
            for (int j = 0; j < In::width; ++j) force[side][j] += Extended(lambda[i]) * rows.jacobian[side][i][j];
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
    const typename In::Coordinate now = value_at(motions(bodies_of(joint)));
    add_element(bodies_of(joint), now.jacobian, element.stiffness, element.damping);
    const Extended pull = Extended(element.stiffness) * (now.value - Extended(element.rest));
    const Extended pull_doubt =
        number_share * Extended(element.stiffness) * (std::abs(now.value) + std::abs(Extended(element.rest)));
    force_doubt_ = std::max(force_doubt_, pull_doubt / length_);
    if (pull == 0) continue;
    add_derivative(
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
void Linearizer<In>::add_element(const Bodies& body, const Covector<In>& gradient, double stiffness, double damping) {
  LinearForces::Element element;
  element.stiffness = stiffness;
  element.damping = damping;
  const std::vector<int> all = columns(body);
  const ExtendedVector g = flat(body, gradient);
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
    return typename In::Vector(In::point(force, at, 1).position - In::point(force, at, 0).position);
  };
  const auto gradient_at = [&](const Motions& at) {
    const typename In::Vector d = between(at);
    const typename In::Vector u = d / std::sqrt(dot(d, d));
    return Covector<In>{In::row(u, In::point(force, at, 0), -1), In::row(u, In::point(force, at, 1), 1)};
  };
  const Motions now = motions(bodies_of(force));
  const typename In::Vector d = between(now);
  const Extended length = std::sqrt(dot(d, d));
  if (!(length > 0)) return object("'" + force.name + "' has length 0 at the start, where it has no direction");
  add_element(bodies_of(force), gradient_at(now), force.stiffness, force.damping);
  const Extended pull = Extended(force.stiffness) * (length - Extended(force.rest));
  const Extended pull_doubt = number_share * Extended(force.stiffness) * (length_ + Extended(force.rest));
  force_doubt_ = std::max(force_doubt_, pull_doubt);
  if (pull == 0) return;
  add_derivative(
      bodies_of(force), "the force of '" + force.name + "'", 1, pull_doubt / std::abs(pull),
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
  const Motions rest = motions(bodies_of(force));
  typename In::Applied still;
  In::force(force, rest, time_, still);
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < dof(force.body[side]); ++j) {
      Motions moving = rest;
      if (j < In::num_linear)
        moving[side].velocity[j] = length_;
      else if constexpr (In::width == 3)
        moving[side].spin = 1;
      else
        moving[side].spin[j - 3] = 1;
      typename In::Applied value;
      In::force(force, moving, time_, value);
      if (value.conservative != still.conservative || value.other != still.other) return true;
    }
  return false;
}

template <class In>
void Linearizer<In>::add_force(const Force& force) {
  if (force.type->spec.name == "spring" || force.type->spec.name == "damper") return add_stretched(force);
  if (depends_on_velocity(force)) return object("how '" + force.name + "' depends on velocities is not linearized");
  add_derivative(
      bodies_of(force), "the force of '" + force.name + "'", -1, 0,
      [&](const Motions& at) {
        typename In::Applied value;
        In::force(force, at, time_, value);
        Covector<In> sum{};
        for (int side = 0; side < 2; ++side)
          for (int j = 0; j < In::width; ++j) sum[side][j] = value.conservative[side][j] + value.other[side][j];
        return sum;
      },
      result_.from_applied);
}

/// In space the derivative is symmetric where the torques on each body balance, as in a potential at rest.
template <class In>
void Linearizer<In>::finish() {
  if (rest_.empty() || !result_.objection.empty()) return;
  // A turn of 1/length moves as far as a shift of 1: it makes forces and torques comparable. Any weights > 0 are right.
  ExtendedVector weights = ExtendedVector::Ones(model_.num_velocities);
  for (const Body& body : model_.bodies)
    for (int j = In::num_linear; j < body.dof; ++j) weights[body.offset + j] = 1 / length_;
  ExtendedVector margin = ExtendedVector::Zero(model_.num_velocities);
  for (const auto& [place, sum] : rest_) {
    const auto [row, column] = place;
    const auto other = rest_.find({column, row});
    const Sum turned = other == rest_.end() ? Sum{} : other->second;
    const Extended granted = Extended(granted_share) * (sum.size + turned.size);
    if (!(std::abs(sum.value - turned.value) <= granted))
      return object(
          "the forces at the start turn bodies that they do not hold in balance, so that their stiffness is "
          "not symmetric");
    if (row > column && other != rest_.end()) continue;
    const double value = static_cast<double>((sum.value + turned.value) / 2);
    result_.rest.push_back({std::min(row, column), std::max(row, column), value});
    margin[row] += granted * weights[column] / weights[row];
    if (row != column) margin[column] += granted * weights[row] / weights[column];
  }
  result_.margin = margin.cast<double>();
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
  const auto linearize_in = [&](auto linearizer) {
    LinearForces forces = linearizer.linearize();
    doubt = linearizer.force_doubt();
    return forces;
  };
  LinearForces forces = model.space == Space::planar
                            ? linearize_in(Linearizer<LinearPlane>(model, pose, solution.multiplier))
                            : linearize_in(Linearizer<LinearSpace>(model, pose, solution.multiplier));
  VectorX inertial, pull = VectorX::Zero(rows.num_columns);
  multiply(at.mass, solution.x, inertial);
  add_jacobian_transposed(rows, solution.multiplier, pull);
  const double largest = std::max(at.force.cwiseAbs().maxCoeff(), pull.cwiseAbs().maxCoeff());
  forces.is_balanced = inertial.cwiseAbs().maxCoeff() <= balance_share * largest + doubt;
  return forces;
}

}  // namespace perpend
