#include "verification/motion/trajectory.hpp"

#include <type_traits>

#include "kernel/model/numbers/finite.hpp"
#include "kernel/model/numbers/trigonometry.hpp"
#include "verification/arithmetic/time_enclosure.hpp"
#include "verification/motion/planar_equations.hpp"
#include "verification/motion/spatial_equations.hpp"

namespace perpend {

namespace {

/// Where the turns of an angle are known from: the joint's own last coordinates.
const double* near_of(const Joint& joint, const VectorX& coordinates) {
  if (joint.first_coordinate < 0 || coordinates.size() == 0) return nullptr;
  return coordinates.data() + joint.first_coordinate;
}

/// NaN from sin_cos, beyond its largest argument, becomes a value that is not known.
template <class Value>
Value widened(double value) {
  if constexpr (std::is_same_v<Value, Bounded>)
    return {value, sin_cos_error_bound};
  else
    return {next_down(value - sin_cos_error_bound), next_up(value + sin_cos_error_bound)};
}

/// Position and angle as stored, sine and cosine enclosed.
template <class Value>
PlanarPose<Value> planar_pose(const Body& body, const VectorX& q) {
  const bool moves = body.dof > 0;
  const double angle = body.dof == 3                              ? q[body.q_offset + 2]
                       : moves || body.kind == BodyKind::particle ? 0.0
                                                                  : body.angle;
  PlanarPose<Value> pose;
  pose.x = moves ? q[body.q_offset] : body.position.x();
  pose.y = moves ? q[body.q_offset + 1] : body.position.y();
  pose.angle = angle;
  if (angle != 0.0) {  // an angle of exactly 0, and a particle, need no rounding; a NaN is passed on to sin_cos
    const SinCos<double> value = sin_cos(angle);
    pose.sin = widened<Value>(value.sin);
    pose.cos = widened<Value>(value.cos);
  }
  return pose;
}

/// One product and its error give both ends.
template <class Value>
Value product(double x, double y) {
  if constexpr (std::is_same_v<Value, Bounded>) return scale(x, Bounded(y));
  const auto [p, e] = two_product(x, y);
  if (!is_mid_range(p)) return {multiply_down(x, y), multiply_up(x, y)};
  return {e >= 0.0 ? p : next_down(p), e <= 0.0 ? p : next_up(p)};
}

/// 1 - 2 (x + y)
template <class Value>
Value diagonal_entry(const Value& x, const Value& y) {
  return Value(1.0) - scale(2.0, x + y);
}

/// The polynomial of degree 2 in the stored quaternion.
template <class Value>
void rotate_by(SpatialPose<Value>& pose, double w, double x, double y, double z) {
  const Value xx = product<Value>(x, x), yy = product<Value>(y, y), zz = product<Value>(z, z);
  const Value xy = product<Value>(x, y), xz = product<Value>(x, z), yz = product<Value>(y, z);
  const Value wx = product<Value>(w, x), wy = product<Value>(w, y), wz = product<Value>(w, z);
  pose.rotation = {{{diagonal_entry(yy, zz), scale(2.0, xy - wz), scale(2.0, xz + wy)},
                    {scale(2.0, xy + wz), diagonal_entry(xx, zz), scale(2.0, yz - wx)},
                    {scale(2.0, xz - wy), scale(2.0, yz + wx), diagonal_entry(xx, yy)}}};
}

template <class Value>
SpatialPose<Value> spatial_pose(const Body& body, const VectorX& q) {
  SpatialPose<Value> pose;
  Vec4 turn = body.spatial.rotation;
  for (int i = 0; i < 3; ++i) pose.position[i] = body.dof == 0 ? body.spatial.position[i] : q[body.q_offset + i];
  if (body.dof > 0 && body.kind == BodyKind::rigid) turn = q.segment<4>(body.q_offset + 3);
  if (body.kind != BodyKind::particle) rotate_by(pose, turn[0], turn[1], turn[2], turn[3]);
  return pose;
}

/// The numbers of an equation at one state.
template <class Number>
struct EnclosedNumbers {
  using Value = Number;

