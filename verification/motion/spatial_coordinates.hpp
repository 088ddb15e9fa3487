// Angles and travels of one joint in space, enclosed. `near` and the results count from the start pose.
#pragma once

#include "verification/motion/spatial_site.hpp"

namespace perpend {

/// Value of a coordinate in the start pose.
[[nodiscard]] inline Interval start_of(const SpatialSite& site, int which) {
  return site.joint().element[which].at_start;
}

/// a0 . d
[[nodiscard]] Interval slide(const SpatialSite& site);
/// Twist of frame 1 against frame 0.
[[nodiscard]] Interval hinge_angle(const SpatialSite& site, Interval near);
/// Twist of the frame of one side against the one that the carrier holds for it.
[[nodiscard]] Interval angle_in_carrier(const SpatialSite& site, int side, Interval near);
[[nodiscard]] Interval rack_travel(const SpatialSite& site);
/// Coordinate `which` of a joint with this equation; unknown when it has none.
[[nodiscard]] Interval coordinate(const SpatialSite& site, Equation joint, int which, Interval near);

}  // namespace perpend
