#include "study/reference/phase_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

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

using TwoBodies = std::array<int, 2>;

/// The closest that any contact of the two bodies keeps them.
std::map<TwoBodies, Seen> seen_pairs(const MotionPhase& phase) {
  std::map<TwoBodies, Seen> pairs;
  for (const PhaseContact& contact : phase.contacts) {
    const auto [first, second] = std::minmax(contact.closed.surfaces.body[0], contact.closed.surfaces.body[1]);
    Seen& pair = pairs.try_emplace({first, second}, Seen::apart).first->second;
    pair = std::max(pair, seen(phase, contact.closed.surfaces));
  }
  return pairs;
}

bool has_contact_of(const MotionPhase& phase, const std::array<int, 2>& bodies) {
  return std::any_of(phase.contacts.begin(), phase.contacts.end(), [&](const PhaseContact& contact) {
    const auto& own = contact.closed.surfaces.body;
    return std::minmax(own[0], own[1]) == std::minmax(bodies[0], bodies[1]);
  });
}

/// What becomes of the guard; empty: nothing that is worth a word.
std::string words_of_guard(const PhaseEvent& event, const RunningPhase& running) {
  const PhaseGuard& guard = event.guard;
  const MotionPhase& before = event.before;
  const auto at = static_cast<std::size_t>(std::max(guard.index, 0));
  const bool is_row = guard.kind <= Kind::rate;
  const PhaseMode mode = is_row ? running.phase().modes[at] : PhaseMode::free;
  const Seen now = is_row || guard.kind == Kind::contact_gap || guard.kind == Kind::law
                       ? Seen::apart
                       : seen(running.phase(), before.contacts[at].closed.surfaces);
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
      what = has_contact_of(running.phase(), event.bodies) ? "come to stay in touch" : "bounce";
      break;
    case Kind::normal_force:
      if (now == Seen::apart) what = "part";
      break;
    case Kind::cone:
      if (now != Seen::stays || running.phase().contacts.empty()) what = "start to slide";
      break;
    case Kind::slip:
      if (now == Seen::stays) what = "stop sliding";
      if (now == Seen::slides) what = "slide the other way";
      break;
    case Kind::place:
      what =
          has_contact_of(running.phase(), before.contacts[at].closed.surfaces.body) ? "touch at another place" : "part";
      break;
    case Kind::law:
      if (!event.is_smooth) what = "changes";
      break;
  }
  return what;
}

}  // namespace

std::vector<std::string> words_of(const PhaseEvent& event, const RunningPhase& running) {
  const MotionPhase& before = event.before;
  const MotionPhase& now = running.phase();
  std::vector<std::string> words, named{event.subject};
  const auto write = [&](const std::string& subject, const std::string& what) {
    words.push_back(fmt::format("{} {} at t = {:.9g} s", subject, what, running.at().time()));
  };
  if (const std::string what = words_of_guard(event, running); !what.empty()) write(event.subject, what);
  const auto add = [&](std::string other, const char* what) {
    if (std::find(named.begin(), named.end(), other) != named.end()) return;
    write(other, what);
    named.push_back(std::move(other));
  };
  for (const int row : event.struck_limits) {
    const bool is_held = now.modes[static_cast<std::size_t>(row)] == PhaseMode::held;
    add(fmt::format("joint '{}'", running.at().joint_of(row)), is_held ? "reaches a limit" : "strikes a limit");
  }
  for (const TwoBodies& bodies : event.struck_pairs)
    if (!has_contact_of(before, bodies))
      add(running.at().bodies_of(bodies), has_contact_of(now, bodies) ? "come to stay in touch" : "bounce");
  for (std::size_t row = 0; row < now.modes.size(); ++row) {
    const PhaseMode was = before.modes[row], is = now.modes[row];
    if (was == is) continue;
    const bool turns = was != PhaseMode::sticks && is != PhaseMode::sticks;
    const char* const what = is == PhaseMode::held     ? "reaches a limit"
                             : was == PhaseMode::held  ? "leaves a limit"
                             : is == PhaseMode::sticks ? "comes to rest"
                             : turns                   ? "turns round"
                                                       : "starts to slide";
    add(fmt::format("joint '{}'", running.at().joint_of(static_cast<int>(row))), what);
  }
  const std::map<TwoBodies, Seen> pairs = seen_pairs(now);
  const auto state_of = [](const std::map<TwoBodies, Seen>& of, const TwoBodies& pair) {
    const auto found = of.find(pair);
    return found == of.end() ? Seen::apart : found->second;
  };
  const std::map<TwoBodies, Seen> pairs_before = seen_pairs(before);
  for (const auto& [pair, is] : pairs) {
    const Seen was = state_of(pairs_before, pair);
    if (was != is)
      add(running.at().bodies_of(pair), was == Seen::apart  ? "come to stay in touch"
                                        : is == Seen::stays ? "stop sliding"
                                                            : "start to slide");
  }
  for (const auto& [pair, was] : pairs_before)
    if (!pairs.contains(pair)) add(running.at().bodies_of(pair), "part");
  return words;
}

}  // namespace perpend
