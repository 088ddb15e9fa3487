// What is asked of a study, as views of its tables: runs with the values of their keys, and boundaries between
// outcomes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "batch/study/plan.hpp"

namespace perpend::batch {

/// SQL that makes the views of all sweeps: sweep_NAME; of a sweep that is refined boundaries_NAME; boundaries of all.
[[nodiscard]] std::vector<std::string> views_of(const std::vector<PlannedSweep>& sweeps);

/// SQL: what a refinement sees of a row `r` of runs, as `refined_outcome` says; NULL where that is empty.
[[nodiscard]] std::string outcome_sql(const SweepRefinement& refinement);

/// SQL knows no difference of case: of two names that are one there the second gets an ending.
[[nodiscard]] std::string unique_name(std::string name, std::set<std::string>& taken);

/// Names of the columns of sweep_NAME that hold the keys.
[[nodiscard]] std::vector<std::string> key_names(const std::vector<std::string>& keys);

/// SQL: the value of a key at a point, as a column of this name: in SI, or a word.
[[nodiscard]] std::string key_column(std::size_t sweep, std::size_t position, const SweepAxis& axis, const char* point,
                                     const std::string& name);

/// For SQL: 'it''s'.
[[nodiscard]] std::string quoted(const std::string& text, char quote);

}  // namespace perpend::batch
