// Forces near one pose at rest, linearized: f(q + dq, dv) + (J^T lambda)(q + dq) = f + J^T lambda - K dq - D dv.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// How the forces of one step act on motions that the constraints allow: what stability asks of M, D and K there.
enum class ForceRule {
  unknown,        ///< not worked out
  new_velocity,   ///< M (v+ - v) = h f(q, v),                            q+ = q + h v+
  mean_velocity,  ///< M (v+ - v) = h f(q, v),                            q+ = q + h (v + v+)/2
  leapfrog,       ///< M (w+ - w) = (h/2) (f(q+, w) + f(q+, w+)),         q+ = q + h w
  midpoint,       ///< v_m = v + (h/2) M^-1 f(q, v), v+ = v + h M^-1 f(q_m, v_m), forces of constraints at q_m alone
};

/// K = sum of stiffness g g^T + rest and D = sum of damping g g^T, over the velocities of the model. Doubles, taken
/// exactly; of `rest` the true one may differ from it by -diag(margin) to diag(margin) as a quadratic form.
struct LinearForces {
  /// A spring or damper along a length or an angle; g is its gradient.
  struct Element {
    std::vector<int> columns;
    std::vector<double> gradient;
    double stiffness = 0.0;
    double damping = 0.0;
  };
  /// One number of a symmetric matrix, row <= column.
  struct Entry {
    int row = 0;
    int column = 0;
    double value = 0.0;
  };

  std::vector<Element> elements{};
  std::vector<Entry>
      rest{};        ///< forces that turn with the bodies: those of joints, stretched springs, loads off centre
  VectorX margin{};  ///< one number a velocity; empty where `rest` is
  bool from_applied = false;      ///< springs and loads have a part in K
  bool from_constraints = false;  ///< the forces of joints have one
  bool is_balanced = true;        ///< at rest there, nothing accelerates
  std::string objection{};        ///< why there is no such linearization; empty: there is

  [[nodiscard]] bool is_empty() const { return elements.empty() && rest.empty() && objection.empty(); }
};

}  // namespace perpend
