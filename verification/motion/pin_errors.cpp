// d = x1 - x0 + (R1 b - R0 a). With P the largest coordinate, R at least the sum of the moduli of a and b, and s the
// error of sines and cosines: at most four roundings are on the way of a product into the sum, each of at most u of
// the size of all terms, 2 P + R (1 + s), and two more stand for terms of second order, so that a computed d is off by
//     6 u (2 P + R) + R s
// at most, besides underflow.
#include "verification/motion/pin_errors.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/numbers/trigonometry.hpp"
#include "verification/arithmetic/bounded.hpp"

namespace perpend {

std::optional<PinErrors> PinErrors::of(const Model& model, std::span<const JointEquation> equations) {
  const auto is_pin = [](const JointEquation& equation) { return equation.own == Equation::revolute; };
  if (model.space != Space::planar || !std::all_of(equations.begin(), equations.end(), is_pin)) return std::nullopt;
  return PinErrors(model);
}

PinErrors::PinErrors(const Model& model) : poses_(model.bodies.size() + 1) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.dof > 0) {
      (body.dof == 3 ? turning_ : particles_).push_back({static_cast<int>(i), body.q_offset});
      continue;
    }
    const bool has_angle = body.kind != BodyKind::particle && body.angle != 0.0;
    const SinCos<double> turn = has_angle ? sin_cos(body.angle) : SinCos<double>{0.0, 1.0};
    poses_[i] = {body.position.x(), body.position.y(), turn.sin, turn.cos};
    fixed_ = std::max({fixed_, std::abs(poses_[i].x), std::abs(poses_[i].y)});
  }
  const auto place = [&](int body) { return body == world_body ? static_cast<int>(model.bodies.size()) : body; };
  for (const Joint& joint : model.joints) {
    const Vec2 &a = joint.anchor[0], &b = joint.anchor[1];
    pins_.push_back({place(joint.body[0]), place(joint.body[1]), a, b});
    const double reach = std::abs(a.x()) + std::abs(a.y()) + std::abs(b.x()) + std::abs(b.y());
    reach_ = std::max(reach_, reach * bounded::outward);
  }
}

PinErrors::Bounds PinErrors::at(const VectorX& positions) {
  double farthest = fixed_;
  const auto place = [&](const Moving& moving) -> Pose& {
    Pose& pose = poses_[moving.body];
    pose.x = positions[moving.offset];
    pose.y = positions[moving.offset + 1];
    farthest = std::max({farthest, std::abs(pose.x), std::abs(pose.y)});
    return pose;
  };
  for (const Moving& particle : particles_) place(particle);
  for (std::size_t i = 0; i < turning_.size(); i += 2) {
    const Moving &one = turning_[i], &other = turning_[std::min(i + 1, turning_.size() - 1)];
    const auto turn = sin_cos(DoublePair{positions[one.offset + 2], positions[other.offset + 2]});
    for (int k = 0; k < 2; ++k) {
      Pose& pose = place(k == 0 ? one : other);
      pose.sin = turn.sin[k];
      pose.cos = turn.cos[k];
    }
  }
  double largest = 0.0, sum = 0.0;  // a NaN stays in the sum
  for (const Pin& pin : pins_) {
    const Pose &from = poses_[pin.first], &to = poses_[pin.second];
    const Vec2 &a = pin.at_first, &b = pin.at_second;
    const double x =
        std::abs(to.x - from.x + ((b.x() * to.cos - b.y() * to.sin) - (a.x() * from.cos - a.y() * from.sin)));
    const double y =
        std::abs(to.y - from.y + ((b.x() * to.sin + b.y() * to.cos) - (a.x() * from.sin + a.y() * from.cos)));
    sum += x + y;
    largest = std::max({largest, x, y});
  }
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (!(sum < infinity)) return {unknown, unknown};
  const double error =
      (6.0 * unit_roundoff * (2.0 * farthest + reach_) + reach_ * sin_cos_error_bound + 4.0 * bounded::underflow) *
      bounded::outward;
  return {std::max(0.0, add_down(largest, -error)), add_up(largest, error)};
}

}  // namespace perpend
