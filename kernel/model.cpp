#include "kernel/model.hpp"

#include "kernel/state.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

void number_unknowns(Model& model) {
  model.num_coordinates = 0;
  for (Body& body : model.bodies) {
    body.dof = body.kind == BodyKind::rigid ? 3 : body.kind == BodyKind::particle ? 2 : 0;
    body.offset = body.dof == 0 ? -1 : model.num_coordinates;
    model.num_coordinates += body.dof;
  }
  model.num_rows = 0;
  for (Joint& joint : model.joints) {
    joint.first_row = model.num_rows;
    joint.num_rows = joint.type->num_rows;
    model.num_rows += joint.num_rows;
  }
}

State initial_state(const Model& model) {
  State state;
  state.q = VectorX::Zero(model.num_coordinates);
  state.v = VectorX::Zero(model.num_coordinates);
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    state.q.segment<2>(body.offset) = body.position;
    state.v.segment<2>(body.offset) = body.velocity;
    if (body.dof < 3) continue;
    state.q[body.offset + 2] = body.angle;
    state.v[body.offset + 2] = body.spin;
  }
  return state;
}

}  // namespace perpend