  [[nodiscard]] static Value define(const Value& x) { return x; }
  [[nodiscard]] Value at(const TimeFunction& f) const { return Value(enclose(f, time)); }
  [[nodiscard]] bool has_near() const { return coordinates != nullptr; }
  [[nodiscard]] Value near(int which) const { return coordinates[which]; }

  double time;
  const double* coordinates;
};

/// Largest |phi_i|; unknown where an angle may be meant on two branches.
Interval largest(const ErrorRows<Interval>& rows) {
  if (rows.empty()) return 0.0;
  Interval result = abs(rows.front());
  for (std::size_t i = 1; i < rows.size(); ++i) result = max(result, abs(rows[i]));
  return result;
}

/// Steps without a try of the bounded numbers, at most, after tries that decided nothing.
constexpr int longest_wait = 64;

}  // namespace

ConstraintErrorEnclosure::ConstraintErrorEnclosure(const Model& model) : model_(&model) {
  worst_.positions.resize(model.num_positions);
  for (const Joint& joint : model.joints) {
    equations_.push_back(equations_of(joint, model.space));
    if (equations_.back().own == Equation::unsupported) is_supported_ = false;
  }
  pins_ = PinErrors::of(model, equations_);
  if (model.space == Space::planar) {
    planar_poses_.resize(model.bodies.size() + 1);
    planar_nearby_.resize(model.bodies.size() + 1);
  } else {
    spatial_poses_.resize(model.bodies.size() + 1);
    spatial_nearby_.resize(model.bodies.size() + 1);
  }
}

bool ConstraintErrorEnclosure::supports(const Joint& joint, Space space) {
  return equation_of(joint, space) != Equation::unsupported;
}

/// Calls visit(rows) with the rows of each joint, nothing where they are not known.
template <class Equations, class Pose, class Visit>
void ConstraintErrorEnclosure::for_each_joint(const std::vector<Pose>& pose, const TrajectoryState& state,
                                              const Visit& visit) const {
  const auto of = [&](int body) -> const Pose& { return body == world_body ? pose.back() : pose[body]; };
  for (std::size_t j = 0; j < equations_.size(); ++j) {
    const Joint& joint = model_->joints[j];
    const JointPoses<Pose> poses{of(joint.body[0]), of(joint.body[1]), of(joint.carrier)};
    EnclosedNumbers<typename Equations::Value> numbers{state.time, near_of(joint, state.coordinates)};
    visit(Equations(joint, poses, numbers).rows(equations_[j]));
  }
}

template <class Value, class Visit>
void ConstraintErrorEnclosure::evaluate(std::vector<PlanarPose<Value>>& planar,
                                        std::vector<SpatialPose<Value>>& spatial, const TrajectoryState& state,
                                        const Visit& visit) const {
  const std::vector<Body>& bodies = model_->bodies;
  if (model_->space == Space::planar) {
    for (std::size_t i = 0; i < bodies.size(); ++i) planar[i] = planar_pose<Value>(bodies[i], state.positions);
    for_each_joint<PlanarEquations<EnclosedNumbers<Value>>>(planar, state, visit);
  } else {
    for (std::size_t i = 0; i < bodies.size(); ++i) spatial[i] = spatial_pose<Value>(bodies[i], state.positions);
    for_each_joint<SpatialEquations<EnclosedNumbers<Value>>>(spatial, state, visit);
  }
}

void ConstraintErrorEnclosure::enclose_state(const TrajectoryState& state) {
  evaluate(planar_poses_, spatial_poses_, state, [&](const auto& rows) {
    const Interval error = rows ? largest(*rows) : Interval();
    if (!error.is_known()) is_known_ = false;
    if (error.lo > lower_) lower_ = error.lo;
    if (worst_.step >= 0 && !(error.hi > upper_)) return;
    upper_ = std::max(upper_, error.hi);
    worst_ = state;
  });
}

/// Between which numbers the largest error of the state lies; NaN: not known.
std::pair<double, double> ConstraintErrorEnclosure::bound_state(const TrajectoryState& state) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  double least = 0.0, most = 0.0;
  evaluate(planar_nearby_, spatial_nearby_, state, [&](const auto& rows) {
    if (!rows) {
      most = nothing;
      return;
    }
    for (const Bounded& row : *rows) {
      const double modulus = largest_modulus(row);
      if (!(modulus <= most)) most = std::isnan(most) ? most : modulus;
      least = std::max(least, least_modulus(row));
    }
  });
  return {std::isnan(most) ? most : least, most};
}

