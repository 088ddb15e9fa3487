// A study whose shards are jobs of a Slurm cluster.
#pragma once

#include "batch/study_plan.hpp"
#include "cli/study_arguments.hpp"

namespace perpend::cli {

/// Submits the shards that are neither complete nor under way, follows them, submits again those that were lost, and
/// merges. An interruption leaves the jobs alone. Throws DatabaseError.
[[nodiscard]] ExitCode run_on_slurm(const StudyArguments& arguments, const batch::StudyPlan& plan);

}  // namespace perpend::cli
