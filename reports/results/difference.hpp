// What differs between two results of a scene, and whether more than tolerances allow: a pure function of both.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/results/findings.hpp"

namespace perpend::reports {

/// How far a number may move. What is allowed is the largest of the shares and the amount.
struct Tolerance {
  double relative = 1e-9;  ///< of the larger of the two: beyond what another order of rounding leaves of 10^6 steps,
                           ///< and less than the range of any claim
  double amount = 0.0;     ///< SI
  double share_of_scale = 1e-12;  ///< of the quantity's scale: 10^4 roundings of the largest value, next to which an
                                  ///< error that is itself rounding may be any number
};

struct Tolerances {
  Tolerance usual{};
  std::map<std::string, Tolerance> of_measure{};  ///< by its name, "drift"
};

enum class ChangeKind {
  missing,   ///< a scene, a run, a quantity or a claim that only one of them has
  verdict,   ///< of a claim, or counts of certificates
  status,    ///< how a run ended, its number of steps, or what it was asked for
  value,     ///< a number beyond its tolerance
  rounding,  ///< a number that differs within its tolerance: no change
};

[[nodiscard]] const char* to_string(ChangeKind kind);

struct Change {
  ChangeKind kind = ChangeKind::missing;
  std::string where{};   ///< "post", "claim drifts"
  std::string what{};    ///< "drift max", "verdict"
  std::string before{};  ///< with its unit; "none"
  std::string after{};
  double distance = 0;  ///< of a number [SI]
  double allowed = 0;
};

/// A value that is not the same on both sides: of the environment or of the inputs.
struct OtherValue {
  std::string name{}, before{}, after{};
};

/// Where the recorded rows of a run part.
struct Parting {
  struct Row {
    long step = 0;
    double time = 0;        ///< [s]
    std::string measure{};  ///< "drift"; "state" where states are there
    double before = not_a_number, after = not_a_number;
  };
  /// Beyond the tolerance next to the largest magnitude of its column too: near zero a number may be any share of
  /// itself.
  struct Move {
    Row row{};
    double distance = 0, allowed = 0;
  };
  std::string run{};
  bool has_rows = false;          ///< false: one of them has no series to compare
  bool has_same_hash = false;     ///< of the trajectory
  std::optional<Row> first{};     ///< with other bits
  std::optional<Row> beyond{};    ///< beyond the tolerance
  std::optional<Move> moved{};    ///< that makes it a change
  std::vector<Change> missing{};  ///< rows and columns that one of them has, though both have an archive of them
  bool is_parted = false;         ///< false: only something is missing
};

struct Difference {
  std::string name{};  ///< of the scene, or of its folder
  std::vector<OtherValue> environment{};
  std::vector<OtherValue> inputs{};
  std::vector<Change> changes{};    ///< those that are only rounding too
  std::vector<Parting> partings{};  ///< of the runs whose bits differ
  long num_numbers = 0;             ///< that both have
  long num_equal = 0;               ///< of these, to the last bit
  [[nodiscard]] bool is_changed() const;
};

[[nodiscard]] Difference find_difference(const Findings& before, const Findings& after, const Tolerances& tolerances);

/// The rows that both have, by their steps, for each run whose hash of the trajectory or whose numbers differ, or of
/// which one alone has rows or columns.
[[nodiscard]] std::vector<Parting> find_partings(const ExperimentRecord& before, const ExperimentRecord& after,
                                                 const Tolerances& tolerances);

/// Rows that moved are changes, and so are those that are missing.
void add_partings(std::vector<Parting> partings, Difference& difference);

}  // namespace perpend::reports
