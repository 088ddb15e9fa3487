// What happens at an event, and what begins after it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "study/reference/contact_impact.hpp"
#include "study/reference/phased_motion.hpp"

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// What a contact does, as far as it can be seen.
enum class Seen { apart, slides, stays };

Seen seen(const MotionPhase& phase, const ContactSurfaces& surfaces) {
  for (const PhaseContact& contact : phase.contacts) {
    if (!(contact.closed.surfaces == surfaces)) continue;
    const bool stays = contact.closed.mode == ClosedContact::Mode::sticks || contact.is_still;
    return stays ? Seen::stays : Seen::slides;
  }
  return Seen::apart;
}

bool has_contact_of(const MotionPhase& phase, const std::array<int, 2>& bodies) {
  return std::any_of(phase.contacts.begin(), phase.contacts.end(), [&](const PhaseContact& contact) {
    const auto& own = contact.closed.surfaces.body;
    return std::minmax(own[0], own[1]) == std::minmax(bodies[0], bodies[1]);
  });
}

}  // namespace

std::vector<int> PhasedMotion::limits_at(int reached) const {
  std::vector<int> limits;
  for (int row = 0; row < at_.num_rows(); ++row) {
    if (at_.row(row).is_friction()) continue;
    const bool is_held = phase_.modes[static_cast<std::size_t>(row)] == PhaseMode::held;
    if (row == reached || is_held || at_.room_of_limit(row) == 0.0) limits.push_back(row);
  }
  return limits;
}

/// Contacts without a gap; those that stuck know where they would slide.
std::vector<Touching> PhasedMotion::touching() {
  std::string objection;
  std::vector<Touching> all = model_.contacts.enabled ? at_.touching(objection) : std::vector<Touching>{};
  if (!objection.empty()) end_ = objection;
  for (Touching& touching : all)
    for (std::size_t i = 0; i < phase_.contacts.size(); ++i) {
      const PhaseContact& contact = phase_.contacts[i];
      if (!(contact.closed.surfaces == touching.closed.surfaces)) continue;
      if (contact.closed.mode != ClosedContact::Mode::sticks || motions_.size() <= i) continue;
      const Vec3 force = motions_[i].in_tangents(multipliers_[contact.row + 1],
                                                 motions_[i].count == 2 ? 0.0 : multipliers_[contact.row + 2]);
      if (force.norm() > 0.0) touching.hint = -force.normalized();
    }
  return all;
}

bool PhasedMotion::pass_impacts(const std::vector<int>& limits, const std::vector<Touching>& touching, State& state) {
  const bool approaches =
      std::any_of(limits.begin(), limits.end(), [&](int row) { return at_.rate(row) < -no_rate; }) ||
      std::any_of(touching.begin(), touching.end(),
                  [&](const Touching& contact) { return at_.motion_of(contact.closed).rate[0] < -no_rate; });
  if (!approaches) return true;
  const ImpactAnswer answer = impact({at_, state, limits, touching});
  if (!answer.objection.empty()) {
    end_ = answer.objection;
    return false;
  }
  state.v = answer.velocity;
  state.v_low.resize(0);
  at_.move_to(state);
  return true;
}

/// Whether the phase goes on for h.
bool PhasedMotion::survives(const MotionPhase& phase, double h, const State& from) {
  State state = from;
  begin(phase, state);
  State next;
  return step(h, from, next) == Status::converged && !is_violated();
}

