#include "stabilizers/position_correction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stabilizers/bounded_rows.hpp"
#include "stabilizers/formulate.hpp"

namespace perpend {

namespace {

/// Where a body is; of the world 0.
Vec3 position_of(const Model& model, const Evaluation& at, int body) {
  if (body == world_body) return Vec3::Zero();
  if (model.space == Space::spatial) return at.spatial_motions[body].position;
  const Vec2& position = at.motions[body].position;
  return {position.x(), position.y(), 0.0};
}

double lever_of(const Model& model, const Joint& joint, int side) {
  return model.space == Space::spatial ? joint.spatial.anchor[side].norm() : joint.anchor[side].norm();
}

/// The largest angle that the row may be made of: those of the bodies, in space the coordinates of the joint, which
/// count whole turns.
double angle_of(const Model& model, const Evaluation& at, const Joint& joint, int side) {
  if (model.space == Space::planar)
    return joint.body[side] == world_body ? 0.0 : std::abs(at.motions[joint.body[side]].angle);
  const Joint& owner = joint.driven_joint < 0 ? joint : model.joints[joint.driven_joint];
  double largest = 0.0;
  for (int k = 0; owner.first_coordinate >= 0 && k < owner.type->num_coordinates; ++k)
    largest = std::max(largest, std::abs(at.coordinates[owner.first_coordinate + k]));
  return largest;
}

/// Largest distance that the twist dq moves a point of any body, to first order: |dx| + |turn| radius.
double largest_motion(const Model& model, const VectorX& dq) {
  double largest = 0.0;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const int num_linear = model.space == Space::planar ? 2 : 3;
    const double shift = dq.segment(body.offset, num_linear).norm();
    const double turn = dq.segment(body.offset + num_linear, body.dof - num_linear).norm() * bounding_radius(body);
    largest = std::max(largest, shift + turn);
  }
  return largest;
}

Status solve_correction(StepContext& context) {
  if (context.model.contacts.enabled) return solve_correction_with_contacts(context);
  context.solve(context.problem, context.solution);
  return context.solution.status;
}

}  // namespace

double rounding_of_row(const Model& model, const Evaluation& at, double time, int joint_index, int row) {
  const Joint& joint = model.joints[joint_index];
  const RowBlock& block = at.rows.blocks[joint_index];
  const int num_linear = model.space == Space::planar ? 2 : 3;
  double size = std::abs(at.rows.phi_t[block.first_row + row] * time);
  double direction = 0.0;  // length of the row's part in positions, of the larger side
  double lengths = 0.0;
  for (int side = 0; side < 2; ++side) {
    const int width = block.num_columns[side];
    const double* j = at.rows.values.data() + block.first_value[side] + row * width;
    lengths += lever_of(model, joint, side) + position_of(model, at, joint.body[side]).norm();
    double square = 0.0;
    for (int i = 0; i < std::min(width, num_linear); ++i) square += j[i] * j[i];
    for (int i = num_linear; i < width; ++i) size += std::abs(j[i]) * (1.0 + angle_of(model, at, joint, side));
    direction = std::max(direction, std::sqrt(square));
  }
  constexpr double roundings = 0x1p-49;  // 16 u
  return roundings * (size + direction * lengths);
}

bool rows_hold(const Model& model, const Evaluation& at, double time, double tolerance) {
  const ConstraintRows& rows = at.rows;
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    for (int i = 0; i < rows.blocks[k].num_rows; ++i) {
      const int row = rows.blocks[k].first_row + i;
      if (rows.kinds[row] != RowKind::holonomic) continue;
      const double error = std::abs(rows.phi[row]);
      if (!std::isfinite(error)) return false;
      if (error > tolerance && !(error <= rounding_of_row(model, at, time, static_cast<int>(k), i))) return false;
    }
  return true;
}

Status correct_position(StepContext& context, double step_limit, State& next) {
  formulate_position_correction(context.model, context.scratch, context.problem);
  do {
    const Status status = solve_correction(context);
    if (status != Status::converged) return status;
  } while (activate_passed_limits(context, 1.0, context.solution.x, context.problem));
  double scale = 1.0;
  if (step_limit < std::numeric_limits<double>::infinity()) {
    const double motion = largest_motion(context.model, context.solution.x);
    if (motion > step_limit) scale = step_limit / motion;
  }
  advance_position(context.model, context.integration.rotation, scale, context.solution.x, next.q);
  return Status::converged;
}

Status project_position(StepContext& context, const IterationLimits& limits, State& next) {
  int iterations = 0;
  while (!rows_hold(context.model, context.scratch, next.time, limits.tolerance)) {
    if (iterations == limits.max_iterations) return Status::iteration_limit;
    const Status status = correct_position(context, std::numeric_limits<double>::infinity(), next);
    if (status != Status::converged) return status;
    ++iterations;
    ++context.report.iterations;
    evaluate_rows(context.model, next, context.scratch);
  }
  return Status::converged;
}

Status project_velocity(StepContext& context, State& next) {
  formulate_velocity_projection(context.scratch, next.v, context.problem);
  context.solve(context.problem, context.solution);
  if (context.solution.status == Status::converged) next.v = context.solution.x;
  return context.solution.status;
}

void report_before_correction(StepContext& context) {
  context.report.corrected = true;
  context.report.phi_before = context.scratch.rows.phi;
  context.report.energies_before = context.scratch.energies;
}

}  // namespace perpend
