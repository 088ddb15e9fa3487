#include "dsl/analysis/driven_groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <Eigen/Geometry>

#include "kernel/model/numbers/disjoint_sets.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

namespace {

using Kind = StateSignal::Kind;

/// A place and a turn; `angle` counts turns in the plane.
struct Pose {
  Vec3 place = Vec3::Zero();
  Matrix3 turn = Matrix3::Identity();
  double angle = 0.0;
};

Pose start_pose(const Model& model, int index) {
  Pose pose;
  if (index == world_body) return pose;
  const Body& body = model.bodies[static_cast<std::size_t>(index)];
  if (model.space == Space::spatial) {
    pose.place = body.spatial.position;
    pose.turn = rotation_matrix(body.spatial.rotation);
    return pose;
  }
  pose.place.head<2>() = body.position;
  pose.angle = body.angle;
  pose.turn = Eigen::AngleAxisd(body.angle, Vec3::UnitZ()).toRotationMatrix();
  return pose;
}

/// A turn about a line, or a travel along it.
struct Motion {
  bool is_turn = false;
  Vec3 point = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();

  [[nodiscard]] Pose moved(const Pose& pose, double by) const {
    Pose result = pose;
    if (!is_turn) {
      result.place += by * axis;
      return result;
    }
    const Matrix3 turn = Eigen::AngleAxisd(by, axis).toRotationMatrix();
    result.place = point + turn * (pose.place - point);
    result.turn = turn * pose.turn;
    result.angle += by;
    return result;
  }
};

/// Nothing for joints other than hinges and slides.
std::optional<Motion> motion_of(const Model& model, const Joint& joint) {
  const std::string_view name = joint.type->spec.name;
  if (name != "revolute" && name != "prismatic") return std::nullopt;
  const Pose pose = start_pose(model, joint.body[0]);
  Motion motion{.is_turn = name == "revolute"};
  if (model.space == Space::spatial) {
    motion.point = pose.place + pose.turn * joint.spatial.anchor[0];
    motion.axis = pose.turn * joint.spatial.frame[0].col(0);
    return motion;
  }
  motion.point = pose.place + pose.turn * Vec3(joint.anchor[0].x(), joint.anchor[0].y(), 0.0);
  if (!motion.is_turn) motion.axis = pose.turn * Vec3(joint.axis.x(), joint.axis.y(), 0.0);
  return motion;
}

/// The signals of a law while the bodies of one side of a joint move along its coordinate.
class CarriedSide {
 public:
  CarriedSide(const Model& model, const RigidGroups& groups, const Joint& joint, const Motion& motion)
      : model_(model), groups_(groups), motion_(motion) {
    const int still = groups.group_of(world_body);
    side_ = groups.group_of(joint.body[1]);
    other_ = groups.group_of(joint.body[0]);
    if (side_ == still) std::swap(side_, other_);
    is_held_ = other_ == still;
  }

  [[nodiscard]] bool determines(const StateSignal& signal) const {
    const auto is_side = [&](int body) { return groups_.group_of(body) == side_; };
    if (signal.kind == Kind::coordinate || signal.kind == Kind::coordinate_rate) {
      const Joint& read = model_.joints[static_cast<std::size_t>(signal.joint)];
      const int first = groups_.group_of(read.body[0]), second = groups_.group_of(read.body[1]);
      return (first == side_ && second == other_) || (first == other_ && second == side_);
    }
    const bool is_pair =
        signal.kind == Kind::distance || signal.kind == Kind::distance_rate || signal.kind == Kind::turn;
    if (!is_pair) return is_held_ && is_side(signal.body[0]);
    const auto is_other = [&](int body) { return groups_.group_of(body) == other_; };
    return (is_side(signal.body[0]) && is_other(signal.body[1])) ||
           (is_other(signal.body[0]) && is_side(signal.body[1]));
  }

