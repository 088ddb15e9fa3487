#include "verification/motion/trajectory.hpp"

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

}  // namespace

ConstraintErrorEnclosure::ConstraintErrorEnclosure(const Model& model) : model_(&model) {
  worst_.positions.resize(model.num_positions);
  for (const Joint& joint : model.joints) {
    JointContext& context = contexts_.emplace_back();
    context.equation = equation_of(joint, model.space);
    if (joint.driven_type != nullptr) context.driven = equation_of(*joint.driven_type, model.space);
    if (context.equation == Equation::unsupported) is_supported_ = false;
  }
  if (model.space == Space::planar)
    planar_poses_.resize(model.bodies.size() + 1);
  else
    spatial_poses_.resize(model.bodies.size() + 1);
}

bool ConstraintErrorEnclosure::supports(const Joint& joint, Space space) {
  return equation_of(joint, space) != Equation::unsupported;
}

template <class Pose>
void ConstraintErrorEnclosure::add_errors(const std::vector<Pose>& pose, const State& state, long step) {
  const auto of = [&](int body) -> const Pose& { return body == world_body ? pose.back() : pose[body]; };
  for (std::size_t j = 0; j < contexts_.size(); ++j) {
    const Joint& joint = model_->joints[j];
    JointContext& context = contexts_[j];
    context.time = state.time;
    context.near = near_of(joint, state);
    const Interval error = largest_error(joint, context, of(joint.body[0]), of(joint.body[1]), of(joint.carrier));
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
    add_errors(planar_poses_, state, step);
  } else {
    for (std::size_t i = 0; i < bodies.size(); ++i) spatial_poses_[i] = spatial_pose(bodies[i], state.q);
    add_errors(spatial_poses_, state, step);
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
    result.reason = "a joint of this type has no equation here";
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

}  // namespace perpend
