// A statement about matrices and vectors from anywhere: what is claimed, whether it holds, which arithmetic decided,
// and what a checker needs to prove it again. Exact object: the doubles.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "verification/certificate.hpp"

namespace perpend {

/// Arithmetic of a proof, from cheap to expensive.
enum class Level {
  none,       ///< nothing was tried
  structure,  ///< how the object is made
  binary64,   ///< doubles with proved rounding bounds
  ball,       ///< midpoints and radii at `bits` bits [Johansson17]
  exact,      ///< integers and rationals
};

[[nodiscard]] const char* to_string(Level level);

/// One attempt, in the order made; the last one decided, or nothing did.
struct LevelTrial {
  Level level = Level::none;
  int bits = 0;  ///< ball: of the midpoints
  Verdict verdict = Verdict::not_run;
  double seconds = 0.0;
};

/// "ball (256 bits)".
[[nodiscard]] std::string describe(const LevelTrial& trial);

/// Numbers of each part of the subject: of each contact.
struct StatementTable {
  struct Column {
    std::string title;  ///< "-r_N"
    std::string name;   ///< for programs: "negative_reaction"
  };
  std::string part;                   ///< "contact"; rows count from 1
  std::string label;                  ///< "state"
  std::vector<Column> columns{};      ///< the first says how bad a row is
  std::vector<std::string> labels{};  ///< one of each row
  std::vector<std::vector<double>> rows{};
};

struct Statement {
  std::string kind;     ///< "spd"
  std::string claim;    ///< "A is symmetric positive definite"
  std::string subject;  ///< file, or files
  Verdict verdict = Verdict::not_run;
  std::string theorem;  ///< name and citation key; empty while undecided
  std::string reason;   ///< why refuted or undecided
  std::vector<std::pair<std::string, double>> bounds{};
  /// Numbers that show it: hexadecimal floats, or rationals p/q. Empty: the data themselves do.
  std::vector<std::pair<std::string, std::vector<std::string>>> witness{};
  /// Facts in words: {"solutions", "3"}, {"class", "P"}, {"consequence", "exactly one solution for each b"}.
  std::vector<std::pair<std::string, std::string>> facts{};
  StatementTable table{};  ///< no rows: there is none
  std::vector<LevelTrial> trials{};
  double plain_seconds = 0.0;  ///< of the plain computation that the proof is compared with; 0: there is none

  [[nodiscard]] LevelTrial decided_by() const { return trials.empty() ? LevelTrial{} : trials.back(); }
  [[nodiscard]] double seconds() const;
  /// Value of a bound; NaN when there is none of that name.
  [[nodiscard]] double bound(const std::string& name) const;
};

/// Undecided, nothing tried.
[[nodiscard]] Statement claim_of(std::string kind, std::string claim);

/// About data of which nothing can be said: not square, not finite, sizes that disagree. The verdict stays not_run.
[[nodiscard]] Statement unfit(Statement statement, std::string reason);

/// "0x1.8p+1" of each.
[[nodiscard]] std::vector<std::string> hexadecimal(const std::vector<double>& values);

/// Runs one attempt and keeps its verdict and cost. `attempt` returns a Verdict and may fill the statement. Nothing is
/// run once the statement is decided.
template <class Attempt>
void escalate(Statement& statement, Level level, int bits, const Attempt& attempt) {
  if (statement.verdict == Verdict::proved || statement.verdict == Verdict::refuted) return;
  const auto start = std::chrono::steady_clock::now();
  statement.verdict = attempt();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  statement.trials.push_back({level, bits, statement.verdict, seconds});
}

}  // namespace perpend
