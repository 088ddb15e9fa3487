#include "cli/vocabulary.hpp"

#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/signals.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend::cli {

const Vocabulary& vocabulary() {
  static const Vocabulary all{.shapes = shape_types(),
                              .joints = joint_types(),
                              .forces = force_types(),
                              .stabilizers = stabilizer_types(),
                              .signals = signal_types(),
                              .solvers = solver_types()};
  return all;
}

}  // namespace perpend::cli
