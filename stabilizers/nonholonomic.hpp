// What methods do with non-holonomic rows N(q) v = v0(t). Their error is g = N v - v0 = N v + phi_t. [Hong06] section 4
#pragma once

#include <optional>
#include <string_view>

#include "kernel/model/scene/schema.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

/// Sets the targets of non-holonomic rows that follow a function of time to v0(t + h), the time of v+. A law of signals
/// is known at the state `now` alone and stays.
void time_nonholonomic_rows(const StepContext& context, const State& now, VectorX& target);

/// From there to v0(t + h) - h (N v)_q v, so that N v+ meets these rows, to first order, at the new position too:
/// [Hong06] (26)-(31), where (31) is this row over h. A law of signals is extrapolated with its rate. Other rows stay.
/// (N v)_q v = jdot_v + v0'.
void aim_nonholonomic_rows_ahead(const StepContext& context, const State& now, VectorX& target);

/// How the integral of g over time is summed that [Hong06] (32) feeds back. With h the step and g_k the error at the
/// start of step k, step k uses
///     right      I_k = h (g_0 + ... + g_k)
///     left       I_k = h (g_0 + ... + g_{k-1})
///     trapezoid  I_k = h (g_0/2 + g_1 + ... + g_{k-1} + g_k/2)
///     off        0
///     stages     the integral is one more unknown of the Runge-Kutta method
enum class Quadrature { right, left, trapezoid, off, stages };

inline constexpr FieldSpec quadrature_option{
    .name = "quadrature",
    .type = FieldType::choice,
    .doc = "how the integral of a non-holonomic error is summed; needed with such constraints (stages: with rk4)",
    .choices = "right|left|trapezoid|off|stages"};

/// Pre: one of the choices.
[[nodiscard]] Quadrature quadrature_of(std::string_view choice);

/// g of non-holonomic rows, 0 elsewhere.
void nonholonomic_error(const ConstraintRows& rows, const VectorX& v, VectorX& g);

/// From the sum before the step (empty: it starts here) and g to the I of the step and the sum after it. The sum is
/// h (g_0 + ... + g_k) after step k, for `trapezoid` less h g_0 / 2. Pre: one of the first three.
void sum_error(Quadrature quadrature, double h, const VectorX& before, const VectorX& g, VectorX& used, VectorX& after);

}  // namespace perpend
