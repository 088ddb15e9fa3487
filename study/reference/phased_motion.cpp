#include "study/reference/phased_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// Events within one step of the grid: what changes more often does so without end.
constexpr int most_events_in_step = 500;
/// A contact that does not move, though it has the largest friction, moves where its slip is more [m/s].
constexpr double still_slip = 1e-10;
/// Slips above it say their direction [m/s].
constexpr double directed_slip = 1e-9;
/// Parts of a step that cannot be made are halved down to this share of it.
constexpr double least_part = 1e-7;

}  // namespace

PhasedMotion::PhasedMotion(const Model& model, const ReferenceAccuracy& accuracy, double step)
    : model_(model), accuracy_(accuracy), step_(step), at_(model) {
  phase_ = make_phase(model_, std::vector<PhaseMode>(model.coordinate_rows.size(), PhaseMode::free));
}

void PhasedMotion::move_to(State& state) {
  at_.move_to(state);
  motions_.clear();
  for (const PhaseContact& contact : phase_.contacts) motions_.push_back(at_.motion_of(contact.closed));
  if (phase_.has_keepers() || !phase_.contacts.empty())
    multipliers_ = reference_forces(phase_.system(model_.num_joint_rows), state).multiplier;
}

void PhasedMotion::begin(MotionPhase phase, State& state) {
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
  move_to(state);
}

double PhasedMotion::room(const PhaseGuard& guard) const {
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
      const Contact* nearest = at_.nearest(phase_.closed());
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
  }
  return 0.0;
}

/// What rounding makes of a room that is 0 all along.
double PhasedMotion::tolerance(const PhaseGuard& guard) const {
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
    case Kind::limit_gap:
    case Kind::place:
      return 0.0;
  }
  return 0.0;
}

bool PhasedMotion::is_violated() const {
  return std::any_of(guards_.begin(), guards_.end(), [&](const PhaseGuard& guard) { return is_violated(guard); });
}

Status PhasedMotion::step(double h, const State& from, State& next) {
  next = from;
  const Status status = advance_reference(phase_.system(model_.num_joint_rows), accuracy_, h, from, next);
  if (status == Status::converged) move_to(next);
  return status;
}

/// By regula falsi with halved weights [Illinois], to the last bits of the time; the end on which the phase still
/// holds, where that matters.
Status PhasedMotion::locate(const PhaseGuard& guard, double h, const State& from, double& after) {
  State at;
  double low = 0.0, high = h;
  Status status = step(h, from, at);
  if (status != Status::converged) return status;
  double beyond = room(guard);
  // Right after an event the row is at its bound: somewhat later it is inside of it.
  double inside = -1.0, least_inside = 0.0;
  for (double early = h / 2.0; early > 1e-9 * h; early /= 2.0) {
    status = step(early, from, at);
    if (status != Status::converged) return status;
    const double found = room(guard);
    if (found > 0.0) {
      low = early;
      inside = least_inside = found;
      break;
    }
    high = early;
    beyond = found;
  }
  if (!(inside > 0.0)) {
    after = 0.0;
    return Status::converged;
  }
  constexpr int most_steps = 100;
  int last_side = 0;
  for (int i = 0; i < most_steps && high - low > 0x1p-52 * h && inside > 0.0; ++i) {
    const bool has_slope = std::isfinite(inside) && std::isfinite(beyond);
    double middle = has_slope ? (low * beyond - high * inside) / (beyond - inside) : 0.5 * (low + high);
    if (!(middle > low && middle < high) || i % 8 == 7) middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    status = step(middle, from, at);
    if (status != Status::converged) return status;
    const double found = room(guard);
    if (found < 0.0) {
      high = middle;
      beyond = found;
      if (last_side < 0) inside *= 0.5;
      last_side = -1;
    } else {
      low = middle;
      inside = least_inside = found;
      if (last_side > 0) beyond *= 0.5;
      last_side = 1;
    }
  }
  // A place whose border has no distance is left behind the event.
  after = guard.kind == Kind::place && least_inside > at_.rounding() ? high : low;
  return Status::converged;
}

Status PhasedMotion::find_event(double h, const State& from, State& next, Event& event, bool& has_event) {
  has_event = false;
  Status status = step(h, from, next);
  // A slip that ends on a curve has no smooth continuation beyond its end.
  for (const double whole = h; status == Status::iteration_limit && !phase_.contacts.empty();) {
    h /= 2.0;
    if (h < least_part * whole) {
      end_ = fmt::format("{} slide in a way that the reference cannot continue",
                         at_.bodies_of(phase_.contacts.front().closed.surfaces.body));
      next = from;
      return Status::converged;
    }
    status = step(h, from, next);
  }
  if (status != Status::converged) return status;
  std::vector<PhaseGuard> violated;
  for (const PhaseGuard& guard : guards_)
    if (is_violated(guard)) violated.push_back(guard);
  for (const PhaseGuard& guard : violated) {
    double after = 0.0;
    status = locate(guard, h, from, after);
    if (status != Status::converged) return status;
    if (has_event && after >= event.after) continue;
    event = {guard, after};
    has_event = true;
  }
  if (!has_event) return status;
  next = from;
  if (event.after > 0.0) return step(event.after, from, next);
  move_to(next);
  return status;
}

/// The direction from which a slip in space is counted.
void PhasedMotion::follow_slips() {
  for (std::size_t i = 0; i < phase_.contacts.size(); ++i) {
    PhaseContact& contact = phase_.contacts[i];
    if (contact.closed.mode != ClosedContact::Mode::slides || !(motions_[i].slip().norm() > directed_slip)) continue;
    if (motions_[i].slip().dot(contact.closed.slide) > directed_slip) contact.is_still = false;
    if (model_.space == Space::planar) continue;
    contact.closed.slide = motions_[i].slip().normalized();
    contact.closed.follows_slip = true;
  }
}

bool PhasedMotion::start(State& state) {
  at_.move_to(state);
  resolve(-1, state);
  return end_.empty();
}

Status PhasedMotion::advance(double h, State& state) {
  const double until = state.time + h;
  for (int count = 0; end_.empty();) {
    const double left = until - state.time;
    if (!(left > 1e-15 * until)) break;
    Event event;
    bool has_event = false;
    State next;
    follow_slips();
    const Status status = find_event(left, state, next, event, has_event);
    if (status != Status::converged) return status;
    state = std::move(next);
    if (!has_event) continue;
    if (++count == most_events_in_step) {
      end_ = "limits, frictions and contacts change ever more often";
      break;
    }
    pass(event.guard, state);
  }
  if (end_.empty()) state.time = until;
  return Status::converged;
}

VectorX PhasedMotion::forces_of_rows() const {
  VectorX forces = VectorX::Zero(model_.num_rows);
  if (multipliers_.size() >= model_.num_joint_rows)
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

std::vector<ContactImpulse> PhasedMotion::forces_of_contacts() const {
  std::vector<ContactImpulse> forces;
  for (std::size_t i = 0; i < phase_.contacts.size(); ++i) {
    const ClosedContact& closed = phase_.contacts[i].closed;
    const ContactMotion& motion = motions_[i];
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
