// What a study would run, without running it: its plan, the origin of each result, a script for its shards.
#pragma once

#include "batch/run_cache.hpp"
#include "batch/study_plan.hpp"
#include "cli/study_arguments.hpp"

namespace perpend::cli {

/// Points that run at a time.
[[nodiscard]] int num_jobs(const StudyArguments& arguments);

/// With an estimate from a sample.
void print_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard);

/// `cache`, `file`: nullptr: there is none.
void print_reasons(const batch::StudyPlan& plan, batch::Shard shard, batch::RunCache* cache, batch::Database* file);

/// DIR/study.sh.
[[nodiscard]] ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan);

}  // namespace perpend::cli
