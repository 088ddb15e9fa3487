#include "study/reference/event_search.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace perpend {

namespace {

using Kind = PhaseGuard::Kind;

/// Parts of a step that cannot be made are halved down to this share of it.
constexpr double least_part = 1e-7;

/// By regula falsi with halved weights [Illinois], to the last bits of the time; the end on which the phase still
/// holds, where that matters.
Status locate(RunningPhase& running, const PhaseGuard& guard, double h, const State& from, double& after) {
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
  int last_side = 0;
  for (int i = 0; i < most_steps && high - low > 0x1p-52 * h && inside > 0.0; ++i) {
    const bool has_slope = std::isfinite(inside) && std::isfinite(beyond);
    double middle = has_slope ? (low * beyond - high * inside) / (beyond - inside) : 0.5 * (low + high);
    if (!(middle > low && middle < high) || i % 8 == 7) middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    status = running.step(middle, from, at);
    if (status != Status::converged) return status;
    const double found = running.room(guard);
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
  after = guard.kind == Kind::place && least_inside > running.at().rounding() ? high : low;
  return Status::converged;
}

}  // namespace

Status find_event(RunningPhase& running, double h, const State& from, State& next, FoundEvent& found) {
  found = {};
  Status status = running.step(h, from, next);
  // A slip that ends on a curve has no smooth continuation beyond its end.
  for (const double whole = h; status == Status::iteration_limit && !running.phase().contacts.empty();) {
    h /= 2.0;
    if (h < least_part * whole) {
      found.end = fmt::format("{} slide in a way that the reference cannot continue",
                              running.at().bodies_of(running.phase().contacts.front().closed.surfaces.body));
      next = from;
      return Status::converged;
    }
    status = running.step(h, from, next);
  }
  if (status != Status::converged) return status;
  std::vector<PhaseGuard> violated;
  for (const PhaseGuard& guard : running.guards())
    if (running.is_violated(guard)) violated.push_back(guard);
  for (const PhaseGuard& guard : violated) {
    double after = 0.0;
    status = locate(running, guard, h, from, after);
    if (status != Status::converged) return status;
    if (found.guard && after >= found.after) continue;
    found.guard = guard;
    found.after = after;
  }
  if (!found.guard) return status;
  next = from;
  if (found.after > 0.0) return running.step(found.after, from, next);
  running.move_to(next);
  return status;
}

}  // namespace perpend
