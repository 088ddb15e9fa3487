// Points, axes and frames of one joint in space, enclosed.
#pragma once

#include "verification/motion/joint_equations.hpp"

namespace perpend {

using Triple = std::array<Interval, 3>;

/// Columns a, b, c.
using Frame = std::array<Triple, 3>;

template <class Vector>
[[nodiscard]] Triple rotated(const SpatialPose& pose, const Vector& a) {
  Triple result;
  for (int i = 0; i < 3; ++i)
    result[i] = scale(a[0], pose.rotation[i][0]) + scale(a[1], pose.rotation[i][1]) + scale(a[2], pose.rotation[i][2]);
  return result;
}

[[nodiscard]] inline Interval dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

[[nodiscard]] inline Interval squared(const Triple& a) {
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

}  // namespace perpend
