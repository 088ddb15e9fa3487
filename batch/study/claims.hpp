// Claims that ask the points of sweeps, judged from the file of a study.
#pragma once

#include <vector>

#include "batch/database.hpp"
#include "batch/study/plan.hpp"
#include "kernel/model/scene/record.hpp"

namespace perpend::batch {

/// Those that summaries of the runs of planned sweeps answer: medians, fractions, orders, boundaries, single points.
/// What asks of the main runs, of the linearized mechanism or of rows of a run is left to `perpend run`. Keeps them in
/// the file, no part of what its hash covers: claims change without a run. Pre: the study is complete. Throws
/// DatabaseError.
[[nodiscard]] std::vector<ClaimRecord> judge_claims(Database& database, const StudyPlan& plan);

}  // namespace perpend::batch
