// The guideline eps = v_max h of [HartAnitescu03]: v_max is the largest speed of a point of a body that can touch,
// before the step or under the applied forces alone after it, or of a wall that is moved.
#include "kernel/contacts/reach.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

bool can_touch(const Body& body) {
  return body.shape.kind != ShapeKind::none;
}

/// |velocity| + |spin| times the radius about the centre.
double surface_speed(const Model& model, const Body& body, const VectorX& v) {
  const int num_linear = model.space == Space::planar ? 2 : 3;
  const double linear = v.segment(body.offset, num_linear).norm();
  if (body.dof == num_linear) return linear;
  return linear + bounding_radius(body) * v.segment(body.offset + num_linear, body.dof - num_linear).norm();
}

double wall_speed(const Model& model, int body, const Evaluation& evaluation) {
  return model.space == Space::planar ? evaluation.motions[body].velocity.norm()
                                      : evaluation.spatial_motions[body].velocity.norm();
}

double largest_speed(const Model& model, const VectorX& v, const VectorX& v_free, const Evaluation& evaluation) {
  double largest = 0.0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!can_touch(body)) continue;
    const double speed = body.dof == 0 ? wall_speed(model, i, evaluation)
                                       : std::max(surface_speed(model, body, v), surface_speed(model, body, v_free));
    largest = std::max(largest, speed);
  }
  return largest;
}

}  // namespace

void set_contact_reach(const Model& model, const State& state, double h, Evaluation& evaluation) {
  VectorX& v_free = evaluation.free_velocity;
  divide(evaluation.mass, evaluation.force, v_free);
  v_free = state.v + h * v_free;
  const double v_max = largest_speed(model, state.v, v_free, evaluation);
  const bool given = !std::isnan(model.contacts.active_gap);
  evaluation.active_gap = given ? model.contacts.active_gap : v_max * h;
  // Two bodies may come toward each other.
  const double approach = model.contacts.active_set == ActiveSet::reach ? 2.0 * v_max * h : 0.0;
  evaluation.contact_margin = evaluation.active_gap + approach;
}

}  // namespace perpend
