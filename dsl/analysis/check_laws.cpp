// Laws of the state that drives, constraints and distances follow: which bodies they bring into a row, and whether one
// needs its own value.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "dsl/analysis/driven_groups.hpp"
#include "dsl/analysis/linked_laws.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

using Kind = StateSignal::Kind;

Kind without_rate(Kind kind) {
  if (kind == Kind::velocity) return Kind::position;
  if (kind == Kind::coordinate_rate) return Kind::coordinate;
  return kind == Kind::distance_rate ? Kind::distance : kind;
}

/// The bodies that move with a signal.
std::vector<int> bodies_of(const Model& model, const StateSignal& signal) {
  std::array<int, 2> named = signal.body;
  if (without_rate(signal.kind) == Kind::coordinate) named = model.joints[static_cast<std::size_t>(signal.joint)].body;
  std::vector<int> bodies;
  for (const int body : named)
    if (body != world_body && model.bodies[static_cast<std::size_t>(body)].kind != BodyKind::fixed)
      bodies.push_back(body);
  return bodies;
}

/// Nothing for rows that set no signal.
std::optional<StateSignal> target_of(const Model& model, const Joint& joint, std::size_t k) {
  StateSignal target;
  if (joint.driven_joint >= 0) {
    target.kind = Kind::coordinate;
    target.joint = joint.driven_joint;
    target.coordinate = joint.driven_coordinate;
    return target;
  }
  const bool is_planar = model.space == Space::planar;
  target.body = joint.body;
  target.point = joint.spatial.anchor;
  for (std::size_t side = 0; side < 2 && is_planar; ++side) target.point[side].head<2>() = joint.anchor[side];
  const std::string_view name = joint.type->spec.name;
  if (name == "distance") {
    target.kind = Kind::distance;
    return target;
  }
  if (name != "point_position" && name != "point_velocity") return std::nullopt;
  target.kind = Kind::position;
  target.body[1] = world_body;
  target.component = static_cast<int>(k);
  return target;
}

std::string target_name(const Model& model, const Joint& joint, const StateSignal& target) {
  const auto body = [&](int index) {
    return index == world_body ? "world" : model.bodies[static_cast<std::size_t>(index)].name;
  };
  if (target.kind == Kind::position) return fmt::format("a point of {}", body(target.body[0]));
  if (target.kind == Kind::distance)
    return fmt::format("the distance of {} and {}", body(target.body[0]), body(target.body[1]));
  const Joint& driven = model.joints[static_cast<std::size_t>(target.joint)];
  const CoordinateSpec& spec = driven.type->coordinate_spec[static_cast<std::size_t>(target.coordinate)];
  return fmt::format("the {}{} of {}", joint.type->num_nonholonomic > 0 ? "rate of the " : "", spec.name, driven.name);
}

/// Whether a signal is the driven angle under another name: of a body whose joint is on something that stands still, or
/// between the two bodies of the joint.
bool is_alias(const Model& model, const StateSignal& signal, const StateSignal& target) {
  if (target.kind != Kind::coordinate || model.space != Space::planar) return false;
  const Joint& joint = model.joints[static_cast<std::size_t>(target.joint)];
  const CoordinateSpec& spec = joint.type->coordinate_spec[static_cast<std::size_t>(target.coordinate)];
  if (!same_dimension(spec.dimension, dimension::angle) || has_carrier(*joint.type)) return false;
  const auto stands = [&](int body) {
    return body == world_body || model.bodies[static_cast<std::size_t>(body)].kind == BodyKind::fixed;
  };
  const auto is_pair = [&](std::size_t i) {
    const bool has_other = signal.kind == Kind::turn ? signal.body[1] == joint.body[1 - i] : stands(joint.body[1 - i]);
    return signal.body[0] == joint.body[i] && has_other;
  };
  const bool is_angle = signal.kind == Kind::angle || signal.kind == Kind::spin || signal.kind == Kind::turn;
  return is_angle && (is_pair(0) || is_pair(1));
}

bool reads(const Model& model, const RigidGroups& groups, const FollowedLaw& one, const StateSignal& target) {
  constexpr double same_point = 1e-9;  // [m]
  const auto is_target = [&](const StateSignal& signal) {
    if (one.is_rate && !is_rate(signal.kind)) return false;
    if (is_alias(model, signal, target)) return true;
    if (without_rate(signal.kind) != target.kind) return false;
    if (target.kind == Kind::coordinate) return signal.joint == target.joint && signal.coordinate == target.coordinate;
    if (target.kind == Kind::position)
      return signal.component == target.component && groups.are_one(signal.body[0], target.body[0]) &&
             (start_point(model, signal.body[0], signal.point[0]) - start_point(model, target.body[0], target.point[0]))
                     .norm() < same_point;
    return signal.body == target.body && signal.point == target.point;
  };
  // Components of a vector share their signals: those that this one reads.
  const auto& program = one.law->program();
  const bool reads_target = std::any_of(program.begin(), program.end(), [&](const TimeFunction::Instruction& i) {
    return i.op == TimeFunction::Op::signal && is_target(one.law->signals()[static_cast<std::size_t>(i.number)]);
  });
  if (reads_target) return true;
  return target.kind == Kind::coordinate &&
         depends_on_coordinate(model, groups, *one.law, target.joint, target.coordinate, one.is_rate);
}

