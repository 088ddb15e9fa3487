#include "study/reference/running_phase.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/model/numbers/dual.hpp"
#include "study/reference/room_at.hpp"

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// A contact that does not move, though it has the largest friction, moves where its slip is more [m/s].
constexpr double still_slip = 1e-10;
/// Slips above it say their direction [m/s].
constexpr double directed_slip = 1e-9;

}  // namespace

RunningPhase::RunningPhase(const Model& model, const ReferenceAccuracy& accuracy)
    : model_(model),
      accuracy_(accuracy),
      at_(model),
      phase_(make_phase(model, std::vector<PhaseMode>(model.coordinate_rows.size(), PhaseMode::free))) {}

void RunningPhase::move_to(State& state) {
  has_begun_ = true;
  at_.move_to(state);
  state_ = state;
  acceleration_.resize(0);
  motions_.clear();
  for (const PhaseContact& contact : phase_.contacts) motions_.push_back(at_.motion_of(contact.closed));
  multipliers_.resize(0);
  if (phase_.has_keepers() || !phase_.contacts.empty())
    multipliers_ = reference_forces(phase_.system(model_.num_joint_rows), state).multiplier;
}

void RunningPhase::begin(MotionPhase phase, State& state) {
  phase_ = std::move(phase);
  guards_.clear();
  for (int row = 0; row < at_.num_rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    switch (phase_.modes[at]) {
      case PhaseMode::free:
        if (!at_.row(row).is_friction()) guards_.push_back({Kind::limit_gap, row});
        break;
      case PhaseMode::held:
        guards_.push_back({Kind::limit_force, row});
        break;
      case PhaseMode::sticks:
        guards_.push_back({Kind::stick_force, row});
        break;
      case PhaseMode::forward:
      case PhaseMode::backward:
        guards_.push_back({Kind::rate, row});
        break;
    }
  }
  if (model_.contacts.enabled) guards_.push_back({Kind::contact_gap, -1});
  for (int i = 0; i < static_cast<int>(phase_.contacts.size()); ++i) {
    const ClosedContact& closed = phase_.contacts[static_cast<std::size_t>(i)].closed;
    guards_.push_back({Kind::normal_force, i});
    guards_.push_back({Kind::place, i});
    if (closed.mode == ClosedContact::Mode::sticks) guards_.push_back({Kind::cone, i});
    if (closed.mode != ClosedContact::Mode::sticks && closed.friction > 0.0) guards_.push_back({Kind::slip, i});
  }
  for (int i = 0; i < static_cast<int>(phase_.corners.size()); ++i) guards_.push_back({Kind::law, i});
  move_to(state);
}

double RunningPhase::room(const PhaseGuard& guard) const {
  const auto at = static_cast<std::size_t>(std::max(guard.index, 0));
  const auto force_of_row = [&] { return multipliers_[phase_.rows[at]]; };
  switch (guard.kind) {
    case Kind::limit_gap:
      return at_.room_of_limit(guard.index);
    case Kind::limit_force:
      return at_.row(guard.index).kind == CoordinateRow::Kind::lower_limit ? force_of_row() : -force_of_row();
    case Kind::stick_force:
      return bound_of(model_, at_.row(guard.index)) - std::abs(force_of_row());
    case Kind::rate:
      return phase_.modes[at] == PhaseMode::forward ? at_.rate(guard.index) : -at_.rate(guard.index);
    case Kind::contact_gap: {
      const Contact* nearest = at_.nearest(phase_.closed(), guard.pair);
      return nearest == nullptr ? std::numeric_limits<double>::infinity() : nearest->gap;
    }
    case Kind::normal_force:
      return multipliers_[phase_.contacts[at].row];
    case Kind::cone: {
      const int row = phase_.contacts[at].row;
      const double pull = motions_[at].count == 2 ? std::abs(multipliers_[row + 1])
                                                  : std::hypot(multipliers_[row + 1], multipliers_[row + 2]);
      return phase_.contacts[at].closed.friction * multipliers_[row] - pull;
    }
    case Kind::slip: {
      const PhaseContact& contact = phase_.contacts[at];
      if (contact.closed.mode == ClosedContact::Mode::pushes) return still_slip - motions_[at].slip().norm();
      return motions_[at].slip().dot(contact.closed.slide) + (contact.is_still ? still_slip : 0.0);
    }
    case Kind::place:
      return at_.room_of_place(phase_.contacts[at].closed);
    case Kind::law: {
      std::array<double, TimeFunction::max_signals> signals;
      at_.read(*phase_.corners[at].signals, signals.data());
      return phase_.corners[at].corner.room(at_.time(), signals.data());
    }
  }
  return 0.0;
}

