// One step at velocity level: the solve, the new velocity, the position that follows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/model/scene/schema.hpp"
#include "stabilizers/formulate.hpp"

namespace perpend {

/// What moves the position: the new velocity, q+ = q + h v+, or the mean, q+ = q + h (v + v+)/2.
enum class PositionRule { semi_implicit, trapezoidal };

inline constexpr FieldSpec position_rule_option{
    .name = "integrator",
    .type = FieldType::choice,
    .doc = "what moves the position: the new velocity, or the mean of the old and the new",
    .default_text = "semi_implicit",
    .choices = "semi_implicit|trapezoidal"};

/// Pre: one of the choices.
[[nodiscard]] inline PositionRule position_rule_of(std::string_view choice) {
  return choice == "trapezoidal" ? PositionRule::trapezoidal : PositionRule::semi_implicit;
}

/// A limit is kept by the velocity that moves the position: the mean of two would pass it by half a step.
[[nodiscard]] std::optional<std::string> object_to_rule(const Model& model, PositionRule rule);

/// Time and position of `next` start where `now` is; angles are looked for near those of `now`.
void start_next(const State& now, double next_time, State& next);

/// Moves next.q = now.q by the rule. Pre: next.v is set.
void move_position(StepContext& context, PositionRule rule, const State& now, State& next);

/// Solves the velocity-level step, advances v, then q, and reports the impulses.
[[nodiscard]] Status step_velocity_level(StepContext& context, const State& now, const VelocityFeedback& feedback,
                                         State& next, PositionRule rule = PositionRule::semi_implicit);

}  // namespace perpend
