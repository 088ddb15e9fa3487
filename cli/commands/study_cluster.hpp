// Studies that other machines run: jobs of Slurm that are followed, or a script for any scheduler.
#pragma once

#include "batch/study/run.hpp"
#include "cli/commands/study_arguments.hpp"

namespace perpend::cli {

/// Submits, follows and merges. Throws DatabaseError.
[[nodiscard]] ExitCode run_on_slurm(const StudyArguments& arguments, const batch::StudyPlan& plan);

/// Writes the script of a shard and says what to do with it.
[[nodiscard]] ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan);

/// What was merged, and its page and verdict.
[[nodiscard]] ExitCode tell_merged(const batch::MergedStudy& merged, bool is_quiet);

}  // namespace perpend::cli
