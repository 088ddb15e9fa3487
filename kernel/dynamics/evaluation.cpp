#include "kernel/dynamics/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/contacts/reach.hpp"
#include "kernel/dynamics/loads.hpp"
#include "kernel/dynamics/mechanism_rows.hpp"

namespace perpend {

namespace {

template <class In>
void evaluate_all_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_motions<In>(model, state, evaluation);
  evaluate_mechanism_rows<In>(model, state, evaluation);
}

void evaluate_mechanism(const Model& model, const State& state, Evaluation& evaluation) {
  if (model.space == Space::planar)
    evaluate_all_rows<Plane>(model, state, evaluation);
  else
    evaluate_all_rows<Spatial>(model, state, evaluation);
}

void find_contacts(const Model& model, Evaluation& evaluation) {
  if (!model.contacts.enabled) return;
  const auto without_world = [](const auto& motions) {
    return std::span(motions.data(), motions.empty() ? 0 : motions.size() - 1);
  };
  evaluation.finder.find(model, without_world(evaluation.motions), without_world(evaluation.spatial_motions),
                         evaluation.contact_margin, evaluation.contacts);
}

}  // namespace

Evaluation allocate_evaluation(const Model& model) {
  Evaluation evaluation;
  const bool planar = model.space == Space::planar;
  if (planar)
    evaluation.motions.resize(model.bodies.size() + 1);
  else
    evaluation.spatial_motions.resize(model.bodies.size() + 1);
  evaluation.mass.diagonal = VectorX::Zero(model.num_velocities);
  for (const Body& body : model.bodies) {
    const int num_linear = std::min(body.dof, planar ? 2 : 3);
    for (int j = 0; j < num_linear; ++j) evaluation.mass.diagonal[body.offset + j] = body.mass;
    if (body.kind != BodyKind::rigid) continue;
    if (planar)
      evaluation.mass.diagonal[body.offset + 2] = body.inertia;
    else
      evaluation.mass.blocks.push_back({.first = body.offset + 3});
  }
  allocate_rows(model, evaluation.rows);
  evaluation.coordinates = VectorX::Zero(model.num_joint_coordinates);
  evaluation.contacts.num_columns = model.num_velocities;
  evaluation.contacts.rows_per_contact = planar ? 2 : 3;
  evaluation.finder = ContactFinder(model);
  evaluation.force = evaluation.other_force = VectorX::Zero(model.num_velocities);
  return evaluation;
}

MassMatrix mass_matrix(const Model& model, const State& state) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, state, evaluation);
  return evaluation.mass;
}

void evaluate_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_mechanism(model, state, evaluation);
  find_contacts(model, evaluation);
}

void evaluate_forces(const Model& model, const State& state, const Evaluation& at, Evaluation& evaluation) {
  if (model.space == Space::planar)
    copy_motions<Plane>(model, state, at, evaluation);
  else
    copy_motions<Spatial>(model, state, at, evaluation);
  if (&at != &evaluation) evaluation.mass = at.mass;
  evaluate_loads(model, state, evaluation, {});
}

void evaluate(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration) {
  evaluate_mechanism(model, state, evaluation);
  evaluate_loads(model, state, evaluation, integration);
  if (model.contacts.enabled) set_contact_reach(model, state, integration.step, evaluation);
  find_contacts(model, evaluation);
}

double limit_gap(const Model& model, const ConstraintRows& rows, int row) {
  const CoordinateRow& limit = model.coordinate_rows[row - model.num_joint_rows];
  const CoordinateElement& element = model.joints[limit.joint].element[limit.coordinate];
  const double bound = limit.kind == CoordinateRow::Kind::lower_limit ? element.lower : element.upper;
  // A coordinate comes from sums of a few terms of the size of an angle, or of lengths near 1 m: 16 u of that.
  const double rounding = 0x1p-49 * (1.0 + std::abs(bound));
  return std::abs(rows.phi[row]) <= rounding ? 0.0 : rows.phi[row];
}

}  // namespace perpend
