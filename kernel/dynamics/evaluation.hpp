// Everything that depends on the state and is needed more than once: motions, constraint rows, forces, energies.
#pragma once

#include <vector>

#include "kernel/contacts/find_contacts.hpp"
#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/integration.hpp"
#include "kernel/model/mass_matrix.hpp"
#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

struct Energies {
  double kinetic = 0.0;    ///< [J]
  double potential = 0.0;  ///< gravity and springs [J]
  [[nodiscard]] double total() const { return kinetic + potential; }
};

struct Evaluation {
  std::vector<BodyMotion<double>> motions;             ///< planar: one a body, the world last
  std::vector<SpatialMotion<double>> spatial_motions;  ///< spatial: one a body, the world last
  MassMatrix mass;
  ConstraintRows rows;
  VectorX coordinates;  ///< free coordinates of all joints [rad, m]; see State::coordinates
  VectorX force;        ///< all applied forces, the gyroscopic term among them [N, N m]
  VectorX other_force;  ///< those of `force` that have no potential
  Energies energies;
  VectorX free_velocity;        ///< v + h M^-1 f, where contacts are enabled
  ContactRows contacts;         ///< every contact with gap <= contact_margin; none without ContactSettings::enabled
  double active_gap = 0.0;      ///< of this state [m]; see ContactSettings
  double contact_margin = 0.0;  ///< [m]
  ContactFinder finder;
};

/// M at one state.
[[nodiscard]] MassMatrix mass_matrix(const Model& model, const State& state);

/// An Evaluation with its layout, its mass, its constants and its world motion, other numbers still zero.
[[nodiscard]] Evaluation allocate_evaluation(const Model& model);

/// Fills every number for the state; allocates nothing.
void evaluate(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration = {});

/// Motions, mass, constraint rows and contacts (with the margin that stands there), nothing else: for iterations on the
/// position alone.
void evaluate_rows(const Model& model, const State& state, Evaluation& evaluation);

/// Forces and energies at the pose of `at` and the velocities of `state`, with the gyroscopic term as it is there. Of
/// `evaluation`, which may be `at`, rows and contacts stay.
void evaluate_forces(const Model& model, const State& state, const Evaluation& at, Evaluation& evaluation);

/// Distance to the limit of one row; 0 within the rounding of its coordinate: a feedback on rounding would ask rows
/// that follow from one another for rates that contradict each other. Pre: the row is a limit.
[[nodiscard]] double limit_gap(const Model& model, const ConstraintRows& rows, int row);

}  // namespace perpend
