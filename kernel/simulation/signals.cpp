#include "kernel/simulation/signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernel/simulation/signal_functions.hpp"

namespace perpend {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

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
                     : spec.entity_kind == "contact"       ? ledger.contact
                     : spec.entity_kind == "friction"      ? ledger.friction
                                                           : ledger.integration;
  set_scalar(out, value);
}

void residual(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set_scalar(out, context.backward_error);
}

constexpr FieldSpec point_argument[] = {{.name = "point",
                                         .type = FieldType::vector,
                                         .dimension = dimension::length,
                                         .doc = "point in the frame of the body",
                                         .default_text = "the centre"}};

constexpr TypeSpec spec(std::string_view name, std::string_view summary, std::span<const FieldSpec> arguments = {}) {
  return {.name = name, .summary = summary, .arguments = arguments, .properties = {}};
}

constexpr FieldSpec coordinate_argument[] = {{.name = "coordinate",
                                              .type = FieldType::choice,
                                              .doc = "which free coordinate, for a joint that has two",
                                              .default_text = "first",
                                              .choices = "first|second"}};

constexpr FieldSpec points_argument[] = {{.name = "on_first",
                                          .type = FieldType::vector,
                                          .dimension = dimension::length,
                                          .doc = "point in the frame of the first body",
                                          .default_text = "its centre"},
                                         {.name = "on_second",
                                          .type = FieldType::vector,
                                          .dimension = dimension::length,
                                          .doc = "point in the frame of the second body",
                                          .default_text = "its centre"}};

constexpr FieldSpec axis_argument[] = {
    {.name = "axis", .type = FieldType::vector, .required = true, .doc = "direction in the frame of the body"}};

constexpr FieldSpec reaction_arguments[] = {
    {.name = "axes",
     .type = FieldType::choice,
     .doc = "of the components: those of world, or of one of the joint's bodies",
     .default_text = "world",
     .choices = "world|first|second"},
    {.name = "of",
     .type = FieldType::choice,
     .doc = "constraint: what holds the joint, its limits and its dry friction, in the step; elements: its springs and "
            "dampers, at the state; all: both. Motors are forces of their own",
     .default_text = "constraint",
     .choices = "constraint|elements|all"}};

constexpr FieldSpec reference_argument[] = {{.name = "of",
                                             .type = FieldType::choice,
                                             .doc = "what is compared",
                                             .default_text = "position",
                                             .choices = "position|orientation|velocity|spin"}};

using enum SignalEntity;
using Kind = StateSignal::Kind;

