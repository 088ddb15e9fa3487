// One linear complementarity problem under a solver by name, ours or yours, with the certificate of its answer:
//     w = A z + b,   0 <= z  perp  w >= 0.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernel/model/scene/method_run.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "perpend/matrix.hpp"
#include "perpend/result.hpp"
#include "verification/statements/statement.hpp"

namespace perpend {

struct LcpOptions {
  bool certify = true;
  std::stop_token stop{};
  std::optional<double> limit{};  ///< of wall time for the solver alone [s]; nothing: none
};

struct LcpOutcome {
  std::string solver;  ///< as requested
  /// What the solver reports: converged, or why not. Only the certificate says that z is right.
  Status status = Status::not_run;
  std::string failure;           ///< "ray", "limit", ...: how it failed; "none" with an answer
  VectorX z;                     ///< n numbers when there is an answer
  long iterations = 0;           ///< pivots, sweeps or Newton steps
  double seconds = 0.0;          ///< CPU time of the solver [s]
  double residual = 0.0;         ///< natural residual of its scaled problem, relative; NaN without an answer
  std::string note;              ///< one more fact, in words
  std::vector<LcpUse> chosen{};  ///< by "auto": which solvers ran, and why; empty for any other
  StopReason stopped_by = StopReason::none;
  /// States that z solves the problem; where the solver ended on a ray, that there is a solution, which is then refuted
  /// or left undecided. Empty when the solver failed in another way, or when no proof was requested.
  std::optional<Statement> certificate{};

  /// There is an answer and it is proved.
  [[nodiscard]] bool is_solved() const { return status == Status::converged && holds(Verdict::proved); }
  /// It is proved that there is no solution.
  [[nodiscard]] bool is_unsolvable() const { return status != Status::converged && holds(Verdict::refuted); }

 private:
  [[nodiscard]] bool holds(Verdict verdict) const { return certificate && certificate->verdict == verdict; }
};

/// A: n x n, b: n. `solver`: as scenes write it, "lemke" or "pgs(sweeps: 500)"; registered solvers too. Errors:
/// ErrorKind::argument for a NaN, sizes that disagree or an unknown solver; ErrorKind::foreign when the solver throws.
/// A solver that fails, is stopped or meets its limit is an outcome.
[[nodiscard]] Result<LcpOutcome> solve_lcp(const InputMatrix& a, const InputVector& b, const std::string& solver,
                                           const LcpOptions& options = {});

/// "lemke", "dantzig", ... and what was registered: the names that solve_lcp and scenes take.
[[nodiscard]] std::vector<std::string> lcp_solver_names();

/// From now on `type.spec.name` solves LCPs here, and contacts in scenes loaded later (`solver = name`), certified like
/// every other. The row is copied; what it points at, including its strings, must live until the program ends. Any
/// thread may register. A row that is wrong gives ErrorKind::argument: a name that is already registered, an option
/// without documentation, no factory.
[[nodiscard]] std::optional<Error> register_lcp_solver(const LcpSolverType& type);

}  // namespace perpend
