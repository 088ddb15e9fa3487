// Signals that are rows of constraints, or free coordinates of joints.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/simulation/signal_functions.hpp"

namespace perpend::signal {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Rows of this kind of the measure's joint, or of all joints.
void take_rows(const SignalContext& context, const MeasureSpec& spec, const VectorX& rows, RowKind wanted,
               VectorX& out) {
  const auto& kinds = context.instant.evaluation.rows.kinds;
  const bool all = spec.entity < 0;
  const int first = all ? 0 : context.model.joints[spec.entity].first_row;
  const int last = all ? context.model.num_joint_rows : first + context.model.joints[spec.entity].num_rows;
  const auto count = std::count(kinds.begin() + first, kinds.begin() + last, wanted);
  if (count == last - first) {
    out = rows.segment(first, count);
    return;
  }
  out.resize(count);
  Eigen::Index next = 0;
  for (int i = first; i < last; ++i)
    if (kinds[i] == wanted) out[next++] = rows[i];
}

const VectorX& rates(const SignalContext& context) {
  const ConstraintRows& rows = context.instant.evaluation.rows;
  static thread_local VectorX result;
  apply_jacobian(rows, context.instant.state.v, result);
  result += rows.phi_t;
  return result;
}

/// The n-th coordinate of this dimension; NaN where the joint has none.
void coordinate(const SignalContext& context, const MeasureSpec& spec, Dimension dimension, int n, VectorX& out) {
  const Joint& joint = context.model.joints[spec.entity];
  out.setConstant(1, no_value);
  for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which)
    if (joint.type->coordinate_spec[which].dimension == dimension && n-- == 0)
      out[0] = context.instant.evaluation.coordinates[joint.first_coordinate + which];
}

}  // namespace

void constraint_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  take_rows(context, spec, context.instant.evaluation.rows.phi, RowKind::holonomic, out);
}

void constraint_error_before_post(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const StepReport& report = context.instant.report;
  take_rows(context, spec, report.corrected ? report.phi_before : context.instant.evaluation.rows.phi,
            RowKind::holonomic, out);
}

void velocity_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  take_rows(context, spec, rates(context), RowKind::holonomic, out);
}

void nonholonomic_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  take_rows(context, spec, rates(context), RowKind::nonholonomic, out);
}

void limit_violation(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Model& model = context.model;
  const VectorX& phi = context.instant.evaluation.rows.phi;
  const auto counts = [&](const CoordinateRow& row) {
    return !row.is_friction() && (spec.entity < 0 || row.joint == spec.entity);
  };
  out.resize(std::count_if(model.coordinate_rows.begin(), model.coordinate_rows.end(), counts));
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < model.coordinate_rows.size(); ++i) {
    if (!counts(model.coordinate_rows[i])) continue;
    const double distance = phi[model.num_joint_rows + static_cast<Eigen::Index>(i)];
    out[next++] = std::isnan(distance) ? no_value : std::max(0.0, -distance);
  }
}

void impulse(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const StepReport& report = context.instant.report;
  const Joint& joint = context.model.joints[spec.entity];
  const bool is_known = report.has_impulses && report.impulse.size() == context.model.num_rows;
  out.resize(joint.num_rows);
  for (int i = 0; i < joint.num_rows; ++i) out[i] = is_known ? report.joint_impulse(joint.first_row + i) : no_value;
}

void joint_angle(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  coordinate(context, spec, dimension::angle, 0, out);
}

void joint_angle_second(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  coordinate(context, spec, dimension::angle, 1, out);
}

void joint_slide(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  coordinate(context, spec, dimension::length, 0, out);
}

}  // namespace perpend::signal
