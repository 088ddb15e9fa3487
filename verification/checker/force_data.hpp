// Forces that depend on the state, as a certificate of stability has them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verification/checker/rational.hpp"

namespace perpend::checker {

/// K = sum of stiffness g g^T + rest, D = sum of damping g g^T. What is true of K may differ by -diag(margin) to
/// diag(margin).
struct ForcesData {
  struct Element {
    std::vector<int> columns;
    std::vector<Rational> gradient;
    Rational stiffness, damping;
  };
  struct Entry {
    int row, column;
    Rational value;
  };
  std::string rule;
  bool from_applied = false;
  bool from_constraints = false;
  bool is_balanced = false;
  std::vector<Element> elements;
  std::vector<Entry> rest;
  std::vector<Rational> margin;                ///< by column, or empty
  std::vector<std::vector<Rational>> weights;  ///< of each condition, by row of J, or empty
  int condition = -1;                          ///< that the witness breaks
  std::vector<Rational> witness;
};

/// Throws DataError.
[[nodiscard]] ForcesData read_forces(const nlohmann::json& json, int num_columns, int num_rows);

}  // namespace perpend::checker
