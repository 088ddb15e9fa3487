// The energy ledger: each step's change of energy split by its cause. [J]
//     Delta E = applied + joints + stabilization + correction + integration
// With the mean velocity w = (v + v_solved)/2 the kinetic energy changes by exactly (h f + J^T impulse) . w, so that
//     applied       = h f_other . w                  loads and dampers (gravity and springs are in the potential)
//     stabilization = impulse_s . J w                impulse_s: the part of the impulse that the stabilizing target
//     causes joints        = (impulse - impulse_s) . J w correction    = E(after) - E(before)           of a correction
//     of position or velocity after the solve integration   = the remainder: what the position update does to the
//     potential against the force taken for the step
#pragma once

namespace perpend {

struct Ledger {
  double applied = 0.0;
  double joints = 0.0;
  double stabilization = 0.0;
  double correction = 0.0;
  double integration = 0.0;

  Ledger& operator+=(const Ledger& other) {
    applied += other.applied;
    joints += other.joints;
    stabilization += other.stabilization;
    correction += other.correction;
    integration += other.integration;
    return *this;
  }
};

}  // namespace perpend
