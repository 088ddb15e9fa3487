// Springs and dampers that are stiff for a step: all methods take their forces from the start of a step or a stage.
//     spring: h omega = h sqrt(k g^T v(g)),    damper: h c g^T v(g)
// where g is the gradient of the element's stretch and v(g) = M^-1 (g - J^T lambda), J v = 0, the velocity that the
// impulse g gives the mechanism with its joints.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/model.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// Semi-implicit Euler and leapfrog are stable for h omega < 2, and a force -c v taken at the start of a step for
/// h c/m < 2. A Runge-Kutta step of order 4 reaches 2.8.
inline constexpr double explicit_limit = 2.0;

struct StiffElement {
  std::string name;  ///< of the force, or of the joint
  bool is_damper = false;
  double ratio = 0.0;  ///< h omega or h c/m
};

/// The element of largest ratio in this state; nothing without springs and dampers, or where the joints take all motion
/// from them.
[[nodiscard]] std::optional<StiffElement> stiffest_element(const Model& model, const State& state, double step);

/// "spring 'buffer' is stiff for this step: ...".
[[nodiscard]] std::string describe(const StiffElement& element);

}  // namespace perpend
