#include "study/reference/phased_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "study/reference/contact_impact.hpp"
#include "study/reference/event_search.hpp"
#include "study/reference/phase_choice.hpp"
#include "study/reference/phase_events.hpp"

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// Events within one step of the grid: what changes more often does so without end.
constexpr int most_events_in_step = 500;
/// Halvings of parts of a step: a corner takes some fifty, and each may cost a thousand evaluations.
constexpr int most_halvings_in_step = 400;
/// Phases that go on for less than this share of a step do not tell which of them holds.
constexpr double shortest = 1e-6;
/// What a projection moves a state that satisfies its joints [as a share of the size of the mechanism].
constexpr double no_shift = 1e-10;
/// And its velocities [m/s, rad/s].
constexpr double no_rate_jump = 1e-10;

}  // namespace

PhasedMotion::PhasedMotion(const Model& model, const ReferenceAccuracy& accuracy, double step)
    : laws_(model), model_(laws_.model()), step_(step), running_(model_, accuracy) {}

bool PhasedMotion::start(State& state) {
  running_.at().move_to(state);
  resolve(-1, nullptr, state);
  State next;
  if (end_.empty() && laws_.num_undirected() > 0 && running_.step(shortest * step_, state, next) == Status::converged)
    direct_laws(state);
  return end_.empty();
}

/// Vectors that begin to move in the state that was evaluated last.
void PhasedMotion::direct_laws(State& state) {
  const int before = laws_.num_undirected();
  laws_.settle(running_.at());
  running_.at().move_to(state);
  if (laws_.num_undirected() < before) resolve(-1, nullptr, state);
}

Status PhasedMotion::advance(double h, State& state) {
  const double until = state.time + h;
  for (int count = 0, halvings = 0; end_.empty();) {
    const double left = until - state.time;
    if (!(left > 1e-15 * until)) break;
    if (laws_.num_undirected() > 0) direct_laws(state);
    if (!end_.empty()) break;
    FoundEvent found;
    State next;
    running_.follow_slips();
    const double asked = std::min(left, pace_);
    const Status status = find_event(running_, asked, step_, state, next, found);
    halvings += found.halvings;
    if (halvings > most_halvings_in_step) return Status::iteration_limit;
    if (status != Status::converged) return status;
    constexpr double growth = 4.0;
    pace_ = found.tried < left ? growth * found.tried : std::numeric_limits<double>::infinity();
    state = std::move(next);
    end_ = found.end;
    if (!found.guard) continue;
    if (++count == most_events_in_step) {
      end_ = "limits, frictions, contacts and laws change ever more often";
      break;
    }
    pass(*found.guard, state);
  }
  if (end_.empty()) state.time = until;
  return Status::converged;
}

std::vector<int> PhasedMotion::limits_at(int reached) const {
  std::vector<int> limits;
  for (int row = 0; row < running_.at().num_rows(); ++row) {
    if (running_.at().row(row).is_friction()) continue;
    const bool is_held = running_.phase().modes[static_cast<std::size_t>(row)] == PhaseMode::held;
    if (row == reached || is_held || running_.at().room_of_limit(row) == 0.0) limits.push_back(row);
  }
  return limits;
}

/// Contacts without a gap; those that stuck know where they would slide.
std::vector<Touching> PhasedMotion::touching() {
  std::string objection;
  std::vector<Touching> all = model_.contacts.enabled ? running_.at().touching(objection) : std::vector<Touching>{};
  if (!objection.empty()) end_ = objection;
  for (Touching& touching : all)
    for (std::size_t i = 0; i < running_.phase().contacts.size(); ++i) {
      const PhaseContact& contact = running_.phase().contacts[i];
      if (!(contact.closed.surfaces == touching.closed.surfaces)) continue;
      if (contact.closed.mode != ClosedContact::Mode::sticks || running_.motions().size() <= i) continue;
      const Vec3 force = running_.motions()[i].in_tangents(
          running_.multipliers()[contact.row + 1],
          running_.motions()[i].count == 2 ? 0.0 : running_.multipliers()[contact.row + 2]);
      if (force.norm() > 0.0) touching.hint = -force.normalized();
    }
  return all;
}

