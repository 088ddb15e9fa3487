// Equations in the plane, as in verification/planar_equations.cpp: d = p1 - p0, p = x + R(theta) a.
#include "cli/joint_formulas.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "verification/joint_equations.hpp"

namespace perpend::cli {

namespace {

/// A formula as JSON.
struct Formula {
  std::string text;

  Formula(double x) : text(fmt::format("\"{:a}\"", x)) {}  // NOLINT: numbers are formulas
  Formula(const char* name, const Formula& a) : text(fmt::format("[\"{}\",{}]", name, a.text)) {}
  Formula(const char* name, const Formula& a, const Formula& b)
      : text(fmt::format("[\"{}\",{},{}]", name, a.text, b.text)) {}
};

Formula operator+(const Formula& a, const Formula& b) {
  return {"add", a, b};
}
Formula operator-(const Formula& a, const Formula& b) {
  return {"sub", a, b};
}
Formula operator*(const Formula& a, const Formula& b) {
  return {"mul", a, b};
}

struct Pair {
  Formula x, y;
};

struct Pose {
  Vec2 position = Vec2::Zero();
  double angle = 0.0;

  [[nodiscard]] Pair turned(const Vec2& a) const {
    const Formula sin("sin", angle), cos("cos", angle);
    return {Formula(a.x()) * cos - Formula(a.y()) * sin, Formula(a.x()) * sin + Formula(a.y()) * cos};
  }
};

Pose pose_of(const JointState& state, int index) {
  if (index == world_body) return {};
  const Body& body = state.model.bodies[index];
  if (body.dof == 0) return {body.position, body.kind == BodyKind::particle ? 0.0 : body.angle};
  const double* q = state.positions.data() + body.q_offset;
  return {Vec2(q[0], q[1]), body.dof == 3 ? q[2] : 0.0};
}

Formula dot(const Pair& a, const Pair& b) {
  return a.x * b.x + a.y * b.y;
}

Formula distance_row(const Joint& joint, const Pair& d) {
  if (!joint.quadratic) return Formula("sqrt", dot(d, d)) - joint.length;
  return {"div", dot(d, d) - Formula(joint.length) * joint.length, Formula(2.0) * joint.length};
}

/// Nothing for joints whose equation is not among these.
std::optional<std::vector<Formula>> rows_of(const Joint& joint, const Pose& first, const Pose& second) {
  const Pair arm0 = first.turned(joint.anchor[0]), arm1 = second.turned(joint.anchor[1]),
             axis = first.turned(joint.axis);
  const Pair d{Formula(second.position.x()) - first.position.x() + (arm1.x - arm0.x),
               Formula(second.position.y()) - first.position.y() + (arm1.y - arm0.y)};
  const Formula turn = Formula(second.angle) - first.angle - joint.angle, across = axis.x * d.y - axis.y * d.x;
  switch (equation_of(joint, Space::planar)) {
    case Equation::free:
      return std::vector<Formula>{};
    case Equation::revolute:
      return std::vector{d.x, d.y};
    case Equation::weld:
      return std::vector{d.x, d.y, turn};
    case Equation::prismatic:
      return std::vector{across, turn};
    case Equation::point_on_line:
      return std::vector{across};
    case Equation::distance:
      return std::vector{distance_row(joint, d)};
    case Equation::gear:
      return std::vector{Formula(second.angle) + Formula(joint.ratio) * first.angle - joint.angle};
    case Equation::rack_and_pinion:
      return std::vector{Formula(joint.axis.x()) * second.position.x() + Formula(joint.axis.y()) * second.position.y() -
                         Formula(joint.ratio) * first.angle - joint.length};
    case Equation::rolling:
      return std::vector{dot(axis, d) - Formula(joint.radius) * dot(axis, axis)};
    default:
      return std::nullopt;
  }
}

}  // namespace

void append_equations(std::string& out, const JointState& state) {
  if (state.model.space != Space::planar || state.step < 0) return;
  std::string text = fmt::format(",\"data\":{{\"step\":{},\"equations\":[", state.step);
  const char* separator = "";
  for (const Joint& joint : state.model.joints) {
    const auto rows = rows_of(joint, pose_of(state, joint.body[0]), pose_of(state, joint.body[1]));
    if (!rows) return;
    fmt::format_to(std::back_inserter(text), "{}{{\"joint\":\"{}\",\"rows\":[", separator, joint.name);
    for (std::size_t i = 0; i < rows->size(); ++i) text += (i == 0 ? "" : ",") + (*rows)[i].text;
    text += "]}";
    separator = ",";
  }
  out += text + "]}";
}

}  // namespace perpend::cli
