#include "real_vocabulary.hpp"

#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/signals.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend::dsl {

const Vocabulary& real_vocabulary() {
  static const Vocabulary all{.shapes = shape_types(),
                              .joints = joint_types(),
                              .forces = force_types(),
                              .stabilizers = stabilizer_types(),
                              .signals = signal_types(),
                              .solvers = solver_types()};
  return all;
}

Loaded load_real(const std::string& text) {
  Parsed parsed = parse_text("test.scene", text);
  if (!parsed.document) return {std::nullopt, std::move(parsed.diagnostics)};
  return elaborate(*parsed.document, real_vocabulary());
}

}  // namespace perpend::dsl