bool PhasedMotion::pass_impacts(const std::vector<int>& limits, const std::vector<Touching>& touching, State& state) {
  struck_limits_.clear();
  struck_pairs_.clear();
  for (const int row : limits)
    if (running_.at().rate(row) < -no_rate) struck_limits_.push_back(row);
  for (const Touching& contact : touching)
    if (running_.at().motion_of(contact.closed).rate[0] < -no_rate)
      struck_pairs_.push_back(contact.closed.surfaces.body);
  if (struck_limits_.empty() && struck_pairs_.empty()) return true;
  const ImpactAnswer answer = impact({running_.at(), state, limits, touching});
  if (!answer.objection.empty()) {
    end_ = answer.objection;
    return false;
  }
  state.v = answer.velocity;
  state.v_low.resize(0);
  running_.at().move_to(state);
  return true;
}

/// Whether the phase goes on for h.
bool PhasedMotion::survives(const MotionPhase& phase, double h, const State& from) {
  State state = from;
  running_.begin(phase, state);
  State next;
  return running_.step(h, from, next) == Status::converged && !running_.is_violated();
}

bool PhasedMotion::settle_laws(const LawCorner* passed, State& state) {
  if (passed != nullptr && passed->end != nullptr) {
    end_ = fmt::format("{} {}", laws_.words(*passed), passed->end);
    return false;
  }
  if (passed != nullptr) passage_ = passed->corner.kind;
  if (laws_.empty()) return true;
  if (passed == nullptr) {
    laws_.settle(running_.at());
  } else {
    const auto passage = laws_.pass(*passed, running_.at());
    if (!passage) {
      end_ = fmt::format("{} is at the end of its table", laws_.words(*passed));
      return false;
    }
    passage_ = *passage;
  }
  running_.at().move_to(state);
  // What drives ask for may have another rate from here on, or another value, which no motion follows.
  MotionPhase joints = make_phase(model_, std::vector<PhaseMode>(model_.coordinate_rows.size(), PhaseMode::free));
  State there = state;
  const Status status = project_reference(joints.system(model_.num_joint_rows), there);
  if (status != Status::converged ||
      !((there.q - state.q).lpNorm<Eigen::Infinity>() <= no_shift * running_.at().size())) {
    end_ = "a drive jumps to another place";
    return false;
  }
  if (!((there.v - state.v).lpNorm<Eigen::Infinity>() > no_rate_jump)) return true;
  if (running_.phase().has_keepers() || !running_.phase().contacts.empty()) {
    end_ = "a drive jumps in its rate while limits, frictions or contacts hold";
    return false;
  }
  state = there;
  running_.at().move_to(state);
  return true;
}

std::vector<PhasedMotion::Candidate> PhasedMotion::candidates(const std::vector<int>& limits,
                                                              std::vector<Touching> touching, State& state) {
  std::erase_if(touching,
                [&](const Touching& contact) { return running_.at().motion_of(contact.closed).rate[0] > no_rate; });
  PhaseQuestion question{.at = running_.at(),
                         .state = state,
                         .modes = {},
                         .undecided = {},
                         .touching = std::move(touching),
                         .acceleration = acceleration_};
  question.modes.assign(model_.coordinate_rows.size(), PhaseMode::free);
  for (int row = 0; row < running_.at().num_rows(); ++row) {
    const double rate = running_.at().rate(row);
    const bool is_friction = running_.at().row(row).is_friction();
    if (is_friction && std::abs(rate) > no_rate)
      question.modes[static_cast<std::size_t>(row)] = rate > 0.0 ? PhaseMode::forward : PhaseMode::backward;
    else if (is_friction || (std::abs(rate) <= no_rate && std::find(limits.begin(), limits.end(), row) != limits.end()))
      question.undecided.push_back(row);
  }
  std::vector<Candidate> candidates;
  std::string objection;
  for (long choice = 0; choice < laws_.num_choices(); ++choice) {
    take_branches(choice, state);
    PhaseAnswer answer = possible_phases(question);
    acceleration_ = std::max(acceleration_, answer.acceleration);
    if (objection.empty()) objection = answer.objection;
    if (!answer.objection.empty()) continue;
    for (MotionPhase& phase : answer.phases) {
      phase.corners = laws_.corners();
      candidates.push_back({choice, std::move(phase)});
    }
  }
  if (candidates.empty()) end_ = objection;
  return candidates;
}

void PhasedMotion::take_branches(long choice, State& state) {
  if (laws_.num_choices() == 1) return;
  laws_.choose(choice, running_.at());
  running_.at().move_to(state);
}

