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
//     distance         |d| - L(t),  or  (d . d - L^2) / (2 L)
//     screw            b0 . d, c0 . d, b0 . a1, c0 . a1, a0 . d - ratio theta
//     gear             theta1 + ratio theta0,                 each about the axis that the carrier holds for its side
//     rack_and_pinion  u . (x1 - x_c) - length - ratio theta0,  u = axis that the carrier holds for side 1
//     angle, position  coordinate of the driven joint - f(t)
//     point_position   p0 - f(t)
//     rolling          n . (d - radius n)
//     rolling_disk     n . (d - radius u / |u|),  u = n - (n . e) e
// theta of frame F1 against frame F0: atan2(c0 . b1 - b0 . c1, b0 . b1 + c0 . c1), on the branch nearest to its last
// value. Coordinates count from the start pose.
#pragma once

#include <optional>

#include "verification/motion/joint_equations.hpp"

namespace perpend {

/// One joint between two poses. `Numbers` brings, in addition to what PlanarEquations wants, `has_near()` and
/// `near(i)`: the last value of coordinate i of the joint, as State::coordinates.
template <class Numbers>
class SpatialEquations {
 public:
  using Value = typename Numbers::Value;
  using Pose = SpatialPose<Value>;
  using Rows = ErrorRows<Value>;

  SpatialEquations(const Joint& joint, const JointPoses<Pose>& poses, Numbers& numbers)
      : joint_(joint), pose_{&poses.first, &poses.second}, carrier_(poses.carrier), numbers_(numbers) {}

  /// Nothing where the joint has no equation in space.
  [[nodiscard]] std::optional<Rows> rows(const JointEquation& equation) const {
    Rows rows;
    switch (equation.own) {
      case Equation::free:
        return rows;
      case Equation::ball:
        append_separation(rows);
        return rows;
      case Equation::revolute:
        append_separation(rows);
        append_axis(rows);
        return rows;
      case Equation::weld:
        append_separation(rows);
        append_orientation(rows);
        return rows;
      case Equation::prismatic:
        append_line(rows);
        append_orientation(rows);
        return rows;
      case Equation::cylindrical:
        append_line(rows);
        append_axis(rows);
        return rows;
      case Equation::universal:
        append_separation(rows);
        rows.push_back(axes_at_angle());
        return rows;
      case Equation::point_on_line:
        append_line(rows);
        return rows;
      case Equation::planar:
        rows.push_back(slide());
        append_axis(rows);
        return rows;
      case Equation::distance:
        return Rows{distance(squared(separation()))};
      case Equation::screw:
        append_line(rows);
        append_axis(rows);
        rows.push_back(screw());
        return rows;
      case Equation::gear:
        return Rows{gear()};
      case Equation::rack_and_pinion:
        return Rows{rack()};
      case Equation::driven_coordinate:
        return driven(equation.driven);
      case Equation::point_position:
        return point();
      case Equation::rolling:
        return Rows{rolling()};
      case Equation::rolling_disk:
        return Rows{rolling_disk()};
      default:
        return std::nullopt;
    }
  }

 private:
  [[nodiscard]] Value distance(const Value& squared_length) const {
    return joint_.drive.empty() ? distance_error<Value>(joint_, squared_length)
                                : sqrt(squared_length) - numbers_.at(joint_.drive[0]);
  }
  using Triple = std::array<Value, 3>;
  using Frame = std::array<Triple, 3>;  // columns a, b, c

  [[nodiscard]] static Value dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  [[nodiscard]] static Value squared(const Triple& a) { return square(a[0]) + square(a[1]) + square(a[2]); }
  [[nodiscard]] static Triple rotated(const Pose& pose, double x, double y, double z) {
    const auto along = [&](const Triple& row) { return scale(x, row[0]) + scale(y, row[1]) + scale(z, row[2]); };
    return {along(pose.rotation[0]), along(pose.rotation[1]), along(pose.rotation[2])};
  }
  [[nodiscard]] Triple defined(const Triple& a) const {
    return {numbers_.define(a[0]), numbers_.define(a[1]), numbers_.define(a[2])};
  }

  [[nodiscard]] Triple arm(int side) const {
    const Vec3& a = joint_.spatial.anchor[side];
    return rotated(*pose_[side], a[0], a[1], a[2]);
  }
  [[nodiscard]] Triple column(int side, int k) const {
    const Matrix3& f = joint_.spatial.frame[side];
    return defined(rotated(*pose_[side], f(0, k), f(1, k), f(2, k)));
  }
  /// Column k of the frame that the carrier holds for `side`.
  [[nodiscard]] Triple carrier_column(int side, int k) const {
    const Matrix3& f = joint_.spatial.carrier_frame[side];
    return defined(rotated(carrier_, f(0, k), f(1, k), f(2, k)));
  }
  [[nodiscard]] Frame frame(int side) const { return {column(side, 0), column(side, 1), column(side, 2)}; }
  [[nodiscard]] Frame carrier_frame(int side) const {
    return {carrier_column(side, 0), carrier_column(side, 1), carrier_column(side, 2)};
  }
  /// The difference of the positions first: it is exact where bodies are near each other.
  [[nodiscard]] Triple separation() const {
    const Triple a0 = arm(0), a1 = arm(1);
    const Triple &x0 = pose_[0]->position, &x1 = pose_[1]->position;
    return defined({x1[0] - x0[0] + (a1[0] - a0[0]), x1[1] - x0[1] + (a1[1] - a0[1]), x1[2] - x0[2] + (a1[2] - a0[2])});
  }

