// Signals of contacts and of the problems that they make.
#include <algorithm>
#include <limits>

#include "kernel/contacts/contact_points.hpp"
#include "kernel/simulation/signal_functions.hpp"

namespace perpend::signal {

namespace {

constexpr double no_contact = std::numeric_limits<double>::quiet_NaN();

/// What is known of a step; nothing before the first.
void set(const SignalContext& context, double value, VectorX& out) {
  out.setConstant(1, context.instant.step == 0 ? no_contact : value);
}

bool is_pair(const std::array<int, 2>& a, const std::array<int, 2>& b) {
  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

}  // namespace

/// Every overlap is among the contacts of an Evaluation, whose margin is not negative.
void penetration(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  double deepest = 0.0;
  for (const Contact& contact : context.instant.evaluation.contacts.contacts) deepest = std::max(deepest, -contact.gap);
  out.setConstant(1, deepest);
}

void gap(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const auto& body = context.model.contact_pairs[spec.entity].body;
  const Evaluation& evaluation = context.instant.evaluation;
  const bool is_planar = context.model.space == Space::planar;
  const std::span<const BodyMotion<double>> planar = evaluation.motions;
  const std::span<const SpatialMotion<double>> spatial = evaluation.spatial_motions;
  out.setConstant(1, pair_gap(context.model, is_planar ? planar : planar.first(0),
                              is_planar ? spatial.first(0) : spatial, body[0], body[1]));
}

void contact_impulse(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  double sum = 0.0;
  for (const ContactImpulse& impulse : context.instant.state.contacts)
    if (is_pair(impulse.body, context.model.contact_pairs[spec.entity].body)) sum += impulse.normal;
  set(context, sum, out);
}

void num_contacts(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set(context, context.instant.report.num_contacts, out);
}

void lcp_size(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set(context, context.instant.report.lcp_size, out);
}

void pivots(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set(context, static_cast<double>(context.instant.report.lcp_iterations), out);
}

void lcp_residual(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  set(context, context.instant.report.contact_residual, out);
}

void signorini_error(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  out.setConstant(1, context.contact_errors.signorini);
}

void cone_error(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  out.setConstant(1, context.contact_errors.cone);
}

void dissipation_error(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  out.setConstant(1, context.contact_errors.dissipation);
}

}  // namespace perpend::signal
