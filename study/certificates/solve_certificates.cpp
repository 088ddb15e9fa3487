#include "study/certificates/solve_certificates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "kernel/model/clocks.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/contact_kept_rows.hpp"
#include "verification/contacts/contact_solve.hpp"
#include "verification/solves/complementarity.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/kept_rows.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace perpend {

namespace {

/// Exact arithmetic takes milliseconds where floating point takes microseconds: a run gets this many such decisions.
constexpr int max_escalations = 100;
/// Exact linear programs take up to a second: a run gets this many.
constexpr int max_solvability_questions = 20;

/// Limits for the solutions that are counted although the scene does not ask.
constexpr int most_pairs_each_step = 6;
constexpr int most_pairs_once = 8;

/// With `every` above 1: of the first step, and of each `every`-th from it.
bool is_due(const VerifySettings& verify, Frequency frequency, long step) {
  if (frequency == Frequency::every_step)
    return verify.every == 1 || (verify.every > 0 && (step - 1) % verify.every == 0);
  return frequency == Frequency::once && step == 1;
}

/// Refuted answers of a solver that ended where it was told to.
struct LooseAnswers {
  CertificateKind kind;
  std::string_view solver;
  long count = 0;
  double largest_residual = 0.0;
};

struct EndedSolve {
  const CertifiedData& about;
  long step;

  [[nodiscard]] const Problem& problem() const { return *about.problem; }
  [[nodiscard]] const Solution& solution() const { return *about.solution; }
  // Pre: is_of_contacts().
  [[nodiscard]] const ContactProblem& contacts() const { return *about.contact_problem; }
  [[nodiscard]] const ContactSolution& answer() const { return *about.contact_solution; }
  [[nodiscard]] bool is_of_contacts() const { return about.contact_problem != nullptr; }
  [[nodiscard]] bool has_contact_answer() const { return is_of_contacts() && answer().status == Status::converged; }
};

}  // namespace

namespace {

/// Made when it is first due: the analysis of the pattern costs a short run more than its steps.
template <class Certifier>
class WhenDue {
 public:
  explicit WhenDue(const ConstraintRows& layout) : layout_(layout) {}

  Certifier* operator->() {
    if (!made_) made_.emplace(layout_);
    return &*made_;
  }
  void replace(Certifier certifier) { made_.emplace(std::move(certifier)); }

 private:
  const ConstraintRows& layout_;
  std::optional<Certifier> made_{};
};

}  // namespace

struct ProofMemory {
  ProofMemory(const ConstraintRows& rows, const VerifySettings& settings) : layout(rows), verify(settings) {}

  ConstraintRows layout;
  const VerifySettings& verify;
  PieceClock clock{};
  WhenDue<KktResidualCertifier> residual{layout};
  WhenDue<KeptRowsCertifier> kept_rows{layout};
  WhenDue<ComplementarityCertifier> complementarity{layout};
  WhenDue<DelassusCertifier> delassus{layout};
  WhenDue<ContactCertifier> contacts{layout};
  WhenDue<ContactKeptRowsCertifier> contact_kept_rows{layout};
  ContactSolutionCounter solutions{};
  std::vector<int> delassus_left_out{};
  long num_solves = 0;
  int escalations = 0;
  int solvability_questions = 0;
  bool is_unsolvable = false;
  bool solutions_known = false;
  double backward_error = not_a_number;
  std::vector<LooseAnswers> loose_answers{};
  std::string several_solutions{};  ///< of the first problem with more than one, in words; empty: none met
};

namespace {

/// max() drops a NaN on one side: keep it, so that an unproved solve is seen in the series.
void note_backward_error(ProofMemory& memory, double error) {
  double& worst = memory.backward_error;
  worst = std::isnan(worst) ? error : std::isnan(error) ? error : std::max(worst, error);
}

bool residual_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  return !solve.is_of_contacts() && memory.layout.num_rows != 0 &&
         is_due(memory.verify, memory.verify.residual, solve.step);
}

bool has_left_rows_out(const Solution& solution) {
  return solution.status == Status::converged && !solution.dependent_rows.empty();
}

/// Where rows were left out, what can be said of those kept instead.
std::optional<Certificate> prove_residual(ProofMemory& memory, const EndedSolve& solve) {
  const Solution& solution = solve.solution();
  const Certificate certificate = memory.residual->certify(solve.problem(), solution);
  note_backward_error(memory, certificate[KktResidualBound::backward_error]);
  if (certificate.verdict == Verdict::proved || !has_left_rows_out(solution)) return certificate;
  return memory.kept_rows->certify(solve.problem(), solution);
}

bool bounds_are_due(const ProofMemory& memory, const EndedSolve& solve) {
  return residual_is_due(memory, solve) && solve.problem().lower.size() != 0;
}

std::optional<Certificate> prove_bounds(ProofMemory& memory, const EndedSolve& solve) {
  return memory.complementarity->certify(solve.problem(), solve.solution());
}

