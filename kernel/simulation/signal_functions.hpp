// What the rows of the signal registry evaluate: see signals.cpp.
#pragma once

#include "kernel/model/scene/experiment.hpp"
#include "kernel/simulation/signals.hpp"

namespace perpend::signal {

using Function = void(const SignalContext&, const MeasureSpec&, VectorX&);

// rows of constraints: row_signals.cpp
Function constraint_error;
Function constraint_error_before_post;
Function velocity_error;
Function nonholonomic_error;
Function limit_violation;
Function impulse;
Function joint_angle;
Function joint_angle_second;
Function joint_slide;

// motions of bodies: motion_signals.cpp
Function momentum;
Function angular_momentum;
Function position;
Function velocity;
Function angle;
Function spin;
Function reference_error;
Function of_state;
Function acceleration;
Function joint_acceleration;

// forces of joints and of force elements: force_signals.cpp
Function reaction;
Function reaction_torque;
Function work_of;

// contacts: contact_signals.cpp
Function penetration;
Function gap;
Function contact_impulse;
Function num_contacts;
Function lcp_size;
Function pivots;
Function lcp_residual;
Function signorini_error;
Function cone_error;
Function dissipation_error;

}  // namespace perpend::signal