const std::array<SignalType, 43> rows{{
    {.spec = spec("constraint_error", "rows of phi that hold positions, of all joints or of one (angle rows in rad)"),
     .entity = optional_joint,
     .dimension = dimension::length,
     .rows = SignalRows::errors,
     .evaluate = signal::constraint_error},
    {.spec = spec("constraint_error_before_post", "rows of phi before the step's position correction"),
     .entity = optional_joint,
     .dimension = dimension::length,
     .rows = SignalRows::errors,
     .evaluate = signal::constraint_error_before_post},
    {.spec = spec("velocity_error", "rows of J v + phi_t of the joints and drives that hold positions"),
     .entity = optional_joint,
     .dimension = dimension::velocity,
     .rows = SignalRows::errors,
     .evaluate = signal::velocity_error},
    {.spec = spec("nonholonomic_error", "rows of N v - v0 of the constraints on velocities, of all or of one"),
     .entity = optional_joint,
     .dimension = dimension::velocity,
     .evaluate = signal::nonholonomic_error},
    {.spec = spec("limit_violation",
                  "how far coordinates are beyond their limits, of all joints or of one (angles in rad)"),
     .entity = optional_joint,
     .dimension = dimension::length,
     .rows = SignalRows::limits,
     .evaluate = signal::limit_violation},
    {.spec = spec("joint_angle", "free angle of a joint, whole turns counted"),
     .entity = joint,
     .dimension = dimension::angle,
     .num_components = 1,
     .needs_coordinates = true,
     .state = Kind::coordinate,
     .evaluate = signal::joint_angle},
    {.spec = spec("joint_angle_second", "second free angle of a universal joint"),
     .entity = joint,
     .dimension = dimension::angle,
     .num_components = 1,
     .needs_coordinates = true,
     .state = Kind::coordinate,
     .evaluate = signal::joint_angle_second},
    {.spec = spec("joint_slide", "free travel of a joint"),
     .entity = joint,
     .dimension = dimension::length,
     .num_components = 1,
     .needs_coordinates = true,
     .state = Kind::coordinate,
     .evaluate = signal::joint_slide},
    {.spec = spec("rate", "rate of a free angle or travel of a joint", coordinate_argument),
     .entity = joint,
     .dimension = dimension::velocity,
     .num_components = 1,
     .needs_coordinates = true,
     .state = Kind::coordinate_rate,
     .evaluate = signal::of_state},
    {.spec = spec("total_energy", "kinetic and potential energy"),
     .dimension = dimension::energy,
     .num_components = 1,
     .evaluate = total_energy},
    {.spec = spec("energy_error", "total energy minus that at the start"),
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
     .entity_choices = "applied|joints|contact|friction|stabilization|correction|integration",
     .dimension = dimension::energy,
     .num_components = 1,
     .needs_ledger = true,
     .follows_forces = true,
     .evaluate = work},
    {.spec = spec("momentum", "linear momentum of all bodies"),
     .dimension = dimension::impulse,
     .num_components = 2,
     .evaluate = signal::momentum},
    {.spec = spec("angular_momentum",
                  "angular momentum of all bodies about the origin: a number in the plane, a vector in space"),
     .dimension = dimension::inertia / dimension::time,
     .num_components = 3,
     .evaluate = signal::angular_momentum},
    {.spec = spec("position", "position of a point of a body", point_argument),
     .entity = body,
     .dimension = dimension::length,
     .num_components = 2,
     .state = Kind::position,
     .evaluate = signal::position},
    {.spec = spec("velocity", "velocity of a point of a body", point_argument),
     .entity = body,
     .dimension = dimension::velocity,
     .num_components = 2,
     .state = Kind::velocity,
     .evaluate = signal::velocity},
    {.spec = spec("distance", "distance of points of two bodies, or of a body and world", points_argument),
     .entity = two_bodies,
     .dimension = dimension::length,
     .num_components = 1,
     .state = Kind::distance,
     .evaluate = signal::of_state},
    {.spec = spec("distance_rate", "rate of that distance", points_argument),
     .entity = two_bodies,
     .dimension = dimension::velocity,
     .num_components = 1,
     .state = Kind::distance_rate,
     .evaluate = signal::of_state},
    {.spec = spec("direction", "unit vector fixed in a body, in world axes", axis_argument),
     .entity = body,
     .num_components = 2,
     .state = Kind::direction,
     .evaluate = signal::of_state},
    {.spec = spec("angle", "angle of a body in the plane, or free angle of a joint with whole turns counted"),
     .entity = body_or_joint,
     .dimension = dimension::angle,
     .num_components = 1,
     .planar_only = true,
     .state = Kind::angle,
     .evaluate = signal::angle},
    {.spec = spec("angle_between",
                  "angle of the second body against the first: in space that of their rotation, 0 to half a turn"),
     .entity = two_bodies,
     .dimension = dimension::angle,
     .num_components = 1,
     .state = Kind::turn,
     .evaluate = signal::of_state},
    {.spec = spec("span", "in the law of a spring or damper: distance of its points"),
     .dimension = dimension::length,
     .num_components = 1,
     .state = Kind::distance,
     .evaluate = signal::of_state},
    {.spec = spec("span_rate", "in the law of a spring or damper: rate of that distance"),
     .dimension = dimension::velocity,
     .num_components = 1,
     .state = Kind::distance_rate,
     .evaluate = signal::of_state},
    {.spec = spec("spin", "angular velocity of a body: a number in the plane, a vector in space"),
     .entity = body,
     .dimension = dimension::spin,
     .num_components = 3,
     .state = Kind::spin,
     .evaluate = signal::spin},
    {.spec = spec("impulse", "multipliers of a joint in the step, as impulses"),
     .entity = joint,
     .dimension = dimension::impulse,
     .rows = SignalRows::impulses,
     .follows_forces = true,
     .evaluate = signal::impulse},
    {.spec = spec("reaction", "force of a joint on its second body (on the first, turned round, where that is world)",
                  reaction_arguments),
     .entity = joint,
     .dimension = dimension::force,
     .num_components = 2,
     .follows_forces = true,
     .evaluate = signal::reaction},
    {.spec =
         spec("reaction_torque", "torque of a joint on its second body, about the joint's point", reaction_arguments),
     .entity = joint,
     .dimension = dimension::torque,
     .is_torque = true,
     .num_components = 3,
     .follows_forces = true,
     .evaluate = signal::reaction_torque},
    {.spec =
         spec("acceleration", "change of the velocity of a point of a body in the step, over the step", point_argument),
     .entity = body,
     .dimension = dimension::acceleration,
     .num_components = 2,
     .follows_forces = true,
     .evaluate = signal::acceleration},
    {.spec =
         spec("joint_acceleration", "change of the rate of a joint in the step, over the step", coordinate_argument),
     .entity = joint,
     .dimension = dimension::acceleration,
     .num_components = 1,
     .needs_coordinates = true,
     .follows_forces = true,
     .evaluate = signal::joint_acceleration},
    {.spec = spec("work_of", "work of a force since the start: its power, by the trapezoidal rule over the steps"),
     .entity = force,
     .dimension = dimension::energy,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::work_of},
    {.spec = spec("residual", "largest backward error of the step's solves, as their certificates measure it"),
     .dimension = dimension::none,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = residual},
    {.spec = spec("reference_error", "distance of a body's centre, orientation, velocity or spin from the reference",
                  reference_argument),
     .entity = body,
     .dimension = dimension::length,
     .num_components = 1,
     .needs_reference = true,
     .evaluate = signal::reference_error},
    {.spec = spec("penetration", "depth of the deepest overlap of two bodies; 0 without overlap"),
     .dimension = dimension::length,
     .num_components = 1,
     .evaluate = signal::penetration},
    {.spec = spec("gap", "smallest distance of the two bodies of a named contact; negative where they overlap"),
     .entity = contact,
     .dimension = dimension::length,
     .num_components = 1,
     .evaluate = signal::gap},
    {.spec = spec("contact_impulse", "sum of the normal impulses of a named contact in the step"),
     .entity = contact,
     .dimension = dimension::impulse,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::contact_impulse},
    {.spec = spec("num_contacts", "points of contact that the step took into account"),
     .dimension = dimension::none,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::num_contacts},
    {.spec = spec("lcp_size", "unknowns of the step's complementarity problem"),
     .dimension = dimension::none,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::lcp_size},
    {.spec = spec("pivots", "pivots, sweeps or iterations of all solvers that the step tried"),
     .dimension = dimension::none,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::pivots},
    {.spec = spec("lcp_residual",
                  "relative natural residual max |min(z, w)| of the step's complementarity problem; of small_steps "
                  "what one more sweep would change"),
     .dimension = dimension::none,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::lcp_residual},
    {.spec = spec("signorini_error",
                  "rate of a contact that pushes, or approach of one that does not, beyond what its law lets it do; of "
                  "accelerations what they add to the rate in the step"),
     .dimension = dimension::velocity,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::signorini_error},
    {.spec = spec("cone_error", "friction impulse beyond mu times the normal impulse; of forces those times the step"),
     .dimension = dimension::impulse,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::cone_error},
    {.spec = spec("dissipation_error",
                  "work of a friction impulse at the velocity after the solve above the least that Coulomb's cone "
                  "allows; of forces those times the step"),
     .dimension = dimension::energy,
     .num_components = 1,
     .follows_forces = true,
     .evaluate = signal::dissipation_error},
}};

}  // namespace

std::span<const SignalType> signal_types() {
  return rows;
}

bool needs(const MeasureSpec& spec, bool SignalType::*need) {
  if (spec.signal != nullptr) return spec.signal->*need;
  return std::any_of(spec.operands.begin(), spec.operands.end(),
                     [&](const MeasureSpec& operand) { return needs(operand, need); });
}

double measure(const MeasureSpec& spec, const SignalContext& context, VectorX& components) {
  if (!spec.program.empty()) {
    std::array<double, TimeFunction::max_signals> values;
    for (std::size_t i = 0; i < spec.operands.size(); ++i) values[i] = measure(spec.operands[i], context, components);
    return spec.program(context.instant.state.time, values.data());
  }
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
