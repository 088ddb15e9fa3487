#include "study/vocabulary.hpp"

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/spatial/spatial_force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/spatial_shape_types.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "study/scene_checks.hpp"

namespace perpend {

const Vocabulary& vocabulary() {
  static const Vocabulary all{.shapes = shape_types(),
                              .joints = joint_types(),
                              .forces = force_types(),
                              .stabilizers = stabilizer_types(),
                              .signals = signal_types(),
                              .solvers = solver_types(),
                              .spatial_shapes = spatial_shape_types(),
                              .spatial_joints = spatial_joint_types(),
                              .spatial_forces = spatial_force_types(),
                              .drives = drive_types(),
                              .constraints = constraint_types(),
                              .spatial_drives = spatial_drive_types(),
                              .spatial_constraints = spatial_constraint_types(),
                              .lcp_solvers = lcp_solver_types(),
                              .checks = &scene_checks()};
  return all;
}

}  // namespace perpend
