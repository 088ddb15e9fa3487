// A way to solve an LCP, with what it can say about its answer. Only a certificate says that it is right.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

struct LcpSolution {
  Status status = Status::not_run;
  LcpFailure failure = LcpFailure::none;
  GrowingVector z;  ///< all >= 0 when converged
  GrowingVector w;  ///< A z + b as computed
  long iterations = 0;
  double residual = std::numeric_limits<double>::quiet_NaN();  ///< natural_residual of (z, w)
  std::vector<double> history{};  ///< residual after each iteration, of those that have one
  GrowingVector ray{};            ///< LcpFailure::ray: direction of z, for a Farkas test
  std::string note{};             ///< one more fact for the user, in words
  /// What was tried, by a solver that chooses among others: see auto.cpp. Empty: it is itself what was tried.
  std::vector<LcpAttempt> attempts{};
};

/// Keeps its memory from call to call, not what it computed.
class LcpSolver {
 public:
  virtual ~LcpSolver() = default;
  /// Status converged only when natural_residual <= the solver's tolerance. `start`: first guess of z, or null.
  virtual void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) = 0;
};

struct LcpSolverType {
  TypeSpec spec;
  std::string_view variants;     ///< how it may be written: "pgs | pgs(tolerance, sweeps)"
  bool needs_symmetric = false;  ///< asks for LcpClass::symmetric
  /// The largest class that it is proved to solve.
  LcpClass solves = LcpClass::unknown;
  Made<std::unique_ptr<LcpSolver>> (*make)(const Properties& options) = nullptr;
};

/// As they are now; valid to the end of the program.
[[nodiscard]] std::span<const LcpSolverType* const> lcp_solver_types();
/// What is wrong with the row, in words; nothing: a copy of it is there from now on. What it points at is kept.
[[nodiscard]] std::optional<std::string> add_lcp_solver_type(const LcpSolverType& type);
/// Null when there is none of that name.
[[nodiscard]] const LcpSolverType* find_lcp_solver(std::string_view name);

/// Fills w, residual and status from z: converged only when the residual is at most `tolerance`, else `failure`, or
/// `inaccurate` where that names no failure. Status interrupted: the solver had to stop before it came to an end.
void conclude(const Lcp& lcp, double tolerance, LcpFailure failure, LcpSolution& solution);

/// Whether a path has ended where some row, judged by its own size, is wrong: beyond the tolerance, or leaves_a_row().
[[nodiscard]] bool has_wrong_row(const Lcp& lcp, const LcpSolution& solution);
/// Where a second try has failed: the z before it, which was within the tolerance.
void keep_solved(const Lcp& lcp, double tolerance, const GrowingVector& before, LcpSolution& solution);

}  // namespace perpend
