// What LCP solvers made of a set of problems, and what it amounts to. An answer counts only when its certificate is
// proved.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "kernel/model/status.hpp"
#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// A true solution lies within `radius` of the answer, entry by entry.
struct AnswerEnclosure {
  std::string theorem;
  double radius = 0.0;  ///< the largest
  bool is_unique = false;
  bool is_strict = false;  ///< no pair has z = w = 0
};

struct AnswerCertificate {
  std::string verdict;  ///< "proved", "undecided", "refuted"
  std::string reason;   ///< empty when proved
  double backward_error = 0.0;
  double negative_z = 0.0;
  double negative_w = 0.0;
  double complementarity = 0.0;
  std::vector<AnswerEnclosure> enclosures;
  long num_granted = 0;  ///< rows that are rounding compared with others, not counted in backward_error
  double granted_error = 0.0;
};

/// One solver on one problem.
struct SolverAttempt {
  Status status = Status::not_run;  ///< converged: there is an answer
  std::string failure;              ///< "ray", "limit", ..; "unsuited": refused; "none" with an answer
  double seconds = 0.0;             ///< CPU time
  long iterations = 0;
  double residual = std::numeric_limits<double>::quiet_NaN();  ///< natural residual, relative
  std::vector<double> history;  ///< of the residual, evenly over the iterations; empty for paths of pivots
  std::string note;
  std::vector<LcpUse> chosen{};  ///< by a solver that chooses among others: which ran, and why
  std::optional<AnswerCertificate> certificate;
  std::string unsolvable;                    ///< verdict of "there is no solution"; empty when it was not asked
  std::string unsolvable_reason;             ///< why it is not proved
  StopReason stopped_by = StopReason::none;  ///< of an attempt that was broken off, or not begun
};

enum class Outcome {
  proved,       ///< an answer with its proof
  no_solution,  ///< none, and a proof that there is none
  undecided,    ///< an answer that is not proved
  refuted,      ///< an answer that is proved wrong
  uncertified,  ///< an answer, and no proof was asked for
  unsuited,     ///< refused: the solver asks for a structure that the problem does not have
  failed,
};

[[nodiscard]] Outcome outcome_of(const SolverAttempt& attempt);
/// Proved to be right: an answer, or that there is none.
[[nodiscard]] bool counts(const SolverAttempt& attempt);

/// "auto: lemke (few unknowns, 24 unknowns), 12 iterations": a line for each solver that ran; none where no other was
/// chosen.
[[nodiscard]] std::vector<std::string> describe_chosen(const SolverAttempt& attempt);

struct SolvedProblem {
  std::string name;
  long size = 0;
  long entries = 0;                     ///< of A that are stored
  std::string structure;                ///< in words
  std::vector<SolverAttempt> attempts;  ///< one a solver
};

struct LeftOut {
  std::string name;
  long size = 0;  ///< 0: not known
  std::string reason;
  StopReason stopped_by = StopReason::none;  ///< a signal: it was not reached
};

struct SolverTable {
  std::string place;  ///< where the problems are from
  std::vector<std::string> solvers;
  std::vector<SolvedProblem> problems;
  std::vector<LeftOut> left_out;
  Provenance provenance;                     ///< scene_sha256: of the problems
  StopReason stopped_by = StopReason::none;  ///< a signal: what is missing was not reached
};

struct Times {
  long count = 0;
  double median = std::numeric_limits<double>::quiet_NaN();  ///< [s]
  double total = 0.0;                                        ///< [s]
};

/// One solver on all problems.
struct SolverSummary {
  std::map<Outcome, long> outcomes;
  std::map<std::string, long> failures;  ///< by reason, those that refused left out
  Times own;                             ///< of what counts
  Times common;                          ///< of the problems on which every solver that did not refuse counts
  double all_seconds = 0.0;              ///< of all attempts, failures too
  long iterations = 0;                   ///< of what counts
  double backward_error = 0.0;           ///< the largest, of proved answers
  double residual = 0.0;                 ///< the largest, of proved answers

  [[nodiscard]] long count(Outcome outcome) const;
};

[[nodiscard]] SolverSummary summarize(const SolverTable& table, std::size_t solver);
/// Problems on which every solver that did not refuse counts, and at least one did not refuse.
[[nodiscard]] std::vector<std::size_t> common_problems(const SolverTable& table);
/// Problems that no solver has an answer for that counts.
[[nodiscard]] std::vector<std::size_t> open_problems(const SolverTable& table);

/// SCENE-METHOD of SCENE-METHOD-STEP and of SCENE-METHOD-STEP-NUMBER; else the name.
[[nodiscard]] std::string group_of(const std::string& problem);

/// Label and look of a solver's curve; solvers beyond the colours differ by their dashes.
void mark_curve(const SolverTable& table, std::size_t solver, Curve& curve);

/// For each solver the share of problems that it answered, proved, within a factor of the fastest one. Problems without
/// any such answer are in the denominator too. [DolanMore02]
[[nodiscard]] FigureData performance_profile(const SolverTable& table);

/// Residual against iterations on the largest problem on which a solver left a history; no curves when none did.
[[nodiscard]] FigureData convergence(const SolverTable& table);

}  // namespace perpend::reports
