#include "study/runs/contact_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/matrix_market.hpp"
#include "verification/contacts/contact_errors.hpp"

namespace perpend {

namespace {

/// max that keeps a NaN.
double worse(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? not_a_number : std::max(a, b);
}

double smallest_radius(const Model& model) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Body& body : model.bodies)
    if (body.dof > 0 && body.shape.kind != ShapeKind::none) smallest = std::min(smallest, bounding_radius(body));
  return std::isfinite(smallest) ? smallest : 0.0;
}

}  // namespace

LcpExport::LcpExport(std::string folder, std::string scene, long every)
    : folder_(std::move(folder)), scene_(std::move(scene)), every_(every), error_(reports::create_directory(folder_)) {}

void LcpExport::add(const std::string& method, long step, const Lcp& lcp) {
  if (error_ || step % every_ != 0) return;
  const std::string place = fmt::format("{}-{:06}", method, step);
  in_step_ = place == last_place_ ? in_step_ + 1 : 1;
  last_place_ = place;
  const std::string base = in_step_ == 1 ? fmt::format("{}/{}-{}", folder_, scene_, place)
                                         : fmt::format("{}/{}-{}-{}", folder_, scene_, place, in_step_);
  error_ = reports::write_file(base + ".mtx", write_matrix_market(lcp.matrix->sparse()));
  if (!error_) error_ = reports::write_file(base + "_q.mtx", write_matrix_market(lcp.b));
  if (!error_) ++num_written_;
}

void ContactWatch::Worst::raise(double candidate, long at) {
  if (candidate <= value || std::isnan(value)) return;
  value = candidate;
  step = at;
}

ContactWatch::ContactWatch(const Model& model, double step)
    : is_enabled_(model.contacts.enabled), h_(step), smallest_radius_(smallest_radius(model)) {}

void ContactWatch::add_solve(const ContactProblem& problem, const ContactSolution& solution) {
  const bool is_acceleration = problem.joints.purpose == SolvePurpose::acceleration;
  if (!is_acceleration && problem.joints.purpose != SolvePurpose::velocity) return;
  has_solves_ = true;
  const StepStart start{velocity_, h_};
  const ContactErrors errors = measure_contact_errors(problem, solution, is_acceleration ? &start : nullptr);
  of_step_ = {worse(of_step_.signorini, errors.signorini), worse(of_step_.cone, errors.cone),
              worse(of_step_.dissipation, errors.dissipation)};
  signorini_.raise(errors.signorini, step_);
  cone_.raise(errors.cone, step_);
  dissipation_.raise(errors.dissipation, step_);
  rate_ = worse(rate_, errors.rate);
  friction_ = worse(friction_, errors.friction);
  work_ = worse(work_, errors.work);
}

void ContactWatch::add_instant(const Instant& instant) {
  for (const Contact& contact : instant.evaluation.contacts.contacts) depth_.raise(-contact.gap, instant.step);
  if (is_enabled_) velocity_ = instant.state.v;
  step_ = instant.step + 1;
  of_step_ = {0.0, 0.0, 0.0};
}

std::vector<ContactResidual> ContactWatch::residuals() const {
  if (!is_enabled_) return {};
  const auto row = [](const char* law, const Unit& unit, const Worst& worst, double scale, const char* scale_text) {
    return ContactResidual{law, unit, worst.value, scale, scale_text, worst.step};
  };
  // A method without complementarity problems has no residuals of their laws.
  const Worst none{not_a_number, -1};
  const auto law = [&](const Worst& worst) { return has_solves_ ? worst : none; };
  return {row("penetration", {"m", dimension::length, 1.0}, depth_, smallest_radius_,
              "radius of the smallest body that moves"),
          row("Signorini", {"m/s", dimension::velocity, 1.0}, law(signorini_), rate_,
              "largest normal rate by the sizes of its terms"),
          row("cone", {"N s", dimension::impulse, 1.0}, law(cone_), friction_, "largest mu times normal impulse"),
          row("maximum dissipation", {"J", dimension::energy, 1.0}, law(dissipation_), work_,
              "largest mu times normal impulse times the speed at the contact, by the sizes of its terms")};
}

}  // namespace perpend
