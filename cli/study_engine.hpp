// Studies whose points other processes run: a script for any scheduler, and jobs of a Slurm cluster.
#pragma once

#include "batch/study_plan.hpp"
#include "cli/study_arguments.hpp"

namespace perpend::cli {

/// Writes DIR/study.sh and says what to do with it. Throws DatabaseError.
[[nodiscard]] ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan);

/// Submits the shards that are neither complete nor under way, follows them, submits again those that were lost, and
/// merges. An interruption leaves the jobs alone. Throws DatabaseError.
[[nodiscard]] ExitCode run_on_slurm(const StudyArguments& arguments, const batch::StudyPlan& plan);

}  // namespace perpend::cli