/// A state whose error is surely below one that is met needs no closer look, nor does the last worst one once another
/// is surely worse: only one state stays to be enclosed.
bool ConstraintErrorEnclosure::decides(double least, double most, const TrajectoryState& state) {
  const bool has_candidate = candidate_.step >= 0;
  const bool has_state = has_candidate || worst_.step >= 0;
  const double met = has_candidate ? std::max(lower_, candidate_least_) : lower_;
  if (has_state && most <= met) return true;
  if (!(least > upper_ && (!has_candidate || least > candidate_most_) && most < infinity)) return false;
  candidate_ = state;
  candidate_least_ = least;
  candidate_most_ = most;
  return true;
}

bool ConstraintErrorEnclosure::is_decided(const TrajectoryState& state) {
  if (waiting_ > 0) {
    --waiting_;
    return false;
  }
  if (pins_) {
    const auto [least, most] = pins_->at(state.positions);
    if (decides(least, most, state)) {
      wait_ = 0;
      return true;
    }
  }
  const auto [least, most] = bound_state(state);
  if (decides(least, most, state)) {
    wait_ = 0;
    return true;
  }
  wait_ = std::min(2 * wait_ + 1, longest_wait);
  waiting_ = wait_;
  return false;
}

void ConstraintErrorEnclosure::settle() {
  if (candidate_.step < 0) return;
  enclose_state(candidate_);
  candidate_.step = -1;
}

void ConstraintErrorEnclosure::add(const State& state, long step) {
  ++states_;
  if (!is_supported_) return;
  if (state.q.size() != model_->num_positions || !is_finite(state.q) || !is_finite(state.coordinates)) {
    is_known_ = false;
    return;
  }
  current_.step = step;
  current_.time = state.time;
  current_.positions = state.q;
  current_.coordinates = state.coordinates;
  if (!is_decided(current_)) enclose_state(current_);
}

Certificate ConstraintErrorEnclosure::certificate() {
  settle();
  Certificate result{.kind = CertificateKind::constraint_error};
  if (states_ == 0) {
    result.reason = "no state was enclosed";
    return result;
  }
  result.verdict = Verdict::undecided;
  if (!is_supported_) {
    result.reason = "a joint of this type, or one that follows a law of the state, has no equation here";
    return result;
  }
  if (!is_known_) {
    result.reason =
        "a state is not finite, an angle is too large or has no turn that is nearest, or a prescribed function cannot "
        "be "
        "enclosed";
    return result;
  }
  result.verdict = Verdict::proved;
  result[ConstraintErrorBound::lower] = lower_;
  result[ConstraintErrorBound::upper] = upper_;
  result[ConstraintErrorBound::worst_step] = static_cast<double>(worst_.step);
  result[ConstraintErrorBound::num_states] = static_cast<double>(states_);
  return result;
}

constinit const CertificateType certificate_types::constraint_error{
    .kind = CertificateKind::constraint_error,
    .id = "constraint_error",
    .statement =
        "the largest error of the joints, drives and rolling rows that hold a position lies, over all stored states, "
        "between the stated bounds, metres and radians compared as bare numbers",
    .theorem = "outward rounded evaluation of the joint equations at the stored numbers",
    .bounds = in_order<ConstraintErrorBound>(
        {{ConstraintErrorBound::lower, "largest error", Sense::at_least, Quantity::position},
         {ConstraintErrorBound::upper, "largest error", Sense::at_most, Quantity::position},
         {ConstraintErrorBound::worst_step, "worst step"},
         {ConstraintErrorBound::num_states, "states"}})};

}  // namespace perpend
