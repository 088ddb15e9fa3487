// Which rows a route factorizes with M, and which rows the run's compliance enters.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/linear_algebra.hpp"
#include "kernel/model/model.hpp"

namespace perpend {

/// One flag a block: whether its rows are primary. Rows with bounds never are.
///
/// baraff: joints are taken in order, and one that connects two parts which are connected already (the ground is a
/// body) closes a loop. So of a loop the joint declared last is auxiliary, and of a chain grounded at both ends the
/// later ground joint. A second joint between the same two bodies, such as a drive, closes a loop too. [Baraff96]
[[nodiscard]] std::vector<char> primary_blocks(const ConstraintRows& layout, Route route);

/// Number of rows in the blocks with a flag.
[[nodiscard]] int count_rows(const ConstraintRows& layout, const std::vector<char>& blocks);

/// Adds the run's cfm to the rows that `linear_algebra` names.
void add_compliance(const LinearAlgebra& linear_algebra, ConstraintRows& rows);

/// In words, for a run's notes: "cfm 1e-06 on 2 of 8 rows (pin[4])". Empty without compliance.
[[nodiscard]] std::string describe_compliance(const Model& model, const LinearAlgebra& linear_algebra);

/// What a run's linear algebra was.
struct RouteFacts {
  Route route = Route::kkt;
  int num_primary_rows = 0;
  int num_auxiliary_rows = 0;
  std::string compliance;  ///< in words; empty: none
};

[[nodiscard]] RouteFacts route_facts(const Model& model, const LinearAlgebra& linear_algebra);

[[nodiscard]] const char* to_string(Route route);

}  // namespace perpend
