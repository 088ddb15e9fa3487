// Many LCPs under many solvers, ours and programs of others, with what they amount to.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/external_solver.hpp"
#include "referee/lcp_files.hpp"
#include "referee/solver_choices.hpp"
#include "reports/referee/solver_table.hpp"

namespace perpend {

struct LcpSessionSettings {
  bool certify = false;            ///< each answer, and each failure that may show that there is none
  long largest = 0;                ///< unknowns; larger problems are left out; 0: none is
  std::optional<double> limit{};   ///< of wall time for a problem and solver [s]; nothing: none
  double external_seconds = 60.0;  ///< longest that a program may take for one problem
  std::function<void(const std::string& name, std::size_t number, std::size_t count)> on_problem{};
  /// The last attempt at the problem is new.
  std::function<void(const reports::SolvedProblem& problem, const std::string& solver)> on_attempt{};
  /// A file that cannot be read or written; it may have several lines.
  std::function<void(const std::string& message)> on_trouble{};
};

struct LcpSession {
  reports::SolverTable table;   ///< without its provenance
  VectorX z{};                  ///< of the last attempt
  bool has_unread = false;      ///< a problem is left out because its files are wrong
  bool has_unwritten = false;   ///< a problem is left out because programs could not be given it
  bool has_doubtful = false;    ///< an answer is refuted or undecided
  bool has_unanswered = false;  ///< no solver answered a problem, and none showed that it has no answer
};

/// After an interruption the problems that are left stand among those left out.
[[nodiscard]] LcpSession referee_lcps(const std::vector<LcpFiles>& files, std::vector<ChosenSolver>& solvers,
                                      const std::vector<ExternalSolver>& externals, const LcpSessionSettings& settings);

}  // namespace perpend
