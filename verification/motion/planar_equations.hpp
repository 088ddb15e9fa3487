// Equations in the plane, with p = x + R(theta) a for each side, d = p1 - p0 and n = perp(R0 axis):
//     revolute         d
//     weld             d, theta1 - theta0 - angle
//     prismatic        n . d, theta1 - theta0 - angle
//     point_on_line    n . d
//     distance         |d| - L(t),  or  (d . d - L^2) / (2 L)
//     gear             (theta1 - theta_c) + ratio (theta0 - theta_c) - angle,   c the carrier
//     rack_and_pinion  (R_c axis) . (x1 - x_c) - ratio (theta0 - theta_c) - length
//     angle, position  theta1 - theta0 - angle + at_start - f(t);  (R0 axis) . d - length + at_start - f(t)
//     point_position   p0 - f(t)
//     rolling          (R0 axis) . (d - radius R0 axis)
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "verification/arithmetic/bounded.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend {

/// One joint between two poses. `Numbers` brings the type `Value`, `define(x)`, the name of a value that is used
/// several times, and `at(f)`, a prescribed function at the time of the state.
template <class Numbers>
class PlanarEquations {
 public:
  using Value = typename Numbers::Value;
  using Pose = PlanarPose<Value>;
  using Rows = ErrorRows<Value>;

  PlanarEquations(const Joint& joint, const JointPoses<Pose>& poses, Numbers& numbers)
      : joint_(joint), pose_(poses), numbers_(numbers) {
    if constexpr (std::is_same_v<Value, Bounded>) {
      d_ = bounded_way();
      return;
    }
    const Pair arm0 = turned(pose_.first, joint.anchor[0]), arm1 = turned(pose_.second, joint.anchor[1]);
    d_[0] = numbers.define(pose_.second.x - pose_.first.x + (arm1[0] - arm0[0]));
    d_[1] = numbers.define(pose_.second.y - pose_.first.y + (arm1[1] - arm0[1]));
  }

  /// Nothing where the joint has no equation in the plane.
  [[nodiscard]] std::optional<Rows> rows(const JointEquation& equation) const {
    switch (equation.own) {
      case Equation::free:
        return Rows{};
      case Equation::revolute:
        return Rows{d_[0], d_[1]};
      case Equation::weld:
        return Rows{d_[0], d_[1], turn()};
      case Equation::prismatic:
        return Rows{across(), turn()};
      case Equation::point_on_line:
        return Rows{across()};
      case Equation::distance:
        return Rows{distance(square(d_[0]) + square(d_[1]))};
      case Equation::gear:
        return Rows{gear()};
      case Equation::rack_and_pinion:
        return Rows{rack()};
      case Equation::driven_coordinate:
        return driven(equation.driven);
      case Equation::point_position:
        return point();
      case Equation::rolling:
        return Rows{dot(axis(), d_) - scale(joint_.radius, dot(axis(), axis()))};
      default:
        return std::nullopt;
    }
  }

 private:
  using Pair = std::array<Value, 2>;

  [[nodiscard]] static Pair turned(const Pose& pose, const Vec2& a) {
    return {scale(a.x(), pose.cos) - scale(a.y(), pose.sin), scale(a.x(), pose.sin) + scale(a.y(), pose.cos)};
  }
  /// d with one bound for all roundings: at most four on the way of a product into the sum, each of at most u of the
  /// size of all terms; two more for terms of second order.
  [[nodiscard]] Pair bounded_way() const {
    const Pose &from = pose_.first, &to = pose_.second;
    const Vec2 &a = joint_.anchor[0], &b = joint_.anchor[1];
    const double x =
        to.x.value - from.x.value +
        ((b.x() * to.cos.value - b.y() * to.sin.value) - (a.x() * from.cos.value - a.y() * from.sin.value));
    const double y =
        to.y.value - from.y.value +
        ((b.x() * to.sin.value + b.y() * to.cos.value) - (a.x() * from.sin.value + a.y() * from.cos.value));
    // What sines and cosines are off by; they are at most 1, their errors far below.
    const double reach_a = std::abs(a.x()) + std::abs(a.y()), reach_b = std::abs(b.x()) + std::abs(b.y());
    const double of_turns =
        reach_a * std::max(from.sin.error, from.cos.error) + reach_b * std::max(to.sin.error, to.cos.error);
    const auto error = [&](const Value& one, const Value& other) {
      const double size = std::abs(one.value) + std::abs(other.value) + reach_a + reach_b;
      return (6.0 * unit_roundoff * size + of_turns + one.error + other.error + 4.0 * bounded::underflow) *
             bounded::outward;
    };
    return {Value(x, error(from.x, to.x)), Value(y, error(from.y, to.y))};
  }
  [[nodiscard]] static Value dot(const Pair& a, const Pair& b) { return a[0] * b[0] + a[1] * b[1]; }

  [[nodiscard]] Value distance(const Value& squared) const {
    return joint_.drive.empty() ? distance_error<Value>(joint_, squared) : sqrt(squared) - numbers_.at(joint_.drive[0]);
  }
  [[nodiscard]] Value turn() const { return pose_.second.angle - pose_.first.angle - joint_.angle; }
  [[nodiscard]] Pair axis() const { return turned(pose_.first, joint_.axis); }
  [[nodiscard]] Value across() const {
    const Pair along = axis();
    return along[0] * d_[1] - along[1] * d_[0];
  }
  [[nodiscard]] Value turn_in_carrier(const Pose& pose) const { return pose.angle - pose_.carrier.angle; }

  [[nodiscard]] Value gear() const {
    return turn_in_carrier(pose_.second) + scale(joint_.ratio, turn_in_carrier(pose_.first)) - joint_.angle;
  }
  [[nodiscard]] Value rack() const {
    const Pair way{pose_.second.x - pose_.carrier.x, pose_.second.y - pose_.carrier.y};
    return dot(turned(pose_.carrier, joint_.axis), way) - scale(joint_.ratio, turn_in_carrier(pose_.first)) -
           joint_.length;
  }
  [[nodiscard]] std::optional<Rows> driven(Equation of) const {
    const Value asked = numbers_.at(joint_.drive[0]) - joint_.element[joint_.driven_coordinate].at_start;
    if (of == Equation::revolute) return Rows{turn() - asked};
    if (of == Equation::prismatic) return Rows{dot(axis(), d_) - joint_.length - asked};
    return std::nullopt;
  }
  [[nodiscard]] Rows point() const {
    const Pair arm = turned(pose_.first, joint_.anchor[0]);
    return {pose_.first.x + arm[0] - numbers_.at(joint_.drive[0]),
            pose_.first.y + arm[1] - numbers_.at(joint_.drive[1])};
  }

  const Joint& joint_;
  JointPoses<Pose> pose_;
  Numbers& numbers_;
  Pair d_{0.0, 0.0};
};

}  // namespace perpend
