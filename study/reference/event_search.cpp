#include "study/reference/event_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "study/reference/room_at.hpp"

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// Parts of a step that cannot be made are halved down to this share of it.
constexpr double least_part = 1e-7;
/// At a corner the velocity is off by its jerk times half the square of the part: some 1e-20 of it.
constexpr double least_part_at_corner = 1e-9;
/// A corner that is touched is found again within this share of its time.
constexpr double same_time = 1e-10;

/// Where steps to times beyond fail, an event is known by a room that has come down to this share.
constexpr double reached_share = 0x1p-40;

/// By regula falsi with halved weights [Illinois], to the last bits of the time; the end on which the phase still
/// holds, where that matters. A step that fails is one beyond the event: a slip in space has no direction at its end,
/// and what rounding makes of it there may be too much for the extrapolation.
Status locate(RunningPhase& running, const PhaseGuard& guard, double h, const State& from, double& after) {
  after = h;
  if (running.touches(guard)) return Status::converged;  // it was found there
  State at;
  double low = 0.0, high = h;
  Status status = running.step(h, from, at);
  if (status != Status::converged) return status;
  double beyond = running.room(guard);
  // Right after an event the row is at its bound: somewhat later it is inside of it.
  double inside = -1.0, least_inside = 0.0;
  for (double early = h / 2.0; early > 1e-9 * h; early /= 2.0) {
    status = running.step(early, from, at);
    if (status != Status::converged) return status;
    const double found = running.room(guard);
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
  const double first_inside = inside;
  Status failure = Status::converged;
  int last_side = 0;
  for (int i = 0; i < most_steps && high - low > 0x1p-52 * h && inside > 0.0; ++i) {
    const bool has_slope = std::isfinite(inside) && std::isfinite(beyond);
    double middle = has_slope ? (low * beyond - high * inside) / (beyond - inside) : 0.5 * (low + high);
    if (!(middle > low && middle < high) || i % 8 == 7) middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    status = running.step(middle, from, at);
    if (status != Status::converged && status != Status::iteration_limit) return status;
    if (status == Status::iteration_limit) failure = status;
    const bool is_beyond = status == Status::iteration_limit || running.room(guard) < 0.0;
    const double found = status == Status::iteration_limit ? beyond : running.room(guard);
    if (is_beyond) {
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
  if (failure != Status::converged && !(least_inside <= reached_share * first_inside)) return failure;
  // A place whose border has no distance is left behind the event.
  after = guard.kind == Kind::place && least_inside > running.at().rounding() ? high : low;
  return Status::converged;
}

/// Rooms of guards with a slope that is known.
std::vector<std::optional<RoomAt>> rooms(RunningPhase& running, const std::vector<PhaseGuard>& guards, double after) {
  std::vector<std::optional<RoomAt>> all;
  for (const PhaseGuard& guard : guards) {
    const std::optional<double> slope = running.slope(guard);
    const double room = running.room(guard);
    const bool is_known = slope && std::isfinite(*slope) && std::isfinite(room) && !running.is_violated(guard);
    all.push_back(is_known ? std::optional(RoomAt{after, room, *slope}) : std::nullopt);
  }
  return all;
}

/// Where a room that falls and rises again is negative in between, by regula falsi with halved weights on its slope; 0
/// where it is not.
Status find_dip(RunningPhase& running, const PhaseGuard& guard, RoomAt low, RoomAt high, const State& from,
                double& after) {
  after = 0.0;
  State at;
  double low_weight = 1.0, high_weight = 1.0;
  constexpr int most_steps = 60;
  for (int i = 0; i < most_steps && may_fall_below(-running.tolerance(guard), low, high); ++i) {
    const double fall = low_weight * low.slope, rise = high_weight * high.slope;
    const double middle = (low.after * rise - high.after * fall) / (rise - fall);
    if (!(middle > low.after && middle < high.after)) break;
    const Status status = running.step(middle, from, at);
    if (status != Status::converged) return status;
    if (running.is_violated(guard)) {
      after = middle;
      break;
    }
    const std::optional<double> slope = running.slope(guard);
    if (!slope) break;
    const RoomAt found{middle, running.room(guard), *slope};
    const bool falls = found.slope < 0.0;
    (falls ? low : high) = found;
    (falls ? low_weight : high_weight) = 1.0;
    (falls ? high_weight : low_weight) *= 0.5;
  }
  return Status::converged;
}

/// Where a room that is never negative touches 0 and turns back, by regula falsi with halved weights on its slope; 0
/// where it does not. A corner at the very beginning has been passed.
Status find_touch(RunningPhase& running, const PhaseGuard& guard, RoomAt low, RoomAt high, const State& from,
                  double& after) {
  after = 0.0;
  const double h = high.after, least_room = running.touching_share(guard) * std::max(low.room, high.room);
  constexpr double passed_share = 1e-10;
  State at;
  double low_weight = 1.0, high_weight = 1.0;
  constexpr int most_steps = 100;
  for (int i = 0; i < most_steps; ++i) {
    const double fall = low_weight * low.slope, rise = high_weight * high.slope;
    double middle = (low.after * rise - high.after * fall) / (rise - fall);
    if (i % 8 == 7) middle = 0.5 * (low.after + high.after);
    if (!(middle > low.after && middle < high.after) || high.after - low.after < 0x1p-50 * h) break;
    const Status status = running.step(middle, from, at);
    if (status != Status::converged) return status;
    const double room = running.room(guard);
    const std::optional<double> slope = running.slope(guard);
    // At a corner the slope may have no value.
    const bool is_flat = !slope || !std::isfinite(*slope) || *slope == 0.0;
    if (is_flat) low = high = {middle, room, 0.0};
    if (is_flat) break;
    const bool falls = *slope < 0.0;
    (falls ? low : high) = {middle, room, *slope};
    (falls ? low_weight : high_weight) = 1.0;
    (falls ? high_weight : low_weight) *= 0.5;
  }
  const RoomAt& least = low.room < high.room ? low : high;
  if (least.room <= least_room && least.after > passed_share * h) after = least.after;
  return Status::converged;
}

/// What is watched within a step: the guards of the phase, then pairs of bodies, and rooms where it begins.
struct Watched {
  std::vector<PhaseGuard> guards;
  std::vector<std::optional<RoomAt>> before;
};

/// The first time after which the state that was evaluated last, or one on the way to it, violates a guard.
Status find_violation(RunningPhase& running, const Watched& watched, double h, const State& from,
                      std::vector<PhaseGuard>& violated, double& until) {
  violated.clear();
  for (const PhaseGuard& guard : running.guards())
    if (running.is_violated(guard)) violated.push_back(guard);
  until = h;
  if (!violated.empty()) return Status::converged;
  const std::vector<std::optional<RoomAt>> now = rooms(running, watched.guards, h);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::optional<RoomAt>& before = watched.before[i];
    if (!before || !now[i]) continue;
    const PhaseGuard& guard = watched.guards[i];
    const bool touches = running.touches(guard);
    if (touches ? !may_touch(*before, *now[i]) : !may_fall_below(-running.tolerance(guard), *before, *now[i])) continue;
    double after = 0.0;
    const Status status = touches ? find_touch(running, guard, *before, *now[i], from, after)
                                  : find_dip(running, guard, *before, *now[i], from, after);
    if (status != Status::converged) return status;
    if (!(after > 0.0) || after >= until) continue;
    violated = {guard};
    until = after;
  }
  return Status::converged;
}

}  // namespace

Status find_event(RunningPhase& running, double h, double whole, const State& from, State& next, FoundEvent& found) {
  found = {};
  h = std::min(h, std::max(running.longest_look(), least_part * whole));
  Watched watched{running.guards(), {}};
  for (PhaseGuard& pair : running.guards_of_pairs(h)) watched.guards.push_back(std::move(pair));
  watched.before = rooms(running, watched.guards, 0.0);
  Status status = running.step(h, from, next);
  // A slip that ends on a curve has no smooth continuation beyond its end. Where a law touches the end of a range, a
  // part that is short enough goes over the corner, which is located there.
  const bool slides = !running.phase().contacts.empty();
  const bool touches = running.may_touch();
  while (status == Status::iteration_limit && (slides || touches)) {
    h /= 2.0;
    ++found.halvings;
    if (h < (touches ? least_part_at_corner : least_part) * whole) {
      if (!slides) return status;
      found.end = fmt::format("{} slide in a way that the reference cannot continue",
                              running.at().bodies_of(running.phase().contacts.front().closed.surfaces.body));
      next = from;
      return Status::converged;
    }
    status = running.step(h, from, next);
  }
  found.tried = h;
  if (status != Status::converged) return status;
  // On the way to the first event that is found another one may have come and gone.
  for (double until = h;;) {
    std::vector<PhaseGuard> violated;
    status = find_violation(running, watched, until, from, violated, until);
    if (status != Status::converged) return status;
    bool is_earlier = false;
    Status failure = Status::converged;
    for (const PhaseGuard& guard : violated) {
      double after = 0.0;
      status = locate(running, guard, until, from, after);
      if (status == Status::iteration_limit) {  // another event may come before what fails
        failure = status;
        continue;
      }
      if (status != Status::converged) return status;
      if (found.guard && after >= (running.touches(guard) ? (1.0 - same_time) : 1.0) * found.after) continue;
      found.guard = guard;
      found.after = after;
      is_earlier = true;
    }
    if (!is_earlier && failure != Status::converged) return failure;
    if (!is_earlier) break;
    until = found.after;
    if (!(until > 0.0)) break;
    status = running.step(until, from, next);
    if (status != Status::converged) return status;
  }
  if (!found.guard) {
    if (running.at().time() != next.time) running.move_to(next);
    return status;
  }
  next = from;
  if (found.after > 0.0) return running.step(found.after, from, next);
  running.move_to(next);
  return status;
}

}  // namespace perpend
