#include "study/contact_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "formats/matrix_market.hpp"
#include "kernel/model/clocks.hpp"
#include "verification/contacts/contact_class.hpp"
#include "verification/contacts/contact_errors.hpp"
#include "verification/contacts/contact_solutions.hpp"
#include "verification/contacts/solvability.hpp"

namespace perpend {

namespace {

/// Exact linear programs take up to a second: a run gets this many.
constexpr int max_solvability_questions = 20;

/// Limits for the solutions that are counted although the scene does not ask.
constexpr int most_pairs_each_step = 6;
constexpr int most_pairs_once = 8;

/// Corrections of positions are none.
bool is_motion(const ContactProblem& problem) {
  return problem.joints.purpose == SolvePurpose::velocity || problem.joints.purpose == SolvePurpose::acceleration;
}

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
  velocity_ = instant.state.v;
  step_ = instant.step + 1;
  of_step_ = {0.0, 0.0, 0.0};
}

std::vector<ContactResidual> ContactWatch::residuals() const {
  if (!is_enabled_) return {};
  const auto row = [](const char* law, const Unit& unit, const Worst& worst, double scale, const char* scale_text) {
    return ContactResidual{law, unit, worst.value, scale, scale_text, worst.step};
  };
  return {row("penetration", {"m", dimension::length, 1.0}, depth_, smallest_radius_,
              "radius of the smallest body that moves"),
          row("Signorini", {"m/s", dimension::velocity, 1.0}, signorini_, rate_,
              "largest normal rate by the sizes of its terms"),
          row("cone", {"N s", dimension::impulse, 1.0}, cone_, friction_, "largest mu times normal impulse"),
          row("maximum dissipation", {"J", dimension::energy, 1.0}, dissipation_, work_,
              "largest mu times normal impulse times the speed at the contact, by the sizes of its terms")};
}

double ContactRecorder::certify_contacts(const ContactProblem& problem, const ContactSolution& solution, long step) {
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = contacts_.certify(problem, solution);
  if (certificate.verdict == Verdict::refuted) note_loose_answer(solution);
  certificates_.add(certificate, {step, problem.joints.purpose}, seconds_since(start), {problem, solution});
  return certificate[ContactSolveBound::backward_error];
}

/// A residual above `1000 n u`, all that the certificate calls rounding, was left by the stopping rule of the solver.
void ContactRecorder::note_loose_answer(const ContactSolution& solution) {
  if (solution.attempts.empty()) return;
  const LcpAttempt& answer = solution.attempts.back();
  if (!(answer.residual > 1000.0 * 0x1p-53 * solution.lcp_size)) return;
  auto known = std::find_if(loose_answers_.begin(), loose_answers_.end(),
                            [&](const LooseAnswers& loose) { return loose.solver == answer.solver; });
  if (known == loose_answers_.end()) known = loose_answers_.insert(known, {.solver = answer.solver});
  ++known->count;
  known->largest_residual = std::max(known->largest_residual, answer.residual);
}

void ContactRecorder::certify_contact_class(const ContactProblem& problem, const ContactSolution& solution, long step) {
  if (problem.rows.size() == 0 || problem.law == FrictionLaw::sliding) return;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_contact_class(problem);
  certificates_.add(certificate, {step, problem.joints.purpose}, seconds_since(start), {problem, solution});
}

void ContactRecorder::certify_failure(const ContactProblem& problem, const ContactSolution& solution, long step) {
  is_unsolvable_ = false;  // until it is asked of this problem
  const bool is_asked = verify_.solvability == Frequency::every_step ||
                        (verify_.solvability == Frequency::once && solvability_questions_ == 0);
  if (!is_asked || solvability_questions_ == max_solvability_questions) return;
  ++solvability_questions_;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_solvability(problem, solution.ray);
  is_unsolvable_ = certificate.verdict == Verdict::refuted;
  certificates_.add(certificate, {step, problem.joints.purpose}, seconds_since(start), {problem, solution});
}

/// Unasked, problems of a few pairs alone: 2^n choices each.
void ContactRecorder::count_solutions(const ContactProblem& problem, const ContactSolution& solution, long step) {
  const std::optional<Frequency>& asked = verify_.solutions;
  const bool is_each_step = problem.law == FrictionLaw::sliding;
  const Frequency frequency = asked.value_or(is_each_step ? Frequency::every_step : Frequency::once);
  if (problem.rows.size() == 0 || !is_motion(problem)) return;
  if (frequency == Frequency::once ? solutions_known_ : !is_due(frequency, step)) return;
  if (!asked && num_pairs(problem) > (is_each_step ? most_pairs_each_step : most_pairs_once)) return;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = count_contact_solutions(problem);
  if (!asked && certificate.verdict == Verdict::undecided) return;
  solutions_known_ = true;
  certificates_.add(certificate, {step, problem.joints.purpose}, seconds_since(start), {problem, solution});
  const double isolated = certificate[NumSolutionsBound::most_impulses];
  const double continua = certificate[NumSolutionsBound::impulse_continua];
  const bool has_several = certificate.verdict == Verdict::proved && (isolated > 1.0 || continua > 0.0);
  if (!has_several || !several_solutions_.empty()) return;
  const bool has_one_motion =
      certificate[NumSolutionsBound::motions] == 1.0 && certificate[NumSolutionsBound::motion_continua] == 0.0;
  several_solutions_ = fmt::format(
      "contact impulses of step {} are not unique, proved: {}, the motion {}; the run goes on with those that its "
      "solver "
      "found",
      step, continua > 0.0 ? "some trade for others" : fmt::format("the problem has {:.0f} solutions", isolated),
      has_one_motion ? "is unique" : "is not either");
}

std::optional<double> ContactRecorder::certify_answer(const ContactProblem& problem, const ContactSolution& solution,
                                                      long step) {
  is_unsolvable_ = false;
  count_solutions(problem, solution, step);
  if (!is_due(verify_.complementarity, step)) return std::nullopt;
  certify_contact_class(problem, solution, step);
  return certify_contacts(problem, solution, step);
}

std::vector<std::string> ContactRecorder::notes() const {
  std::vector<std::string> notes;
  if (!several_solutions_.empty()) notes.push_back(several_solutions_);
  for (const LooseAnswers& loose : loose_answers_)
    notes.push_back(fmt::format(
        "contact_solve is refuted for {} of {}, and its tolerance is the cause: it ends at a residual measured against "
        "the whole problem, here of up to {:.2g}, which is more than rounding leaves, and the certificate asks for "
        "1.05e-8 of each row's own terms; give {} a smaller tolerance, or choose another solver",
        loose.count == 1 ? "one answer" : fmt::format("{} answers", loose.count), loose.solver, loose.largest_residual,
        loose.solver));
  return notes;
}

}  // namespace perpend