/// Whether the phase goes back over the corner that was passed, as soon as that can be told.
bool PhasedMotion::leads_back(const MotionPhase& phase, const LawCorner& passed, const State& from) {
  State state = from;
  running_.begin(phase, state);
  State next;
  if (running_.step(shortest * step_, from, next) != Status::converged) return true;
  return std::any_of(running_.guards().begin(), running_.guards().end(), [&](const PhaseGuard& guard) {
    if (guard.kind != Kind::law || !running_.is_violated(guard)) return false;
    const LawCorner& corner = phase.corners[static_cast<std::size_t>(guard.index)];
    return corner.law == passed.law && corner.corner.instruction == passed.corner.instruction;
  });
}

void PhasedMotion::choose_phase(std::vector<Candidate> candidates, const LawCorner* passed, State& state) {
  std::size_t chosen = 0;
  // Where several say the same of this instant, the next one tells: the longer, the better. A law that has jumped may
  // be led back at once: then there is none.
  const bool has_jumped = passed != nullptr && passage_ == FunctionBranches::Kind::jumps;
  bool has_survivor = candidates.size() == 1 && !has_jumped;
  for (double h = step_ / 8.0; !has_survivor && h > shortest * step_; h /= 8.0)
    for (std::size_t i = 0; i < candidates.size() && !has_survivor; ++i) {
      take_branches(candidates[i].choice, state);
      if (!survives(candidates[i].phase, h, state)) continue;
      chosen = i;
      has_survivor = true;
      // A contact that only begins to slide does not do so yet.
      for (std::size_t k = 0; k < running_.motions().size(); ++k) {
        PhaseContact& contact = candidates[i].phase.contacts[k];
        contact.is_still = contact.is_still && running_.motions()[k].slip().norm() <= no_rate;
      }
    }
  // What comes next may be another event right behind this one.
  for (std::size_t i = 0; i < candidates.size() && !has_survivor && has_jumped; ++i) {
    take_branches(candidates[i].choice, state);
    has_survivor = !leads_back(candidates[i].phase, *passed, state);
    chosen = i;
  }
  if (!has_survivor && has_jumped) {
    end_ = fmt::format("{} jumps, and leads back to its jump from either side", laws_.words(*passed));
    return;
  }
  take_branches(candidates[chosen].choice, state);
  MotionPhase& phase = candidates[chosen].phase;
  if (phase.has_keepers() || !phase.contacts.empty())
    if (project_reference(phase.system(model_.num_joint_rows), state) != Status::converged) {
      end_ = "limits and contacts do not meet in one position";
      return;
    }
  running_.begin(std::move(phase), state);
}

void PhasedMotion::resolve(int reached, const LawCorner* passed, State& state) {
  const std::vector<int> limits = limits_at(reached);
  const std::vector<Touching> touching = this->touching();
  if (!end_.empty() || !pass_impacts(limits, touching, state) || !settle_laws(passed, state)) return;
  std::vector<Candidate> candidates = this->candidates(limits, touching, state);
  if (end_.empty()) choose_phase(std::move(candidates), passed, state);
}

void PhasedMotion::pass(const PhaseGuard& guard, State& state) {
  PhaseEvent event{.guard = guard, .before = running_.phase()};
  const auto at = static_cast<std::size_t>(std::max(guard.index, 0));
  const LawCorner* passed = nullptr;
  if (guard.kind <= Kind::rate) {
    event.subject = fmt::format("joint '{}'", running_.at().joint_of(guard.index));
  } else if (guard.kind == Kind::contact_gap) {
    const Contact* const nearest = running_.at().nearest(running_.phase().closed(), guard.pair);
    if (nearest == nullptr) {
      end_ = "bodies meet at a place where they are in touch already";
      return;
    }
    event.bodies = nearest->body;
    event.subject = running_.at().bodies_of(event.bodies);
  } else if (guard.kind == Kind::law) {
    passed = &event.before.corners[at];
    event.subject = laws_.words(*passed);
  } else {
    event.subject = running_.at().bodies_of(event.before.contacts[at].closed.surfaces.body);
  }
  resolve(guard.kind == Kind::limit_gap ? guard.index : -1, passed, state);
  if (!end_.empty()) return;
  event.is_smooth = passage_ == FunctionBranches::Kind::joins;
  event.struck_limits = struck_limits_;
  event.struck_pairs = struck_pairs_;
  for (std::string& words : words_of(event, running_)) events_.push_back(std::move(words));
}

}  // namespace perpend
