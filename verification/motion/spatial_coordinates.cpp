// theta of frame F1 against frame F0: atan2(c0 . b1 - b0 . c1, b0 . b1 + c0 . c1), on the branch nearest to `near`.
#include "verification/motion/spatial_coordinates.hpp"

#include "verification/arithmetic/interval_functions.hpp"

namespace perpend {

namespace {

Interval twist(const Frame& first, const Frame& second, Interval near) {
  const Interval y = dot(first[2], second[1]) - dot(first[1], second[2]);
  const Interval x = dot(first[1], second[1]) + dot(first[2], second[2]);
  return nearest_branch(arc_tangent(y, x), near);
}

/// 0: of a1 about a0, seen from side 0; 1: of a0 about a1, seen from side 1, backwards.
Interval universal_angle(const SpatialSite& site, int which, Interval near) {
  const Triple seen = site.column(1 - which, 0);
  const Interval angle = arc_tangent(dot(seen, site.column(which, 2)), dot(seen, site.column(which, 1)));
  return nearest_branch(which == 0 ? angle : -angle, near);
}

}  // namespace

Interval hinge_angle(const SpatialSite& site, Interval near) {
  return twist(site.frame(0), site.frame(1), near);
}

Interval angle_in_carrier(const SpatialSite& site, int side, Interval near) {
  return twist(site.carrier_frame(side), site.frame(side), near);
}

Interval slide(const SpatialSite& site) {
  return dot(site.column(0, 0), site.separation());
}

Interval rack_travel(const SpatialSite& site) {
  const std::array<double, 3>& x = site.position(1);
  const std::array<double, 3>& from = site.carrier_position();
  Triple way;
  for (int i = 0; i < 3; ++i) way[i] = Interval(x[i]) - Interval(from[i]);
  return dot(site.carrier_frame(1)[0], way) - Interval(site.joint().length);
}

Interval coordinate(const SpatialSite& site, Equation joint, int which, Interval near) {
  switch (joint) {
    case Equation::revolute:
      return hinge_angle(site, near);
    case Equation::prismatic:
    case Equation::point_on_line:
      return slide(site);
    case Equation::cylindrical:
    case Equation::screw:
      return which == 0 ? slide(site) : hinge_angle(site, near);
    case Equation::universal:
      return universal_angle(site, which, near);
    case Equation::gear:
      return angle_in_carrier(site, which, near);
    case Equation::rack_and_pinion:
      return which == 0 ? angle_in_carrier(site, 0, near) : rack_travel(site);
    default:
      return {};
  }
}

}  // namespace perpend
