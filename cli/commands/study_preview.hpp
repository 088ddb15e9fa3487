// What a study would run, without running it: its plan, how long it takes, the origin of each result.
#pragma once

#include "batch/cache/run_cache.hpp"
#include "batch/study/plan.hpp"
#include "cli/commands/study_arguments.hpp"

namespace perpend::cli {

/// Points that run at a time, in each shard.
[[nodiscard]] int num_jobs(const StudyArguments& arguments);

/// With an estimate from a sample.
void print_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard);

/// `cache`, `file`: nullptr: there is none.
void print_reasons(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard,
                   batch::RunCache* cache, batch::Database* file);

}  // namespace perpend::cli
