// The script that runs one shard of a study, for a scheduler or by hand.
#pragma once

#include <cstdint>
#include <string>

#include "batch/study_plan.hpp"
#include "cli/study_arguments.hpp"

namespace perpend::cli {

/// The same for the same command started again.
[[nodiscard]] std::string absolute_folder(const std::string& folder);

/// As many as take about five minutes each, from a sample; at most `most`.
[[nodiscard]] std::int64_t estimated_shards(const StudyArguments& arguments, const batch::StudyPlan& plan,
                                            std::int64_t most);

/// Where the script is.
[[nodiscard]] std::string script_path(const StudyArguments& arguments);

/// Writes it; a message where it cannot be written, empty: it is there.
[[nodiscard]] std::string make_script(const StudyArguments& arguments, const batch::StudyPlan& plan,
                                      std::int64_t num_shards);

/// Writes it and says what to do with it.
[[nodiscard]] ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan);

}  // namespace perpend::cli
