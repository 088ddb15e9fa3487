// Claims that ask the points of sweeps, and fits over them, from the file of a study.
#pragma once

#include <string>
#include <vector>

#include "batch/database.hpp"
#include "batch/study/plan.hpp"
#include "kernel/model/scene/record.hpp"

namespace perpend::batch {

struct SweepFindings {
  std::vector<ClaimRecord> claims;
  std::vector<FitRecord> fits;
};

/// Those that summaries of the runs of planned sweeps answer: medians, fractions, orders, boundaries, single points,
/// fits. What asks of the main runs, of the linearized mechanism or of rows of a run is left to `perpend run`. Keeps
/// them in the file, no part of what its hash covers: claims and fits change without a run. Pre: the study is complete.
/// Throws DatabaseError.
[[nodiscard]] SweepFindings judge_sweeps(Database& database, const StudyPlan& plan);

/// "1.2 to 1.3": the ends of a value of a claim; those that are a few roundings apart are read as one number.
[[nodiscard]] std::string range_text(double low, double high);

/// Those that the file keeps.
[[nodiscard]] std::vector<FitRecord> kept_fits(Database& database);

}  // namespace perpend::batch
