// Equations in space, with p = x + R a for each side, d = p1 - p0; a, b, c the columns of the joint frame of side 0 or
// 1 turned into the world, n = a0, e = a1:
//     ball             d
//     revolute         d, b0 . a1, c0 . a1
//     weld             d, b0 . a1, c0 . a1, c0 . b1
//     prismatic        b0 . d, c0 . d, b0 . a1, c0 . a1, c0 . b1
//     cylindrical      b0 . d, c0 . d, b0 . a1, c0 . a1
//     universal        d, a0 . a1 - cos(angle)
//     point_on_line    b0 . d, c0 . d
//     planar           a0 . d, b0 . a1, c0 . a1
//     distance         |d| - L,  or  (d . d - L^2) / (2 L)
//     screw            b0 . d, c0 . d, b0 . a1, c0 . a1, a0 . d - ratio theta
//     gear             theta1 + ratio theta0,                 each about the axis that the carrier holds for its side
//     rack_and_pinion  u . (x1 - x_c) - length - ratio theta0,  u = axis that the carrier holds for side 1
//     angle, position  coordinate of the driven joint - f(t)
//     point_position   p0 - f(t)
//     rolling          n . (d - radius n)
//     rolling_disk     n . (d - radius u / |u|),  u = n - (n . e) e
// theta of frame F1 against frame F0: atan2(c0 . b1 - b0 . c1, b0 . b1 + c0 . c1), nearest to the last value.
#include "verification/arithmetic/interval_functions.hpp"
#include "verification/arithmetic/time_enclosure.hpp"
#include "verification/motion/spatial_coordinates.hpp"

namespace perpend {

namespace {

/// `near` of a coordinate, counted from the start pose.
Interval near_of(const SpatialSite& site, const JointContext& context, int which) {
  return context.near == nullptr ? Interval(0.0) : Interval(context.near[which]) - start_of(site, which);
}

Interval drive_error(const SpatialSite& site, const JointContext& context) {
  const int which = site.joint().driven_coordinate;
  const Interval asked = enclose(site.joint().drive[0], context.time) - start_of(site, which);
  return abs(coordinate(site, context.driven, which, asked) - asked);
}

Interval largest(const Triple& d) {
  return max(max(abs(d[0]), abs(d[1])), abs(d[2]));
}

/// b0 . d, c0 . d
Interval line_error(const SpatialSite& site) {
  const Triple d = site.separation();
  return max(abs(dot(site.column(0, 1), d)), abs(dot(site.column(0, 2), d)));
}

/// b0 . a1, c0 . a1
Interval axis_error(const SpatialSite& site) {
  const Triple axis = site.column(1, 0);
  return max(abs(dot(site.column(0, 1), axis)), abs(dot(site.column(0, 2), axis)));
}

Interval orientation_error(const SpatialSite& site) {
  return max(axis_error(site), abs(dot(site.column(0, 2), site.column(1, 1))));
}

Interval distance_error(const SpatialSite& site) {
  const Interval length(site.joint().length);
  const Interval distance_squared = squared(site.separation());
  if (!site.joint().quadratic) return abs(sqrt(distance_squared) - length);
  return abs((distance_squared - square(length)) / scale(2.0, length));
}

Interval screw_error(const SpatialSite& site, const JointContext& context) {
  const Interval travel = slide(site);
  const Interval ratio(site.joint().ratio);
  const Interval near = context.near == nullptr ? travel / ratio : near_of(site, context, 1);
  const Interval advance = travel - ratio * hinge_angle(site, near);
  return max(max(line_error(site), axis_error(site)), abs(advance));
}

Interval gear_error(const SpatialSite& site, const JointContext& context) {
  const Interval first = angle_in_carrier(site, 0, near_of(site, context, 0));
  const Interval second = angle_in_carrier(site, 1, near_of(site, context, 1));
  return abs(second + scale(site.joint().ratio, first));
}

Interval rack_error(const SpatialSite& site, const JointContext& context) {
  const Interval turn = angle_in_carrier(site, 0, near_of(site, context, 0));
  return abs(rack_travel(site) - scale(site.joint().ratio, turn));
}

Interval point_error(const SpatialSite& site, double time) {
  const Triple p = site.point(0);
  Triple error;
  for (int i = 0; i < 3; ++i) error[i] = p[i] - enclose(site.joint().drive[i], time);
  return largest(error);
}

Interval rolling_error(const SpatialSite& site) {
  const Triple n = site.column(0, 0);
  return abs(dot(n, site.separation()) - scale(site.joint().radius, squared(n)));
}

Interval rolling_disk_error(const SpatialSite& site) {
  const Triple n = site.column(0, 0);
  const Triple e = site.column(1, 0);
  const Interval cosine = dot(n, e);
  const Triple u{n[0] - cosine * e[0], n[1] - cosine * e[1], n[2] - cosine * e[2]};
  return abs(dot(n, site.separation()) - scale(site.joint().radius, dot(n, u) / sqrt(squared(u))));
}

}  // namespace

Interval largest_error(const Joint& joint, const JointContext& context, const SpatialPose& first,
                       const SpatialPose& second, const SpatialPose& carrier) {
  const SpatialSite site(joint, first, second, carrier);
  switch (context.equation) {
    case Equation::free:
      return 0.0;
    case Equation::ball:
      return largest(site.separation());
    case Equation::revolute:
      return max(largest(site.separation()), axis_error(site));
    case Equation::weld:
      return max(largest(site.separation()), orientation_error(site));
    case Equation::prismatic:
      return max(line_error(site), orientation_error(site));
    case Equation::cylindrical:
      return max(line_error(site), axis_error(site));
    case Equation::universal:
      return max(largest(site.separation()), abs(dot(site.column(0, 0), site.column(1, 0)) - cosine(joint.angle)));
    case Equation::point_on_line:
      return line_error(site);
    case Equation::planar:
      return max(abs(slide(site)), axis_error(site));
    case Equation::distance:
      return distance_error(site);
    case Equation::screw:
      return screw_error(site, context);
    case Equation::gear:
      return gear_error(site, context);
    case Equation::rack_and_pinion:
      return rack_error(site, context);
    case Equation::driven_coordinate:
      return drive_error(site, context);
    case Equation::point_position:
      return point_error(site, context.time);
    case Equation::rolling:
      return rolling_error(site);
    case Equation::rolling_disk:
      return rolling_disk_error(site);
    default:
      return {};
  }
}

}  // namespace perpend
