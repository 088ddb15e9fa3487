// Everything that depends on the state and is needed more than once: motions, constraint rows, forces, energies.
#pragma once

#include <vector>

#include "kernel/constraint_rows.hpp"
#include "kernel/state.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

struct Energies {
  double kinetic = 0.0;    ///< [J]
  double potential = 0.0;  ///< gravity and springs [J]
  [[nodiscard]] double total() const { return kinetic + potential; }
};

struct Evaluation {
  std::vector<BodyMotion<double>> motions;  ///< one a body, the world last
  ConstraintRows rows;
  VectorX force;        ///< all applied forces [N, N m]
  VectorX other_force;  ///< those of `force` that have no potential
  Energies energies;
};

/// Diagonal of M: (m, m, I) a rigid body, (m, m) a particle.
[[nodiscard]] VectorX mass_diagonal(const Model& model);

/// An Evaluation with its layout and its world motion, numbers still zero.
[[nodiscard]] Evaluation allocate_evaluation(const Model& model);

/// Fills every number for the state; allocates nothing.
void evaluate(const Model& model, const VectorX& mass, const State& state, Evaluation& evaluation);

/// Motions, constraint rows and nothing else: for iterations on the position alone.
void evaluate_rows(const Model& model, const State& state, Evaluation& evaluation);

}  // namespace perpend
