// Discrete updates of the methods, written from the equations.
#pragma once

#include "kernel/model/linear_system.hpp"

namespace perpend::test {

/// a = 2 alpha h, b = beta^2 h^2 as they are: trace 2 - a - b, determinant 1 - a. [Hong06]
inline LinearUpdate dimensionless_update(double a, double b) {
  return {{{b, 1, 1}, 0}, {{a, 1, 1}, 0}, {{b, 1, 1}, 0}, {{a, 1, 1}, 0}, false};
}

inline LinearUpdate baumgarte_update(double alpha, double beta) {
  return {{{beta, beta, 1}, 2}, {{2, alpha, 1}, 1}, {{beta, beta, 1}, 2}, {{2, alpha, 1}, 1}, false};
}

inline LinearUpdate implicit_update() {
  return dimensionless_update(1.0, 1.0);
}

inline LinearUpdate velocity_baumgarte_update(double alpha) {
  return {{{alpha, 1, 1}, 1}, {{1, 1, 1}, 0}, {{alpha, 1, 1}, 1}, {{1, 1, 1}, 0}, false};
}

}  // namespace perpend::test