void PhasedMotion::choose_phase(const std::vector<int>& limits, std::vector<Touching> touching, State& state) {
  std::erase_if(touching, [&](const Touching& contact) { return at_.motion_of(contact.closed).rate[0] > no_rate; });
  PhaseQuestion question{.at = at_,
                         .state = state,
                         .modes = {},
                         .undecided = {},
                         .touching = std::move(touching),
                         .acceleration = acceleration_};
  question.modes.assign(model_.coordinate_rows.size(), PhaseMode::free);
  for (int row = 0; row < at_.num_rows(); ++row) {
    const double rate = at_.rate(row);
    const bool is_friction = at_.row(row).is_friction();
    if (is_friction && std::abs(rate) > no_rate)
      question.modes[static_cast<std::size_t>(row)] = rate > 0.0 ? PhaseMode::forward : PhaseMode::backward;
    else if (is_friction || (std::abs(rate) <= no_rate && std::find(limits.begin(), limits.end(), row) != limits.end()))
      question.undecided.push_back(row);
  }
  PhaseAnswer answer = possible_phases(question);
  acceleration_ = answer.acceleration;
  if (!answer.objection.empty()) {
    end_ = answer.objection;
    return;
  }
  std::size_t chosen = 0;
  // Where several say the same of this instant, the next one tells: the longer, the better.
  bool has_survivor = answer.phases.size() == 1;
  for (double h = step_ / 8.0; !has_survivor && h > 1e-6 * step_; h /= 8.0)
    for (std::size_t i = 0; i < answer.phases.size() && !has_survivor; ++i)
      if (survives(answer.phases[i], h, state)) {
        chosen = i;
        has_survivor = true;
        // A contact that only begins to slide does not do so yet.
        for (std::size_t k = 0; k < motions_.size(); ++k)
          answer.phases[i].contacts[k].is_still =
              answer.phases[i].contacts[k].is_still && motions_[k].slip().norm() <= no_rate;
      }
  MotionPhase& phase = answer.phases[chosen];
  if (phase.has_keepers() || !phase.contacts.empty())
    if (project_reference(phase.system(model_.num_joint_rows), state) != Status::converged) {
      end_ = "limits and contacts do not meet in one position";
      return;
    }
  begin(std::move(phase), state);
}

void PhasedMotion::resolve(int reached, State& state) {
  const std::vector<int> limits = limits_at(reached);
  const std::vector<Touching> touching = this->touching();
  if (!end_.empty() || !pass_impacts(limits, touching, state)) return;
  choose_phase(limits, touching, state);
}

void PhasedMotion::note(const PhaseGuard& guard, const std::string& subject, const MotionPhase& before, double time) {
  const auto at = static_cast<std::size_t>(std::max(guard.index, 0));
  const bool is_row = guard.kind <= Kind::rate;
  const PhaseMode mode = is_row ? phase_.modes[at] : PhaseMode::free;
  const Seen now =
      is_row || guard.kind == Kind::contact_gap ? Seen::apart : seen(phase_, before.contacts[at].closed.surfaces);
  std::string what;
  switch (guard.kind) {
    case Kind::limit_gap:
      what = mode == PhaseMode::held ? "reaches a limit" : "strikes a limit";
      break;
    case Kind::limit_force:
      if (mode == PhaseMode::free) what = "leaves a limit";
      break;
    case Kind::stick_force:
      if (mode != PhaseMode::sticks) what = "starts to slide";
      break;
    case Kind::rate:
      what = mode == PhaseMode::sticks ? "comes to rest" : "turns round";
      break;
    case Kind::contact_gap:
      break;
    case Kind::normal_force:
      if (now == Seen::apart) what = "part";
      break;
    case Kind::cone:
      if (now != Seen::stays || phase_.contacts.empty()) what = "start to slide";
      break;
    case Kind::slip:
      if (now == Seen::stays) what = "stop sliding";
      if (now == Seen::slides) what = "slide the other way";
      break;
    case Kind::place:
      what = has_contact_of(phase_, before.contacts[at].closed.surfaces.body) ? "touch at another place" : "part";
      break;
  }
  if (!what.empty()) events_.push_back(fmt::format("{} {} at t = {:.9g} s", subject, what, time));
}

void PhasedMotion::pass(const PhaseGuard& guard, State& state) {
  const double time = state.time;
  const MotionPhase before = phase_;
  const bool is_row = guard.kind <= Kind::rate;
  std::string subject;
  std::array<int, 2> bodies{world_body, world_body};
  if (is_row) {
    subject = fmt::format("joint '{}'", at_.joint_of(guard.index));
  } else if (guard.kind == Kind::contact_gap) {
    bodies = at_.nearest(phase_.closed())->body;
    subject = at_.bodies_of(bodies);
  } else {
    subject = at_.bodies_of(phase_.contacts[static_cast<std::size_t>(guard.index)].closed.surfaces.body);
  }
  resolve(guard.kind == Kind::limit_gap ? guard.index : -1, state);
  if (!end_.empty()) return;
  if (guard.kind == Kind::contact_gap)
    events_.push_back(fmt::format("{} {} at t = {:.9g} s", subject,
                                  has_contact_of(phase_, bodies) ? "come to stay in touch" : "bounce", time));
  else
    note(guard, subject, before, time);
}

}  // namespace perpend
