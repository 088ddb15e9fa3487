#include "study/formulas/joint_formulas.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "reports/files/json_writer.hpp"
#include "study/formulas/formula.hpp"
#include "verification/motion/planar_equations.hpp"
#include "verification/motion/spatial_equations.hpp"

namespace perpend::formulas {

namespace {

using reports::JsonWriter;

/// The numbers of an equation as formulas of whatever state.
struct WrittenNumbers {
  using Value = Formula;

  [[nodiscard]] Formula define(const Formula& formula) const { return definitions.define(formula); }
  [[nodiscard]] static Formula at(const TimeFunction& f) { return formula_of(f); }
  [[nodiscard]] bool has_near() const { return first_coordinate >= 0; }
  [[nodiscard]] Formula near(int which) const { return Formula::entry("coordinate", first_coordinate + which); }

  Definitions& definitions;
  int first_coordinate;  ///< of the joint; -1 where the states have none of it
};

PlanarPose<Formula> pose_in_plane(const Body& body, Definitions& definitions) {
  const auto q = [&](int i) { return Formula::entry("position", body.q_offset + i); };
  PlanarPose<Formula> pose;
  pose.x = body.dof == 0 ? Formula(body.position.x()) : q(0);
  pose.y = body.dof == 0 ? Formula(body.position.y()) : q(1);
  if (body.dof == 3) pose.angle = q(2);
  if (body.dof == 0 && body.kind != BodyKind::particle) pose.angle = body.angle;
  if (pose.angle.is(0.0)) return pose;
  pose.sin = definitions.define({"sin", pose.angle});
  pose.cos = definitions.define({"cos", pose.angle});
  return pose;
}

/// R as the polynomial of degree 2 in the quaternion.
void rotate_by(SpatialPose<Formula>& pose, const std::array<Formula, 4>& turn, Definitions& definitions) {
  const auto& [w, x, y, z] = turn;
  const Formula one = 1.0, two = 2.0;
  pose.rotation = {{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
                    {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
                    {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
  for (auto& row : pose.rotation)
    for (Formula& entry : row) entry = definitions.define(entry);
}

SpatialPose<Formula> pose_in_space(const Body& body, Definitions& definitions) {
  const auto q = [&](int i) { return Formula::entry("position", body.q_offset + i); };
  SpatialPose<Formula> pose;
  for (int i = 0; i < 3; ++i) pose.position[i] = body.dof == 0 ? Formula(body.spatial.position[i]) : q(i);
  const Vec4& r = body.spatial.rotation;
  if (body.kind == BodyKind::particle) return pose;
  if (body.dof > 0 && body.kind == BodyKind::rigid)
    rotate_by(pose, {q(3), q(4), q(5), q(6)}, definitions);
  else
    rotate_by(pose, {r[0], r[1], r[2], r[3]}, definitions);
  return pose;
}

/// The rows of each joint in turn; nothing where one has no equation.
using JointRows = std::vector<ErrorRows<Formula>>;

/// `poses` has one entry a body, the world last.
template <class Equations, class Pose>
std::optional<JointRows> rows_of(const Model& model, const std::vector<Pose>& poses, bool has_coordinates,
                                 Definitions& definitions) {
  const auto of = [&](int body) -> const Pose& { return body == world_body ? poses.back() : poses[body]; };
  JointRows result;
  for (const Joint& joint : model.joints) {
    WrittenNumbers numbers{definitions, has_coordinates ? joint.first_coordinate : -1};
    const JointPoses<Pose> at{of(joint.body[0]), of(joint.body[1]), of(joint.carrier)};
    auto rows = Equations(joint, at, numbers).rows(equations_of(joint, model.space));
    if (!rows) return std::nullopt;
    result.push_back(std::move(*rows));
  }
  return result;
}

std::optional<JointRows> rows_of(const Model& model, bool has_coordinates, Definitions& definitions) {
  if (model.space == Space::planar) {
    std::vector<PlanarPose<Formula>> poses;
    for (const Body& body : model.bodies) poses.push_back(pose_in_plane(body, definitions));
    return rows_of<PlanarEquations<WrittenNumbers>>(model, (poses.emplace_back(), poses), has_coordinates, definitions);
  }
  std::vector<SpatialPose<Formula>> poses;
  for (const Body& body : model.bodies) poses.push_back(pose_in_space(body, definitions));
  return rows_of<SpatialEquations<WrittenNumbers>>(model, (poses.emplace_back(), poses), has_coordinates, definitions);
}

void write_numbers(JsonWriter& json, const char* name, const VectorX& values) {
  json.key(name).list(values, [&](double value) { json.hexadecimal(value); });
}

void write_rows(JsonWriter& json, const Joint& joint, const ErrorRows<Formula>& rows) {
  json.object([&] {
    json.member("joint", joint.name);
    json.key("rows").list(rows, [&](const Formula& row) { json.raw(row.text()); });
  });
}

void write_state(JsonWriter& json, const TrajectoryState& state) {
  json.object([&] {
    json.member("step", state.step);
    json.key("time").hexadecimal(state.time);
    write_numbers(json, "positions", state.positions);
    write_numbers(json, "coordinates", state.coordinates);
  });
}

/// The checker has no formula for a table.
bool has_table(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
    return std::any_of(joint.drive.begin(), joint.drive.end(),
                       [](const TimeFunction& f) { return f.inputs() != nullptr; });
  });
}

}  // namespace

void write_equations(JsonWriter& json, const JointState& state) {
  if (state.worst_step < 0 || state.states.empty() || has_table(state.model)) return;
  Definitions definitions;
  const auto rows = rows_of(state.model, state.states.front().coordinates.size() > 0, definitions);
  if (!rows) return;
  json.key("data").object([&] {
    json.member("step", state.worst_step);
    json.key("values").array([&] { json.raw(definitions.text()); });
    json.key("equations").array([&] {
      for (std::size_t j = 0; j < rows->size(); ++j) write_rows(json, state.model.joints[j], (*rows)[j]);
    });
    json.key("states").list(state.states, [&](const TrajectoryState& one) { write_state(json, one); });
  });
}

}  // namespace perpend::formulas
