// Equations in the plane, as in verification/motion/joint_equations.cpp: d = p1 - p0, p = x + R(theta) a.
#include "study/formulas/joint_formulas.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend::formulas {

namespace {

struct Pair {
  Formula x, y;
};

struct Pose {
  Pair position;
  Formula angle, sin, cos;

  [[nodiscard]] Pair turned(const Vec2& a) const {
    return {Formula(a.x()) * cos - Formula(a.y()) * sin, Formula(a.x()) * sin + Formula(a.y()) * cos};
  }
};

Pose pose_at(const Pair& position, const Formula& angle, Definitions& definitions) {
  if (angle.is(0.0)) return {position, angle, 0.0, 1.0};
  return {position, angle, definitions.define({"sin", angle}), definitions.define({"cos", angle})};
}

Pose planar_pose_of(const Body& body, Definitions& definitions) {
  if (body.dof == 0)
    return pose_at({body.position.x(), body.position.y()}, body.kind == BodyKind::particle ? 0.0 : body.angle,
                   definitions);
  const auto q = [&](int i) { return Formula::entry("position", body.q_offset + i); };
  return pose_at({q(0), q(1)}, body.dof == 3 ? q(2) : Formula(0.0), definitions);
}

Formula dot(const Pair& a, const Pair& b) {
  return a.x * b.x + a.y * b.y;
}

/// One joint between two poses.
struct Site {
  const Joint& joint;
  const Pose &first, &second, &carrier;
  Pair d, axis;

  [[nodiscard]] Formula turn() const { return second.angle - first.angle - joint.angle; }
  [[nodiscard]] Formula across() const { return axis.x * d.y - axis.y * d.x; }
};

Site site_of(const Joint& joint, const Pose& first, const Pose& second, const Pose& carrier, Definitions& definitions) {
  const Pair arm0 = first.turned(joint.anchor[0]), arm1 = second.turned(joint.anchor[1]),
             axis = first.turned(joint.axis);
  const Pair d{definitions.define(second.position.x - first.position.x + (arm1.x - arm0.x)),
               definitions.define(second.position.y - first.position.y + (arm1.y - arm0.y))};
  return {joint, first, second, carrier, d, axis};
}

Formula distance_row(const Site& site) {
  const Formula squared = dot(site.d, site.d);
  const double length = site.joint.length;
  if (!site.joint.quadratic) return Formula("sqrt", squared) - length;
  return (squared - Formula("mul", length, length)) / Formula("mul", 2.0, length);
}

Formula gear_row(const Site& site) {
  return (site.second.angle - site.carrier.angle) +
         Formula(site.joint.ratio) * (site.first.angle - site.carrier.angle) - site.joint.angle;
}

Formula rack_row(const Site& site) {
  const Pair &x = site.second.position, &from = site.carrier.position;
  const Formula travel = dot(site.carrier.turned(site.joint.axis), {x.x - from.x, x.y - from.y});
  return travel - Formula(site.joint.ratio) * (site.first.angle - site.carrier.angle) - site.joint.length;
}

std::optional<std::vector<Formula>> drive_rows(const Site& site) {
  const Joint& joint = site.joint;
  const Equation driven = equation_of(*joint.driven_type, Space::planar);
  const Formula asked = formula_of(joint.drive[0]) - joint.element[joint.driven_coordinate].at_start;
  if (driven == Equation::revolute) return std::vector{site.turn() - asked};
  if (driven != Equation::prismatic) return std::nullopt;
  return std::vector{dot(site.axis, site.d) - joint.length - asked};
}

std::vector<Formula> point_rows(const Site& site) {
  const Pair arm = site.first.turned(site.joint.anchor[0]);
  return {site.first.position.x + arm.x - formula_of(site.joint.drive[0]),
          site.first.position.y + arm.y - formula_of(site.joint.drive[1])};
}

std::optional<std::vector<Formula>> rows_of(const Site& site) {
  const Joint& joint = site.joint;
  switch (equation_of(joint, Space::planar)) {
    case Equation::free:
      return std::vector<Formula>{};
    case Equation::revolute:
      return std::vector{site.d.x, site.d.y};
    case Equation::weld:
      return std::vector{site.d.x, site.d.y, site.turn()};
    case Equation::prismatic:
      return std::vector{site.across(), site.turn()};
    case Equation::point_on_line:
      return std::vector{site.across()};
    case Equation::distance:
      return std::vector{distance_row(site)};
    case Equation::gear:
      return std::vector{gear_row(site)};
    case Equation::rack_and_pinion:
      return std::vector{rack_row(site)};
    case Equation::driven_coordinate:
      return drive_rows(site);
    case Equation::point_position:
      return point_rows(site);
    case Equation::rolling:
      return std::vector{dot(site.axis, site.d) - Formula(joint.radius) * dot(site.axis, site.axis)};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<JointRows> planar_rows(const FormulaContext& context) {
  std::vector<Pose> poses;
  for (const Body& body : context.model.bodies) poses.push_back(planar_pose_of(body, context.definitions));
  const Pose world = pose_at({0.0, 0.0}, 0.0, context.definitions);
  const auto of = [&](int body) -> const Pose& { return body == world_body ? world : poses[body]; };
  JointRows result;
  for (const Joint& joint : context.model.joints) {
    auto rows = rows_of(site_of(joint, of(joint.body[0]), of(joint.body[1]), of(joint.carrier), context.definitions));
    if (!rows) return std::nullopt;
    result.push_back(std::move(*rows));
  }
  return result;
}

}  // namespace perpend::formulas
