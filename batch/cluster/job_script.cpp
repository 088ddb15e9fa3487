#include "batch/cluster/job_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "batch/study/point_runs.hpp"
#include "batch/study/shards.hpp"
#include "reports/files/digest.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

constexpr std::size_t num_digits = 8;

/// What schedulers and shells take in a name.
std::string plain_word(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') c = '_';
  return text;
}

}  // namespace

std::string JobName::text() const {
  return fmt::format("perpend-{}-{}-{}-{}", folder, plan, num_shards, experiment);
}

std::optional<JobName> JobName::read(const std::string& text) {
  char folder[num_digits + 1] = "", plan[num_digits + 1] = "";
  long long count = 0;
  int length = 0;
  if (std::sscanf(text.c_str(), "perpend-%8[0-9a-f]-%8[0-9a-f]-%lld-%n", folder, plan, &count, &length) != 3 ||
      length == 0 || count < 1)
    return std::nullopt;
  return JobName{folder, plan, count, text.substr(static_cast<std::size_t>(length))};
}

JobName job_name(const std::string& folder, const StudyPlan& plan, std::int64_t num_shards) {
  return {.folder = reports::sha256_hex(folder).substr(0, num_digits),
          .plan = plan.hash().substr(0, num_digits),
          .num_shards = num_shards,
          .experiment = plain_word(plan.experiment().id)};
}

std::string script_path(const std::string& folder) {
  return folder + "/study.sh";
}

std::string absolute_folder(const std::string& folder) {
  const std::string path = std::filesystem::absolute(folder).lexically_normal().string();
  return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

std::optional<reports::WriteError> write_script(const JobScript& job) {
  if (auto error = reports::create_directory(job.folder)) return error;
  return reports::write_file(script_path(job.folder), job_script(job));
}

std::string job_script(const JobScript& job) {
  std::string options;
  for (const std::string& option : job.options) options += " " + reports::shell_word(option);
  return fmt::format(
      R"(#!/bin/sh
# One shard of a study. Under Slurm: sbatch {script}
# Elsewhere: sh {script} K for each K from 1 to {count}. Then: {program} study merge {folder}
#SBATCH --job-name={name}
#SBATCH --array=1-{count}
#SBATCH --cpus-per-task={threads}
set -eu
shard=${{SLURM_ARRAY_TASK_ID:-${{1:?"give the number of the shard"}}}}
folder={folder}
file={file}
disk=${{SLURM_TMPDIR:-${{TMPDIR:-/tmp}}}}
scratch=$(mktemp -d "$disk/perpend.XXXXXXXX") || {{
  echo "error: shard $shard: no folder can be made in $disk: set TMPDIR to one on a disk of this node" >&2
  exit 4
}}
trap 'rm -rf "$scratch"' EXIT
trap 'exit 143' TERM INT HUP
for part in "$file" "$file-wal"; do
  if [ -f "$folder/$part" ]; then cp "$folder/$part" "$scratch/$part"; fi
done
code=0
{program} study {scene} --shard "$shard/{count}" --out "$scratch" --jobs {threads} --quiet{options} || code=$?
# Another code than 0 leaves what is finished, for the next start.
# A log next to the file is that of a process that was killed: the file without it may be torn.
if [ -f "$scratch/$file" ] && [ ! -f "$scratch/$file-wal" ]; then
  cp "$scratch/$file" "$folder/.$file.$$"
  rm -f "$folder/$file-wal" "$folder/$file-shm"
  mv "$folder/.$file.$$" "$folder/$file"
fi
{verdicts}exit $code
)",
      fmt::arg("script", reports::shell_word(script_path(job.folder))),
      fmt::arg("program", reports::shell_word(job.program)), fmt::arg("scene", reports::shell_word(job.scene)),
      fmt::arg("folder", reports::shell_word(job.folder)), fmt::arg("count", job.num_shards),
      fmt::arg("threads", job.threads), fmt::arg("name", job.name), fmt::arg("options", options),
      fmt::arg("file", job.num_shards == 1 ? file_name({}) : fmt::format("shard-$shard-of-{}.sqlite", job.num_shards)),
      fmt::arg("verdicts",
               job.stops_at_failure
                   ? "# 1 and 3: a run is not as expected, and the shard stopped there.\n"
                   : "# 1 and 3 are verdicts about runs, which are all there: those of the merged study count.\n"
                     "case $code in 1 | 3) code=0 ;; esac\n"));
}

std::int64_t shards_for(double seconds, std::int64_t num_points, std::int64_t most) {
  constexpr double wanted = 300.0;
  const double shards = std::ceil(seconds / wanted);
  const std::int64_t enough = shards < static_cast<double>(most) ? static_cast<std::int64_t>(shards) : most;
  return std::clamp<std::int64_t>(enough, 1, std::max<std::int64_t>(1, std::min(most, num_points)));
}

std::int64_t fitting_shards(const StudyPlan& plan, int threads, std::int64_t most) {
  const double seconds = estimated_seconds(plan).value_or(0.0) * static_cast<double>(plan.num_runs());
  return shards_for(seconds / threads, plan.num_points(), most);
}

}  // namespace perpend::batch
