// What a study would run, without running it: its plan, how long it takes, the origin of each result.
#pragma once

#include <optional>
#include <string>

#include "batch/run_cache.hpp"
#include "batch/study_plan.hpp"
#include "cli/study_arguments.hpp"

namespace perpend::cli {

/// "3.2 min".
[[nodiscard]] std::string duration_text(double seconds);

/// Wall time of a run on one thread, from a sample [s]; nothing where none was run.
[[nodiscard]] std::optional<double> estimated_seconds(const batch::StudyPlan& plan);

/// Points that run at a time, in each shard.
[[nodiscard]] int num_jobs(const StudyArguments& arguments);

/// With an estimate from a sample.
void print_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard);

/// `cache`, `file`: nullptr: there is none.
void print_reasons(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard,
                   batch::RunCache* cache, batch::Database* file);

}  // namespace perpend::cli