  /// What the signal is without its rate, the side moved `by`.
  [[nodiscard]] double value(const StateSignal& signal, double by) const {
    const double moved = determines(signal) ? by : 0.0;
    switch (signal.kind) {
      case Kind::position:
      case Kind::velocity:
        return point(signal, 0, moved)[signal.component];
      case Kind::angle:
        return pose(signal.body[0], moved).angle;
      case Kind::spin:
        return model_.space == Space::planar ? pose(signal.body[0], moved).angle
                                             : (motion_.is_turn ? moved * motion_.axis[signal.component] : 0.0);
      case Kind::direction:
        return (pose(signal.body[0], moved).turn * signal.point[0])[signal.component];
      case Kind::coordinate:
      case Kind::coordinate_rate:
        return model_.joints[static_cast<std::size_t>(signal.joint)]
                   .element[static_cast<std::size_t>(signal.coordinate)]
                   .at_start +
               moved;
      case Kind::distance:
      case Kind::distance_rate:
        return (point(signal, 1, moved) - point(signal, 0, moved)).norm();
      case Kind::turn: {
        const Pose first = pose(signal.body[0], moved), second = pose(signal.body[1], moved);
        if (model_.space == Space::planar) return second.angle - first.angle;
        return Eigen::AngleAxisd(Matrix3(first.turn.transpose() * second.turn)).angle();
      }
    }
    return 0.0;
  }

 private:
  [[nodiscard]] Pose pose(int body, double by) const {
    const Pose start = start_pose(model_, body);
    return groups_.group_of(body) == side_ ? motion_.moved(start, by) : start;
  }
  [[nodiscard]] Vec3 point(const StateSignal& signal, std::size_t which, double by) const {
    const Pose at = pose(signal.body[which], by);
    return at.place + at.turn * signal.point[which];
  }

  const Model& model_;
  const RigidGroups& groups_;
  const Motion& motion_;
  int side_ = 0;
  int other_ = 0;
  bool is_held_ = false;
};

}  // namespace

RigidGroups::RigidGroups(const Model& model) : groups_(model.bodies.size() + 1) {
  std::iota(groups_.begin(), groups_.end(), 0);
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].kind == BodyKind::fixed) unite_sets(groups_, 0, static_cast<int>(i) + 1);
  for (const Joint& joint : model.joints)
    if (joint.type->spec.name == "weld") unite_sets(groups_, joint.body[0] + 1, joint.body[1] + 1);
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i] = least_of_set(groups_, static_cast<int>(i));
}

bool depends_on_coordinate(const Model& model, const RigidGroups& groups, const TimeFunction& law, int joint,
                           int coordinate, bool is_rate) {
  const Joint& driven = model.joints[static_cast<std::size_t>(joint)];
  const auto motion = motion_of(model, driven);
  if (!motion || coordinate != 0 || groups.are_one(driven.body[0], driven.body[1])) return false;
  const CarriedSide side(model, groups, driven, *motion);
  const std::vector<StateSignal>& signals = law.signals();
  const bool determines_any =
      std::any_of(signals.begin(), signals.end(), [&](const StateSignal& one) { return side.determines(one); });
  if (!determines_any) return false;
  std::vector<double> at_start(signals.size()), moved(signals.size());
  // A mechanism whose bodies all stand at one point has no length: a millimetre then.
  const double size = std::max(1e-3, characteristic_length(model));
  // Three places: a law that happens to be flat in one of them is not so in all.
  for (const double share : {0.31, -0.47, 0.83}) {
    const double by = motion->is_turn ? share : share * size;
    // Central differences over it leave its square, 1e-12, and roundings over it, 1e-10: both below `rounding`.
    constexpr double small = 1e-6;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const auto value = [&](double at) { return side.value(signals[i], at); };
      // Positions stay where they are while a rate changes by 1.
      const bool is_of_rate = perpend::is_rate(signals[i].kind);
      at_start[i] = is_rate && is_of_rate ? 0.0 : value(0.0);
      moved[i] =
          !is_rate ? value(by) : (is_of_rate ? (value(by + small) - value(by - small)) / (2.0 * small) : at_start[i]);
    }
    // A law may be 0 times a signal at one time.
    for (const double time : {0.13, 1.37}) {
      const double before = law(time, at_start.data()), after = law(time, moved.data());
      constexpr double rounding = 1e-7;  // above what the differences leave, far below what a law that depends makes
      constexpr double zero = 1e-9;      // two results near 0 differ by their rounding alone [SI]
      if (std::abs(after - before) > rounding * (std::abs(before) + std::abs(after) + zero)) return true;
    }
  }
  return false;
}

Vec3 start_point(const Model& model, int body, const Vec3& point) {
  const Pose pose = start_pose(model, body);
  return pose.place + pose.turn * point;
}

}  // namespace perpend::dsl
