#include "verification/motion/trajectory.hpp"

#include "kernel/model/numbers/trigonometry.hpp"
#include "verification/arithmetic/time_enclosure.hpp"
#include "verification/motion/planar_equations.hpp"
#include "verification/motion/spatial_equations.hpp"

namespace perpend {

namespace {

/// Where the turns of an angle are known from: the joint's own last coordinates.
const double* near_of(const Joint& joint, const State& state) {
  if (joint.first_coordinate < 0 || state.coordinates.size() == 0) return nullptr;
  return state.coordinates.data() + joint.first_coordinate;
}

bool is_finite(const VectorX& x) {
  return x.allFinite();
}

/// NaN from sin_cos, beyond its largest argument, becomes an interval that is not known.
Interval widened(double value) {
  return {next_down(value - sin_cos_error_bound), next_up(value + sin_cos_error_bound)};
}

/// Position and angle as stored, sine and cosine enclosed.
PlanarPose<Interval> planar_pose(const Body& body, const VectorX& q) {
  const bool moves = body.dof > 0;
  const double angle = body.dof == 3                              ? q[body.q_offset + 2]
                       : moves || body.kind == BodyKind::particle ? 0.0
                                                                  : body.angle;
  PlanarPose<Interval> pose;
  pose.x = moves ? q[body.q_offset] : body.position.x();
  pose.y = moves ? q[body.q_offset + 1] : body.position.y();
  pose.angle = angle;
  if (angle != 0.0) {  // an angle of exactly 0, and a particle, need no rounding; a NaN is passed on to sin_cos
    const SinCos<double> value = sin_cos(angle);
    pose.sin = widened(value.sin);
    pose.cos = widened(value.cos);
  }
  return pose;
}

/// One product and its error give both ends.
Interval product(double x, double y) {
  const auto [p, e] = two_product(x, y);
  if (!is_mid_range(p)) return {multiply_down(x, y), multiply_up(x, y)};
  return {e >= 0.0 ? p : next_down(p), e <= 0.0 ? p : next_up(p)};
}

/// 1 - 2 (x + y)
Interval diagonal_entry(Interval x, Interval y) {
  return Interval(1.0) - scale(2.0, x + y);
}

/// The polynomial of degree 2 in the stored quaternion.
void rotate_by(SpatialPose<Interval>& pose, double w, double x, double y, double z) {
  const Interval xx = product(x, x), yy = product(y, y), zz = product(z, z);
  const Interval xy = product(x, y), xz = product(x, z), yz = product(y, z);
  const Interval wx = product(w, x), wy = product(w, y), wz = product(w, z);
  pose.rotation = {{{diagonal_entry(yy, zz), scale(2.0, xy - wz), scale(2.0, xz + wy)},
                    {scale(2.0, xy + wz), diagonal_entry(xx, zz), scale(2.0, yz - wx)},
                    {scale(2.0, xz - wy), scale(2.0, yz + wx), diagonal_entry(xx, yy)}}};
}

SpatialPose<Interval> spatial_pose(const Body& body, const VectorX& q) {
  SpatialPose<Interval> pose;
  Vec4 turn = body.spatial.rotation;
  for (int i = 0; i < 3; ++i) pose.position[i] = body.dof == 0 ? body.spatial.position[i] : q[body.q_offset + i];
  if (body.dof > 0 && body.kind == BodyKind::rigid) turn = q.segment<4>(body.q_offset + 3);
  if (body.kind != BodyKind::particle) rotate_by(pose, turn[0], turn[1], turn[2], turn[3]);
  return pose;
}

/// The numbers of an equation at one state.
struct EnclosedNumbers {
  using Value = Interval;

  [[nodiscard]] static Interval define(Interval x) { return x; }
  [[nodiscard]] Interval at(const TimeFunction& f) const { return enclose(f, time); }
  [[nodiscard]] bool has_near() const { return coordinates != nullptr; }
  [[nodiscard]] Interval near(int which) const { return coordinates[which]; }

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

}  // namespace

ConstraintErrorEnclosure::ConstraintErrorEnclosure(const Model& model) : model_(&model) {
  worst_.positions.resize(model.num_positions);
  for (const Joint& joint : model.joints) {
    equations_.push_back(equations_of(joint, model.space));
    if (equations_.back().own == Equation::unsupported) is_supported_ = false;
  }
  if (model.space == Space::planar)
    planar_poses_.resize(model.bodies.size() + 1);
  else
    spatial_poses_.resize(model.bodies.size() + 1);
}

bool ConstraintErrorEnclosure::supports(const Joint& joint, Space space) {
  return equation_of(joint, space) != Equation::unsupported;
}

template <class Equations, class Pose>
void ConstraintErrorEnclosure::add_errors(const std::vector<Pose>& pose, const State& state, long step) {
  const auto of = [&](int body) -> const Pose& { return body == world_body ? pose.back() : pose[body]; };
  for (std::size_t j = 0; j < equations_.size(); ++j) {
    const Joint& joint = model_->joints[j];
    const JointPoses<Pose> poses{of(joint.body[0]), of(joint.body[1]), of(joint.carrier)};
    EnclosedNumbers numbers{state.time, near_of(joint, state)};
    const auto rows = Equations(joint, poses, numbers).rows(equations_[j]);
    const Interval error = rows ? largest(*rows) : Interval();
    if (!error.is_known()) is_known_ = false;
    if (error.lo > lower_) lower_ = error.lo;
    if (worst_.step >= 0 && !(error.hi > upper_)) continue;
    upper_ = std::max(upper_, error.hi);
    worst_.step = step;
    worst_.time = state.time;
    worst_.positions = state.q;
    worst_.coordinates = state.coordinates;
  }
}

void ConstraintErrorEnclosure::add(const State& state, long step) {
  ++states_;
  if (!is_supported_) return;
  if (state.q.size() != model_->num_positions || !is_finite(state.q) || !is_finite(state.coordinates)) {
    is_known_ = false;
    return;
  }
  const std::vector<Body>& bodies = model_->bodies;
  if (model_->space == Space::planar) {
    for (std::size_t i = 0; i < bodies.size(); ++i) planar_poses_[i] = planar_pose(bodies[i], state.q);
    add_errors<PlanarEquations<EnclosedNumbers>>(planar_poses_, state, step);
  } else {
    for (std::size_t i = 0; i < bodies.size(); ++i) spatial_poses_[i] = spatial_pose(bodies[i], state.q);
    add_errors<SpatialEquations<EnclosedNumbers>>(spatial_poses_, state, step);
  }
}

Certificate ConstraintErrorEnclosure::certificate() const {
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