std::vector<FollowedLaw> followed_laws(const Model& model) {
  std::vector<FollowedLaw> laws;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    for (std::size_t k = 0; k < joint.drive.size(); ++k) {
      if (!joint.drive[k].is_law()) continue;
      const auto target = target_of(model, joint, k);
      if (!target) continue;
      laws.push_back(
          {i, &joint.drive[k], *target, target_name(model, joint, *target), joint.type->num_nonholonomic > 0});
    }
  }
  return laws;
}

/// A path of laws that leads back to its front, or nothing. `needs[i][k]`: law i reads what law k sets.
bool find_loop(const std::vector<std::vector<char>>& needs, std::vector<char>& is_done,
               std::vector<std::size_t>& path) {
  const std::size_t at = path.back();
  for (std::size_t next = 0; next < needs.size(); ++next) {
    if (needs[at][next] == 0) continue;
    const auto before = std::find(path.begin(), path.end(), next);
    if (before != path.end()) {
      path.erase(path.begin(), before);
      return true;
    }
    if (is_done[next]) continue;
    path.push_back(next);
    if (find_loop(needs, is_done, path)) return true;
    path.pop_back();
  }
  is_done[at] = 1;
  return false;
}

/// Rows know no rates and accelerations of walls that are moved.
bool reads_moved_wall(const Model& model, const StateSignal& signal) {
  return std::ranges::any_of(signal.body, [&](int body) {
    return body != world_body && std::ranges::any_of(model.bodies[static_cast<std::size_t>(body)].shift,
                                                     [](const TimeFunction& shift) { return !shift.empty(); });
  });
}

bool report_signals(Analysis& a, const Joint& joint, const TimeFunction& law, Span span) {
  for (const StateSignal& signal : law.signals()) {
    if (signal.is_of_element) {
      a.report.error(span, "S051", "span belongs to the law of a spring or damper", "write distance(first, second)");
      return false;
    }
    if (reads_moved_wall(a.world.model, signal)) {
      a.report.error(
          span, "S042", fmt::format("'{}' reads a body that is moved by its shift", law.inputs()->text),
          "a row that follows it would need its acceleration; write its shift into the law, a function of t");
      return false;
    }
    if (!is_rate(signal.kind) || joint.type->num_nonholonomic > 0) continue;
    a.report.error(span, "S042",
                   fmt::format("a {} that is held follows positions, and '{}' reads a rate",
                               joint.type->spec.name == "distance" ? "distance" : "coordinate", law.inputs()->text),
                   joint.driven_joint >= 0
                       ? fmt::format("drive its rate instead: {}_rate", joint.type->spec.name)
                       : "constraints on velocities read rates: point_velocity, linear, body_velocity");
    return false;
  }
  return true;
}

}  // namespace

bool settle_laws(Analysis& a, Joint& joint, Span span) {
  for (const TimeFunction& law : joint.drive) {
    if (!law.is_law()) continue;
    if (!report_signals(a, joint, law, span)) return false;
    for (const StateSignal& signal : law.signals())
      for (const int body : bodies_of(a.world.model, signal)) {
        if (body == joint.body[0] || body == joint.body[1] || body == joint.carrier) continue;
        if (joint.carrier == world_body) {
          joint.carrier = body;
          a.is_attached[static_cast<std::size_t>(body)] = true;
          continue;
        }
        a.report.error(span, "S042",
                       fmt::format("'{}' brings '{}' into a row that has its three bodies already", law.inputs()->text,
                                   body_at(a, body)->name),
                       "a row holds the bodies of its joint and one more; read signals of these");
        return false;
      }
  }
  return true;
}

void check_loops_of_laws(Analysis& a) {
  const std::vector<FollowedLaw> laws = followed_laws(a.world.model);
  if (laws.empty()) return;
  const RigidGroups groups(a.world.model);
  const LinkedLaws linked(a.world.model, a.world.initial, a.vocabulary.checks, laws);
  std::vector<std::vector<char>> needs(laws.size(), std::vector<char>(laws.size(), 0));
  for (std::size_t i = 0; i < laws.size(); ++i)
    for (std::size_t k = 0; k < laws.size(); ++k)
      needs[i][k] = reads(a.world.model, groups, laws[i], laws[k].target) || linked.depends(i, k) ? 1 : 0;
  std::vector<char> is_done(laws.size(), 0);
  for (std::size_t first = 0; first < laws.size(); ++first) {
    if (is_done[first]) continue;
    std::vector<std::size_t> path{first};
    if (!find_loop(needs, is_done, path)) continue;
    std::string cycle;
    for (const std::size_t one : path) cycle += laws[one].name + " -> ";
    a.report.error(a.joint_spans[laws[path.front()].joint], "S028",
                   fmt::format("an algebraic loop: {}{}", cycle, laws[path.front()].name),
                   path.size() == 1
                       ? fmt::format("'{}' changes with it; let it follow t, or a coordinate that is free",
                                     laws[path.front()].law->inputs()->text)
                       : "each of them needs the value of the next; let one follow t, or a coordinate that is free");
    return;
  }
}

}  // namespace perpend::dsl
