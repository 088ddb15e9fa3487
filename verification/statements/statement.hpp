// A statement about matrices and vectors from anywhere: what is claimed, whether it holds, which arithmetic decided,
// and what a checker needs to prove it again. Exact object: the doubles. What was found on the way is typed; its words
// are made by `describe`.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
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

/// The kinds and their proofs: statements.hpp.
enum class StatementKind : int;

/// "spd", as files and the command line name it.
[[nodiscard]] const char* to_string(StatementKind kind);

/// Quantities that statements bound, each on one side or exactly: the table is in statement.cpp.
enum class BoundKind {
  backward_error,
  worst_row,
  // the distance of an answer to a solution, in some entry
  x_least_distance,
  x_only_distance,
  x_distance,
  z_least_distance,
  z_distance,  ///< `of`: the theorem
  // LCPs
  num_granted,
  granted_error,
  negative_z,
  negative_w,
  complementarity,
  // eigenvalues
  smallest_scaled,
  largest_scaled,
  condition_scaled,
  smallest,
  smallest_symmetric_part,
  power_norm,
  power_trace,
  // rank
  inverse_error,
  rank_distance,  ///< `of`: the rank
  // steps of methods
  lower_radius,
  upper_radius,
  lower_limit,
  upper_limit,
  // contacts with friction
  contact_error,
  reactions_moved,
  negative_reaction,
  negative_velocity,
  normal_product,
  cone_excess,
  dissipation_gap,
  equation_error,
  worst_contact,
  velocity_error,
  velocity_share,
};

struct StatementBound {
  BoundKind kind;
  double value;
  std::string of{};  ///< what its words name in addition
};

/// "backward error at most".
[[nodiscard]] std::string describe(const StatementBound& bound);

enum class FactKind {
  answer,       ///< words: where it comes from
  class_name,   ///< words
  consequence,  ///< words
  all_classes,  ///< words
  structure,    ///< words
  // properties of a matrix: verdicts
  positive_definite,
  h_plus,
  p_matrix,
  semidefinite,
  copositive,
  // solutions
  solutions,      ///< a SolutionCount
  continua,       ///< a count
  pairs_both_0,   ///< whether there are any
  solution,       ///< words
  distance,       ///< words: why it is not known
  without_error,  ///< whether the answer solves the problem exactly
  contacts,       ///< words
  // ranks
  rank,            ///< a count
  rank_of_b,       ///< a count
  dependent_rows,  ///< words
  // eigenvalues and powers
  no_sharp_bounds,
  power,        ///< a count: the exponent
  strict,       ///< every eigenvalue lies inside
  on_circle,    ///< a count of distinct eigenvalues
  powers_grow,  ///< whether they do
  constrained,  ///< words: what the constrained part does
  free,         ///< words
  no_forces,    ///< there are none but those of the constraints
  no_limit,     ///< stable at every value
  only_limit,   ///< there is no other
};

/// How many solutions there are.
struct SolutionCount {
  std::optional<long> number{};  ///< nothing: infinitely many
  [[nodiscard]] friend bool operator==(const SolutionCount&, const SolutionCount&) = default;
};

struct Fact {
  using Value = std::variant<bool, long, SolutionCount, Verdict, std::string>;
  FactKind kind;
  Value value = true;
};

/// {"solutions", "3"}, {"class", "P"}, {"P", "proved"}.
[[nodiscard]] const char* name_of(FactKind kind);
[[nodiscard]] std::string describe(const Fact& fact);

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
  StatementKind kind{};
  std::string claim;    ///< "A is symmetric positive definite"
  std::string subject;  ///< file, or files
  Verdict verdict = Verdict::not_run;
  std::string theorem;  ///< name and citation key; empty while undecided
  std::string reason;   ///< why refuted or undecided
  std::vector<StatementBound> bounds{};
  /// Numbers that show it: hexadecimal floats, or rationals p/q. Empty: the data themselves do.
  std::vector<std::pair<std::string, std::vector<std::string>>> witness{};
  std::vector<Fact> facts{};
  StatementTable table{};  ///< no rows: there is none
  std::vector<LevelTrial> trials{};
  double plain_seconds = 0.0;  ///< of the plain computation that the proof is compared with; 0: there is none

  [[nodiscard]] LevelTrial decided_by() const { return trials.empty() ? LevelTrial{} : trials.back(); }
  [[nodiscard]] double seconds() const;
  /// The first bound of that kind; NaN when there is none.
  [[nodiscard]] double bound(BoundKind kind) const;
  /// Null when there is none.
  [[nodiscard]] const Fact* find(FactKind kind) const;
  [[nodiscard]] bool has(FactKind kind) const { return find(kind) != nullptr; }
  /// The value of a fact that is a count; nothing when the statement lacks it.
  [[nodiscard]] std::optional<long> count(FactKind kind) const;
  [[nodiscard]] std::optional<SolutionCount> num_solutions() const;
  /// The value of a fact that is a verdict; not_run when the statement lacks it.
  [[nodiscard]] Verdict property(FactKind kind) const;
  /// Some solution is no further away than this in any entry, the least of what was proved; NaN: nothing was.
  [[nodiscard]] double largest_distance() const;
  /// Every solution is at least so far away in some entry; 0: nothing was proved.
  [[nodiscard]] double least_distance() const;

  void add(BoundKind kind, double value, std::string of = {}) { bounds.push_back({kind, value, std::move(of)}); }
  void add(FactKind kind, Fact::Value value = true) { facts.push_back({kind, std::move(value)}); }
};

/// Undecided, nothing tried.
[[nodiscard]] Statement claim_of(StatementKind kind, std::string claim);

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
