#include "kernel/drives/unresolved_drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

constexpr double largest_share = 0.25;  // of the range
constexpr double eighth_turn =
    0.78539816339744830961566084;          // pi/4 [rad]: the chord leaves the arc by 8 % of the radius
constexpr long max_evaluations = 1000000;  // a tenth of a second or so
constexpr int most_samples = 16;
constexpr int fewest_samples = 3;

/// One prescribed function and what it may do within a step.
struct Watched {
  const TimeFunction& f;
  double range = 0.0;      ///< over the run
  bool has_range = false;  ///< in a run of fewer than four steps the range is that of a single stretch
  double rounding = 0.0;   ///< what leaves a chord without meaning
  bool is_angle = false;
  int num_samples = 0;  ///< within a step
};

/// What a function does over [start, end]; `excess` > 1: not resolved.
struct Change {
  double leaving = 0.0;  ///< largest distance from the chord
  double moving = 0.0;   ///< between the ends
  double excess = 0.0;
};

/// Points that no period divides evenly: fractions of k times the golden ratio.
double fraction(int k) {
  const double x = k * 0.61803398874989484820;
  return x - std::floor(x);
}

Change change_over(const Watched& watched, double start, double end) {
  const double first = watched.f(start);
  const double last = watched.f(end);
  Change change;
  change.moving = std::abs(last - first);
  for (int k = 1; k <= watched.num_samples; ++k) {
    const double s = fraction(k);
    const double value = watched.f(start + s * (end - start));
    const double distance = std::abs(value - (first + s * (last - first)));
    change.leaving = std::isfinite(distance) ? std::max(change.leaving, distance) : distance;
    if (!std::isfinite(distance)) break;
  }
  if (!std::isfinite(change.leaving) || !std::isfinite(change.moving)) {
    change.leaving = change.moving = std::numeric_limits<double>::quiet_NaN();
    change.excess = std::numeric_limits<double>::infinity();
    return change;
  }
  if (watched.has_range && change.leaving > watched.rounding)
    change.excess = change.leaving / (largest_share * watched.range);
  if (watched.is_angle) change.excess = std::max(change.excess, std::max(change.leaving, change.moving) / eighth_turn);
  return change;
}

/// The steps that are looked at: all, or in long runs every `stride`-th.
struct Steps {
  double step = 0.0;
  long count = 0;
  long stride = 1;
};

Steps steps_of(double step, double duration) {
  Steps steps;
  steps.step = step;
  // A run may have more steps than a long counts.
  steps.count = static_cast<long>(std::clamp(std::round(duration / step), 1.0, 9e18));
  steps.stride = 1 + (steps.count - 1) / (max_evaluations / fewest_samples);
  return steps;
}

Watched watch(const TimeFunction& f, bool is_angle, const Steps& steps) {
  Watched watched{.f = f, .is_angle = is_angle};
  watched.num_samples = static_cast<int>(std::clamp<long>(max_evaluations / steps.count, fewest_samples, most_samples));
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (long k = 0; k < steps.count; k += steps.stride)
    for (int i = 0; i <= watched.num_samples; ++i) {
      const double value = f((static_cast<double>(k) + fraction(i)) * steps.step);
      low = std::min(low, value);
      high = std::max(high, value);
    }
  watched.range = high - low;
  watched.has_range = steps.count >= 4;
  // Values are rounded to 2^-53 of themselves in each of some hundred operations.
  watched.rounding = 0x1p-46 * std::max(std::abs(low), std::abs(high));
  return watched;
}

/// Halves the step until all of the worst stretch of the run is resolved; 0: 16 halvings are not enough.
double sufficient_step(const Watched& watched, double start, double step) {
  for (long parts = 2; parts <= 1L << 16; parts *= 2) {
    const double h = step / static_cast<double>(parts);
    bool is_resolved = true;
    for (long k = 0; k < parts && is_resolved; ++k)
      is_resolved =
          change_over(watched, start + static_cast<double>(k) * h, start + static_cast<double>(k + 1) * h).excess <=
          1.0;
    if (is_resolved) return h;
  }
  return 0.0;
}

/// A velocity may jump: bodies take an impulse for it.
std::optional<UnresolvedDrive> unresolved_function(const TimeFunction& f, bool is_velocity, bool is_angle,
                                                   const Steps& steps) {
  if (f.is_constant() && std::isfinite(f(0.0))) return std::nullopt;
  const Watched watched = watch(f, is_angle, steps);
  Change worst;
  double time = 0.0;
  for (long k = 0; k < steps.count; k += steps.stride) {
    const double start = static_cast<double>(k) * steps.step;
    const Change change = change_over(watched, start, start + steps.step);
    if (change.excess <= worst.excess) continue;
    worst = change;
    time = start;
    if (std::isinf(worst.excess)) break;
  }
  if (worst.excess <= 1.0) return std::nullopt;
  if (std::isinf(worst.excess)) return UnresolvedDrive{time, worst.leaving, 0.0};
  const double sufficient = sufficient_step(watched, time, steps.step);
  if (is_velocity && sufficient == 0.0) return std::nullopt;
  return UnresolvedDrive{time, std::max(worst.leaving, worst.moving), sufficient};
}

/// The first step at whose start the function is not finite.
std::optional<UnresolvedDrive> not_finite(const TimeFunction& f, const Steps& steps) {
  for (long k = 0; k <= steps.count; k += steps.stride) {
    const double time = static_cast<double>(k) * steps.step;
    if (!std::isfinite(f(time))) return UnresolvedDrive{time, std::numeric_limits<double>::quiet_NaN(), 0.0};
  }
  return std::nullopt;
}

}  // namespace

std::optional<UnresolvedDrive> unresolved_drive(const Joint& joint, double step, double duration) {
  const Steps steps = steps_of(step, duration);
  const JointType& type = *joint.type;
  const bool is_velocity = type.num_nonholonomic > 0;
  for (std::size_t k = 0; k < joint.drive.size(); ++k) {
    if (joint.drive[k].is_law()) continue;
    const bool is_angle = !is_velocity && type.row_dimension[k] == dimension::angle;
    if (auto found = unresolved_function(joint.drive[k], is_velocity, is_angle, steps)) return found;
    if (auto found = not_finite(joint.drive_rate[k], steps)) return found;
    if (is_velocity) continue;
    if (auto found = not_finite(joint.drive_acceleration[k], steps)) return found;
  }
  return std::nullopt;
}

}  // namespace perpend
