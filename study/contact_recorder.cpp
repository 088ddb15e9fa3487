// What a run's recorder keeps of its contact solves.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "kernel/model/clocks.hpp"
#include "study/run_recorder.hpp"
#include "verification/contacts/contact_class.hpp"
#include "verification/contacts/contact_solutions.hpp"
#include "verification/contacts/solvability.hpp"

namespace perpend {

namespace {

/// Exact linear programs take up to a second: a run gets this many.
constexpr int max_solvability_questions = 20;

/// Of the solutions that are counted although the scene does not ask.
constexpr int most_pairs_each_step = 6;
constexpr int most_pairs_once = 8;

/// Corrections of positions are none.
bool is_motion(const ContactProblem& problem) {
  return problem.joints.purpose == SolvePurpose::velocity || problem.joints.purpose == SolvePurpose::acceleration;
}

}  // namespace

void RunRecorder::certify_contacts(const ContactProblem& problem, const ContactSolution& solution) {
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = contacts_.certify(problem, solution);
  note_backward_error(certificate.bounds[0]);
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

void RunRecorder::certify_contact_class(const ContactProblem& problem, const ContactSolution& solution) {
  if (problem.rows.size() == 0 || problem.law == FrictionLaw::sliding) return;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_contact_class(problem);
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

void RunRecorder::certify_solvability(const ContactProblem& problem, const ContactSolution& solution) {
  if (solvability_questions_ == max_solvability_questions) return;
  ++solvability_questions_;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_solvability(problem, solution.ray);
  is_unsolvable_ = certificate.verdict == Verdict::refuted;
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
}

/// Unasked, problems of a few pairs alone: 2^n choices each.
void RunRecorder::count_solutions(const ContactProblem& problem, const ContactSolution& solution) {
  const std::optional<Frequency>& asked = settings_.experiment.verify.solutions;
  const bool is_each_step = problem.law == FrictionLaw::sliding;
  const Frequency frequency = asked.value_or(is_each_step ? Frequency::every_step : Frequency::once);
  if (problem.rows.size() == 0 || !is_motion(problem)) return;
  if (frequency == Frequency::once ? solutions_known_ : !is_due(frequency)) return;
  if (!asked && num_pairs(problem) > (is_each_step ? most_pairs_each_step : most_pairs_once)) return;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = count_contact_solutions(problem);
  if (!asked && certificate.verdict == Verdict::undecided) return;
  solutions_known_ = true;
  certificates_.add(certificate, {current_step_, to_string(problem.joints.purpose)}, seconds_since(start),
                    {problem, solution});
  const double isolated = certificate.bounds[0], continua = certificate.bounds[2];
  const bool has_several = certificate.verdict == Verdict::proved && (isolated > 1.0 || continua > 0.0);
  if (!has_several || !several_solutions_.empty()) return;
  const bool has_one_motion = certificate.bounds[3] == 1.0 && certificate.bounds[4] == 0.0;
  several_solutions_ = fmt::format(
      "contact impulses of step {} are not unique, proved: {}, the motion {}; the run goes on with those that its "
      "solver "
      "found",
      current_step_,
      continua > 0.0 ? "some trade for others" : fmt::format("the problem has {:.0f} solutions", isolated),
      has_one_motion ? "is unique" : "is not either");
}

void RunRecorder::on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp* lcp) {
  if (settings_.lcps != nullptr && lcp != nullptr) settings_.lcps->add(settings_.method, current_step_, *lcp);
  const VerifySettings& verify = settings_.experiment.verify;
  if (solution.status == Status::interrupted) return;
  is_unsolvable_ = false;  // until it is asked of this problem
  if (solution.status != Status::converged) {
    const bool is_asked = verify.solvability == Frequency::every_step ||
                          (verify.solvability == Frequency::once && solvability_questions_ == 0);
    if (is_asked) certify_solvability(problem, solution);
    return;
  }
  count_solutions(problem, solution);
  contact_watch_.add_solve(problem, solution);
  if (!is_due(verify.complementarity)) return;
  certify_contact_class(problem, solution);
  certify_contacts(problem, solution);
  if (layout_.num_rows != 0 && is_due(verify.spd)) certify_delassus(problem.joints, solution.joints);
}

}  // namespace perpend