  [[nodiscard]] Value start(int which) const { return joint_.element[which].at_start; }
  [[nodiscard]] Value near(int which) const {
    return numbers_.has_near() ? numbers_.near(which) - start(which) : Value(0.0);
  }
  [[nodiscard]] static Value twist(const Frame& first, const Frame& second, const Value& near) {
    const Value y = dot(first[2], second[1]) - dot(first[1], second[2]);
    const Value x = dot(first[1], second[1]) + dot(first[2], second[2]);
    return nearest_branch(arc_tangent(y, x), near);
  }
  [[nodiscard]] Value hinge_angle(const Value& near) const {
    const Frame first = frame(0), second = frame(1);
    return twist(first, second, near);
  }
  [[nodiscard]] Value angle_in_carrier(int side, const Value& near) const {
    const Frame first = carrier_frame(side), second = frame(side);
    return twist(first, second, near);
  }
  /// 0: of a1 about a0, seen from side 0; 1: of a0 about a1, seen from side 1, backwards.
  [[nodiscard]] Value universal_angle(int which, const Value& near) const {
    const Triple seen = column(1 - which, 0), b = column(which, 1), c = column(which, 2);
    const Value angle = arc_tangent(dot(seen, c), dot(seen, b));
    return nearest_branch(which == 0 ? angle : -angle, near);
  }
  [[nodiscard]] Value slide() const {
    const Triple axis = column(0, 0);
    return dot(axis, separation());
  }
  [[nodiscard]] Value rack_travel() const {
    const Triple &x = pose_[1]->position, &from = carrier_.position;
    const Triple way = defined({x[0] - from[0], x[1] - from[1], x[2] - from[2]});
    return dot(carrier_column(1, 0), way) - joint_.length;
  }
  [[nodiscard]] std::optional<Value> coordinate(Equation of, int which, const Value& near) const {
    switch (of) {
      case Equation::revolute:
        return hinge_angle(near);
      case Equation::prismatic:
      case Equation::point_on_line:
        return slide();
      case Equation::cylindrical:
      case Equation::screw:
        return which == 0 ? slide() : hinge_angle(near);
      case Equation::universal:
        return universal_angle(which, near);
      case Equation::gear:
        return angle_in_carrier(which, near);
      case Equation::rack_and_pinion:
        return which == 0 ? angle_in_carrier(0, near) : rack_travel();
      default:
        return std::nullopt;
    }
  }

  void append_separation(Rows& rows) const {
    for (const Value& entry : separation()) rows.push_back(entry);
  }
  void append_line(Rows& rows) const {
    const Triple d = separation();
    rows.push_back(dot(column(0, 1), d));
    rows.push_back(dot(column(0, 2), d));
  }
  void append_axis(Rows& rows) const {
    const Triple axis = column(1, 0);
    rows.push_back(dot(column(0, 1), axis));
    rows.push_back(dot(column(0, 2), axis));
  }
  void append_orientation(Rows& rows) const {
    append_axis(rows);
    const Triple c = column(0, 2);
    rows.push_back(dot(c, column(1, 1)));
  }
  [[nodiscard]] Value axes_at_angle() const {
    const Triple first = column(0, 0), second = column(1, 0);
    return dot(first, second) - cosine(Value(joint_.angle));
  }
  [[nodiscard]] Value screw() const {
    const Value travel = numbers_.define(slide());
    const Value ratio = joint_.ratio;
    return travel - ratio * hinge_angle(numbers_.has_near() ? near(1) : travel / ratio);
  }
  [[nodiscard]] Value gear() const {
    const Value first = angle_in_carrier(0, near(0));
    return angle_in_carrier(1, near(1)) + scale(joint_.ratio, first);
  }
  [[nodiscard]] Value rack() const {
    const Value travel = rack_travel();
    return travel - scale(joint_.ratio, angle_in_carrier(0, near(0)));
  }
  [[nodiscard]] std::optional<Rows> driven(Equation of) const {
    const int which = joint_.driven_coordinate;
    const Value asked = numbers_.define(numbers_.at(joint_.drive[0]) - start(which));
    const auto value = coordinate(of, which, asked);
    if (!value) return std::nullopt;
    return Rows{*value - asked};
  }
  [[nodiscard]] Rows point() const {
    const Triple a = arm(0);
    Rows rows;
    for (int i = 0; i < 3; ++i) rows.push_back(pose_[0]->position[i] + a[i] - numbers_.at(joint_.drive[i]));
    return rows;
  }
  [[nodiscard]] Value rolling() const {
    const Triple n = column(0, 0);
    return dot(n, separation()) - scale(joint_.radius, squared(n));
  }
  [[nodiscard]] Value rolling_disk() const {
    const Triple n = column(0, 0), e = column(1, 0);
    const Value along = numbers_.define(dot(n, e));
    const Triple u = defined({n[0] - along * e[0], n[1] - along * e[1], n[2] - along * e[2]});
    return dot(n, separation()) - scale(joint_.radius, dot(n, u) / sqrt(squared(u)));
  }

  const Joint& joint_;
  std::array<const Pose*, num_sides> pose_;
  const Pose& carrier_;
  Numbers& numbers_;
};

}  // namespace perpend
