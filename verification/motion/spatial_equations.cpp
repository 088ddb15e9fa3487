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
#include "verification/arithmetic/interval.hpp"
#include "verification/arithmetic/time_enclosure.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend {

namespace {

/// One product and its error give both ends.
Interval product(double x, double y) {
  const auto [p, e] = two_product(x, y);
  if (!is_mid_range(p)) return {multiply_down(x, y), multiply_up(x, y)};
  return {e >= 0.0 ? p : next_down(p), e <= 0.0 ? p : next_up(p)};
}

/// 1 - 2 (x + y)
Interval diagonal_entry(Interval x, Interval y) {
  return Interval(1.0) - scale(2.0, x + y);
}

void rotate_by(SpatialPose& pose, double w, double x, double y, double z) {
  const Interval xx = product(x, x), yy = product(y, y), zz = product(z, z);
  const Interval xy = product(x, y), xz = product(x, z), yz = product(y, z);
  const Interval wx = product(w, x), wy = product(w, y), wz = product(w, z);
  pose.rotation = {{{diagonal_entry(yy, zz), scale(2.0, xy - wz), scale(2.0, xz + wy)},
                    {scale(2.0, xy + wz), diagonal_entry(xx, zz), scale(2.0, yz - wx)},
                    {scale(2.0, xz - wy), scale(2.0, yz + wx), diagonal_entry(xx, yy)}}};
}

using Triple = std::array<Interval, 3>;

/// Columns a, b, c.
using Frame = std::array<Triple, 3>;

template <class Vector>
Triple rotated(const SpatialPose& pose, const Vector& a) {
  Triple result;
  for (int i = 0; i < 3; ++i)
    result[i] = scale(a[0], pose.rotation[i][0]) + scale(a[1], pose.rotation[i][1]) + scale(a[2], pose.rotation[i][2]);
  return result;
}

Interval dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Interval squared(const Triple& a) {
  return square(a[0]) + square(a[1]) + square(a[2]);
}

/// One joint at one state: points and frame columns are enclosed when an equation asks for them.
class SpatialSite {
 public:
  SpatialSite(const Joint& joint, const SpatialPose& first, const SpatialPose& second, const SpatialPose& carrier)
      : joint_(joint), pose_{&first, &second, &carrier} {}

  [[nodiscard]] const Joint& joint() const { return joint_; }
  [[nodiscard]] Triple point(int side) const {
    const Triple arm = rotated(*pose_[side], joint_.spatial.anchor[side]);
    const std::array<double, 3>& x = pose_[side]->position;
    return {Interval(x[0]) + arm[0], Interval(x[1]) + arm[1], Interval(x[2]) + arm[2]};
  }
  /// The difference of the positions first: it is exact where bodies are near each other.
  [[nodiscard]] Triple separation() const {
    const Triple arm0 = rotated(*pose_[0], joint_.spatial.anchor[0]);
    const Triple arm1 = rotated(*pose_[1], joint_.spatial.anchor[1]);
    Triple d;
    for (int i = 0; i < 3; ++i)
      d[i] = (Interval(pose_[1]->position[i]) - Interval(pose_[0]->position[i])) + (arm1[i] - arm0[i]);
    return d;
  }
  [[nodiscard]] Triple column(int side, int k) const {
    const Matrix3& f = joint_.spatial.frame[side];
    return rotated(*pose_[side], std::array<double, 3>{f(0, k), f(1, k), f(2, k)});
  }
  [[nodiscard]] Frame frame(int side) const { return {column(side, 0), column(side, 1), column(side, 2)}; }
  /// The frame that the carrier holds for one side.
  [[nodiscard]] Frame carrier_frame(int side) const {
    const Matrix3& f = joint_.spatial.carrier_frame[side];
    Frame result;
    for (int k = 0; k < 3; ++k) result[k] = rotated(*pose_[2], std::array<double, 3>{f(0, k), f(1, k), f(2, k)});
    return result;
  }
  [[nodiscard]] const std::array<double, 3>& position(int side) const { return pose_[side]->position; }
  [[nodiscard]] const std::array<double, 3>& carrier_position() const { return pose_[2]->position; }

 private:
  const Joint& joint_;
  std::array<const SpatialPose*, num_sides> pose_;
};

/// Value of a coordinate in the start pose.
Interval start_of(const SpatialSite& site, int which) {
  return site.joint().element[which].at_start;
}

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

/// Twist of frame 1 against frame 0.
Interval hinge_angle(const SpatialSite& site, Interval near) {
  return twist(site.frame(0), site.frame(1), near);
}

/// Twist of the frame of one side against the one that the carrier holds for it.
Interval angle_in_carrier(const SpatialSite& site, int side, Interval near) {
  return twist(site.carrier_frame(side), site.frame(side), near);
}

/// a0 . d
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

/// Coordinate `which` of a joint with this equation; unknown when it has none. `near` and the result count from the
/// start pose.
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

SpatialPose spatial_pose(const Body& body, const VectorX& q) {
  SpatialPose pose;
  Vec4 turn = body.spatial.rotation;
  for (int i = 0; i < 3; ++i) pose.position[i] = body.dof == 0 ? body.spatial.position[i] : q[body.q_offset + i];
  if (body.dof > 0 && body.kind == BodyKind::rigid) turn = q.segment<4>(body.q_offset + 3);
  if (body.kind != BodyKind::particle) rotate_by(pose, turn[0], turn[1], turn[2], turn[3]);
  return pose;
}

}  // namespace perpend
