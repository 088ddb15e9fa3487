// The energy ledger: each step's change of energy split by its cause. [J]
//     Delta E = applied + joints + contact + friction + stabilization + correction + integration
// With the mean velocity w = (v + v_solved)/2 the kinetic energy changes by exactly (h f + J^T impulse) . w, so that
//     applied = h f_other . w: loads and dampers (gravity and springs are in the potential)
//     stabilization = impulse_s . J w: impulse_s is the part of the impulse that the stabilizing target causes
//     joints = (impulse - impulse_s) . J w
//     contact, friction = normal and tangential impulses of contacts times their rates at w
//     correction = E(after) - E(before) of a correction of position or velocity after the solve
//     integration = the remainder: what the position update does to the potential against the force of the step
// With contacts the impulses are no linear function of the target: stabilization is not split from joints, and the
// push of Delta counts as work of contacts.
#pragma once

namespace perpend {

struct Ledger {
  double applied = 0.0;
  double joints = 0.0;
  double stabilization = 0.0;
  double correction = 0.0;
  double integration = 0.0;
  double contact = 0.0;   ///< of normal impulses
  double friction = 0.0;  ///< of friction between bodies

  Ledger& operator+=(const Ledger& other) {
    applied += other.applied;
    joints += other.joints;
    stabilization += other.stabilization;
    correction += other.correction;
    integration += other.integration;
    contact += other.contact;
    friction += other.friction;
    return *this;
  }
};

}  // namespace perpend
