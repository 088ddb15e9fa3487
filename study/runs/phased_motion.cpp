#include "study/runs/phased_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend {

namespace {

/// Events within one step of the grid: a ball that bounces ever lower has no end of them.
constexpr int most_events_in_step = 50;
/// Rows that are decided at one instant, each with two or three modes that are tried in every combination.
constexpr std::size_t most_undecided = 4;
/// Rates below this are those of a body at rest: what projections leave [m/s, rad/s].
constexpr double no_rate = 1e-12;
/// Forces and accelerations are known to this share of the largest.
constexpr double force_rounding = 1e-10;

}  // namespace

PhasedMotion::PhasedMotion(const Model& model, const ReferenceAccuracy& accuracy)
    : model_(model),
      accuracy_(accuracy),
      evaluation_(allocate_evaluation(model)),
      rounding_(1e-14 * characteristic_length(model)) {
  evaluation_.contact_margin = characteristic_length(model);
  phase_ = make_phase(model_, std::vector<PhaseMode>(model.coordinate_rows.size(), PhaseMode::free));
}

void PhasedMotion::evaluate_at(State& state) {
  evaluate_rows(model_, state, evaluation_);
  state.coordinates = evaluation_.coordinates;
  apply_jacobian(evaluation_.rows, state.v, rates_);
  if (phase_.has_keepers()) multipliers_ = reference_forces(phase_.model, state).multiplier;
}

double PhasedMotion::gap() const {
  double least = std::numeric_limits<double>::infinity();
  for (const Contact& contact : evaluation_.contacts.contacts) least = std::min(least, contact.gap);
  return least;
}

double PhasedMotion::room(int row) {
  if (row < 0) return gap();
  const CoordinateRow& kind = model_.coordinate_rows[static_cast<std::size_t>(row)];
  const int index = model_.num_joint_rows + row;
  const int kept = phase_.rows[static_cast<std::size_t>(row)];
  switch (phase_.modes[static_cast<std::size_t>(row)]) {
    case PhaseMode::free:
      return kind.is_friction() ? 0.0 : limit_gap(model_, evaluation_.rows, index);
    case PhaseMode::held:
      return kind.kind == CoordinateRow::Kind::lower_limit ? multipliers_[kept] : -multipliers_[kept];
    case PhaseMode::sticks:
      return bound_of(model_, model_.coordinate_rows[static_cast<std::size_t>(row)]) - std::abs(multipliers_[kept]);
    case PhaseMode::forward:
      return rates_[index];
    case PhaseMode::backward:
      return -rates_[index];
  }
  return 0.0;
}

Status PhasedMotion::step(double h, const State& from, State& next) {
  next = from;
  const Status status = advance_reference(phase_.model, accuracy_, h, from, next);
  if (status == Status::converged) evaluate_at(next);
  return status;
}