bool answer_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  return solve.has_contact_answer() && is_due(memory.verify, memory.verify.complementarity, solve.step);
}

/// The residual of an attempt that is part of the answer, else 0.
double looseness(const LcpAttempt& attempt) {
  return attempt.status == Status::converged ? attempt.residual : 0.0;
}

/// A residual above `1000 n u`, all that the certificate calls rounding, was left by the stopping rule of the solver.
void note_loose_answer(ProofMemory& memory, CertificateKind kind, const ContactSolution& solution) {
  const auto answer = std::max_element(
      solution.attempts.begin(), solution.attempts.end(),
      [](const LcpAttempt& one, const LcpAttempt& other) { return looseness(one) < looseness(other); });
  if (answer == solution.attempts.end() || !(looseness(*answer) > 1000.0 * 0x1p-53 * solution.lcp_size)) return;
  auto known = std::find_if(memory.loose_answers.begin(), memory.loose_answers.end(), [&](const LooseAnswers& loose) {
    return loose.kind == kind && loose.solver == answer->solver;
  });
  if (known == memory.loose_answers.end())
    known = memory.loose_answers.insert(known, {.kind = kind, .solver = answer->solver});
  ++known->count;
  known->largest_residual = std::max(known->largest_residual, answer->residual);
}

/// The same as prove_residual.
std::optional<Certificate> prove_answer(ProofMemory& memory, const EndedSolve& solve) {
  Certificate certificate = memory.contacts->certify(solve.contacts(), solve.answer());
  note_backward_error(memory, certificate[ContactSolveBound::backward_error]);
  if (certificate.verdict != Verdict::proved && has_left_rows_out(solve.solution()))
    certificate = memory.contact_kept_rows->certify(solve.contacts(), solve.answer());
  if (certificate.verdict == Verdict::refuted) note_loose_answer(memory, certificate.kind, solve.answer());
  return certificate;
}

bool class_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  return answer_is_due(memory, solve) && solve.contacts().rows.size() != 0 &&
         solve.contacts().law != FrictionLaw::sliding;
}

std::optional<Certificate> prove_class(ProofMemory&, const EndedSolve& solve) {
  return certify_contact_class(solve.contacts());
}

/// Whether the solve is for velocities or accelerations, not a correction of positions.
bool is_motion(const Problem& problem) {
  return problem.purpose == SolvePurpose::velocity || problem.purpose == SolvePurpose::acceleration;
}

/// Unasked, problems of a few pairs alone: 2^n choices each.
bool number_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  if (!solve.has_contact_answer() || solve.contacts().rows.size() == 0 || !is_motion(solve.problem())) return false;
  const std::optional<Frequency>& asked = memory.verify.solutions;
  const bool is_each_step = solve.contacts().law == FrictionLaw::sliding;
  const Frequency frequency = asked.value_or(is_each_step ? Frequency::every_step : Frequency::once);
  if (frequency == Frequency::once ? memory.solutions_known : !is_due(memory.verify, frequency, solve.step))
    return false;
  return asked || num_pairs(solve.contacts()) <= (is_each_step ? most_pairs_each_step : most_pairs_once);
}

std::optional<Certificate> prove_number(ProofMemory& memory, const EndedSolve& solve) {
  const Certificate certificate = memory.solutions.count(solve.contacts());
  if (!memory.verify.solutions && certificate.verdict == Verdict::undecided) return std::nullopt;
  memory.solutions_known = true;
  const double isolated = certificate[NumSolutionsBound::most_impulses];
  const double continua = certificate[NumSolutionsBound::impulse_continua];
  const bool has_several = certificate.verdict == Verdict::proved && (isolated > 1.0 || continua > 0.0);
  if (!has_several || !memory.several_solutions.empty()) return certificate;
  const bool has_one_motion =
      certificate[NumSolutionsBound::motions] == 1.0 && certificate[NumSolutionsBound::motion_continua] == 0.0;
  memory.several_solutions = fmt::format(
      "contact impulses of step {} are not unique, proved: {}, the motion {}; the run continues with those that its "
      "solver found",
      solve.step, continua > 0.0 ? "some trade for others" : fmt::format("the problem has {:.0f} solutions", isolated),
      has_one_motion ? "is unique" : "is not either");
  return certificate;
}

bool delassus_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  return memory.layout.num_rows != 0 && is_due(memory.verify, memory.verify.spd, solve.step) &&
         (!solve.is_of_contacts() || answer_is_due(memory, solve));
}

std::optional<Certificate> prove_delassus(ProofMemory& memory, const EndedSolve& solve) {
  const std::vector<int>& left_out = solve.solution().dependent_rows;
  if (memory.verify.rank == ExpectedRank::deficient && left_out != memory.delassus_left_out) {
    memory.delassus_left_out = left_out;
    memory.delassus.replace(DelassusCertifier(memory.layout, memory.delassus_left_out));
  }
  const Certificate certificate = memory.delassus->certify(solve.problem(), solve.solution());
  const bool may_escalate = memory.delassus_left_out.empty() && memory.escalations < max_escalations;
  if (certificate.verdict != Verdict::undecided || !may_escalate) return certificate;
  ++memory.escalations;
  return escalate_delassus_exact(solve.problem(), solve.solution());
}

