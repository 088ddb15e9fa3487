// How far a motion is from an event, with the slope of that: what two times say of those between them.
#pragma once

#include <algorithm>

namespace perpend {

/// A room and its slope at an end of a stretch of time.
struct RoomAt {
  double after = 0.0;  ///< from a beginning that all share [s]
  double room = 0.0;
  double slope = 0.0;
};

/// Whether a convex room between the two may fall below `least`: where its tangents meet, they do.
[[nodiscard]] inline bool may_fall_below(double least, const RoomAt& low, const RoomAt& high) {
  if (!(low.slope < 0.0 && high.slope > 0.0)) return false;
  const double h = high.after - low.after;
  const double meet = (high.room - low.room - high.slope * h) / (low.slope - high.slope);
  return low.room + low.slope * meet < least;
}

/// Rooms that come down to this share of what they are at the ends of a stretch touch 0: rounding leaves some 1e-16 of
/// a corner, and 1e-12 of a round one is a millionth of its width, in which no step can be smooth.
inline constexpr double touching_share = 1e-12;
/// The same where a force jumps: the extrapolation may take a thousandth of a step over the jump in one, which leaves
/// the place of the corner open by the square of that.
inline constexpr double meeting_share = 1e-6;

/// Whether a room may touch 0 between the two: where its tangents meet they are below a tenth of it, for behind a
/// jump of a force a motion may be curved the wrong way.
[[nodiscard]] inline bool may_touch(const RoomAt& low, const RoomAt& high) {
  constexpr double near_share = 0.1;
  return may_fall_below(near_share * std::max(low.room, high.room), low, high);
}

}  // namespace perpend
