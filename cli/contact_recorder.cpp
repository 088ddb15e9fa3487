// What a run's recorder keeps of its contact solves.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/run_recorder.hpp"
#include "verification/contact_class.hpp"
#include "verification/contact_errors.hpp"
#include "verification/solvability.hpp"

namespace perpend::cli {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Exact linear programs take up to a second: a run gets this many.
constexpr int max_solvability_questions = 20;

/// max that keeps a NaN.
double worse(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? not_a_number : std::max(a, b);
}

}  // namespace

void RunRecorder::certify_contacts(const ContactProblem& problem, const ContactSolution& solution) {
  const Clock::time_point start = Clock::now();
  const Certificate certificate = contacts_.certify(problem, solution);
  note_backward_error(certificate.bounds[0]);
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

/// Once a run: the structure is the same in each step.
void RunRecorder::certify_contact_class(const ContactProblem& problem, const ContactSolution& solution) {
  if (contact_class_known_ || problem.rows.size() == 0 || problem.law == FrictionLaw::sliding) return;
  contact_class_known_ = true;
  const Clock::time_point start = Clock::now();
  const Certificate certificate = perpend::certify_contact_class(problem);
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

void RunRecorder::certify_solvability(const ContactProblem& problem, const ContactSolution& solution) {
  if (solvability_questions_ == max_solvability_questions) return;
  ++solvability_questions_;
  const Clock::time_point start = Clock::now();
  const Certificate certificate = perpend::certify_solvability(problem);
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

/// Corrections of positions are no motion: the laws speak of the others.
void RunRecorder::note_contact_errors(const ContactProblem& problem, const ContactSolution& solution) {
  const SolvePurpose purpose = problem.joints.purpose;
  if (purpose != SolvePurpose::velocity && purpose != SolvePurpose::acceleration) return;
  const ContactErrors errors = measure_contact_errors(problem, solution);
  contact_errors_ = {worse(contact_errors_.signorini, errors.signorini), worse(contact_errors_.cone, errors.cone),
                     worse(contact_errors_.dissipation, errors.dissipation)};
}

void RunRecorder::on_contact_solve(const ContactProblem& problem, const ContactSolution& solution) {
  const VerifySettings& verify = settings_.experiment.verify;
  if (solution.status != Status::converged) {
    const bool is_asked = verify.solvability == Frequency::every_step ||
                          (verify.solvability == Frequency::once && solvability_questions_ == 0);
    if (is_asked) certify_solvability(problem, solution);
    return;
  }
  if (measures_contact_errors_) note_contact_errors(problem, solution);
  if (!is_due(verify.complementarity)) return;
  certify_contact_class(problem, solution);
  certify_contacts(problem, solution);
  if (layout_.num_rows != 0 && is_due(verify.spd)) certify_delassus(problem.joints, solution.joints);
}

}  // namespace perpend::cli
