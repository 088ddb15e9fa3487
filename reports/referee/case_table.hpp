// What plain numerics and proved statements made of problems with known answers, what pivoting costs at its worst, and
// what proofs cost.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// One test in plain doubles over one family.
struct PlainTally {
  std::string test{};
  long asked = 0;
  long false_accepts = 0;
  long false_rejects = 0;
  long no_answer = 0;
  [[nodiscard]] long wrong() const { return false_accepts + false_rejects; }
};

/// Statements about the cases of one size.
struct SizeTally {
  long rows = 0;
  long count = 0;
  long undecided = 0;
};

struct FamilyTally {
  std::string family{};
  std::string question{};  ///< "spd"
  std::string claim{};     ///< "A is positive definite"
  std::string words{};
  long count = 0;
  long num_true = 0;
  long largest = 0;  ///< rows
  std::vector<PlainTally> plain{};
  long proved = 0;
  long refuted = 0;
  long undecided = 0;
  long wrong = 0;       ///< statements that contradict the truth
  long broken_off = 0;  ///< cases that met the limit of time
  double seconds = 0.0;
  std::vector<SizeTally> sizes{};  ///< increasing
  /// A few sizes far apart, rather than any small one.
  [[nodiscard]] bool has_large_sizes() const { return sizes.size() > 1 && sizes.size() <= 6 && largest >= 100; }
};

/// A case on which plain numerics is wrong and the statement is not.
struct CaseExample {
  std::string question{};
  std::string family{};
  std::string name{};                                       ///< or "number 17 of seed 1"
  std::vector<std::pair<std::string, std::string>> data{};  ///< "A", its rows
  std::string test{};
  long test_index = 0;  ///< among those of the question
  std::string plain{};  ///< what plain numerics says, with its number
  bool plain_says = false;
  bool truth = false;
  std::string reason{};  ///< why the truth is known
  std::string verdict{};
  std::string theorem{};
  std::string level{};
  std::string detail{};
};

struct Contradiction {
  std::string family{};
  long index = 0;
  std::string words{};
};

/// Pivots on one problem of a family that is made to take many.
struct PivotRow {
  std::string problem{};
  int n = 0;
  std::string law{};  ///< "2^n"
  long predicted = 0;
  long exact = -1;                     ///< of the textbook's method in exact arithmetic
  std::vector<std::string> solvers{};  ///< "1024", "limit after 300": one a solver of the table
};

struct CostRow {
  std::string what{};
  std::string size{};
  double proof_seconds = 0.0;  ///< of the attempts
  double call_seconds = 0.0;   ///< of the whole call: copies and words included
  double plain_seconds = 0.0;
  double wanted = 0.0;  ///< ratio; 0: none is wanted
  std::string plain{};  ///< what it is compared with
  std::string verdict{};
  [[nodiscard]] double ratio() const { return proof_seconds / plain_seconds; }
  [[nodiscard]] double call_ratio() const { return call_seconds / plain_seconds; }
};

struct CaseTable {
  std::uint64_t seed = 0;
  std::vector<FamilyTally> families{};
  std::vector<CaseExample> examples{};
  std::vector<Contradiction> contradictions{};
  std::vector<std::string> solvers{};  ///< of `pivots`
  std::vector<PivotRow> pivots{};
  std::vector<CostRow> costs{};
  Provenance provenance{};
  StopReason stopped_by = StopReason::none;  ///< a signal: only some of the cases were judged

  [[nodiscard]] long num_cases() const;
  [[nodiscard]] long num_wrong() const;  ///< statements
};

[[nodiscard]] Json case_table_json(const CaseTable& table);
/// The same as a text.
[[nodiscard]] std::string case_table_text(const CaseTable& table);

/// One file that shows everything and loads nothing.
[[nodiscard]] std::string case_page(const CaseTable& table);

}  // namespace perpend::reports