bool solvability_is_due(const ProofMemory& memory, const EndedSolve& solve) {
  if (!solve.is_of_contacts() || solve.has_contact_answer()) return false;
  const Frequency asked = memory.verify.solvability;
  return memory.solvability_questions < max_solvability_questions &&
         (asked == Frequency::every_step || (asked == Frequency::once && memory.solvability_questions == 0));
}

std::optional<Certificate> prove_solvability(ProofMemory& memory, const EndedSolve& solve) {
  ++memory.solvability_questions;
  const Certificate certificate = certify_solvability(solve.contacts(), solve.answer().ray);
  memory.is_unsolvable = certificate.verdict == Verdict::refuted;
  return certificate;
}

/// A kind of certificate about solves: when it is due, and its proof.
struct SolveKind {
  bool (*is_due)(const ProofMemory& memory, const EndedSolve& solve);
  /// Nothing where nobody asked and nothing was found.
  std::optional<Certificate> (*prove)(ProofMemory& memory, const EndedSolve& solve);
  /// The file has the problem of the joints alone, of contacts too.
  bool is_of_joints = false;
  bool needs_contacts = false;
};

/// In the order in which the file has those of one solve.
constexpr SolveKind solve_kinds[] = {
    {.is_due = number_is_due, .prove = prove_number, .needs_contacts = true},
    {.is_due = class_is_due, .prove = prove_class, .needs_contacts = true},
    {.is_due = answer_is_due, .prove = prove_answer, .needs_contacts = true},
    {.is_due = residual_is_due, .prove = prove_residual},
    {.is_due = bounds_are_due, .prove = prove_bounds},
    {.is_due = delassus_is_due, .prove = prove_delassus, .is_of_joints = true},
    {.is_due = solvability_is_due, .prove = prove_solvability, .needs_contacts = true}};

}  // namespace

SolveCertificates::SolveCertificates(const ConstraintRows& layout, const VerifySettings& verify,
                                     CertificateCollector& certificates)
    : certificates_(certificates), memory_(std::make_unique<ProofMemory>(layout, verify)) {}

SolveCertificates::~SolveCertificates() = default;

void SolveCertificates::add(CertifiedData about, long step) {
  about.solve = ++memory_->num_solves;
  const EndedSolve solve{about, step};
  // All that is certified of a solve without contacts; it is asked once or twice a step.
  const VerifySettings& verify = memory_->verify;
  if (!solve.is_of_contacts() && verify.residual == Frequency::never && verify.spd == Frequency::never) return;
  if (solve.is_of_contacts()) memory_->is_unsolvable = false;  // until it is asked of this problem
  std::optional<CertifiedData> without_contacts;
  if (solve.is_of_contacts()) {
    without_contacts.emplace(solve.problem(), solve.solution());
    without_contacts->solve = about.solve;
  }
  const CertifiedData& of_joints = without_contacts ? *without_contacts : about;
  PieceClock& clock = memory_->clock;
  clock.begin();
  for (const SolveKind& kind : solve_kinds) {
    if ((kind.needs_contacts && !solve.is_of_contacts()) || !kind.is_due(*memory_, solve)) continue;
    const std::optional<Certificate> certificate = kind.prove(*memory_, solve);
    if (certificate)
      certificates_.add(*certificate, {step, solve.problem().purpose}, kind.is_of_joints ? of_joints : about);
    const double seconds = clock.end();
    if (certificate) certificates_.add_seconds(certificate->kind, seconds);
  }
}

void SolveCertificates::begin_step() {
  memory_->backward_error = not_a_number;
}

double SolveCertificates::backward_error() const {
  return memory_->backward_error;
}

bool SolveCertificates::is_unsolvable() const {
  return memory_->is_unsolvable;
}

std::vector<std::string> SolveCertificates::notes() const {
  std::vector<std::string> notes;
  if (!memory_->several_solutions.empty()) notes.push_back(memory_->several_solutions);
  for (const LooseAnswers& loose : memory_->loose_answers)
    notes.push_back(fmt::format(
        "{} is refuted for {} of {}, and its tolerance is the cause: it ends at a residual measured "
        "against "
        "the whole problem, here of up to {:.2g}, which is more than rounding leaves, and the certificate asks for "
        "1.05e-8 of each row's own terms; give {} a smaller tolerance, or choose another solver",
        certificate_type(loose.kind).id, loose.count == 1 ? "one answer" : fmt::format("{} answers", loose.count),
        loose.solver, loose.largest_residual, loose.solver));
  return notes;
}

}  // namespace perpend