std::vector<PhaseGuard> RunningPhase::guards_of_pairs(double h) const {
  std::vector<PhaseGuard> guards;
  if (!model_.contacts.enabled) return guards;
  // Two bodies close a gap together, and by the end of h they may be twice as fast.
  for (const std::array<int, 2>& pair : at_.pairs_within(4.0 * h * at_.largest_speed(state_.v)))
    guards.push_back({.kind = Kind::contact_gap, .pair = pair});
  return guards;
}

double RunningPhase::longest_look() const {
  double look = std::numeric_limits<double>::infinity();
  if (model_.contacts.enabled) look = 0.25 * at_.reach() / at_.largest_speed(state_.v);
  if (model_.space != Space::spatial || state_.coordinates.size() == 0) return look;
  for (const Body& body : model_.bodies)
    if (body.kind == BodyKind::rigid) look = std::min(look, 1.0 / state_.v.segment<3>(body.offset + 3).norm());
  return look;
}

const VectorX& RunningPhase::acceleration() {
  if (acceleration_.size() == 0)
    acceleration_ = reference_forces(phase_.system(model_.num_joint_rows), state_).acceleration;
  return acceleration_;
}

std::optional<double> RunningPhase::slope(const PhaseGuard& guard) {
  const auto at = static_cast<std::size_t>(std::max(guard.index, 0));
  switch (guard.kind) {
    case Kind::limit_gap:
      return at_.rate(guard.index);
    case Kind::rate: {
      const double onward = at_.coordinate_accelerations(acceleration())[guard.index];
      return phase_.modes[at] == PhaseMode::forward ? onward : -onward;
    }
    case Kind::contact_gap: {
      const Contact* nearest = at_.nearest(phase_.closed(), guard.pair);
      if (nearest == nullptr) return std::nullopt;
      return at_.gap_rate(*nearest);
    }
    case Kind::law: {
      const LawCorner& corner = phase_.corners[at];
      const std::vector<StateSignal>& signals = *corner.signals;
      std::array<double, TimeFunction::max_signals> values, rates;
      at_.read(signals, values.data());
      const bool reads_rates =
          std::any_of(signals.begin(), signals.end(), [](const StateSignal& one) { return is_rate(one.kind); });
      at_.read_rates(signals, reads_rates ? acceleration() : acceleration_, rates.data());
      std::array<Dual<double>, TimeFunction::max_signals> moving;
      for (std::size_t i = 0; i < signals.size(); ++i) moving[i] = {values[i], rates[i]};
      return corner.corner.room(Dual<double>(at_.time(), 1.0), moving.data()).rate;
    }
    default:
      return std::nullopt;
  }
}

double RunningPhase::tolerance(const PhaseGuard& guard) const {
  switch (guard.kind) {
    case Kind::limit_force:
    case Kind::stick_force:
    case Kind::normal_force:
    case Kind::cone:
      return 1e-13 * multipliers_.cwiseAbs().maxCoeff();
    case Kind::contact_gap:
      return at_.rounding();
    case Kind::rate:
    case Kind::slip:
      return 1e-15;
    case Kind::law:
      return phase_.corners[static_cast<std::size_t>(guard.index)].corner.noise;
    case Kind::limit_gap:
    case Kind::place:
      return 0.0;
  }
  return 0.0;
}

bool RunningPhase::touches(const PhaseGuard& guard) const {
  return guard.kind == Kind::law &&
         phase_.corners[static_cast<std::size_t>(guard.index)].corner.kind == FunctionBranches::Kind::touches;
}

double RunningPhase::touching_share(const PhaseGuard& guard) const {
  const bool is_end = touches(guard) && phase_.corners[static_cast<std::size_t>(guard.index)].end != nullptr;
  return is_end ? meeting_share : perpend::touching_share;
}

