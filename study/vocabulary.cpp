#include "study/vocabulary.hpp"

#include <deque>
#include <mutex>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "study/scene_checks.hpp"

namespace perpend {

namespace {

Vocabulary make_vocabulary() {
  return {.shapes = shape_types(),
          .joints = joint_types(),
          .forces = force_types(),
          .stabilizers = stabilizer_types(),
          .signals = signal_types(),
          .solvers = linear_solver_types(),
          .spatial_shapes = spatial_shape_types(),
          .spatial_joints = spatial_joint_types(),
          .spatial_forces = spatial_force_types(),
          .drives = drive_types(),
          .constraints = constraint_types(),
          .spatial_drives = spatial_drive_types(),
          .spatial_constraints = spatial_constraint_types(),
          .lcp_solvers = lcp_solver_types(),
          .checks = &scene_checks()};
}

/// Of the same rows. Registries only grow, and a snapshot of one is never another one's size.
bool is_current(const Vocabulary& made, const Vocabulary& now) {
  return made.stabilizers.size() == now.stabilizers.size() && made.lcp_solvers.size() == now.lcp_solvers.size();
}

}  // namespace

const Vocabulary& vocabulary() {
  static std::mutex mutex;
  static std::deque<Vocabulary> made;  // earlier ones stay: experiments point into their rows
  const std::lock_guard lock(mutex);
  const Vocabulary now = make_vocabulary();
  if (made.empty() || !is_current(made.back(), now)) made.push_back(now);
  return made.back();
}

}  // namespace perpend
