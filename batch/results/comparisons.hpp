// What a study compares of the methods of a sweep: the error that each setting had against its cost. A *setting* is a
// method with values of the keys that say how it solves. Keys that change what is simulated make *problems*: a setting
// has to come to its end at all of them, and its error and its cost are the medians over them. A setting is
// on the *front* when no other is better: less in one of both, and not more in the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/study/plan.hpp"

namespace perpend::batch {

struct Comparison {
  std::size_t sweep = 0;    ///< place in StudyPlan::sweeps
  std::string measure{};    ///< the error
  std::string reduction{};  ///< over time: "max", ..., as figures have it; "magnitude": the largest absolute value
  std::string cost{};       ///< a column of `runs`: "solves", "factorizations", "iterations"
  std::vector<std::string> methods{};
  std::int64_t settings = 0;  ///< of the keys, for each method
  std::int64_t problems = 0;
  std::string taken{};                 ///< why this measure: "by figure work"
  std::string work{}, work_seconds{};  ///< views: against this cost, and against CPU seconds
};

/// By the scene's figures of kind work_precision. A sweep that none of them draws, with a key that sets the step or a
/// tolerance, is compared by the first kind of error that it records. In the order of the sweeps.
[[nodiscard]] std::vector<Comparison> comparisons_of(const StudyPlan& plan);

/// SQL that makes the views.
[[nodiscard]] std::vector<std::string> views_of(const std::vector<Comparison>& comparisons, const StudyPlan& plan);

}  // namespace perpend::batch