/// By regula falsi with halved weights [Illinois], to the last bits of the time; the end on which the phase still
/// holds.
Status PhasedMotion::locate(int row, double h, const State& from, double& after) {
  State at;
  double low = 0.0, high = h;
  Status status = step(h, from, at);
  if (status != Status::converged) return status;
  double beyond = room(row);
  // Right after an event the row is at its bound: somewhat later it is inside of it.
  double inside = -1.0;
  for (double early = h / 2.0; early > 1e-9 * h; early /= 2.0) {
    status = step(early, from, at);
    if (status != Status::converged) return status;
    const double found = room(row);
    if (found > 0.0) {
      low = early;
      inside = found;
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
    const double found = room(row);
    if (found < 0.0) {
      high = middle;
      beyond = found;
      if (last_side < 0) inside *= 0.5;
      last_side = -1;
    } else {
      low = middle;
      inside = found;
      if (last_side > 0) beyond *= 0.5;
      last_side = 1;
    }
  }
  after = low;
  return Status::converged;
}

Status PhasedMotion::find_event(double h, const State& from, State& next, Event& event, bool& has_event) {
  has_event = false;
  Status status = step(h, from, next);
  if (status != Status::converged) return status;
  std::vector<int> violated;
  for (int row = -1; row < num_rows(); ++row)
    if (is_violated(row)) violated.push_back(row);
  for (const int row : violated) {
    double after = 0.0;
    status = locate(row, h, from, after);
    if (status != Status::converged) return status;
    if (has_event && after >= event.after) continue;
    event = {row, after};
    has_event = true;
  }
  if (!has_event) return status;
  next = from;
  if (event.after > 0.0) return step(event.after, from, next);
  evaluate_at(next);
  return status;
}

std::string PhasedMotion::joint_of(int row) const {
  return model_.joints[static_cast<std::size_t>(model_.coordinate_rows[static_cast<std::size_t>(row)].joint)].name;
}

std::string PhasedMotion::bodies_of_contact() const {
  const auto& contacts = evaluation_.contacts.contacts;
  const auto nearest = std::min_element(contacts.begin(), contacts.end(),
                                        [](const Contact& a, const Contact& b) { return a.gap < b.gap; });
  const auto name = [&](int body) {
    return body == world_body ? std::string("world") : model_.bodies[static_cast<std::size_t>(body)].name;
  };
  return fmt::format("'{}' and '{}'", name(nearest->body[0]), name(nearest->body[1]));
}

void PhasedMotion::note(int row, const std::string& what, double time) {
  events_.push_back(row < 0 ? fmt::format("{} {} at t = {:.9g} s", bodies_of_contact(), what, time)
                            : fmt::format("joint '{}' {} at t = {:.9g} s", joint_of(row), what, time));
}

std::vector<PhaseMode> PhasedMotion::without_sticking() const {
  std::vector<PhaseMode> modes = phase_.modes;
  for (PhaseMode& mode : modes)
    if (mode == PhaseMode::sticks || mode == PhaseMode::forward || mode == PhaseMode::backward) mode = PhaseMode::free;
  return modes;
}

/// Forces of limits push, forces of friction are within their bounds; what was let go moves that way.
bool PhasedMotion::satisfies_laws(const MotionPhase& phase, const std::vector<int>& undecided,
                                  const State& state) const {
  const ReferenceForces forces = reference_forces(phase.model, state);
  if (phase.has_keepers() && forces.has_dependent_rows) return false;
  VectorX accelerations;
  apply_jacobian(evaluation_.rows, forces.acceleration, accelerations);
  accelerations += evaluation_.rows.jdot_v;
  const double force_room =
      forces.multiplier.size() > 0 ? force_rounding * forces.multiplier.cwiseAbs().maxCoeff() : 0.0;
  const double acceleration_room =
      forces.acceleration.size() > 0 ? force_rounding * forces.acceleration.cwiseAbs().maxCoeff() : 0.0;
  for (int row = 0; row < num_rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    const bool is_undecided = std::find(undecided.begin(), undecided.end(), row) != undecided.end();
    const bool is_upper = model_.coordinate_rows[at].kind == CoordinateRow::Kind::upper_limit;
    const double force = phase.rows[at] < 0 ? 0.0 : forces.multiplier[phase.rows[at]];
    const double onward = accelerations[model_.num_joint_rows + row];
    switch (phase.modes[at]) {
      case PhaseMode::held:
        if ((is_upper ? -force : force) < -force_room) return false;
        break;
      case PhaseMode::sticks:
        if (std::abs(force) > bound_of(model_, model_.coordinate_rows[static_cast<std::size_t>(row)])) return false;
        break;
      case PhaseMode::backward:
        if (is_undecided && -onward < -acceleration_room) return false;
        break;
      case PhaseMode::free:
      case PhaseMode::forward:
        if (is_undecided && onward < -acceleration_room) return false;
        break;
    }
  }
  return true;
}

void PhasedMotion::settle(std::vector<PhaseMode> modes, std::vector<int> undecided, State& state) {
  for (int row = 0; row < num_rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    const bool is_given = std::find(undecided.begin(), undecided.end(), row) != undecided.end();
    if (!model_.coordinate_rows[at].is_friction() || is_given) continue;
    const double rate = rates_[model_.num_joint_rows + row];
    if (std::abs(rate) > no_rate)
      modes[at] = rate > 0.0 ? PhaseMode::forward : PhaseMode::backward;
    else if (modes[at] != PhaseMode::sticks)
      undecided.push_back(row);
  }
  if (undecided.size() > most_undecided) {
    end_ = fmt::format("{} limits and frictions meet", undecided.size());
    return;
  }
  const auto num_modes = [&](int row) {
    return model_.coordinate_rows[static_cast<std::size_t>(row)].is_friction() ? 3 : 2;
  };
  int num_choices = 1;
  for (const int row : undecided) num_choices *= num_modes(row);
  for (int choice = 0; choice < num_choices; ++choice) {
    int rest = choice;
    for (const int row : undecided) {
      constexpr PhaseMode of_friction[] = {PhaseMode::sticks, PhaseMode::forward, PhaseMode::backward};
      constexpr PhaseMode of_limit[] = {PhaseMode::held, PhaseMode::free};
      const int count = num_modes(row);
      modes[static_cast<std::size_t>(row)] = count == 3 ? of_friction[rest % count] : of_limit[rest % count];
      rest /= count;
    }
    MotionPhase phase = make_phase(model_, modes);
    if (!satisfies_laws(phase, undecided, state)) continue;
    phase_ = std::move(phase);
    evaluate_at(state);
    return;
  }
  end_ = undecided.empty() ? "the forces of limits and dry friction are not the only ones"
                           : fmt::format("joint '{}' meets forces of limits and dry friction that are not decided",
                                         joint_of(undecided.front()));
}

Status PhasedMotion::reach_limit(int row, State& state) {
  const State before = state;
  std::vector<PhaseMode> modes = without_sticking();
  modes[static_cast<std::size_t>(row)] = PhaseMode::held;
  const MotionPhase plastic = make_phase(model_, modes);
  const Status status = project_reference(plastic.model, state);
  if (status != Status::converged) return status;
  // M (v+ - v-) = J^T p: the limits that were held before have to push as well.
  const VectorX impulse = reference_impulses(plastic.model, state, state.v - before.v);
  const double least = -force_rounding * (impulse.size() > 0 ? impulse.cwiseAbs().maxCoeff() : 0.0);
  for (int i = 0; i < num_rows(); ++i) {
    const int kept = plastic.rows[static_cast<std::size_t>(i)];
    if (kept < 0) continue;
    const bool is_upper = model_.coordinate_rows[static_cast<std::size_t>(i)].kind == CoordinateRow::Kind::upper_limit;
    if ((is_upper ? -impulse[kept] : impulse[kept]) < least) {
      end_ = fmt::format("joint '{}' reaches a limit while another is held", joint_of(row));
      return Status::converged;
    }
  }
  evaluate_at(state);
  settle(modes, {row}, state);
  return Status::converged;
}

Status PhasedMotion::bounce(State& state) {
  const ContactRows& contacts = evaluation_.contacts;
  int touching = -1, count = 0;
  for (int i = 0; i < contacts.size(); ++i) {
    if (contacts.contacts[static_cast<std::size_t>(i)].gap > 100.0 * rounding_) continue;
    touching = i;
    ++count;
  }
  const auto give_up = [&] {
    end_ = fmt::format("{} touch", bodies_of_contact());
    return Status::converged;
  };
  if (count != 1) return give_up();
  const Contact& contact = contacts.contacts[static_cast<std::size_t>(touching)];
  const double approach = contact_rate(contacts, touching, 0, state.v);
  if (!(contact.restitution > 0.0) || contact.compliance > 0.0 || !(approach < -no_rate)) return give_up();
  const MotionPhase plastic = make_phase(model_, without_sticking());
  if (plastic.has_keepers()) return give_up();  // a limit that is held has a share of the impact that is not decided
  // v+ = v- + p w, where w answers a unit impulse along the normal n: n w p = -(1 + e) approach.
  VectorX normal = VectorX::Zero(model_.num_velocities);
  add_contact_transposed(contacts, touching, 0, 1.0, normal);
  const VectorX answer = reference_response(plastic.model, state, normal);
  if (!(normal.dot(answer) > force_rounding * normal.norm() * answer.norm())) return give_up();  // joints hold it
  const VectorX jump = -(1.0 + contact.restitution) * approach / normal.dot(answer) * answer;
  State after = state;
  after.v += jump;
  if (contact.friction > 0.0)
    for (int tangent = 1; tangent < contacts.rows_per_contact; ++tangent)
      if (std::abs(contact_rate(contacts, touching, tangent, state.v)) > no_rate ||
          std::abs(contact_rate(contacts, touching, tangent, after.v)) > no_rate)
        return give_up();
  state = after;
  const Status status = project_reference(plastic.model, state);
  if (status != Status::converged) return status;
  std::vector<PhaseMode> modes = without_sticking();
  evaluate_at(state);
  settle(std::move(modes), {}, state);
  return Status::converged;
}

Status PhasedMotion::pass(const Event& event, State& state) {
  const double time = state.time;
  if (event.row < 0) {
    const Status status = bounce(state);
    if (status == Status::converged && end_.empty()) note(-1, "bounce", time);
    return status;
  }
  const auto at = static_cast<std::size_t>(event.row);
  const PhaseMode mode = phase_.modes[at];
  std::vector<PhaseMode> modes = phase_.modes;
  switch (mode) {
    case PhaseMode::free: {
      const Status status = reach_limit(event.row, state);
      const bool stays = phase_.modes[at] == PhaseMode::held;
      if (status == Status::converged && end_.empty())
        note(event.row, stays ? "reaches a limit" : "strikes a limit", time);
      return status;
    }
    case PhaseMode::held:
      note(event.row, "leaves a limit", time);
      modes[at] = PhaseMode::free;
      break;
    case PhaseMode::sticks:
      note(event.row, "starts to slide", time);
      modes[at] = multipliers_[phase_.rows[at]] > 0.0 ? PhaseMode::backward : PhaseMode::forward;
      break;
    case PhaseMode::forward:
    case PhaseMode::backward:
      modes[at] = PhaseMode::free;
      settle(std::move(modes), {event.row}, state);
      if (end_.empty()) note(event.row, phase_.modes[at] == PhaseMode::sticks ? "comes to rest" : "turns round", time);
      return Status::converged;
  }
  // Let go at the very force at which it may: nothing is left to decide.
  phase_ = make_phase(model_, std::move(modes));
  evaluate_at(state);
  return Status::converged;
}

bool PhasedMotion::start(State& state) {
  evaluate_at(state);
  std::vector<int> undecided;
  std::vector<PhaseMode> modes = phase_.modes;
  for (int row = 0; row < num_rows(); ++row) {
    const CoordinateRow& kind = model_.coordinate_rows[static_cast<std::size_t>(row)];
    if (kind.kind == CoordinateRow::Kind::turning_friction) {
      end_ = fmt::format("joint '{}' has dry friction about three axes", joint_of(row));
      return false;
    }
    const bool is_at_limit =
        !kind.is_friction() && limit_gap(model_, evaluation_.rows, model_.num_joint_rows + row) == 0.0;
    if (is_at_limit && std::abs(rates_[model_.num_joint_rows + row]) <= no_rate) undecided.push_back(row);
  }
  settle(std::move(modes), std::move(undecided), state);
  return end_.empty();
}

Status PhasedMotion::advance(double h, State& state) {
  const double until = state.time + h;
  for (int count = 0; end_.empty(); ++count) {
    const double left = until - state.time;
    if (!(left > 1e-15 * until)) break;
    Event event;
    bool has_event = false;
    State next;
    const Status status = find_event(left, state, next, event, has_event);
    if (status != Status::converged) return status;
    state = std::move(next);
    if (!has_event) break;
    if (count == most_events_in_step) {
      end_ = event.row < 0 ? fmt::format("{} touch ever more often", bodies_of_contact())
                           : fmt::format("joint '{}' changes ever more often", joint_of(event.row));
      break;
    }
    const Status passed = pass(event, state);
    if (passed != Status::converged) return passed;
  }
  if (end_.empty()) state.time = until;
  return Status::converged;
}

}  // namespace perpend
