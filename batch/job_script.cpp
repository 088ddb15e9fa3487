#include "batch/job_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace perpend::batch {

namespace {

std::string job_name(const std::string& name) {
  std::string result = name;
  for (char& c : result)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') c = '_';
  return result;
}

}  // namespace

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string job_script(const JobScript& job) {
  std::string options;
  for (const std::string& option : job.options) options += " " + shell_word(option);
  return fmt::format(
      R"(#!/bin/sh
# One shard of a study. Under Slurm: sbatch {script}
# Elsewhere: sh {script} K for each K from 1 to {count}. Then: {program} study merge {folder}
#SBATCH --job-name=perpend-{name}
#SBATCH --array=1-{count}
#SBATCH --cpus-per-task={threads}
set -eu
shard=${{SLURM_ARRAY_TASK_ID:-${{1:?"give the number of the shard"}}}}
folder={folder}
file=shard-$shard-of-{count}.sqlite
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 143' TERM INT HUP
for part in "$file" "$file-wal"; do
  if [ -f "$folder/$part" ]; then cp "$folder/$part" "$scratch/$part"; fi
done
code=0
{program} study {scene} --shard "$shard/{count}" --out "$scratch" --jobs {threads} --no-cache --quiet{options} || code=$?
# 1 and 3 are verdicts about runs, which are all there; another code leaves what is finished, for the next start.
# A log next to the file is that of a process that was killed: the file without it may be torn.
if [ -f "$scratch/$file" ] && [ ! -f "$scratch/$file-wal" ]; then
  cp "$scratch/$file" "$folder/.$file.$$"
  rm -f "$folder/$file-wal" "$folder/$file-shm"
  mv "$folder/.$file.$$" "$folder/$file"
fi
exit $code
)",
      fmt::arg("script", shell_word(job.folder + "/study.sh")), fmt::arg("program", shell_word(job.program)),
      fmt::arg("scene", shell_word(job.scene)), fmt::arg("folder", shell_word(job.folder)),
      fmt::arg("count", job.num_shards), fmt::arg("threads", job.threads), fmt::arg("name", job_name(job.name)),
      fmt::arg("options", options));
}

std::int64_t shards_for(double seconds, std::int64_t num_points) {
  constexpr double wanted = 300.0;
  constexpr std::int64_t most = 1000;
  const double shards = std::ceil(seconds / wanted);
  const std::int64_t enough = shards < static_cast<double>(most) ? static_cast<std::int64_t>(shards) : most;
  return std::clamp<std::int64_t>(enough, 1, std::max<std::int64_t>(1, num_points));
}

}  // namespace perpend::batch
