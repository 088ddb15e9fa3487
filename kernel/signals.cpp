#include "kernel/signals.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Rows of the measure's joint, or all.
void take_rows(const SignalContext& context, const MeasureSpec& spec, const VectorX& rows, VectorX& out) {
  if (spec.entity < 0) {
    out = rows;
    return;
  }
  const Joint& joint = context.model.joints[spec.entity];
  out = rows.segment(joint.first_row, joint.num_rows);
}

void constraint_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  take_rows(context, spec, context.instant.evaluation.rows.phi, out);
}

void constraint_error_before_post(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const StepReport& report = context.instant.report;
  take_rows(context, spec, report.corrected ? report.phi_before : context.instant.evaluation.rows.phi, out);
}

void velocity_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const ConstraintRows& rows = context.instant.evaluation.rows;
  static thread_local VectorX rates;
  apply_jacobian(rows, context.instant.state.v, rates);
  rates += rows.phi_t;
  take_rows(context, spec, rates, out);
}

void impulse(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const StepReport& report = context.instant.report;
  if (report.has_impulses && report.impulse.size() == context.model.num_rows) {
    take_rows(context, spec, report.impulse, out);
    return;
  }
  out.setConstant(context.model.joints[spec.entity].num_rows, nan);
}

void set_scalar(VectorX& out, double value) {
  out.setConstant(1, value);
}

void total_energy(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set_scalar(out, context.instant.evaluation.energies.total());
}

void energy_error(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set_scalar(out, context.instant.evaluation.energies.total() - context.initial_energy);
}

void energy(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Energies& energies = context.instant.evaluation.energies;
  set_scalar(out, spec.entity_kind == "kinetic" ? energies.kinetic : energies.potential);
}

void work(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Ledger& ledger = context.instant.ledger;
  const auto value = spec.entity_kind == "applied"         ? ledger.applied
                     : spec.entity_kind == "joints"        ? ledger.joints
                     : spec.entity_kind == "stabilization" ? ledger.stabilization
                     : spec.entity_kind == "correction"    ? ledger.correction
                                                           : ledger.integration;
  set_scalar(out, value);
}

void momentum(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  out.setZero(2);
  for (const Body& body : context.model.bodies)
    if (body.dof > 0) out += body.mass * context.instant.state.v.segment<2>(body.offset);
}

void position(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  out = point_motion(context.instant.evaluation.motions[spec.entity], spec.point.head<2>()).position;
}

void velocity(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  out = point_motion(context.instant.evaluation.motions[spec.entity], spec.point.head<2>()).velocity;
}

void angle(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  set_scalar(out, context.instant.evaluation.motions[spec.entity].angle);
}

void spin(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  set_scalar(out, context.instant.evaluation.motions[spec.entity].spin);
}

void residual(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set_scalar(out, context.backward_error);
}

void reference_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Body& body = context.model.bodies[spec.entity];
  if (context.reference == nullptr || body.dof == 0) return set_scalar(out, body.dof == 0 ? 0.0 : nan);
  set_scalar(out,
             (context.instant.state.q.segment<2>(body.offset) - context.reference->q.segment<2>(body.offset)).norm());
}

constexpr FieldSpec point_argument[] = {{.name = "point",
                                         .type = FieldType::vector,
                                         .dimension = dimension::length,
                                         .doc = "point in the frame of the body",
                                         .default_text = "(0, 0) m"}};

constexpr TypeSpec spec(std::string_view name, std::string_view summary, std::span<const FieldSpec> arguments = {}) {
  return {.name = name, .summary = summary, .arguments = arguments, .properties = {}};
}

using enum SignalEntity;

const std::array<SignalType, 15> rows{{
    {.spec = spec("constraint_error", "rows of phi, of all joints or of one (angle rows in rad)"),
     .entity = optional_joint,
     .dimension = dimension::length,
     .evaluate = constraint_error},
    {.spec = spec("constraint_error_before_post", "rows of phi before the step's position correction"),
     .entity = optional_joint,
     .dimension = dimension::length,
     .evaluate = constraint_error_before_post},
    {.spec = spec("velocity_error", "rows of J v + phi_t"),
     .entity = optional_joint,
     .dimension = dimension::velocity,
     .evaluate = velocity_error},
    {.spec = spec("total_energy", "kinetic and potential energy"),
     .dimension = dimension::energy,
     .num_components = 1,
     .evaluate = total_energy},
    {.spec = spec("energy_error", "total energy less that at the start"),
     .dimension = dimension::energy,
     .num_components = 1,
     .evaluate = energy_error},
    {.spec = spec("energy", "one kind of energy"),
     .entity = energy_kind,
     .entity_choices = "kinetic|potential",
     .dimension = dimension::energy,
     .num_components = 1,
     .evaluate = energy},
    {.spec = spec("work", "one entry of the energy ledger, summed since the start"),
     .entity = work_kind,
     .entity_choices = "applied|joints|stabilization|correction|integration",
     .dimension = dimension::energy,
     .num_components = 1,
     .needs_ledger = true,
     .evaluate = work},
    {.spec = spec("momentum", "linear momentum of all bodies"),
     .dimension = dimension::impulse,
     .num_components = 2,
     .evaluate = momentum},
    {.spec = spec("position", "of a point of a body", point_argument),
     .entity = body,
     .dimension = dimension::length,
     .num_components = 2,
     .evaluate = position},
    {.spec = spec("velocity", "of a point of a body", point_argument),
     .entity = body,
     .dimension = dimension::velocity,
     .num_components = 2,
     .evaluate = velocity},
    {.spec = spec("angle", "of a body"),
     .entity = body,
     .dimension = dimension::angle,
     .num_components = 1,
     .evaluate = angle},
    {.spec = spec("spin", "angular velocity of a body"),
     .entity = body,
     .dimension = dimension::spin,
     .num_components = 1,
     .evaluate = spin},
    {.spec = spec("impulse", "multipliers of a joint in the step, as impulses"),
     .entity = joint,
     .dimension = dimension::impulse,
     .evaluate = impulse},
    {.spec = spec("residual", "largest certified backward error of the step's solves"),
     .dimension = dimension::none,
     .num_components = 1,
     .evaluate = residual},
    {.spec = spec("reference_error", "distance of a body's centre from the reference trajectory"),
     .entity = body,
     .dimension = dimension::length,
     .num_components = 1,
     .needs_reference = true,
     .evaluate = reference_error},
}};

}  // namespace

std::span<const SignalType> signal_types() {
  return rows;
}

double measure(const MeasureSpec& spec, const SignalContext& context, VectorX& components) {
  spec.signal->evaluate(context, spec, components);
  if (!components.allFinite()) return components.hasNaN() ? nan : std::numeric_limits<double>::infinity();
  if (components.size() == 0) return 0.0;
  switch (spec.reduction) {
    case Reduction::none:
      return components[0];
    case Reduction::max_abs:
      return components.cwiseAbs().maxCoeff();
    case Reduction::norm:
      return components.norm();
    case Reduction::sum:
      return components.sum();
    case Reduction::x:
      return components[0];
    case Reduction::y:
      return components.size() > 1 ? components[1] : nan;
    case Reduction::z:
      return components.size() > 2 ? components[2] : nan;
  }
  return nan;
}

}  // namespace perpend