bool RunningPhase::may_touch() const {
  return std::any_of(guards_.begin(), guards_.end(), [&](const PhaseGuard& guard) { return touches(guard); });
}

bool RunningPhase::is_violated() const {
  return std::any_of(guards_.begin(), guards_.end(), [&](const PhaseGuard& guard) { return is_violated(guard); });
}

Status RunningPhase::step(double h, const State& from, State& next) {
  next = from;
  const Status status = advance_reference(phase_.system(model_.num_joint_rows), accuracy_, h, from, next);
  if (status == Status::converged)
    move_to(next);
  else
    stopped_at_ = next;
  return status;
}

/// The direction from which a slip in space is counted.
void RunningPhase::follow_slips() {
  for (std::size_t i = 0; i < phase_.contacts.size(); ++i) {
    PhaseContact& contact = phase_.contacts[i];
    if (contact.closed.mode != ClosedContact::Mode::slides || !(motions_[i].slip().norm() > directed_slip)) continue;
    if (motions_[i].slip().dot(contact.closed.slide) > directed_slip) contact.is_still = false;
    if (model_.space == Space::planar) continue;
    contact.closed.slide = motions_[i].slip().normalized();
    contact.closed.follows_slip = true;
  }
}

VectorX RunningPhase::forces_of_rows() const {
  VectorX forces = VectorX::Zero(model_.num_rows);
  if (!has_begun_) return forces;
  // A phase without anything that a force may end does not ask for forces on its way.
  if (multipliers_.size() == 0 && model_.num_joint_rows > 0)
    forces.head(model_.num_joint_rows) =
        reference_forces(phase_.system(model_.num_joint_rows), state_).multiplier.head(model_.num_joint_rows);
  else if (multipliers_.size() >= model_.num_joint_rows)
    forces.head(model_.num_joint_rows) = multipliers_.head(model_.num_joint_rows);
  for (int row = 0; row < at_.num_rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    double& force = forces[model_.num_joint_rows + row];
    const double kept = phase_.rows[at] < 0 ? 0.0 : multipliers_[phase_.rows[at]];
    force = at_.row(row).kind == CoordinateRow::Kind::upper_limit ? -kept : kept;
    if (phase_.modes[at] == PhaseMode::forward) force = -bound_of(model_, at_.row(row));
    if (phase_.modes[at] == PhaseMode::backward) force = bound_of(model_, at_.row(row));
  }
  return forces;
}

std::vector<ContactImpulse> RunningPhase::forces_of_contacts() const {
  std::vector<ContactImpulse> forces;
  for (std::size_t i = 0; i < phase_.contacts.size(); ++i) {
    const ClosedContact& closed = phase_.contacts[i].closed;
    const TouchingMotion& motion = motions_[i];
    const int row = phase_.contacts[i].row;
    std::array<double, 2> along{0.0, 0.0};  // in the tangents of the closed contact
    for (int k = 1; k < motion.count; ++k) {
      const double slide = motion.count == 2 ? closed.slide.x() : closed.slide.dot(motion.direction[k]);
      if (closed.mode == ClosedContact::Mode::sticks) along[k - 1] = multipliers_[row + k];
      if (closed.mode == ClosedContact::Mode::slides) along[k - 1] = -closed.friction * multipliers_[row] * slide;
    }
    const auto [first, second] = std::minmax(closed.surfaces.body[0], closed.surfaces.body[1]);
    ContactImpulse& force = forces.emplace_back();
    force.body = {first, second};
    force.normal = multipliers_[row];
    force.tangential = along;
    if (motion.count == 2) continue;  // in the other order of the bodies both the tangent and the force turn round
    const double sign = first == closed.surfaces.body[0] ? 1.0 : -1.0;
    const Vec3 pull = sign * (along[0] * motion.direction[1] + along[1] * motion.direction[2]);
    const std::array<Vec3, 2> tangent = contact_tangents(Space::spatial, sign * motion.direction[0]);
    force.tangential = {pull.dot(tangent[0]), pull.dot(tangent[1])};
  }
  return forces;
}

}  // namespace perpend
