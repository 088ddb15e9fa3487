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

/// Limits for the solutions that are counted although the scene does not ask.
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
  note_backward_error(certificate[ContactSolveBound::backward_error]);
  if (certificate.verdict == Verdict::refuted) note_loose_answer(solution);
  certificates_.add(certificate, {current_step_, problem.joints.purpose}, seconds_since(start), {problem, solution});
}

/// A residual above `1000 n u`, all that the certificate calls rounding, was left by the stopping rule of the solver.
void RunRecorder::note_loose_answer(const ContactSolution& solution) {
  if (solution.attempts.empty()) return;
  const LcpAttempt& answer = solution.attempts.back();
  if (!(answer.residual > 1000.0 * 0x1p-53 * solution.lcp_size)) return;
  auto known = std::find_if(loose_answers_.begin(), loose_answers_.end(),
                            [&](const LooseAnswers& loose) { return loose.solver == answer.solver; });
  if (known == loose_answers_.end()) known = loose_answers_.insert(known, {.solver = answer.solver});
  ++known->count;
  known->largest_residual = std::max(known->largest_residual, answer.residual);
}

std::vector<std::string> RunRecorder::loose_answers() const {
  std::vector<std::string> notes;
  for (const LooseAnswers& loose : loose_answers_)
    notes.push_back(fmt::format(
        "contact_solve is refuted for {} of {}, and its tolerance is the cause: it ends at a residual measured against "
        "the whole problem, here of up to {:.2g}, which is more than rounding leaves, and the certificate asks for "
        "1.05e-8 of each row's own terms; give {} a smaller tolerance, or choose another solver",
        loose.count == 1 ? "one answer" : fmt::format("{} answers", loose.count), loose.solver, loose.largest_residual,
        loose.solver));
  return notes;
}

void RunRecorder::certify_contact_class(const ContactProblem& problem, const ContactSolution& solution) {
  if (problem.rows.size() == 0 || problem.law == FrictionLaw::sliding) return;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_contact_class(problem);
  certificates_.add(certificate, {current_step_, problem.joints.purpose}, seconds_since(start), {problem, solution});
}

void RunRecorder::certify_solvability(const ContactProblem& problem, const ContactSolution& solution) {
  if (solvability_questions_ == max_solvability_questions) return;
  ++solvability_questions_;
  const WallClock::time_point start = WallClock::now();
  const Certificate certificate = perpend::certify_solvability(problem, solution.ray);
  is_unsolvable_ = certificate.verdict == Verdict::refuted;
  certificates_.add(certificate, {current_step_, problem.joints.purpose}, seconds_since(start), {problem, solution});
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
  certificates_.add(certificate, {current_step_, problem.joints.purpose}, seconds_since(start), {problem, solution});
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
